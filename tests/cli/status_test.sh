#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san time=300
# Exit statuses and signals: pmc returns the command's status whatever happens to the report,
# signals reach the command, and pmc prints the counts.
. "$(dirname "$0")/../tap.sh"

# awaken FILE: waits until it exists, at most twenty seconds
awaken() {
	local i
	for i in {1..2000}; do
		[ ! -e "$1" ] || return 0
		sleep 0.01
	done
	return 1
}

# ready PID: waits until pmc catches SIGINT, its last step before it waits for the target. Until it
# has become pmc it is a copy of this shell, which catches SIGINT, too, and then removes $TMP; so
# its name comes first: what is read after that is pmc's own.
ready() {
	local i caught
	for i in {1..2000}; do
		if [ "$(cat "/proc/$1/comm")" = pmc ]; then
			caught=$(sed -n 's/^SigCgt:[^0-9a-f]*//p' "/proc/$1/status")
			[ $((0x${caught:-0} & 2)) = 0 ] || return 0
		fi
		sleep 0.01
	done
	return 1
}

for backend in perf emulated; do
	p() { "$PMC" stat --backend $backend -e task-clock "$@"; }
	for n in 0 1 2 125 126 127 200 255; do
		status $n "$backend: exit $n" p -- sh -c "exit $n"
	done
	for sig in KILL TERM SEGV ABRT HUP PIPE; do
		status $((128 + $(kill -l $sig))) "$backend: ended by SIG$sig" p -- sh -c \
			"ulimit -c 0; kill -$sig \$\$"
	done
	like "$(p -- sh -c 'kill -KILL $$' 2>&1 | head -1)" '^sh: Killed$' \
		"$backend: it says which signal, before the report"
	is "$(p -- sh -c 'echo out; echo err >&2' 2>/dev/null)" out \
		"$backend: standard output is the command's"
	is "$(echo in | p -- cat 2>/dev/null)" in "$backend: standard input too"
	status 0 "$backend: -r, all runs well" p -r 3 -- true
	status 4 "$backend: -r, the first failure is told" p -r 3 -- sh -c 'exit 4'
	rm -f "$TMP/n"
	status 3 "$backend: -r, a failure in the middle" p -r 3 -- sh -c \
		"echo >>$TMP/n; [ \$(wc -l <$TMP/n) != 2 ] || exit 3"
	is "$(wc -l <"$TMP/n")" 3 "$backend: -r goes on after it"

	# The report cannot be written
	status 7 "$backend: a full disk leaves the status" p -o /dev/full -- sh -c 'exit 7'
	like "$(p -o /dev/full -- true 2>&1)" \
		'^pmc: -o /dev/full: the report could not be written: No space' \
		"$backend: and is told"
	is "$(p -o /dev/full -- echo out 2>/dev/null)" out "$backend: and leaves the output"
	status 7 "$backend: standard error closed" bash -c '"$@" 2>&-' - "$PMC" stat --backend \
		$backend -e task-clock -- sh -c 'exit 7'
	rm -f "$TMP/rc"
	{ p -- sh -c 'sleep 0.1; exit 7' 2>&1 >/dev/null; echo $? >"$TMP/rc.new"; mv "$TMP/rc.new" \
		"$TMP/rc"; } | :
	awaken "$TMP/rc"
	is "$(cat "$TMP/rc")" 7 "$backend: a reader of the report that has gone away"

	# Signals that another process sends to pmc alone. The command is not bash: a SIGINT between
	# bash's sigaction() and its note of the old handler, in wait_for(), is sent again for ever.
	loop="trap 'echo got; exit 9' \$1; : >$TMP/up; while :; do sleep 0.05; done"
	for sig in TERM INT QUIT HUP; do
		rm -f "$TMP/up"
		(
			trap - INT QUIT
			exec setsid "$PMC" stat --backend $backend -e task-clock -o "$TMP/report" \
				-- sh -c "$loop" - $sig >"$TMP/said"
		) &
		pid=$!
		awaken "$TMP/up"
		ready $pid
		kill -$sig $pid
		wait $pid
		rc=$?
		is "$rc" 9 "$backend: SIG$sig is passed on, and the command ends in its own way"
		is "$(cat "$TMP/said")" got "$backend: SIG$sig: its handler ran"
		like "$(cat "$TMP/report")" 'task-clock' "$backend: SIG$sig: the report is there"
	done

	# A command that dies of the signal: whoever waits for pmc sees the same signal.
	rm -f "$TMP/up"
	"$PMC" stat --backend $backend -e task-clock -o "$TMP/report" -- \
		bash -c ": >$TMP/up; while :; do sleep 0.05; done" &
	pid=$!
	awaken "$TMP/up"
	ready $pid
	kill -TERM $pid
	wait $pid 2>/dev/null
	is $? 143 "$backend: a command that dies of SIGTERM"
	like "$(cat "$TMP/report")" 'seconds time elapsed' "$backend: and its report"

	# --timeout
	status 0 "$backend: --timeout ends the command, and that is no failure" p --timeout 200 -- \
		sleep 10
	# The command needs enough time to set its trap.
	for ms in 200 1000 5000 20000; do
		rm -f "$TMP/up"
		p --timeout $ms -- bash \
			-c "trap 'exit 5' TERM; : >$TMP/up; while :; do sleep 0.05; done" \
			2>"$TMP/said"
		rc=$?
		[ ! -e "$TMP/up" ] || break
	done
	is $rc 5 "$backend: --timeout, the command ends in its own way"
	status 6 "$backend: --timeout, the command was faster" p --timeout 60000 -- sh -c 'exit 6'
