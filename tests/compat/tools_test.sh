#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmccontrol and pmcstat as users call them, with software events, which every machine has.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
control=$BUILD/pmccontrol
stat=$BUILD/pmcstat
need() { like "$(cat "$TMP/out")" "$1" "$2"; }

# ---- pmccontrol ----
$control -l >"$TMP/out"
need '^CPU 0:' "-l: each CPU"
need ' 0  TSC-0    TSC    ENABLED  FREE' "-l: a row"
is "$(grep -c SOFT-15 "$TMP/out")" "$(grep -c '^CPU' "$TMP/out")" "-l: rows of every CPU"
$control -L >"$TMP/out"
need 'SOFT: 16 of 64 bits, (INTERRUPT )?USER SYSTEM READ WRITE' "-L: a class"
need $'\tPAGE_FAULT.ALL' "-L: an event"
like "$($control -s)" '^interrupts processed: 0' "-s"
status 2 "no option" $control
status 2 "an unknown option" $control -x
like "$($control -d x 2>&1)" \
	"pmccontrol: 'x' is no number of a PMC; write a number from 0 on, or \*" "no number"
status 1 "a PMC that is not there" $control -c 0 -d 200
status 1 "a CPU that is not there" $control -c 4000 -d 0
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	cat >"$TMP/admin" <<-'S'
	mount -t tmpfs none /run
	"$1" -c 0 -d 3 -d 4
	"$1" -l | grep -c DISABLED
	"$1" -c 0 -e '*'
	"$1" -l | grep -c DISABLED
	"$1" -d '*'
	"$1" -l | grep -c ENABLED
	"$2" -p page_fault.all true
	S
	is "$(unshare -m --propagation private bash "$TMP/admin" $control $stat 2>&1)" \
		"$(printf '%s\n' 2 0 0 "pmcstat: cannot allocate a process counter for \
'page_fault.all': No such device or address")" \
		"-d and -e, one by one and all; a disabled counter cannot be allocated"
else
	skip "not root: counters cannot be disabled" 1
fi

# ---- pmcstat: processes ----
cat >"$TMP/faults.c" <<'C'
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int pages = atoi(argv[1]), i;
	char *p = mmap(NULL, pages * 4096L, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(p, pages * 4096L, MADV_NOHUGEPAGE);
	if (argc > 2 && fork())
		wait(NULL);
	else
		for (i = 0; i < pages; i++)
			p[i * 4096L] = 1;
	return 0;
}
C
gcc -O1 -o "$TMP/faults" "$TMP/faults.c"
last() { tail -1 "$TMP/out" | awk -v n="${1:-1}" '{ print $n }'; }
within() { ok "$4 ($2)" test "$2" -ge "$1" -a "$2" -le "$3"; }
$stat -p page_fault.all "$TMP/faults" 10000 2>"$TMP/out"
need '^# +p/page_fault\.all'$'\n' "-p: the heading"
within 10000 "$(last)" 10400 "-p: page faults of a command"
$stat -p page_fault.all "$TMP/faults" 10000 fork 2>"$TMP/out"
within 0 "$(last)" 400 "without -d: not those of its child"
$stat -d -p page_fault.all -d -p page_fault.all "$TMP/faults" 10000 fork 2>"$TMP/out"
within 10000 "$(last 1)" 10600 "-d: with them"
within 0 "$(last 2)" 400 "-d is a switch"
is "$($stat -o "$TMP/out" -p page_fault.all sh -c 'echo printed; exit 3'; echo $?)" $'printed\n0' \
	"the command's output; its status is not told"
need 'p/page_fault' "-o"
$stat -w 0.1 -C -p page_fault.all -C -p page_fault.all sh -c 'sleep 0.5; :' 2>"$TMP/out"
ok "-w: rows" test "$(wc -l <"$TMP/out")" -ge 4
is "$(awk 'NR > 1 { s += $2 } END { print s }' "$TMP/out")" "$(last)" \
	"-C: sums; without it what was added"
(for i in $(seq 300); do sleep 0.01; done) &
busy=$!
$stat -d -t $busy -p page_fault.all sleep 0.5 2>"$TMP/out"
within 100 "$(last)" 1000000 "-t: a running process, as long as a command takes"
kill $busy
wait $busy 2>/dev/null
cp "$(command -v sleep)" "$TMP/odd_name"
"$TMP/odd_name" 1 &
until [ "$(cat /proc/$!/comm)" = odd_name ]; do :; done # its shell has executed it
$stat -t '^odd_n' -p context.switches 2>"$TMP/out"
like "$(last)" '^[0-9]+$' "-t: by name, until it ends"

# ---- CPUs ----
$stat -c 0 -s cycles -s page_fault.all sleep 0.1 2>"$TMP/out"
need '^# +s/00/cycles +s/00/page_fault\.all' "-s -c: the heading"
ok "the time stamp counter of CPU 0 ($(last))" test "$(last)" -gt 1000000
timeout -s INT 1 $stat -w 0.2 -s cycles 2>"$TMP/out"
ok "-s: until SIGINT" test "$(wc -l <"$TMP/out")" -ge 3

