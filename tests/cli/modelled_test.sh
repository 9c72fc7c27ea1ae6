#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc stat --machine, --cache, --machine-file: a program whose misses are foretold, whatever else is
# counted and by whatever name; what formats say of modelled counts; the sentence for each mistake.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/cli/lines.sh"

# "value,event" of each event, without the notes.
counts() {
	"$PMC" stat -x, -o "$TMP/out" "$@" -- "$TMP/lines"
	grep -v '^#' "$TMP/out" | grep . | cut -d, -f1,3 | tr '\n' ' '
}

is "$(counts -e L1-dcache-load-misses,LLC-load-misses,dTLB-load-misses,L1-dcache-loads)" \
	"32768,L1-dcache-load-misses:u 16384,LLC-load-misses:u 256,dTLB-load-misses:u $(
	)32768,L1-dcache-loads:u " \
	"skylakex by default: 1 MiB misses L1D twice and the last level once, with a walk per page"
is "$(counts --machine pentium4 -e l1d-read-misses,l2-read-misses,read-walks)" \
	"32768,l1d-read-misses:u 16384,l2-read-misses:u 512,read-walks:u " \
	"pentium4: 128 bytes come into L2 at once, twice; 64 pages are too few"
is "$(counts --machine pentium4 -e replay_event:NBOGUS:L2_LD_MISS,page_walk_type:DTMISS:u)" \
	"16384,replay_event:NBOGUS:L2_LD_MISS:u 512,page_walk_type:DTMISS:u " \
	"the same by the names of its PMU"
is "$(counts --machine pentium3 --cache walks=unseen \
	-e L2_LD:I,INST_RETIRED,DCU_LINES_IN,L2_LINES_IN)" \
	"32768,L2_LD:I:u 131084,INST_RETIRED:u 32768,DCU_LINES_IN:u 32770,L2_LINES_IN:u " \
	"pentium3: with two lines of code"
is "$(counts --machine skylakex -e r08d1)" "32768,r08d1:u " \
	"a raw event: MEM_LOAD_RETIRED.L1_MISS of skylakex"
is "$(counts --machine skylakex -e r00c0)" "131084,r00c0:u " "a raw event that needs no model"
is "$(counts --cache 'L1d=2M,8,64;L2=none' --cache LL=none -e l1d-read-misses)" \
	"16384,l1d-read-misses:u " "--cache: a cache that holds all"
printf 'machine=zen4 # a comment\nL1d=2M,8,64\nL2=none\nLL=none\n' >"$TMP/machine"
is "$(counts --machine-file "$TMP/machine" -e l1d-read-misses)" "16384,l1d-read-misses:u " \
	"--machine-file"
alone=$(counts -e l2-read-misses)
is "$(counts -e l2-read-misses,l1i-misses,l2-writebacks,dtlb-read-misses | cut -d' ' -f1) " \
	"$alone" "a count does not depend on what else is counted"
is "$(counts --per-thread -e l1d-read-misses | grep -o '^lines')" "lines" "--per-thread"
twice() {
	"$PMC" stat --deterministic -x, -o "$TMP/out" "$@" -e l1d-read-misses,loads -- \
		sh -c '"$1"; "$1"; :' sh "$TMP/lines"
	grep -v '^#' "$TMP/out"
}
# The end of a child interrupts the shell somewhere, so that a line more or fewer may be missed.
read -r rows misses loads <<<"$(twice --per-thread | awk -F, '$4 { n++; sum[$4] += $2 }
		END { print n, sum["l1d-read-misses:u"], sum["loads:u"] }')"
read -r all_misses all_loads <<<"$(twice | cut -d, -f1 | grep . | xargs)"
is "$rows $loads" "6 $all_loads" "each process has its own counts"
differ=$((misses - all_misses))
ok "… of misses, too: $misses of $all_misses" test "${differ#-}" -le 8
like "$("$PMC" stat -r 2 -e l1d-read-misses -- "$TMP/lines" 2>&1)" ' 32768 ' \
	"-r: a cold machine each"

# ---- The matrix of docs/pentium4.md ----

# Static: the dynamic linker reads thousands of lines before it. With a sanitizer's library it does
# not link, and the walks alone do.
gcc -O1 -static -Iinclude -o "$TMP/matrix" examples/matrix.c "$BUILD/libpmc.a" -pthread \
	2>/dev/null || gcc -O1 -static -Iinclude -o "$TMP/matrix" examples/matrix.c \
	"$TOP/build/libpmc.a" -pthread 2>/dev/null

