#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Assembly programs whose counts follow from arithmetic (tests/emu/asm/*.S). pmc stat must report
# exactly these counts for every event, and the program must end as it does without pmc. ASM=all,
# for tests/outside/asm_test.sh, puts signals at more places.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"

sums=(branches branches-taken branches-conditional branches-unconditional branches-indirect
	jumps calls)
events=$(IFS=,; echo "${asm_names[*]},${sums[*]}")

tracer=()
# check SOURCE NAME: under the tracer, if there is one
check() {
	local source=$1 name=$2 differ

	asm_expect "$source" ||
		{ fail "$name: what is expected can be read"; return; }
	if ! asm_supported; then
		skip "$name: this CPU lacks one of $asm_needs" 2
		return
	fi
	timeout 120 "${tracer[@]}" "$PMC" stat -j --backend emulated -e "$events" \
		-o "$TMP/json" -- "$BUILD/tests/emu/asm/$(basename "$source" .S)" \
		>"$TMP/out" 2>"$TMP/err"
	is "$?" "$asm_exit" "$name: ends as expected" || note "$(cat "$TMP/err")"
	[ -z "$asm_reports" ] || note "it reports $(od -An -td8 "$TMP/out")"
	[ -z "$asm_reports" ] || asm_expect "$source" "$(od -An -td8 "$TMP/out")"
	[ -z "$asm_uncounted" ] || return
	json_counts "$TMP/json" >"$TMP/counts"
	differ=$(asm_compare "$TMP/counts"; asm_sums | while read -r event want; do
		got=$(sed -n "s/^$event //p" "$TMP/counts")
		[ "$got" = "$want" ] || echo "$event: counted $got, by arithmetic $want"
	done)
	is "$differ" "" "$name: counts"
}

for source in tests/emu/asm/*.S; do
	check "$source" "$(basename "$source" .S)"
	asm_in_turn "$(basename "$source" .S)" || continue
	# As in large programs (emu/code/pair.h), on processors of both makers; and on old ones.
	for as in intel amd; do
		PMC_EMU_AS=$as PMC_EMU_COLD=1 PMC_EMU_PAIRS=1 check "$source" \
			"$(basename "$source" .S), in pairs, $as"
	done
	PMC_EMU_AS=old PMC_EMU_COLD=1 check "$source" "$(basename "$source" .S), without BMI2"
	# The same with what hot code gets (emu/code/guess.h, heat.h), as often as can be.
	PMC_EMU_HASTY=1 check "$source" "$(basename "$source" .S), hastily"
done
for seed in 1 ${ASM:+2 3}; do
	tracer=("$BUILD/tests/emu/prog/inject" $seed 1000000 13000)
	check tests/emu/asm/grows.S "grows, signals that wait, $seed"
	ok "there were some" grep -qE ', ([5-9]|[1-9][0-9]+) signals' "$TMP/err"
done
finish
