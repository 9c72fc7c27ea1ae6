#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The rig's PMU says which events it counts (core/state/rig.h): every event select with twenty unit
# masks either is named by CPUID and moves the counter, or neither. pmc counts the former and
# refuses the latter with a sentence, and qemu/run --events lists the events by name.
# tests/run: time=400 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig

models=${MODELS:-pentium3 arch-v5${LONG:+ k8}}
one() {
	local kind=arch
	case $1 in
	pentium3) kind=p6 ;;
	k8 | zen2) kind=amd ;;
	esac
	guest "$1" --cpu "$1" --module msr --add "$PMC" --add "$PROG/sweep" -- \
		"$INSIDE/counted" $kind
}
guests one $models

for m in $models; do
	came_back "$m" "the guest ended well" || continue
	is "$(grep '^not ok' "$TMP/$m.out")" "" "$m: CPUID names what the PMU counts"
	like "$(got "$m" counted)" '^([7-9]|[1-9][0-9]+) of [0-9]{4,5}$' \
		"$m: some events are counted"
	for b in perf msr; do
		said=$(sed -n "s/^said $b //p" "$TMP/$m.out")
		like "$said" '(^|'$'\n'')[0-9]+,,instructions' \
			"$m: $b: one of two is counted"
		like "$said" '<not supported>,,cache-misses' \
			"$m: $b: the other one is not supported"
		why="backend $b cannot count 'cache-misses': this guest's PMU is the rig's"
		like "$(sed -n "s/^strict $b //p" "$TMP/$m.out")" "^125 .*$why" \
			"$m: $b: a sentence says why"
	done
	is "$(sed -n 's/^list //p' "$TMP/$m.out" | tr '\n' ' ')" \
		"instructions perf,msr cache-misses - " "$m: pmc list says which"
done
finish
