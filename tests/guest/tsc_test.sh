#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The event tsc: of a thread, of one that sleeps, and of a CPU, by drivers of ours and of Linux; and
# where a processor has no counters.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

models=${MODELS:-arch-v4${LONG:+ none}}
one() {
	guest "$1" --cpu "$1" --module "$KO" --module msr --add "$PMC" \
		--add "$(command -v perf)" --add "$PROG/loop" --add "$PROG/self" -- "$INSIDE/tsc"
}
guests one $models
# near A B PERCENT NAME: are two counts this near to each other?
near() {
	ok "$4 ($1, $2)" test "${1:-0}" -gt 0 -a "${2:-0}" -gt 0 \
		-a $((${1:-0} * 100)) -le $((${2:-0} * (100 + $3))) \
		-a $((${2:-0} * 100)) -le $((${1:-0} * (100 + $3)))
}
for m in $models; do
	came_back $m "it ran" || continue
	# In the rig an instruction takes two nanoseconds: two ticks. The kernel's come on top.
	want=$((2 * $(expect loop instructions)))
	for how in driver perf linux; do
		n=$(got $m loop-$how tsc)
		[ $how != linux ] || n=$(got $m loop-linux msr/tsc/)
		between $want "$n" $((want / 100 * 102)) "$m: a thread, $how"
	done
	between $((2 * want)) "$(got $m forks-driver tsc)" $((2 * want / 100 * 110)) \
		"$m: children are counted, too"
	for how in driver perf; do
		between 1 "$(got $m asleep-$how tsc)" 50000000 \
			"$m: it stands while a thread sleeps, $how"
	done
	for how in driver perf msr; do
		# Without a PMU QEMU has no such register.
		[ "$m $how" != "none msr" ] || continue
		near "$(got $m cpu-$how tsc)" "$(got $m cpu-$how duration_time)" 1 "$m: a CPU, $how"
	done
	near "$(got $m beside tsc)" $want 2 "$m: beside another event"
	is "$(grep -c '^beside tsc' "$TMP/$m.out")" 2 "$m: twice in one set"
	for how in driver msr; do
		like "$(got $m ring-$how)" "'tsc:u': the time-stamp counter ticks in user mode" \
			"$m: no rings, $how"
	done
	like "$(got $m paranoid)" "parameter paranoid is 3, which closes the counters to users" \
		"$m: who may not count, may not read it either"
	like "$(got $m sampled)" "time-stamp counter does not interrupt|has no counters" \
		"$m: no samples"
done
[ ! -e "$TMP/arch-v4.out" ] || {
	like "$(got arch-v4 self)" \
		"not entered in (9[0-9]|100) of 100 .* in 0 of 100 .*sleep [0-9]+;" \
		"a thread reads it without a system call, and its sleep does not count"
	near "$(($(got arch-v4 beside instructions) * 2))" "$(got arch-v4 beside tsc)" 1 \
		"each instruction takes two ticks"
	is "$(got arch-v4 defaults tsc)" "" "with counters it is no default"
}
[ ! -e "$TMP/none.out" ] || {
	between 1 "$(got none defaults tsc)" 100000000 "without counters it is a default"
	like "$(got none refused-driver)" "no counters|only the event tsc" "other events: driver"
	like "$(got none refused-msr)" "only the event tsc can be counted" "other events: msr"
}
finish