done

# Ctrl-C on a terminal reaches pmc and the command; both end, and the report is printed.
if command -v python3 >/dev/null; then
	out=$(python3 - "$PMC" <<'P'
import os, pty, sys, time
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "stat", "--backend", "perf", "-e", "task-clock", "--",
                           "sh", "-c", "echo up; exec sleep 50"])
text = b""
sent = False
begin = time.time()
while time.time() - begin < 60:
    try:
        piece = os.read(fd, 4096)
    except OSError:
        break
    text += piece
    if b"up" in text and not sent:
        time.sleep(0.2)
        os.write(fd, b"\x03")
        sent = True
_, status = os.waitpid(pid, 0)
print(text.decode().replace("\r", ""))
print("signal", os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)
P
	)
	like "$out" 'seconds time elapsed' "Ctrl-C: the report is printed"
	like "$out" 'signal 2$' "Ctrl-C: pmc ends by the signal that the command died of"
else
	skip "python3 is not here" 2
fi

# A run that the signal cut off is no result: there is no file then, and no part of one.
rm -f "$TMP/up"
"$PMC" stat --backend emulated -e instructions:u -o "$TMP/report" --save "$TMP/cut.json" -- \
	sh -c ": >$TMP/up; exec sleep 60" 2>"$TMP/said" &
pid=$!
awaken "$TMP/up"
ready $pid
kill -TERM $pid
wait $pid 2>/dev/null
is $? 143 "--save: a run that was cut off"
like "$(cat "$TMP/said")" 'no run was counted to its end' "--save: it is no result"
is "$(cd "$TMP" && echo cut.json*)" 'cut.json*' "--save: no file is left"

# A signal before the first run: nothing ran, and whoever waits for pmc sees the signal.
# before_run: starts pmc with a group of its own, and waits until it is in --pre
before_run() {
	rm -f "$TMP/up" "$TMP/ran"
	(exec setsid "$PMC" stat -e task-clock -o "$TMP/report" \
		--pre ": >$TMP/up; exec sleep 60" -- touch "$TMP/ran" 2>/dev/null) &
	pid=$!
	awaken "$TMP/up"
	begin=$SECONDS
}
before_run
kill -TERM -- -$pid
wait $pid 2>/dev/null
is $? 143 "--pre: ended by a signal to the group"
ok "--pre: … and the command does not run" test ! -e "$TMP/ran"
before_run
kill -TERM $pid
wait $pid 2>/dev/null
is $? 143 "--pre: ended by a signal to pmc alone"
ok "--pre: … and the command does not run either" test ! -e "$TMP/ran"
ok "--pre: … the shell gets the signal, too" test $((SECONDS - begin)) -lt 40

# Without a command
sleep 600 &
victim=$!
# watch: starts pmc, which counts the victim, and waits until it waits for the victim's end
watch() {
	rm -f "$TMP/report" "$TMP/saved"
	"$PMC" stat -p $victim -e task-clock -o "$TMP/report" --save "$TMP/saved" &
	pid=$!
	ready $pid
}
for sig in INT TERM; do
	watch
	kill -$sig $pid
	wait $pid 2>/dev/null
	is $? $((128 + $(kill -l $sig))) "-p: ends by SIG$sig"
	like "$(cat "$TMP/report")" 'seconds time elapsed' "-p: SIG$sig: the report is there"
	like "$(cat "$TMP/saved")" '"target": "tasks"' "-p: SIG$sig: so is the result"
done
watch
kill $victim
wait $pid
is $? 0 "-p: ends with the process, status 0"
like "$(cat "$TMP/report")" "process id '$victim'" "-p: the report is there"
finish
