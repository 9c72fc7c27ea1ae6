#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# pmc report --advice: the lines with a fault are named, with the counts that pmc report has, and
# the same work without the fault is not.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
cd "$TMP" || exit 1
source=$TOP/tests/cli/report/advised.c
gcc -O1 -g -fno-inline -o advised "$source" || exit 1
events=branch-misses,L1-dcache-load-misses,LLC-load-misses,dTLB-load-misses,L1-icache-load-misses

# line WORD: where it stands in the source
line() {
	grep -n "/\* $1 \*/" "$source" | cut -d: -f1
}
# advice EVENT: the lines that its rule names
advice() {
	awk -v e=": $1:u," 'index($0, e) { on = 1; next } /^  look at/ { on = 0 }
		on { print $1 }' text
}
"$PMC" record -q -e "$events" -o all.data -- ./advised 3 >/dev/null 2>&1
"$PMC" report -i all.data --advice >text 2>err
is "$?" 0 "advice on a modelled profile"
is "$(advice branch-misses)" "advised.c:$(line BRANCH)" "branches by random bytes are named"
is "$(advice L1-dcache-load-misses)" "advised.c:$(line COLUMNS)" \
	"the walk by columns is named, and not that by rows"
is "$(advice dTLB-load-misses)" "advised.c:$(line COLUMNS)" "its pages, too"
is "$(advice L1-icache-load-misses)" "" "the code is small"
like "$(cat text)" "counts come from a model of skylakex" "the heading says what counts are worth"
is "$(grep -c '^  source: ' text)" "$(grep -c '^  look at: ' text)" "each rule has its source"

# The numbers are those of the report.
report() {
	"$PMC" report -i all.data --stdio -t '|' --sort line -e "$1" 2>/dev/null |
		awk -F'|' -v at="advised.c:$2" '$NF == at { print $2, $4; }'
}
numbers=$(sed -n 's/^ *advised\.c:.* \([0-9,]*\) of \([0-9,]*\); .*/\1 \2/p' text | tr -d ,)
is "$(head -n 1 <<<"$numbers")" \
	"$(report branch-misses,branches-conditional "$(line BRANCH)")" \
	"its numbers are the report's"

"$PMC" record -q -e "$events" -o none.data -- ./advised 0 >/dev/null 2>&1
"$PMC" report -i none.data --advice >text 2>err
is "$? $(tail -n 1 text)" "0 no line misses as often as the rules ask for" \
	"without the faults there is nothing to say"
is "$(grep -c '^  look at' text)" 0 "… and nothing is said"
"$PMC" record -q -e branch-misses -o some.data -- ./advised 3 >/dev/null 2>&1
"$PMC" report -i some.data --advice >text 2>err
is "$(advice branch-misses) $(advice L1-dcache-load-misses)" "advised.c:$(line BRANCH) " \
	"rules whose events are missing are silent"

"$PMC" record -q -o exact.data -- true
"$PMC" report -i exact.data --advice >text 2>err
is "$? $(cat text)" "125 " "a profile without such events is refused"
like "$(cat err)" \
	"^pmc: --advice: the profile lacks the events .*branch-misses with branches-cond" \
	"the sentence says which are needed"
"$PMC" report -i all.data --advice -j >text 2>err
is "$? $(cat err)" "125 pmc: --advice is a text; leave out -j, -t, --tui, --html and --svg" "-j"
"$PMC" report -i all.data --advice --sort line >text 2>err
like "$? $(cat err)" "^125 pmc: --advice: the rules choose events and lines; leave out -e" "--sort"
finish
