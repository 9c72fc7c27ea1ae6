#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san time=300
# PAPI's presets: on every model each one is encoded as an event of the model or refused with the
# reason; without a PMU they count what perf's names for the same count.
. "$(dirname "$0")/../tap.sh"

enc() { "$PMC" encode --model "$1" "$2" 2>&1 | head -1; }

# ---- Models ----

names=$("$PMC" list -n preset)
ok "pmc list shows them" test "$(wc -l <<<"$names")" -gt 50
like "$("$PMC" list PAPI_L2_DCM)" "Presets \(PAPI's names\)" "… under a heading of their own"
like "$("$PMC" list -j PAPI_TOT_INS)" '"kind" : "preset"' "… and in JSON"

# Those that PAPI itself has for these processors, where one event is what it describes.
if "$PMC" list --model skylake L2_RQSTS | grep -q CODE_RD_MISS; then
	is "$(enc skylake PAPI_L1_DCM)" skylake::L1D:REPLACEMENT "a miss of L1D on Skylake"
	is "$(enc skylake PAPI_L2_ICM)" skylake::L2_RQSTS:CODE_RD_MISS "a miss of code in L2"
	is "$(enc skylake PAPI_BR_MSP)" skylake::BR_MISP_RETIRED:CONDITIONAL \
		"mispredicted conditional branches, not all"
	like "$(enc ivybridge PAPI_LD_INS)" 'no event of Ivy Bridge counts what PAPI calls so' \
		"micro-operations are no instructions"
	wrong= n=0 step=11
	# Each model and each preset, not each with each. (The numbers of models and of presets
	# have no factor in common with the step.)
	[ -z "${LONG:-}" ] || step=1
	# Those that have presets of their own, and some that have not.
	for model in $("$PMC" list --models | awk '{ print $1 }' |
		grep -vE '^arch-v[1-5]|-[pe]$|mont'); do
		for name in $names; do
			[ $((n++ % step)) = 0 ] || continue
			out=$(enc "$model" "$name")
			case $out in
			"$model::"*) ;;
			*"counts what PAPI calls so" | *"has no counters for events") ;;
			*) wrong+="$model $name: $out"$'\n' ;;
			esac
		done
	done
	is "$wrong" "" "each preset on each model is an event of it, or refused with the reason"
else
	skip "Intel's and AMD's newer models" "pmc was built without libpfm4's events"
fi
is "$(enc pentium3 PAPI_TOT_CYC)" "$(enc pentium3 cycles)" "cycles on a Pentium III"
is "$(enc k8 PAPI_L2_DCM)" k8::L2_CACHE_MISS:DATA "a miss of data in L2 on a K8"
is "$(enc pentium4 PAPI_TLB_TL)" pentium4::page_walk_type:DTMISS:ITMISS "TLBs of a Pentium 4"
is "$("$PMC" encode --model zen2 PAPI_FP_OPS:u 2>&1 | head -1)" zen2::RETIRED_SSE_AVX_FLOPS:ANY:u \
	"a modifier"
like "$(enc pentium3 PAPI_L2_DCM)" "^pmc: event, column 1: 'PAPI_L2_DCM': no event of Pentium III" \
	"what no event of the model counts is refused"
status 125 "… with a status" "$PMC" encode --model pentium3 PAPI_L2_DCM
like "$("$PMC" stat --backend emulated -e PAPI_L2_DCN true 2>&1)" 'PAPI_L2_DCM' \
	"a misspelled preset: a near one is named"

# ---- Without a PMU ----

# counts EVENTS...: "EVENT COUNT" of each, of a program that does the same every time
counts() {
	local fields='s/.*"counter-value" : "\([0-9]*\)[^"]*".*"event" : "\([^":]*\).*/\2 \1/p'

	"$PMC" stat --deterministic --backend emulated -j -e "$1" -- sh -c 'echo a | sed s/a/b/' \
		2>&1 >/dev/null | sed -n "$fields"
}
pairs='PAPI_TOT_INS instructions PAPI_BR_INS branches PAPI_BR_CN branches-conditional
PAPI_BR_TKN branches-conditional-taken PAPI_BR_NTK branches-not-taken
PAPI_BR_UCN branches-unconditional PAPI_LD_INS loads PAPI_SR_INS stores
PAPI_L1_LDM L1-dcache-load-misses PAPI_L1_ICM L1-icache-load-misses PAPI_L3_LDM LLC-load-misses'
set -- $pairs
if out=$(counts "$(tr ' \n' ',,' <<<"$pairs" | sed 's/,$//')") && [ -n "$out" ]; then
	value() { sed -n "s/^$1 //p" <<<"$out"; }
	while [ $# -gt 1 ]; do
		is "$(value "$1")" "$(value "$2")" "$1 is $2"
		shift 2
	done
	sums=PAPI_LST_INS,loads,stores,PAPI_L2_TCM,PAPI_L2_DCM,PAPI_L2_ICM,PAPI_L2_TCH,PAPI_L2_TCA
	out=$(counts $sums,PAPI_TLB_TL,PAPI_TLB_DM,PAPI_TLB_IM,PAPI_BR_PRC,PAPI_BR_CN,PAPI_BR_MSP)
	is "$(value PAPI_LST_INS)" $(($(value loads) + $(value stores))) "loads and stores"
	is "$(value PAPI_L2_TCM)" $(($(value PAPI_L2_DCM) + $(value PAPI_L2_ICM))) \
		"misses of L2 are those of data and of code"
	is "$(value PAPI_TLB_TL)" $(($(value PAPI_TLB_DM) + $(value PAPI_TLB_IM))) "misses of TLBs"
	is "$(value PAPI_BR_CN)" $(($(value PAPI_BR_PRC) + $(value PAPI_BR_MSP))) \
		"conditional branches are predicted or mispredicted"
	is "$(value PAPI_L2_TCA)" $(($(value PAPI_L2_TCH) + $(value PAPI_L2_TCM))) \
		"L2 hits or misses"
	like "$("$PMC" stat -e PAPI_LD_INS --backend emulated true 2>&1)" $'PAPI_LD_INS:u *\n' \
		"what the instructions answer is exact"
	like "$("$PMC" stat -e PAPI_L2_DCM --backend emulated true 2>&1)" \
		'PAPI_L2_DCM:u *\(modelled\)' "what caches answer is modelled"
	like "$("$PMC" stat -e PAPI_L3_TCM --machine pentium3 true 2>&1)" \
		'needs the .* of a machine, and pentium3,? .* has none' "a level that it lacks"
	like "$("$PMC" stat -e PAPI_TOT_CYC --backend emulated true 2>&1)" \
		"'PAPI_TOT_CYC' does not show in the instruction stream" "cycles are refused"
else
	skip "counts without a PMU" "the translator cannot run here"
fi
finish
