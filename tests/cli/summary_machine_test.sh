#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc summary --machine: metrics of a program whose misses are foretold, and of one whose counts pmc
# stat prints; how the formats mark them; what a machine lacks is no zero; mistakes.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/cli/lines.sh"

summary() { "$PMC" summary "$@" 2>&1 >"$TMP/stdout"; }
# metric NAME: prints the value in $TMP/csv
metric() { awk -F, -v m="$1" '$3 == m { print $1 }' "$TMP/csv"; }

# ---- Foretold ----

summary -x, --machine skylakex -- "$TMP/lines" >"$TMP/csv"
is "$(metric l1d-misses)" 100 "every load misses L1D"
is "$(metric l1d-mpki)" "$(awk 'BEGIN { printf "%.9g", 1000 * 32768 / 131084 }')" \
	"… per 1000 instructions"
is "$(metric dtlb-misses)" "$(awk 'BEGIN { printf "%.9g", 100 * 256 / 32768 }')" \
	"a walk for each page"
is "$(metric dtlb-mpki)" "$(awk 'BEGIN { printf "%.9g", 1000 * 256 / 131084 }')" \
	"… per 1000 instructions"
is "$(metric loads)" "$(awk 'BEGIN { printf "%.9g", 32768 / 131084 }')" \
	"beside the metrics of the stream"
summary -x, --cache L1d=2M,8,64 -- "$TMP/lines" >"$TMP/csv"
is "$(metric l1d-misses)" 50 "--cache: L1D has room for all of it, so half of the loads miss"

# ---- As pmc stat counts ----

program=(seq -f %.3f 1 50)
events=instructions,branches,branch-misses,cache-misses,cache-references,L1-icache-load-misses
events+=,iTLB-load-misses,l2-fetch-misses,l2-read-misses,l2-write-misses,l2-walk-read-misses
events+=,l2-fetches,l2-reads,l2-writes,l2-walk-reads
# Caches so small that each has hits and misses
small=(--deterministic --machine zen4 --cache 'L1d=4K,8,64;L2=16K,8,64')
"$PMC" stat -x, "${small[@]}" -e $events -- "${program[@]}" 2>"$TMP/stat" >"$TMP/stdout"
# n EVENT...: prints the sum of the counts
n() {
	local e sum=0

	for e in "$@"; do
		sum=$((sum + $(awk -F, -v e="$e:u" '$3 == e { print $1 }' "$TMP/stat")))
	done
	echo $sum
}
# ratio NAME SCALE ABOVE BELOW: compares the metric with the quotient
ratio() {
	ok "$1 is not all or nothing" test "$3" -gt 0 -a "$3" -lt "$4"
	is "$(metric "$1")" "$(awk -v s="$2" -v a="$3" -v b="$4" \
		'BEGIN { printf "%.9g", s * a / b }')" "$1"
}
summary -x, "${small[@]}" -- "${program[@]}" >"$TMP/csv"
is $? 0 "the command's exit status"
i=$(n instructions)
misses=$(n l2-{fetch,read,write,walk-read}-misses)
ratio l1i-mpki 1000 "$(n L1-icache-load-misses)" "$i"
ratio l2-misses 100 "$misses" "$(n l2-{fetches,reads,writes,walk-reads})"
ratio l2-mpki 1000 "$misses" "$i"
ratio llc-misses 100 "$(n cache-misses)" "$(n cache-references)"
ratio llc-mpki 1000 "$(n cache-misses)" "$i"
ratio itlb-mpki 1000 "$(n iTLB-load-misses)" "$i"
ratio mispredicted 100 "$(n branch-misses)" "$(n branches)"
ratio mispredicted-pki 1000 "$(n branch-misses)" "$i"

# ---- What it says of itself ----

modelled="l1i-mpki l1d-misses l1d-mpki l2-misses l2-mpki llc-misses llc-mpki itlb-mpki $(
	)dtlb-misses dtlb-mpki mispredicted mispredicted-pki"
like "$(cat "$TMP/csv")" "# modelled: $modelled" "-x: a line marks them"
like "$(cat "$TMP/csv")" '# fixed: machine=zen4, bit-plru; L1d=4K,8,64;L2=16K,8,64, ' \
	"… another names the machine"
like "$(cat "$TMP/csv")" '# not measured: cpi, ipc, [^:]*: the models .* have no time' \
	"what needs cycles has a reason"
like "$(cat "$TMP/csv")" '# not measured: l1i-misses, itlb-misses: the models do not count' \
	"… and rates of fetches"
text=$(summary --machine zen4 -- "$TMP/lines")
like "$text" 'emulated: user mode, exact unless marked; modelled: zen4, bit-plru' \
	"the table names the machine"
like "$text" ' 100.00 % +L1 data cache miss rate +\(modelled\)' "… and marks the metric"
like "$text" 'note: modelled: what the machine zen4' "… and says what that is"
like "$(summary -j --machine zen4 -- "$TMP/lines" | grep '"l1d-mpki"')" \
	'"quality" : "modelled", "machine" : "zen4, bit-plru"}' "-j: quality and machine"
unlike "$(summary -j --machine zen4 -- "$TMP/lines" | grep '"loads"')" 'machine|quality' \
	"… of what is modelled only"
text=$(summary -r 2 --machine zen4 -- "$TMP/lines")
like "$text" '\(2 runs\).* 100.00 % +L1 data' "-r: a cold machine each"

# Nobody is surprised by a model.
text=$(summary -x, --backend emulated -- "$TMP/lines")
unlike "$text" 'modelled|misses,1' "nothing is modelled unless asked for"
like "$text" "# not measured: ${modelled// /, }: .*--machine skylakex models .*tens of times" \
	"… and how to ask, and what it costs, is said"

# What a machine lacks is not zero.
text=$(summary -x, --machine cachegrind --cache branch=none -- "$TMP/lines")
like "$text" "not measured: l2-misses, l2-mpki: 'l2-fetch-misses' needs the L2 of a machine" \
	"no L2"
like "$text" "not measured: dtlb-misses, dtlb-mpki: .* needs the dtlb of a machine" "no TLB"
like "$text" "not measured: mispredicted, mispredicted-pki: .* needs the predictor of branches" \
	"no predictor"

# ---- Mistakes ----

refused() {
	is "$(summary "${@:2}" -- touch "$TMP/ran")" "$1" "refused: ${*:2}"
	ok "the command does not run" test ! -e "$TMP/ran"
}
refused "pmc: no machine is named 'skylack'; did you mean 'skylake' or 'skylakex'?" \
	--machine skylack
like "$(summary --cache 'L1d=32K,8,64;L9=1M' -- true)" \
	"^pmc: --cache, column 14: a machine has no 'L9'" "a mistake in --cache has its column"
they="pmc: --machine, --cache, --machine-file and --machine-sample:"
refused "$they only the translator models a machine; leave --backend out, or write $(
	)--backend emulated" --machine zen4 --backend perf
refused "$they only a command can be modelled, so they exclude -a" --cache LL=none -a
refused "pmc: --machine and --machine-file: choose one; a file's first setting may be $(
	)machine=NAME" --machine zen4 --machine-file x
is "$(summary --model pentium3 --machine pentium3)" \
	"pmc: --model: prints the formulas of a PMU and runs nothing, so it excludes --machine, $(
	)--cache, --machine-file and --machine-sample" "--model"
finish
