#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# With a modelled machine behind the rig's PMU, Linux's perf and the driver count the misses that
# follow from arithmetic, in one boot, and those of a program that places its own memory are the
# ones that `pmc stat --machine` counts outside, but for what the kernel has evicted.
# tests/run: time=400 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

returned=returns:branch-misses=branch-misses
l1=MEM_LOAD_RETIRED:L1_MISS l2=MEM_LOAD_RETIRED:L2_MISS walks=DTLB_LOAD_MISSES:MISS_CAUSES_A_WALK
one() {
	local jobs=$returned
	case $1 in
	skylakex)
		jobs="$jobs pages:$l1=r8d1,$l2=r10d1,$walks=r108"
		jobs="$jobs mixed:$l1=r8d1,$l2=r10d1,branch-misses=branch-misses"
		jobs="$jobs,L1D.REPLACEMENT:k=r151:k" ;;
	pentium3) jobs="$jobs pages:L2_LD:I=r129" ;;
	esac
	guest "$1" --cpu "$1" --machine "$1" --module "$KO" --add "$(command -v perf)" --add \
		"$PMC" --add "$PROG/pages" --add "$PROG/returns" --add "$PROG/mixed" --add \
		"$INSIDE/modelled" -- "$INSIDE/modelled" $jobs
}
machines="skylakex${LONG:+ zen4 pentium3}"
guests one $machines

# outside MACHINE PROGRAM EVENT: prints what pmc models here
outside() {
	"$PMC" stat --machine "$1" -x, -o "$TMP/outside" -e "$3:u" -- "$PROG/$2" &&
		awk -F, '$1 ~ /^[0-9]+$/ { print $1; exit }' "$TMP/outside"
}

for m in $machines; do
	came_back $m "counts in the guest" || continue
	is "$(got $m perf returns branch-misses) $(got $m driver returns branch-misses)" \
		"$(expect returns returns) $(expect returns returns)" \
		"$m: perf and the driver count each return as mispredicted"
	is "$(outside $m returns branch-misses)" "$(expect returns returns)" "$m: as outside"
done
for event in $l1 $l2 $walks; do
	loads=$(expect pages loads)
	is "$(got skylakex perf pages $event) $(got skylakex driver pages $event)" \
		"$loads $loads" "skylakex: perf and the driver count each load: $event"
	is "$(outside skylakex pages $event)" "$loads" "skylakex: as outside: $event"
done

# What the kernel brings into L1D, by page faults and interrupts, is the most that it can evict: a
# line that it takes away is a miss more in the program.
for who in perf driver; do
	kernel=$(got skylakex $who mixed L1D.REPLACEMENT:k)
	for event in $l1 $l2; do
		want=$(outside skylakex mixed $event)
		between "$want" "$(got skylakex $who mixed $event)" $((want + kernel)) \
			"skylakex: $who: misses outside, and at most $kernel more: $event"
	done
	want=$(outside skylakex mixed branch-misses)
	between $((want * 98 / 100)) "$(got skylakex $who mixed branch-misses)" \
		$((want * 102 / 100)) \
		"skylakex: $who: a predictor that the kernel uses, too, errs as often within 2 %"
done
# Each load misses pentium3's L2, and its walk reads an entry of 8 bytes. The 4,096 entries from
# that of page 402h on lie in 1,025 lines of 32 bytes, those of the directory in 3. They miss when
# they come first, and stay, but for those in the 8 sets of L2 that have all lines of the pages,
# 512 for each of them in a turn: one line in 128, so 9 of the 1,025 and 1 of the 3 miss in the
# second and the third turn, too. Whoever else fills L2 can only add to that: the kernel reads none
# of these pages.
least=$((loads + 1025 + 3 + 2 * (9 + 1)))
is "$(outside pentium3 pages L2_LD:I)" "$least" "pentium3: outside, reads that miss L2"
for who in ${LONG:+perf driver}; do
	between "$least" "$(got pentium3 $who pages L2_LD:I)" $((least + least / 50)) \
		"pentium3: $who: reads that miss L2, and those of walks for pages of the kernel"
done

"$RUN" --machine skylkex -- true 2>"$TMP/said"
is $? 125 "an unknown machine starts no guest"
like "$(cat "$TMP/said")" "no machine is named 'skylkex'; did you mean 'skylakex'" \
	"and the nearest is named"
finish
