#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc selftest: it passes on the rig's PMUs, puts the registers back, and finds each fault of a PMU
# that is broken on purpose by the rig; and the same when the module is loaded. All faults on all
# processors are in tests/outside/selftest_test.sh.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

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
	[lost]="FAILED  counter 1: interrupts once at its overflow: got 0, want 0x1; samples and"
	[rdpmc]="FAILED  counter 1: RDPMC reads what RDMSR reads: .*; counts that programs read"
	[rdpmc3]="FAILED  counter 1: RDPMC reads what RDMSR reads: .*; counts that programs read"
	[refused]="FAILED  counter 1: RDPMC is carried out where it is permitted: got 0, want 0x1"
	[open]="FAILED  counter 1: RDPMC is refused to programs that may not execute it"
	[pair]="FAILED  counter 1: counts its own event, whatever counter 0 counts")
declare -A broken=(
	[arch-v4]="dead narrow bit double drift wide silent stuck ring fixed global lost
		rdpmc rdpmc3 refused open"
	[arch-v2]="rdpmc3 refused open"
	[pentium3]="shared"
	[p5]="pair")
models=${MODELS:-arch-v4 pentium3 p5 pentium4 k7 amd-perfmon-v2 arch-v2}
# arch-v2 has the registers by /dev/cpu/0/msr alone, and RDPMC by perf's page.
one() {
	local driver=(--module "$KO selftest=1")
	[ "$1" != arch-v2 ] || driver=()
	guest "$1" --cpu "$1,pmc-fault=none" --module msr "${driver[@]}" --add "$PMC" -- \
		"$INSIDE/selftest" ${broken[$1]:-}
}
# The module is loaded although the PMU is broken.
loaded() {
	guest loaded --cpu arch-v4,pmc-fault=dead --module "$KO selftest=1" -- \
		cat /sys/class/misc/pmc/selftest
}
guests one $models
loaded

for m in $models; do
	came_back $m "it ran" || continue
	is "$(got $m none status)" 0 "$m: it passes"
	like "$(grep '^none .* passed' "$TMP/$m.out")" ' [0-9]+ tests passed, 0 failed$' \
		"$m: and says so"
	ok "$m: there were tests" test "$(grep -c '^none ok' "$TMP/$m.out")" -ge 8
	like "$(cat "$TMP/$m.out")" '(^|[[:space:]])restored' "$m: the registers are as they were"
done
# In user mode: every counter that RDPMC reads, where it is permitted and where it is not.
for m in $models; do
	[ -e "$TMP/$m.out" ] && [ $m != p5 ] || continue
	sed -n '/^none ok/p; /^none In the kernel/q' "$TMP/$m.out" >"$TMP/user"
	n=$(grep -c 'RDPMC reads' "$TMP/user")
	like "$n" '^[1-9]' "$m: a program reads counters by RDPMC"
	is "$(grep -c 'RDPMC is refused' "$TMP/user")" "$n" "$m: which it may not without a page"
done
for m in $models; do
	[ -e "$TMP/$m.log" ] && [ $m != arch-v2 ] && [ $m != p5 ] || continue
	like "$(cat "$TMP/$m.log")" 'pmc: selftest: [0-9]+ tests passed, 0 failed' \
		"$m: when it is loaded, the module tests the PMU"
	like "$(grep -c '^none ok .*RDPMC reads' "$TMP/$m.out")" '[1-9]' "$m: RDPMC was tested"
	like "$(grep -c '^none ok .*interrupts once' "$TMP/$m.out")" '[1-9]' \
		"$m: and the interrupt"
done
if came_back loaded "a broken PMU when the module is loaded"; then
	like "$(cat "$TMP/loaded.out")" '^[0-9]+ tests passed, [1-9][0-9]* failed$' \
		"the device tells how many tests have failed"
	like "$(cat "$TMP/loaded.log")" \
		'pmc: selftest: CPU 0: counter 1: counts: got 0x0, want 0xea60; it stands still' \
		"and the kernel's log which, and what it means"
fi
for m in $models; do
	[ -e "$TMP/$m.out" ] || continue
	for f in ${broken[$m]:-}; do
		is "$(got $m $f status)" 1 "$m, $f: it fails"
		like "$(grep "^$f FAILED" "$TMP/$m.out")" "${faults[$f]}" "$m, $f: and says where"
	done
done
finish
