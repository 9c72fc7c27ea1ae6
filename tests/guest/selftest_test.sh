#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc selftest: it passes on the rig's PMUs, puts the registers back, and finds each fault of an
# architectural PMU that is broken on purpose by the rig.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig

# Each fault (qemu/pmu/fault.c), and a part of the line that must tell of it.
declare -A faults=(
	[dead]="FAILED  counter 1: counts"
	[narrow]="FAILED  counter 1: keeps all of its bits"
	[bit]="FAILED  counter 1: keeps all of its bits"
	[double]="FAILED  counter 1: counts the instructions of a loop to the unit"
	[drift]="FAILED  counter 1: counts the instructions of a loop to the unit"
	[wide]="FAILED  counter 1: goes on at 0"
	[silent]="FAILED  counter 1: tells of its overflow"
	[stuck]="FAILED  counter 1: stands still"
	[ring]="FAILED  counter 1: counts"
	[fixed]="FAILED  fixed counter 0: counts what a general counter counts")
models=${MODELS:-arch-v4 pentium3 pentium4 k7 amd-perfmon-v2 arch-v2}
one() {
	local broken=
	[ "$1" != arch-v4 ] || broken=${!faults[*]}
	guest "$1" --cpu "$1,pmc-fault=none" --module msr --add "$PMC" -- \
		"$INSIDE/selftest" $broken
}
guests one $models

for m in $models; do
	came_back $m "it ran" || continue
	is "$(got $m none status)" 0 "$m: it passes"
	like "$(grep '^none .* passed' "$TMP/$m.out")" ' [0-9]+ tests passed, 0 failed$' \
		"$m: and says so"
	ok "$m: there were tests" test "$(grep -c '^none ok' "$TMP/$m.out")" -ge 8
	like "$(cat "$TMP/$m.out")" '(^|[[:space:]])restored' "$m: the registers are as they were"
done
for f in "${!faults[@]}"; do
	[ -e "$TMP/arch-v4.out" ] || break
	is "$(got arch-v4 $f status)" 1 "$f: it fails"
	like "$(grep "^$f FAILED" "$TMP/arch-v4.out")" "${faults[$f]}" "$f: and says where"
done
finish
