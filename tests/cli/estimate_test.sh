#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc stat -e est-cycles, --weights and --estimate-cycles: an estimate that follows by arithmetic
# from foretold counts, that repeats to the unit, in each format; the sentence for each mistake.
. "$(dirname "$0")/../tap.sh"

# Reads 1 MiB line by line, twice: 131,084 instructions, 32,768 of them loads, 32,770 branches, of
# which three are not taken. skylake's last level has the second reading.
. "$TOP/tests/cli/lines.sh"

# "value,event" of each event, without the notes.
counts() {
	"$PMC" stat -x, -o "$TMP/out" "$@" -- "$TMP/lines"
	grep -v '^#' "$TMP/out" | grep . | cut -d, -f1,3 | tr '\n' ' '
}
one() {
	counts "$@" | cut -d, -f1
}

# ---- Arithmetic ----

is "$(counts --weights none,instructions=1.5 -e est-cycles)" "196626,est-cycles:u " \
	"1.5 * 131,084 instructions"
is "$(one --weights none,instructions=0.001,loads=0.25 -e est-cycles)" 8323 \
	"131.084 + 8,192, rounded down"
is "$(one --machine skylake --weights none,L1d=4,LL=40 -e est-cycles \
	--cache walks=unseen)" $((4 * 32768 + 40 * 16385)) \
	"32,768 misses of L1d, 16,384 of LL, and one line of code"
is "$(counts --machine pentium4 --weights none,L2=100,walk-reads=7 -e est-cycles,walk-reads \
	-e l2-read-misses,l2-fetch-misses,l2-walk-read-misses | tr ' ' '\n' | awk '
	NR == 1 { left = $1 }
	NR == 2 { left -= 7 * $1 }
	NR > 2 { left -= 100 * $1 }
	END { print left }')" 0 "L2 and the page walker, from the counts beside it"
is "$(one --machine zen4 --weights none,l1d-read-misses=3,conditional-branches=2 -e est-cycles)" \
	$((3 * 32768 + 2 * 32770)) "counts by their own names"
is "$(one --machine cachegrind --weights iai -e est-cycles)" \
	$((131084 + 32768 + 4 * (32768 + 1) + 30 * (16384 + 1))) \
	"iai's formula: hits of L1, 5 for what LL has, 35 for memory"

# skylake's own weights, from each count beside the estimate; an event's order does not matter.
"$PMC" stat -x, -o "$TMP/all" --machine skylake -e l1i-misses,l1d-read-misses,l1d-write-misses \
	-e l1d-walk-read-misses,l2-read-misses,l2-write-misses,l2-fetch-misses,l2-walk-read-misses \
	-e ll-read-misses,ll-write-misses,ll-fetch-misses,ll-walk-read-misses,itlb-misses \
	-e dtlb-read-misses,dtlb-write-misses,walk-reads,branch-misses,instructions,loads,stores \
	-e branches-taken,branches-not-taken,est-cycles -- "$TMP/lines"
"$PMC" info --machine skylake | sed -nE 's/^  ([^ =]+)=([0-9.]+)$/\1 \2/p' >"$TMP/weights"
is "$(awk '
	FNR == NR { weight[tolower($1)] = $2; next }
	/^[0-9]/ {
		split($0, f, ",")
		sub(/:u$/, "", f[3])
		if (f[3] == "est-cycles") { got = f[1]; next }
		name = f[3]
		if (!(name in weight)) sub(/-.*/, "", name)
		sum += weight[name] * 1000 * f[1]
	}
	END { print got - int(sum / 1000), (got > 4000000) }' "$TMP/weights" "$TMP/all")" "0 1" \
	"a machine's own weights are those that pmc info prints"

# ---- Where it stands ----

alone=$(one --machine skylake -e est-cycles)
is "$(one --machine skylake -e est-cycles,l2-writebacks,cache-misses | head -1)" "$alone" \
	"the estimate does not depend on what else is counted"
is "$(one --machine skylake --estimate-cycles -e cycles:u)" "$alone" \
	"--estimate-cycles: cycles are the same estimate"
is "$(one --machine skylake --deterministic -e est-cycles,est-cycles | sort -u | wc -l)" 1 \
	"--deterministic"
text=$("$PMC" stat -r 3 --machine skylake -e est-cycles -- "$TMP/lines" 2>&1)
like "$text" " $alone +est-cycles:u +\(estimated\)" "-r 3: the mean is each run's count"
unlike "$text" '\.\. ' "-r 3: no spread"
like "$("$PMC" stat --per-thread --machine skylake -e est-cycles -- "$TMP/lines" 2>&1)" \
	"lines-[0-9]+ +$alone +est-cycles" "--per-thread"
