#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Bad input: pmc names the token and the column, returns a status that is not 0, and neither starts
# the user's command nor touches the output file.
. "$(dirname "$0")/../tap.sh"

# refused NAME STATUS REGEX OPTIONS...: pmc stat OPTIONS, with a command that would leave a file.
# Another command may follow after "CMD".
refused() {
	local name=$1 want=$2 regex=$3 err rc options=() command=(touch "$TMP/started")
	shift 3
	while [ $# -gt 0 ]; do
		if [ "$1" = CMD ]; then
			shift
			command=("$@")
			break
		fi
		options+=("$1")
		shift
	done
	rm -f "$TMP/started"
	echo precious >"$TMP/out"
	err=$("$PMC" stat -o "$TMP/out" "${options[@]}" -- "${command[@]}" 2>&1 </dev/null)
	rc=$?
	is "$rc" "$want" "$name: status $want"
	like "$err" "$regex" "$name: the sentence"
	like "$err" '^pmc: [^[:cntrl:]]*[^.[:cntrl:]]($|'$'\n'')' \
		"$name: it is one line that begins with pmc:"
	ok "$name: the command was not started" test ! -e "$TMP/started"
	is "$(cat "$TMP/out")" precious "$name: the output file is as it was"
}

# caret NAME WANT OPTIONS...: compares the lines below the sentence
caret() {
	local name=$1 want=$2
	shift 2
	is "$("$PMC" stat "$@" -- true 2>&1 | tail -n +2)" "$want" "$name: the place is shown"
}

for backend in perf emulated; do
	refused "unknown event, $backend" 125 "column 13: .*'instrucions'.*instructions" \
		--backend $backend -e page-faults,instrucions
	refused "unknown modifier, $backend" 125 "column 12: .*modifier 'q'.*u" --backend $backend \
		-e task-clock:q
	refused "empty group, $backend" 125 'column 1: .*group' --backend $backend -e '{}'
	refused "unclosed brace, $backend" 125 "column 12: .*'\\{'" --backend $backend \
		-e 'task-clock,{page-faults'
	refused "empty list, $backend" 125 '-e' --backend $backend -e ''
	refused "comma at the end, $backend" 125 'column 1[12]: ' --backend $backend -e task-clock,
	refused "two commas, $backend" 125 'column 12: ' --backend $backend \
		-e task-clock,,page-faults
done
refused "unknown event in the second -e" 125 "^pmc: -e, column 4: .*'instrucions'" -e task-clock \
	-e cs,instrucions
refused "a brace that the next -e closes" 125 '^pmc: -e, column 1: ' -e '{task-clock' \
	-e 'page-faults}'
refused "an event that nobody knows" 125 "'zzzzqqqq'" -e zzzzqqqq
caret "unknown event" "  -e task-clock,instrucions
                ^~~~~~~~~~~" -e task-clock,instrucions
caret "in the second -e" "  -e cs,instrucions
        ^~~~~~~~~~~" -e task-clock -e cs,instrucions
long=$(printf 'page-faults,%.0s' {1..20})
caret "far right" "  -e ...age-faults,page-faults,page-faults,instrucions,page-faults,page-faults...
                                           ^~~~~~~~~~~" -e "${long}instrucions,${long%,}"

# An event that the backend cannot count, under --strict: the message says which backend could.
refused "not in the instruction stream" 125 "column 13: .*bus-cycles.*perf" \
	--strict --backend emulated -e page-faults,bus-cycles
refused "the emulator's, asked of perf" 125 "column 1: .*loads.*emulated" --strict --backend \
	perf -e loads
if "$PMC" info -j | grep -q '"name" : "perf", "hardware" : false'; then
	refused "no PMU" 125 "column 1: .*cycles" --strict --backend perf -e cycles
else
	skip "this machine has a PMU" 5
fi
refused "kernel mode, emulated" 125 "column " --strict --backend emulated \
	-e instructions:k

refused "unknown backend" 125 "--backend foo: .*perf.*emulated" --backend foo -e task-clock
refused "a backend that is not in this version" 125 '--backend driver: ' --backend driver \
	-e task-clock
refused "deterministic perf" 125 'deterministic|emulated' --backend perf --deterministic \
	-e task-clock

# The command
refused "not found" 127 "'no-such-command'" CMD no-such-command
refused "not found, with a path" 127 '/nonexistent/true' CMD /nonexistent/true
refused "no permission" 126 "/etc/passwd.*Permission denied" CMD /etc/passwd
refused "a directory" 126 "'?/etc'?.*(directory|denied)" CMD /etc
refused "a file in the place of a directory" 126 '/etc/passwd/x' CMD /etc/passwd/x
printf '#!/nonexistent/interpreter\n' >"$TMP/script"
chmod +x "$TMP/script"
status 127 "an interpreter that is not there" "$PMC" stat -e task-clock -- "$TMP/script"
refused "-r 0" 125 '^pmc: -r 0: ' -r 0
refused "-r -1" 125 '^pmc: -r -1: ' -r -1
refused "-r word" 125 '^pmc: -r many: ' -r many
refused "-r 3x" 125 '^pmc: -r 3x: ' -r 3x
refused "-r too large" 125 '^pmc: -r 99999999999999999999: ' -r 99999999999999999999
refused "-I 0" 125 '^pmc: -I 0: ' -I 0
refused "-I word" 125 '^pmc: -I soon: ' -I soon
refused "--interval-print 0" 125 '^pmc: --interval-print 0: ' --interval-print=0
refused "--timeout 5" 125 '^pmc: --timeout 5: ' --timeout 5
refused "-D -2" 125 '^pmc: -D -2: ' -D -2
refused "-x and -j" 125 '^pmc: -x and -j: ' -x, -j
refused "-x of nothing" 125 '^pmc: -x: ' -x ''
refused "-r and -I" 125 '^pmc: -r and -I: ' -r 2 -I 100
refused "--timeout and -I" 125 '^pmc: --timeout and -I: ' --timeout 100 -I 100
refused "-A alone" 125 '^pmc: -A: ' -A
refused "threads of a command, perf" 125 '^pmc: --per-thread: .*emulated' --backend perf \
	--per-thread -e task-clock
refused "software events of a command's threads" 125 \
	"^pmc: --per-thread: cannot be used with 'page-faults', which backend emulated counts"\
" for the whole command only" \
	--backend emulated --per-thread -e instructions,page-faults
refused "threads of a CPU" 125 '^pmc: --per-thread and --per-process: ' -C 0 --per-thread
refused "-p and -t" 125 '^pmc: -p and -t: ' -p 1 -t 1
refused "-p and -a" 125 '-p and -t count processes' -p 1 -a
refused "-n and -e" 125 '^pmc: -n ' -n -e task-clock
refused "--interval-count alone" 125 '^pmc: --interval-count: ' --interval-count 3
status 125 "nothing to count" "$PMC" stat </dev/null
like "$("$PMC" stat -e task-clock 2>&1 </dev/null)" 'nothing to count: give a command' \
	"nothing to count says so"

# Running processes, and processes that have ended
sleep 0 &
gone=$!
wait
refused "a process that is gone" 125 "column 1: .*$gone" -p $gone
refused "a process that is gone, in a list" 125 "column $((${#BASHPID} + 2)): .*$gone" \
	-p $BASHPID,$gone
refused "a thread that is gone" 125 "column 1: .*$gone" -t $gone
refused "-p word" 125 "column 1: 'init'" -p init
refused "-p of nothing" 125 'column 1: ' -p ''
refused "-p 0" 125 "column 1: '0'" -p 0
refused "-p 1,,2" 125 'column ' -p $BASHPID,,2
refused "-C word" 125 "column 3: 'x'" -C 0,x
refused "-C backwards" 125 "column 1: '3-1'" -C 3-1
if [ "$(id -u)" = 0 ]; then
	refused "-C of a CPU that is not there" 125 'column 1: .*4095' -C 4095
else
	skip "not root: counting on CPUs is not allowed" 5
fi
# What does not exist is told before what cannot be counted, on a machine without a PMU, too.
refused "-C of a missing CPU before the event" 125 \
	'-C, column 3: there is no CPU 4095; this machine has CPUs? 0' -C 0,4095 -e cycles
refused "-p of a missing process before the event" 125 \
	'-p, column 1: there is no process 2147483646' -p 2147483646 -e cycles
refused "-t of a missing thread before the event" 125 \
	'-t, column 1: there is no thread 2147483646' -t 2147483646 -e cycles
like "$("$PMC" record -e cycles -C 4095 -o "$TMP/never" -- true 2>&1)" \
	'^pmc: -C, column 1: there is no CPU 4095' "record: the same"
ok "record: and no file" test ! -e "$TMP/never"
like "$("$PMC" who -C 4095 2>&1)" '^pmc: -C, column 1: there is no CPU 4095' "who: the same"
like "$("$PMC" read -C 4095 2>&1)" '^pmc: -C, column 1: there is no CPU 4095' "read: the same"
refused "a process, emulated" 125 'emulated' --backend emulated -p $$
refused "CPUs, emulated" 125 'emulated' --backend emulated -a

# The output file
rm -f "$TMP/started"
for file in /nonexistent/out "$TMP"; do
	err=$("$PMC" stat -o "$file" -e task-clock -- touch "$TMP/started" 2>&1)
	is $? 125 "-o $file: status 125"
	like "$err" "^pmc: -o $file: cannot open the file: " "-o $file: the sentence"
done
ok "with an output file that cannot be written the command is not started" test ! -e "$TMP/started"
finish
