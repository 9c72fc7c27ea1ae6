#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# duration_time, user_time, system_time and max_rss: on each backend, in lists and groups of other
# events, with -r, -I, -p and -a. The oracles are the program's own clock and getrusage(2).
. "$(dirname "$0")/../tap.sh"

all=duration_time,user_time,system_time,max_rss
# value EVENT: prints its value in $out
value() { awk -F, -v e="$1" '$3 ~ "^" e { print $1 }' <<<"$out"; }
# unit EVENT: its unit
unit() { awk -F, -v e="$1" '$3 ~ "^" e { print $2 }' <<<"$out"; }

for name in ${all//,/ }; do
	like "$("$PMC" list)" "(^|"$'\n'") *$name " "pmc list has $name"
done

# A program that spends time in user mode and in the kernel, and writes down what getrusage says.
cat >"$TMP/use.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	size_t size = 40 << 20, i;
	volatile unsigned long x = 0;
	char *block = malloc(size);
	struct rusage ru;
	FILE *f;

	memset(block, argc, size);
	for (i = 0; i < 150000000; i++)
		x += i;
	for (i = 0; i < 300000; i++)
		getppid();
	usleep(200000);
	getrusage(RUSAGE_SELF, &ru);
	f = fopen(argv[1], "w");
	x += block[x % size];
	fprintf(f, "%ld %ld %ld\n", ru.ru_utime.tv_sec * 1000000 + ru.ru_utime.tv_usec,
		ru.ru_stime.tv_sec * 1000000 + ru.ru_stime.tv_usec, ru.ru_maxrss);
	return 0;
}
C
gcc -O1 -o "$TMP/use" "$TMP/use.c" || skip_all "no gcc"

# near GOT WANT SLACK NAME: |GOT - WANT| <= SLACK
near() {
	ok "$4 ($1, $2)" awk -v a="$1" -v b="$2" -v s="$3" \
		'BEGIN { d = a - b; exit !(a != "" && d <= s && d >= -s) }'
}

