#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# FreeBSD's pmc(3) on processors with a PMU, by the driver and by perf: specifiers of each class
# count a loop to the unit, a CPU counts, rows run out as they do on this processor, pmcstat counts
# a program as perf does, and the contract holds.
# tests/run: time=300 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module
COMPAT=$BUILD/tests/compat

# MODEL: backends; how many PMCs its class has; specifiers, in the order: instructions, then those
# that count instructions, `/`, and those that count branches. Linux 6.1 counts wrongly on Pentium 4
# (docs/rig.md).
declare -A backends=([pentium4]=driver)
declare -A rows=([k7]=4 [k8]=4 [pentium3]=2 [pentium4]=6 [arch-v4]=1)
declare -A specifiers=(
	[k7]='k7-retired-instructions,usr instructions,usr / branches,usr
		k7-retired-taken-branches,usr'
	[k8]='k8-fr-retired-x86-instructions,usr instructions,usr / branches,usr
		k8-fr-retired-branches,usr'
	[pentium3]='p6-inst-retired,usr instructions,usr / branches,usr p6-br-taken-retired,usr'
	[pentium4]='p4-instr-retired,mask=nbogusntag,usr instructions,usr / branches,usr
		p4-branch-retired,mask=mmtp+mmtm+mmnp+mmnm,usr'
	[arch-v4]='iaf-instr-retired.any,usr instructions,usr iap-instruction_retired,usr /
		branches,usr branch-instructions-retired,usr'
)
models=${MACHINES:-"k7 k8 pentium3 pentium4 arch-v4"}

one() {
	# shellcheck disable=SC2086
	guest "$1" --cpu "$1" --module "$KO switches=notifier" --add "$COMPAT/prog/region" \
		--add "$COMPAT/contract_test" --add "$BUILD/pmcstat" --add "$BUILD/pmccontrol" \
		--add "$PROG/loop" --add "$(command -v perf)" --add "$INSIDE/freebsd" -- \
		"$INSIDE/freebsd" \
		${backends[$1]:-driver perf} -- ${specifiers[$1]//\//}
}
# shellcheck disable=SC2086
guests one $models

for m in $models; do
	came_back "$m" "the guest ended well" || continue
	for b in ${backends[$m]:-driver perf}; do
		each=2
		for e in ${specifiers[$m]}; do
			[ "$e" != / ] || { each=1; continue; }
			is "$(got "$m" "$b" "$e")" "$((each * 1000)) $((each * 1000000)) " \
				"$m: $b: $e"
		done
		first=${specifiers[$m]%% *}
		between 20000000 "$(got "$m" cpu "$b" "$first")" 30000000 "$m: $b: $first of a CPU"
		# pmcstat's child still has to call exec.
		want=$(expect loop instructions)
		between "$want" "$(got "$m" "$b" pmcstat)" $((want + 5000)) "$m: $b: pmcstat"
		# one for 100,000 of 20,000,004 instructions
		between 200 "$(got "$m" "$b" samples)" 201 "$m: $b: samples of pmcstat"
		is "$(got "$m" "$b" rows)" "${rows[$m]}, then Invalid argument" "$m: $b: rows"
	done
	[ "$m" = pentium4 ] || is "$(got "$m" perf-stat)" "$(expect loop instructions)" "$m: perf"
	is "$(grep -c '^not ok' "$TMP/$m.out")" 0 "$m: the contract" ||
		note "$(grep -A3 '^not ok' "$TMP/$m.out")"
	like "$(tail -1 "$TMP/$m.out")" '^1\.\.[1-9]' "$m: and it was checked to its end"
done
finish