# ---- The log ----
$stat -O "$TMP/log" -E -p page_fault.all "$TMP/faults" 5000 2>"$TMP/out"
n=$(last)
python3 tests/compat/pmclog_read.py "$TMP/log" >"$TMP/read"
like "$(cat "$TMP/read")" "exit 0x[0-9a-f]* [0-9]* $n" "-O -E: the count is in the log"
$stat -R "$TMP/log" >"$TMP/out"
need "exitvalue    0x[0-9a-f]* [0-9]* $n" "-R: the log as text"
is "$(wc -l <"$TMP/out")" "$(($(wc -l <"$TMP/read") - 1))" "-R: a line for each record"
$stat -E -p page_fault.all "$TMP/faults" 5000 2>"$TMP/out"
need "exitvalue    0x[0-9a-f]* [0-9]* [0-9]+" "-E without -O: text"
python3 tests/compat/pmclog_read.py --make "$TMP/all"
$stat -R "$TMP/all" >"$TMP/out"
need 'callchain    0x.* kernel 0x' "-R: every type of record"
head -c 200 "$TMP/log" >"$TMP/cut"
is "$($stat -R "$TMP/cut" 2>&1 >/dev/null; echo $?)" \
	"pmcstat: $TMP/cut ends within a record"$'\n'1 "-R: a log that was cut"
is "$($stat -R /bin/true 2>&1)" \
	"pmcstat: /bin/true is no log of hwpmc of version 6 or later, or it is damaged" \
	"-R: a foreign file"
status 1 "-R: no such file" $stat -R "$TMP/none"
like "$($stat -O /dev/full -E -p page_fault.all true 2>&1)" 'pmcstat: /dev/full: No space left' \
	"-O: a full disk"

# ---- Samples: each lies in the loop, in which the program is nearly all the time ----
cat >"$TMP/busy.c" <<'C'
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) void busy_loop(long n)
{
	for (volatile long i = 0; i < n; i++)
		;
}
int main(int argc, char **argv)
{
	busy_loop(1000000000);
	if (argc > 1 && !fork())
		execl("/bin/true", "true", (char *)0);
	wait(0);
	return 0;
}
C
gcc -O1 -fno-omit-frame-pointer -no-pie -o "$TMP/busy" "$TMP/busy.c"
if $stat -n 1000000 -d -P clock.cpu -O "$TMP/samples" "$TMP/busy" fork 2>"$TMP/out"; then
	python3 tests/compat/pmclog_read.py "$TMP/samples" >"$TMP/read"
	is "$($stat -R "$TMP/samples" | wc -l)" "$(($(wc -l <"$TMP/read") - 1))" \
		"-P: both readers read as much"
	read -r from size <<<"$(nm -S "$TMP/busy" | awk '/busy_loop/ { print $1, $2 }')"
	inside=$(awk '$4 == "callchain" { print $9 }' "$TMP/read" | while read -r pc; do
		[ $((pc)) -lt $((16#$from)) ] || [ $((pc)) -gt $((16#$from + 16#$size)) ] || echo in
	done | wc -l)
	all=$(grep -c ' callchain ' "$TMP/read")
	ok "-P: samples ($all) are in the loop ($inside)" test "$all" -gt 10 -a \
		$((inside * 100)) -ge $((all * 85))
	like "$(grep ' callchain ' "$TMP/read")" " callchain .* 0x[0-9a-f]+ 0x[0-9a-f]+" \
		"-P: with chains"
	pid=$(awk '$4 == "fork" { print $6 }' "$TMP/read")
	like "$(cat "$TMP/read")" " exec $pid 0x[0-9a-f]* 0 [^ ]* [^ ]*(true|coreutils|busybox)" \
		"-P: the exec of a child, however short it lives"
	$stat -N -n 1000000 -P clock.cpu "$TMP/busy" 2>"$TMP/out"
	unlike "$(grep callchain "$TMP/out")" 'user 0x[0-9a-f]* 0x' "-N: without chains"
	$stat -n 1000000 -c 0 -S clock.cpu sleep 0.2 2>"$TMP/out"
	like "$(cat "$TMP/out")" "callchain .* cpu 0 " "-S: a CPU"
else
	skip "software events cannot be sampled here: $(head -1 "$TMP/out")" 6
fi

# ---- Bad calls ----
said() { is "$("$stat" "${@:2}" 2>&1 | head -1)" "pmcstat: $1" "${*:2}"; }
said "nothing to count; name an event with -p, -s, -P or -S" true
said "-p and -P need a process; give a command, or name one with -t" -p page_fault.all
said "cannot allocate a process counter for 'nonsense': Invalid argument" -p nonsense true
said "cannot count 'page_fault.all' of process 4194304: No such process" -t 4194304 \
	-p page_fault.all
said "'0x' is no list of CPUs; write 0,2 or *" -c 0x -s cycles
said "'0' is no number of seconds above 0" -w 0
said "no process has a name like '^no such$'" -t '^no such$'
said "'(' is neither a process number nor a regular expression" -t '('
said "cannot allocate a system sampler for 'tsc': Operation not supported" -c 0 -S tsc true
said "'0' is no number of events above 0" -n 0
said "-R prints a log; it counts nothing" -R /dev/null true
like "$($stat -p page_fault.all /nonexistent 2>&1)" 'pmcstat: /nonexistent: No such file' \
	"a command that does not exist"
finish
