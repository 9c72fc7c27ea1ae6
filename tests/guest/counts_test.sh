#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Linux's unchanged perf counts programs to the unit, in three kernels, on the PMUs that a driver of
# Linux knows. The counts of the programs are known by arithmetic. COUNTS=all, which adds machines
# that differ from one of the others in little, is for tests/outside/counts_test.sh.
# tests/run: time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig
need_perf

# MODEL, or MODEL@KERNEL. The driver for Pentium 4 counts right in Linux 5.10, but not in later
# kernels (docs/rig.md).
[ "${COUNTS:-}" != all ] || LONG=1
models="arch-v2 arch-v4 arch-v5 pentium3 k7 amd-perfmon-v2${LONG:+ arch-v1 k8 fam15h}"
older=${LONG:+pentium4@5.10}
newer=${LONG:+arch-v6@6.12}
if [ "${COUNTS:-}" = all ]; then
	models="$models arch-v3 arch-v6 nehalem skylake zen2"
	older="$older arch-v4@5.10 pentium4-prescott@5.10 k8@5.10"
	newer="$newer zen2@6.12 amd-perfmon-v2@6.12"
fi
if why=$("$TOP/qemu/kernel" 5.10 2>&1); then
	models="$models $older"
else
	skip "no kernel 5.10, so no Pentium 4 either: ${why##*$'\n'}"
fi
if why=$("$TOP/qemu/kernel" 6.12 2>&1); then
	models="$models $newer"
else
	skip "no kernel 6.12: ${why##*$'\n'}"
fi
one() {
	local kernel=6.1
	case $1 in *@*) kernel=${1#*@} ;; esac
	guest "$1" --kernel $kernel --cpu "${1%@*}" --add "$(command -v perf)" $(with_programs) -- \
		"$INSIDE/counts" $PROGRAMS
}
guests one $models

# the addresses of loop's two instructions, as perf prints them
dec=$(nm "$PROG/loop" | awk '$3 == "again" { print $1 }' | sed 's/^0*//')
jnz=$(printf '%x' $((0x$dec + 2)))
for m in $models; do
	came_back $m "$(got $m pmu)" || continue
	for p in $PROGRAMS; do
		is "$(got $m count $p instructions:u) $(got $m count $p branches:u)" \
			"$(both $m $p)" "$m: $p"
	done
	u=$(got $m sum instructions:u) k=$(got $m sum instructions:k) all=$(got $m sum instructions)
	case $m in
	# Two counters, or two that count instructions: such a group does not fit.
	arch-v1 | pentium3 | pentium4*) ;;
	k7 | k8* | fam15h | zen2*)
		# Without a global enable the counters start one after the other, and the kernel's
		# code in between is counted by some of them only.
		is "$u" "$(expect syscalls instructions)" "$m: user mode in a group"
		ok "$m: user and kernel mode are both ($u + $k, $all)" \
			[ $((u + k - all)) -lt 1000 -a $((all - u - k)) -lt 1000 ] ;;
	*)
		is "$u" "$(expect syscalls instructions)" "$m: user mode in a group"
		is "$((u + k))" "$all" "$m: user and kernel mode are both" ;;
	esac
	for i in 1 2 3 4; do
		is "$(got $m beside $i instructions:u) $(got $m beside $i branches:u)" \
			"$(both $m loop)" \
			"$m: four at once, number $i"
	done
	is "$(got $m records) $(got $m odd)" "20 20" "$m: perf record takes 20 samples of each"
	is "$(got $m odd-at "$dec") $(got $m odd-at "$jnz")" "10 10" \
		"$m: every 999999: at DEC and JNZ in turn"
	case $m in
	pentium4*)
		# The interrupt comes with the count after the overflow (SDM volume 3, "Generating
		# an Interrupt on Overflow"), and the last one comes at the end of the loop.
		is "$(got $m at "$dec") $(got $m at "$(printf '%x' $((0x$jnz + 2)))")" "19 1" \
			"$m: every 1000000: one count later"
		skip "$m: perf stat beside perf record: one counter for instructions only"
		continue ;;
	esac
	# The millionth instruction is the DEC. The counter overflows with it, so perf samples the
	# next one.
	is "$(got $m at "$jnz")" 20 "$m: every 1000000: at the JNZ"
	is "$(got $m sampled instructions:u)" 20000004 "$m: exact while somebody else samples"
done
finish
