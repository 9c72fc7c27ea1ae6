#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Bounds for what counting costs by the module, in instructions and in registers that are written
# (WRMSR), beside perf in the same boot (bench/driver.c).
# tests/run: long parallel time=600
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module
GUEST_TIME=280

ok "the measurement compiles" gcc -std=gnu11 -O2 -Wall -Wextra -Werror -Iinclude -o "$TMP/cost" \
	bench/driver.c || finish
ok "so does that of wall time" gcc -O2 -Wall -Wextra -Werror -o "$TMP/measure" bench/measure.c ||
	finish
# boot CPUS NAME...: runs in one boot what was asked for
boot() {
	local cpus=$1 name jobs=()
	shift
	for name in "$@"; do
		jobs+=(--job "$TMP/$this_test:$name")
	done
	"$RUN" --cpu arch-v5 --smp "$cpus" "${jobs[@]}" </dev/null
	for name in "$@"; do
		fetch "$name" "$TMP/$this_test:$name"
	done
}
# The instructions of cost are counted first, on a fresh kernel.
wall=(--module "$KO" --add "$PMC" --add "$TMP/measure" --add /bin/true -- "$INSIDE/wall" 2 15)
one() {
	case $1 in
	1) boot 1 cost tracepoint wall1 ;;
	2) boot 2 wall2 ;;
	esac
}
request cost --add "$KO" -- "$TMP/cost" pmc.ko
request tracepoint --module "$KO switches=tracepoint" -- "$TMP/cost" switches
request wall1 "${wall[@]}"
request wall2 "${wall[@]}"
guests one 1 2
came_back cost "it runs to its end" || finish

# cost WHAT WHO EVENTS: prints the instructions that the guest measured
guest=cost
field=4
cost() {
	awk -v key="$*" -v field=$field '$1 " " $2 " " $3 == key { printf "%.0f\n", $field }' \
		"$TMP/$guest.out"
}
# at_most LIMIT NAME WHAT WHO EVENTS
at_most() {
	local limit=$1 name=$2 n
	shift 2
	n=$(cost "$@")
	[ -n "$n" ] && [ "$n" -le "$limit" ] && pass "$name: $n" && return
	fail "$name"
	note "  got ${n:-nothing}, want at most $limit"
}
# writes LIMIT NAME WHAT EVENTS: the driver writes at most so many registers
writes() {
	field=5 at_most "$1" "$2: registers written" "$3" driver "$4"
}
# third NAME WHAT EVENTS: the driver needs at most a third of perf's instructions
third() {
	at_most $(($(cost "$2" perf "$3") / 3)) "$1 costs at most a third of perf's" "$2" driver \
		"$3"
}
for n in 1 4 8; do
	third "a switch with $n events" switch-out-and-in $n
done
at_most 0 "a switch beside the module, when nobody counts, costs nothing" switch-loaded driver 0
at_most 0 "nor when nobody counts any more" switch-after driver 0
at_most 8 "a switch of threads that nobody counts, while another is counted" switch-uncounted \
	driver 4
at_most 109 "reading four counters by RDPMC: 27 for each" self-read driver 4
third "reading four counters by a system call, beyond one that does nothing," read 4
third "the whole system call" read-total 4
third "an overflow with one sample" overflow 1
third "one with the counts of four events" overflow-counts 4
third "one with a user's call chain" overflow-user-chain 1
third "an overflow in the kernel" overflow-in-kernel 1
third "one with the kernel's call chain" overflow-kernel-chain 1
third "inheriting by a child" fork-inherit 4
at_most $(($(cost attach-close perf 4) / 2)) \
	"attaching to another thread costs at most half of what it costs perf" attach-close driver 4
for n in 1 4 8; do
	writes 0 "a switch with $n events" switch-out-and-in $n
done
[ "$(field=5 cost switch-out-and-in perf 4)" -ge 4 ] && pass "perf's are seen" ||
	fail "perf's are seen"
at_most 40 "a switch of threads that nobody counts, while a process of two threads has a page" \
	switch-uncounted-beside-page driver 1
writes 0 "that switch" switch-uncounted-beside-page 1
writes 0 "a switch with 4 events beside that page" switch-out-and-in-beside-page 4
at_most 0 "a switch after that page" switch-after-page driver 0
writes 0 "reading four counters by RDPMC" self-read 4
writes 0 "reading four counters by a system call" read 4
writes 0 "inheriting by a child" fork-inherit 4
writes 0 "attaching to another thread" attach-close 4
# A whole command, by wall time, which here is instructions and waiting. Runs differ by some
# percent, and medians by one.
for cpus in 1 2; do
	came_back wall$cpus "commands are counted" || continue
	by_driver=$(got wall$cpus driver) by_perf=$(got wall$cpus perf)
	between 1000 "$by_driver" $((by_perf * 102 / 100)) \
		"$cpus CPUs: pmc stat by the driver: $by_driver us, by perf $by_perf"
done
# Without preemption notifiers the module hears of every switch.
came_back tracepoint "it runs to its end, by the tracepoint" || finish
guest=tracepoint
for n in 1 4 8; do
	third "by the tracepoint: a switch with $n events" switch-out-and-in $n
done
at_most $(($(cost switch-uncounted perf 4) * 2 / 3)) \
	"by the tracepoint: a switch of threads that nobody counts" \
	switch-uncounted driver 4
finish