# A process that leaves its translations to later ones needs memory for that after its last look.
for backend in perf emulated; do
	begin=$EPOCHREALTIME
	out=$("$PMC" stat -x, --backend $backend --no-cache -e $all,page-faults -- \
		"$TMP/use" "$TMP/ru" 2>&1)
	wall=$((${EPOCHREALTIME//[.,]/} - ${begin//[.,]/}))
	read -r user system rss <"$TMP/ru"
	is "$(unit duration_time) $(unit user_time) $(unit system_time) $(unit max_rss)" \
		"ns ns ns KiB" "$backend: the units"
	near "$(($(value user_time) / 1000))" "$user" 30000 \
		"$backend: user_time is that of getrusage"
	near "$(($(value system_time) / 1000))" "$system" 30000 "$backend: system_time, too"
	near "$(value max_rss)" "$rss" 2000 "$backend: max_rss, too"
	ok "$backend: duration_time is at most what the shell sees" \
		test "$(($(value duration_time) / 1000))" -le $wall
	ok "$backend: … and at least what the program sleeps and works" \
		test "$(($(value duration_time) / 1000))" -ge $((user + system + 190000))
done
like "$(awk -F, '$3 ~ /duration_time/ { print $8 }' <<<"$out")" '^[a-z-]+$' \
	"emulated: the times have a quality"
unlike "$(awk -F, '$3 ~ /duration_time/ { print $8 }' <<<"$out")" '^exact$' \
	"emulated: … which is not exact"

# Beside events of the instruction stream, and alone without the emulator
out=$("$PMC" stat -x, -e instructions:u,max_rss --backend emulated -- true 2>&1)
ok "beside other events" test "$(value instructions)" -gt 0 -a "$(value max_rss)" -gt 0
out=$("$PMC" stat -e $all -- true 2>&1)
unlike "$out" 'emulator' "alone: they need no emulator"
like "$out" ' [0-9]+ ns +duration_time' "the table has the unit of perf"
like "$out" ' [0-9]+ KiB +max_rss' "the table has the memory"
# This command needs less than pmc had when it made the process, so the number is a bound.
printf '.globl _start\n_start: mov $60, %%eax\nxor %%edi, %%edi\nsyscall\n' >"$TMP/tiny.s"
gcc -nostdlib -static -o "$TMP/tiny" "$TMP/tiny.s"
out=$("$PMC" stat -x, -e max_rss -- "$TMP/tiny" 2>&1)
is "$(cut -d, -f8 <<<"$out")" estimated "max_rss of a command that is smaller than pmc: a bound"
status 125 "they have no modifiers" "$PMC" stat --strict --backend perf \
	-e duration_time:u -- true

# The time-stamp counter: a thread's own by perf, never of the translator
like "$("$PMC" stat --strict --backend emulated -e tsc -- true 2>&1)" \
	"'tsc' would tick for the translator's work too.* count task-clock" "tsc: not emulated"
for e in tsc:u tsc:k tsc:e tsc:c=2 tsc:counter=1 tsc:fixed; do
	like "$("$PMC" stat --strict --backend perf -e $e -- true 2>&1)" \
		"'$e': the time-stamp counter ticks in user mode and .* write 'tsc' without" "$e"
done
if "$PMC" stat --strict --backend perf -x, -o "$TMP/o" -e tsc -- true 2>/dev/null; then
	out=$("$PMC" stat -x, -e tsc,task-clock -- sleep 1 2>&1)
	ok "tsc: a program that sleeps ticks less than 0.9 s at 1 GHz" \
		test "$(value tsc)" -gt 0 -a "$(value tsc)" -lt 900000000
	out=$("$PMC" stat --backend perf --strict -x, -e '{tsc,task-clock}' -- true 2>&1)
	ok "tsc: in a group" test "$(value tsc)" -gt 0
	status 125 "tsc: no samples" "$PMC" record -c 1000 -e tsc --backend perf -o "$TMP/d" -- true
else
	skip "perf counts no tsc here"
fi

# -r, -I, -p, -a
out=$("$PMC" stat -j -r 3 --table --backend perf -e max_rss,duration_time -- "$TMP/use" \
	/dev/null 2>&1)
like "$out" '"event" : "max_rss".*"values" : \[4[0-9]{4}, 4[0-9]{4}, 4[0-9]{4}\]' \
	"-r: the peak of each run"
out=$("$PMC" stat -x, -I 100 --backend perf -e duration_time,max_rss -- sleep 0.35 2>&1)
ok "-I: the durations add up to the time" awk -F, '
	/duration_time/ { sum += $2; last = $1 * 1e9 }
	END { d = sum - last; exit !(NR >= 6 && d < 2e7 && d > -2e7) }' <<<"$out"
ok "-I: the peak does not go down" awk -F, '
	/max_rss/ && $2 ~ /^[0-9]+$/ { if ($2 < before) bad = 1; before = $2; n++ }
	END { exit bad || n < 2 }' <<<"$out"
"$TMP/use" "$TMP/ru" &
victim=$!
for i in {1..500}; do
	[ "$(awk '/^VmHWM/ { print $2 }' "/proc/$victim/status")" -lt 40000 ] || break
	sleep 0.01
done
out=$("$PMC" stat -x, -p $victim -e max_rss,duration_time -- sleep 0.1 2>&1)
ok "-p: the peak of a process ($(value max_rss))" test "$(value max_rss)" -ge 40000
wait $victim
if "$PMC" stat -a -x, -e cpu-clock -o "$TMP/o" -- true 2>/dev/null; then
	out=$("$PMC" stat -a -x, -e duration_time,user_time,system_time -- sleep 0.3 2>&1)
	near "$(($(value duration_time) / 1000000))" 320 150 "-a: duration_time is that of one CPU"
	ok "-a: the times of all CPUs" \
		test "$(value user_time)" -ge 0 -a "$(value system_time)" -ge 0
	out=$("$PMC" stat -a --per-socket -x, -e duration_time -- sleep 0.3 2>&1 | head -1)
	near "$(($(cut -d, -f3 <<<"$out") / 1000000))" 320 150 "--per-socket: … and is not added up"
	like "$("$PMC" stat -a --strict -e max_rss -- true 2>&1;
		"$PMC" stat -a -e max_rss -- true 2>&1)" 'memory of a process' \
		"-a: a CPU has no memory"
else
	skip "CPUs cannot be counted here" 4
fi
finish
