#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Linux's own perf, unchanged, on every PMU that a driver of Linux takes: programs whose counts are known
# by arithmetic, to the unit.
# tests/run: time=240
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig
need_perf

# Pentium 4: Linux's driver is at fault with periods (docs/rig.md), so it only counts.
models="arch-v1 arch-v2 arch-v3 arch-v4 arch-v5 arch-v6 nehalem skylake pentium3 pentium4 pentium4-prescott \
k7 k8 fam15h zen2 amd-perfmon-v2"
one() {
	guest "$1" --cpu "$1" --add "$(command -v perf)" $(with_programs) -- "$INSIDE/counts" $PROGRAMS
}
guests one $models

# addresses of loop's two instructions, as perf prints them
dec=$(nm "$PROG/loop" | awk '$3 == "again" { print $1 }' | sed 's/^0*//')
jnz=$(printf '%x' $((0x$dec + 2)))
for m in $models; do
	came_back $m "$(got $m pmu)" || continue
	for p in $PROGRAMS; do
		is "$(got $m count $p instructions:u)" "$(expect $p instructions)" "$m: instructions of $p"
		is "$(got $m count $p branches:u)" "$(expect $p branches)" "$m: branches of $p"
	done
	u=$(got $m sum instructions:u) k=$(got $m sum instructions:k) all=$(got $m sum instructions)
	is "$u" "$(expect syscalls instructions)" "$m: user mode in a group"
	is "$((${u:-0} + ${k:-0}))" "$all" "$m: user and kernel mode are both"
	for i in 1 2 3 4; do
		is "$(got $m beside $i instructions:u) $(got $m beside $i branches:u)" "20000004 10000000" \
			"$m: four at once, number $i"
	done
	case $m in pentium4*)
		skip "$m: Linux's driver sets wrong periods" 5
		continue ;;
	esac
	is "$(got $m sampled instructions:u) $(got $m sampled branches:u)" "20000004 10000000" \
		"$m: exact while somebody else samples"
	is "$(got $m records)" 20 "$m: perf record -c 1000000 takes 20 samples"
	# The millionth instruction is the DEC; the counter overflows with it, so the next one is seen.
	is "$(got $m at "$jnz")" 20 "$m: each at the JNZ"
	is "$(got $m odd)" 20 "$m: perf record -c 999999 takes 20 samples"
	is "$(got $m odd-at "$dec") $(got $m odd-at "$jnz")" "10 10" "$m: at the DEC and the JNZ in turn"
done
finish
