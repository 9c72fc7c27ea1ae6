#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc selftest: it passes on the rig's PMUs, puts the registers back, and finds each fault of a PMU
# that is broken on purpose by the rig.
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
	[fixed]="FAILED  fixed counter 0: counts what a general counter counts"
	[global]="FAILED  counter 0: stands still without its bit of the global control"
	[shared]="FAILED  counter 1: stands still without the enable bit of counter 0"
	[pair]="FAILED  counter 1: counts its own event, whatever counter 0 counts")
declare -A broken=(
	[arch-v4]="dead narrow bit double drift wide silent stuck ring fixed global"
	[pentium3]="shared"
	[p5]="pair")
models=${MODELS:-arch-v4 pentium3 p5 pentium4 k7 amd-perfmon-v2 arch-v2}
one() {
	guest "$1" --cpu "$1,pmc-fault=none" --module msr --add "$PMC" -- \
		"$INSIDE/selftest" ${broken[$1]:-}
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
for m in $models; do
	[ -e "$TMP/$m.out" ] || continue
	for f in ${broken[$m]:-}; do
		is "$(got $m $f status)" 1 "$m, $f: it fails"
		like "$(grep "^$f FAILED" "$TMP/$m.out")" "${faults[$f]}" "$m, $f: and says where"
	done
done
finish
