#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# A reader that stands still while perf's ring loses gigabytes: more bytes than 32 bits hold. Each
# sample has a copy of nearly 64 KiB of the stack, of the system's clock, so no PMU is needed. The
# numbers that are said must add up, and what was recorded before and after stays readable.
# tests/run: time=300
. "$(dirname "$0")/../tap.sh"

freq=20000 bytes=65528 seconds=8
"$PMC" record -q -e cpu-clock:u -c 1000000 --backend perf -o "$TMP/try" -- true 2>"$TMP/why" ||
	skip_all "perf takes no samples of cpu-clock here: $(head -n 1 "$TMP/why")"
rate=$(cat /proc/sys/kernel/perf_event_max_sample_rate)
[ "${rate:-0}" -ge $freq ] || skip_all "kernel.perf_event_max_sample_rate is $rate"

# Has a stack that is larger than the copies.
cat >"$TMP/spin.c" <<'END'
#include <string.h>
#include <time.h>

int main(void)
{
	volatile char stack[100000];
	struct timespec used;

	memset((char *)stack, 1, sizeof(stack)); /* no page is missing when it is copied */
	do {
		for (int i = 0; i < 100000; i++)
			stack[i]++;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	} while (used.tv_sec < SECONDS);
	return 0;
}
END
ok "a program is built" ${CC:-gcc} -O1 -g -DSECONDS=$seconds -o "$TMP/spin" "$TMP/spin.c" || finish

"$PMC" record -e cpu-clock:u -F $freq --call-graph dwarf,$bytes -o "$TMP/data" -- "$TMP/spin" \
	2>"$TMP/err" &
pmc=$!
sleep 1
kill -STOP $pmc
# The program has ended when it waits for its parent.
while grep -q '^State:.[^Z]' "/proc/$(pgrep -P $pmc)/status" 2>/dev/null; do sleep 0.5; done
kill -CONT $pmc
wait $pmc
is $? 0 "the recording ends well"
note "$(cat "$TMP/err")"

lost=$(grep -o '[0-9]* samples or other records were lost' "$TMP/err" | cut -d ' ' -f 1)
ok "more than 2^32 bytes were lost (${lost:-0} samples)" \
	test $((${lost:-0} * bytes)) -gt $((1 << 32))
"$PMC" report -i "$TMP/data" --stdio >"$TMP/report" 2>&1
like "$(cat "$TMP/report")" "note: $lost samples or other records were lost" "so says the report"
taken=$(sed -n 's/^# cpu-clock:u*: .* from \([0-9,]*\) samples.*/\1/p' "$TMP/report" | tr -d ,)
all=$((${taken:-0} + ${lost:-0}))
ok "taken and lost samples together are the time's ($taken + $lost of $((freq * seconds)))" \
	test $all -gt $((freq * seconds * 8 / 10)) -a $all -lt $((freq * seconds * 11 / 10))
like "$(cat "$TMP/report")" 'spin +spin +main' "what was recorded is readable"
like "$("$PMC" script -i "$TMP/data" --to collapsed)" 'main;clock_gettime' "with its chains"
finish
