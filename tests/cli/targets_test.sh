#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# Running processes, threads and CPUs; rows by thread, process and CPU.
. "$(dirname "$0")/../tap.sh"

csv() { "$PMC" stat -x, "$@" 2>&1 >/dev/null; }

# An event of which a shell causes many, and which an ordinary user may count
ev=context-switches
"$PMC" stat -p $$ -e $ev -o "$TMP/o" --timeout 10 2>/dev/null || ev=page-faults
if ! "$PMC" stat -p $$ -e $ev -o "$TMP/o" --timeout 10 2>"$TMP/why"; then
	skip_all "running processes cannot be counted here: $(head -1 "$TMP/why")"
fi
# at least 20 naps in this time
(while :; do sleep 0.01; done) &
victim=$!
n=$(csv -p $victim -e $ev -- sleep 0.5 | cut -d, -f1)
ok "-p: a running process, with its children, while a command takes ($n)" test "$n" -ge 10
n=$(csv -i -p $victim -e $ev --timeout 500 | cut -d, -f1)
ok "-p -i: without its children ($n)" test "$n" -ge 5
n=$(csv -t $victim -e $ev -i --timeout 500 | cut -d, -f1)
ok "-t: one thread ($n)" test "$n" -ge 5
like "$(csv -p $victim,$$ -e $ev --timeout 50)" '^[0-9]+,,'$ev "-p: two of them"
is "$(csv -p $victim,$victim -e $ev --timeout 50 | wc -l)" 1 "-p: the same twice is one"
like "$("$PMC" stat -p $victim --timeout 50 2>&1)" "stats for process id '$victim'" \
	"-p: the heading"
like "$("$PMC" stat -t $victim --timeout 50 2>&1)" "stats for thread id '$victim'" "-t: the heading"
like "$("$PMC" stat -p $victim --timeout 50 2>&1)" 'task-clock' "-p: has default events"
unlike "$("$PMC" stat -p $victim --timeout 50 2>&1)" 'seconds user' \
	"-p: no user time, which is a command's"
is "$("$PMC" stat -p $victim -e $ev -o "$TMP/o" -- echo out)" out "-p: the command's output"
status 6 "-p: the command's status" "$PMC" stat -p $victim -e $ev -- sh -c 'exit 6'
kill $victim
wait $victim 2>/dev/null

# Rows
if [ -x /usr/bin/python3 ]; then # not a script of that name
	/usr/bin/python3 -c '
import threading, time
for i in range(3):
    threading.Thread(target=lambda: [time.sleep(0.01) for _ in range(12000)], daemon=True).start()
time.sleep(120)' &
	victim=$!
	sleep 0.5
	out=$(csv --per-thread -p $victim -e $ev --timeout 300)
	is "$(wc -l <<<"$out")" 4 "--per-thread: one line per thread"
	is "$(cut -d, -f1 <<<"$out" | sort -u | wc -l)" 4 "--per-thread: each with its own name"
	like "$out" "^python3-[0-9]+,[0-9]+,,$ev(:u)?," "--per-thread: name-number first"
	is "$(sed 's/<not counted>/0/' <<<"$out" | cut -d, -f2)" "$(sed 's/<not counted>/0/' \
		<<<"$out" | cut -d, -f2 | sort -rn)" \
		"--per-thread: the largest first"
	kill $victim
	wait $victim 2>/dev/null
	out=$(csv --backend emulated --per-thread -e instructions -- /usr/bin/python3 -c '
import threading
def f():
    for i in range(20000): pass
t = [threading.Thread(target=f) for i in range(3)]
[x.start() for x in t]; [x.join() for x in t]')
	is "$(grep -c ',instructions' <<<"$out")" 4 "--per-thread: a command, emulated"
	is "$(csv --backend emulated --per-thread -I 50 -e instructions -- /usr/bin/python3 \
		-c 'import time; time.sleep(0.12)' | cut -d, -f2 | sort -u | wc -l)" 1 \
		"--per-thread -I: one thread"
	out=$("$PMC" stat --backend emulated --per-thread -e instructions -- /usr/bin/python3 -c 1 \
		2>&1)
	like "$out" 'python3-[0-9]+ +[0-9]+ +instructions' "--per-thread: the table"
	like "$("$PMC" stat --backend emulated --per-thread -j -e instructions -- /usr/bin/python3 \
		-c 1 2>&1)" '^\{"thread" : "python3-[0-9]+", "counter-value"' \
		"--per-thread: JSON"
else
	skip "/usr/bin/python3 is not here" 8
fi
for i in 1 2 3 4 5; do # a shell's own count can depend on when the signal of its child arrives
	out=$(csv --backend emulated --deterministic --per-process -e instructions -- sh \
		-c 'ls / >/dev/null; cat /dev/null; :')
	sum=$(awk -F, '{ n += $2 } END { printf "%d", n }' <<<"$out")
	whole=$(csv --backend emulated --deterministic -e instructions -- sh \
		-c 'ls / >/dev/null; cat /dev/null; :' | cut -d, -f1)
	[ "$whole" != "$sum" ] || break
done
is "$(cut -d- -f1 <<<"$out" | sort | paste -sd' ')" "cat ls sh" \
	"--per-process: one line per process"
is "$whole" "$sum" "--per-process: together they are the whole"

if [ "$(id -u)" = 0 ]; then
	cpus=$(nproc --all)
	like "$("$PMC" stat -a -- sleep 0.05 2>&1)" "'system wide'" "-a: the heading"
	like "$("$PMC" stat -a -- sleep 0.05 2>&1)" 'cpu-clock +# +[0-9.]+ CPUs utilized' \
		"-a: cpu-clock instead of task-clock"
	is "$(csv -aA -e $ev -- sleep 0.05 | wc -l)" "$(getconf _NPROCESSORS_ONLN)" \
		"-A: one line per CPU"
	like "$("$PMC" stat -C 0 -e cpu-clock -- sleep 0.05 2>&1)" "'CPU\\(s\\) 0'" \
		"-C: the heading"
	ms=$(csv -C 0 -e cpu-clock -- sleep 0.2 | cut -d, -f1)
	ok "-C 0: the clock of one CPU ($ms ms of 200)" awk -v m="$ms" \
		'BEGIN { exit !(m > 190 && m < 600) }'
	# A process that has work to do in any case.
	(while :; do sleep 0.005; done) &
	like "$(csv -a --per-thread -e $ev -- sleep 0.1)" '[a-z].*-[0-9]+,[1-9][0-9]*,,'$ev \
		"-a --per-thread: names"
	unlike "$(csv -a --per-thread -e $ev -- sleep 0.1)" '<not counted>' \
		"-a --per-thread: who did nothing is left out"
	kill $!
	like "$(csv -a -e $ev --timeout 50)" '^[0-9]+,,'$ev "-a: without a command"
else
	skip "not root: counting on CPUs is not allowed" 8
fi
finish