like "$("$PMC" stat -x, -I 60000 --machine skylake -e est-cycles -- "$TMP/lines" 2>&1)" \
	",$alone,,est-cycles:u,.*,estimated" "-I"

# ---- What it says of itself ----

text=$("$PMC" stat --machine skylake --weights LL=40.5 -e est-cycles,instructions -- \
	"$TMP/lines" 2>&1)
like "$text" ' est-cycles:u +\(estimated\)' "the table marks it"
like "$text" 'note: estimated: cycles = 0\.25 instructions \+ .* 8 L1d misses .* 40\.5 LL misses' \
	"… and prints the formula"
like "$text" 'nothing overlaps' "… and what it leaves out"
like "$text" 'cycles are the sum that a note gives' "… and what the mark means"
like "$text" 'fixed: machine=skylake, bit-plru, weights=instructions=0\.25,.*,LL=40\.5,' \
	"… and what was fixed"
text=$("$PMC" stat --estimate-cycles -e cycles,instructions -- "$TMP/lines" 2>&1)
unlike "$text" 'insn per cycle' "no rate is made of an estimate"
text=$("$PMC" stat -j --weights none,loads=2 --estimate-cycles -e cycles -- "$TMP/lines" 2>&1)
like "$text" "\"counter-value\" : \"65536.0*\", .* \"cycles:u\".*\"quality\" : \"estimated\", $(
	)\"weights\" : \"loads=2\"" \
	"-j: value, quality and weights"
unlike "$text" '"machine"' "without a model there is no machine"
like "$("$PMC" stat -x, -e est-cycles --weights none,loads=2 -- "$TMP/lines" 2>&1)" \
	'^65536,,est-cycles:u,[0-9]+,100.00,,,estimated' "-x: the quality"
many=none
for count in fills evictions writebacks invalidations prefetches prefetches-used fetches reads \
	writes fetch-misses read-misses write-misses walk-reads; do
	many+=,l2-$count=1,ll-$count=1
done
text=$("$PMC" stat --machine zen4 --weights "$many" -e est-cycles -- "$TMP/lines" 2>&1)
like "$text" 'cycles = 1 l2-fills .* \+ \.\.\.'$'\n'' note: estimated: cycles = \.\.\. \+ 1 ' \
	"a long formula goes on in the next note"

save() {
	"$PMC" stat --deterministic --machine skylake -e est-cycles --save "$TMP/$1" "${@:2}" -- \
		"$TMP/lines" >"$TMP/log" 2>&1
}
save a && save b && save c --weights walk-reads=5
like "$("$PMC" compare "$TMP/a" "$TMP/b" 2>&1 | tr -d ,)" "est-cycles:u +$alone +$alone +0 " \
	"pmc compare"
like "$("$PMC" compare "$TMP/a" "$TMP/c" 2>&1)" \
	"weights was '\.\.\.walk-reads=4,.* and is '\.\.\.walk-reads=5," \
	"other weights are not compared, and the sentence shows where they differ"

# ---- Mistakes ----

refused() {
	like "$("$PMC" stat --strict "${@:2}" -- touch "$TMP/ran" 2>&1)" "$1" "refused: ${*:2}"
	ok "the command does not run" test ! -e "$TMP/ran"
}
refused "^pmc: --weights, column 7: 'L9' is no count that can have a weight; did you mean" \
	--weights L1d=4,L9=3 -e est-cycles
refused "^pmc: --weights, column 5: 'four' is no number of cycles" --weights L1d=four
refused "^pmc: --weights, column 1: 'L2' is what the machine lacks" \
	--machine cachegrind --weights L2=4
refused "^pmc: -e, column 1: 'est-cycles' is a sum of counts, .* has no weights; give some" \
	--weights none -e est-cycles
printf 'L1d=32K,8,64\nL1i=32K,8,64\n' >"$TMP/machine"
refused "$TMP/machine, bit-plru has no weights" --machine-file "$TMP/machine" -e est-cycles
refused "only the translator estimates cycles" --estimate-cycles --backend perf -e cycles
refused "backend perf counts what the processor does; backend emulated models one" \
	--backend perf -e est-cycles
refused "counts in the kernel" -e est-cycles:k
refused "edge detection" -e est-cycles:e
refused "'ref-cycles' does not show in the instruction stream" --estimate-cycles -e ref-cycles
like "$("$PMC" stat --weights iai -p $$ 2>&1)" 'estimated only of a command' "refused: -p"
like "$("$PMC" stat --backend emulated -e cycles -- "$TMP/lines" 2>&1 | tr -s ' \n' ' ')" \
	"<not supported>: 'cycles' does not show .*, and --estimate-cycles estimates it" \
	"cycles are refused by default, with the way out"
finish