# The parts of the references that the page names: reads, lines that stores ask for, page walks.
bsq=BSQ_cache_reference
hits=RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM
walk() { # WALK MACHINE [OPTION...]: misses, references, reads, stores, reads of page tables
	"$PMC" stat --deterministic -x, -o "$TMP/out" --machine "$2" "${@:3}" \
		-e "$bsq:RD_2ndL_MISS:u,$bsq:$hits:RD_2ndL_MISS:u" \
		-e l2-reads,l2-writes,l2-walk-reads -- "$TMP/matrix" "$1"
	grep -v '^#' "$TMP/out" | grep . | cut -d, -f1 | tr '\n' ' '
}
# WHAT GOT LOW HIGH: is it within the range?
within() {
	ok "$1: $2 of $3 to $4" test "${2:-0}" -ge "$3" -a "${2:-0}" -le "$4"
}
for machine in pentium4 pentium4-prescott; do
	read -r misses refs loads stores walks _ < <(walk rows $machine)
	within "$machine by rows: misses, within 5 % of 33,557" "$misses" 31880 35234
	within "… lines that loads ask for" "$loads" 65536 66600
	within "… and stores" "$stores" 65536 66600
	within "… references" "$refs" 133000 137000
	read -r misses refs loads stores walks _ < <(walk columns $machine)
	within "$machine by columns: misses, within 5 % of 1,053,081" "$misses" 1000427 1105735
	within "… lines that loads ask for" "$loads" 1048576 1049800
	within "… and stores" "$stores" 1048576 1049800
	within "… two reads of page tables for each page walk" "$walks" 2097152 2098900
	within "… references" "$refs" 4195000 4198000
done
read -r misses refs loads stores walks _ < <(walk columns pentium4 --cache walks=L2,4)
within "by columns, a walker that keeps directory entries: references, 2,927,470 in hardware" \
	"$refs" 3146000 3150000
within "… one read of page tables for each page walk" "$walks" 1048576 1049800

# ---- What it says of itself ----

text=$("$PMC" stat --machine zen4 --cache LL=none -e l1d-read-misses -- "$TMP/lines" 2>&1)
like "$text" ' 32768 +l1d-read-misses:u +\(modelled\)' "the table marks it"
like "$text" 'note: modelled: what the machine zen4, bit-plru; LL=none would count' \
	"… says what that is"
like "$text" 'fixed: machine=zen4, bit-plru; LL=none' "… and what was fixed"
text=$("$PMC" stat -x, -e l1d-read-misses -- "$TMP/lines" 2>&1)
like "$text" '^32768,,l1d-read-misses:u,[0-9]+,100.00,,,modelled' "-x: the quality"
like "$text" '# note: modelled: what the machine skylakex, bit-plru' "-x: the machine"
text=$("$PMC" stat -j -e l1d-read-misses -- "$TMP/lines" 2>&1)
like "$text" '"quality" : "modelled", "machine" : "skylakex, bit-plru"' "-j: both"
unlike "$("$PMC" stat --backend emulated -- "$TMP/lines" 2>&1)" modelled \
	"nothing is modelled by default"

# ---- Mistakes ----

refused() {
	like "$("$PMC" stat --strict "${@:2}" -- touch "$TMP/ran" 2>&1)" "$1" "refused: ${*:2}"
	ok "the command does not run" test ! -e "$TMP/ran"
}
refused "^pmc: no machine is named 'skylack'; did you mean 'skylake'" --machine skylack
refused "^pmc: --cache, column 14: a machine has no 'L9'" --cache 'L1d=32K,8,64;L9=1M'
refused "^pmc: --cache, column [0-9]+: " --cache 'L1d=32Q'
refused "^pmc: --cache, column 8: .2000. is too many ways" --cache L1d=2M,2000,64
printf 'machine=zen4\nnonsense=1\n' >"$TMP/bad"
refused "^pmc: $TMP/bad:2:1: a machine has no 'nonsense'" --machine-file "$TMP/bad"
refused "cannot open the machine file $TMP/none: No such file" --machine-file "$TMP/none"
refused "no regular file" --machine-file "$TMP"
refused "only the translator models a machine" --machine zen4 --backend perf
refused "choose one; a file" --machine zen4 --machine-file "$TMP/machine"
refused "column 1: 'r3024' has no model" \
	--machine skylakex -e r3024
refused "'LLC_MISSES' needs the LL of a machine" --machine skylakex --cache LL=none -e LLC_MISSES
refused "counts in the kernel" --machine zen4 -e l1d-read-misses:k
refused "edge detection" --machine skylakex -e l1d-read-misses:e
like "$("$PMC" stat --machine zen4 -p $$ 2>&1)" 'only a command can be modelled' "refused: -p"
finish
