#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san time=300
# --fail-if: conditions in both directions, exactly at the limit, beyond 2^53, with missing events;
# and the status beside that of the command.
. "$(dirname "$0")/../tap.sh"

# result FILE EVENT=COUNTS...: writes a result of these events
result() {
	local file=$1 event sep=
	shift
	{
		echo '{"pmc_result": 1, "backend": "emulated", "deterministic": true, "events": ['
		for event in "$@"; do
			printf '%s{"event": "%s", "counts": [%s]}\n' "$sep" "${event%%=*}" \
				"${event#*=}"
			sep=,
		done
		echo ']}'
	} >"$file"
}
# gate WANT BEFORE AFTER CONDITION: the status of comparing these counts
gate() {
	result "$TMP/before" "x=$2"
	result "$TMP/after" "x=$3"
	status "$1" "$2 -> $3: $4 is $1" "$PMC" compare "$TMP/before" "$TMP/after" --fail-if "x $4"
}

# ---- Both directions, and exactly at the limit ----

gate 0 100000 101000 '> +1%'
gate 1 100000 101001 '> +1%'
gate 1 100000 101000 '>= +1%'
gate 0 100000 100999 '>= +1%'
gate 0 100000 99000 '< -1%'
gate 1 100000 98999 '< -1%'
gate 1 100000 99000 '<= -1%'
gate 0 100000 99001 '<= -1%'
gate 0 100000 50000 '> +1%'
gate 0 100000 200000 '< -1%'
gate 1 100 101 '> 0.999999999%'
gate 0 100 101 '> 1%'
gate 0 100 107 '> +7%' # 7 / 100 * 100 is 7.000000000000001 in floating point
gate 1 100 107 '>=7%'
gate 0 1000 1029 '> +2.9%'
gate 1 1000 1029 '>= +2.9 %'
gate 0 1000 1100 '> +100'
gate 1 1000 1101 '> +100'
gate 1 1000 1100 '>= +100'
gate 0 1000 900 '< -100'
gate 1 1000 900 '<= -100'
gate 1 1000 1001 '> +0'
gate 0 1000 1000 '> +0'
gate 1 1000 1000 '>= -0%'
gate 1 5 2001 '> 2000'
gate 0 5 2000 '> 2000'
gate 1 5 2000 '>= 2000'
gate 1 5 1999 '< 2000'
gate 1 5 2000 '< 2000.5'
gate 0 5 2001 '< 2000.5'
# From nothing: no percentage is as large, and no change at all is one of 0 percent.
gate 1 0 1 '> +1000000%'
gate 0 0 0 '> +0%'
gate 0 0 0 '>= +1%'
gate 1 0 0 '>= +0%'
gate 0 0 0 '< -1%'
# Beyond 2^53, where floating point loses the last digits.
gate 0 9007199254740992 9007199254740993 '> +1'
gate 1 9007199254740992 9007199254740993 '> +0'
gate 1 18446744073709551614 18446744073709551615 '> +0%'
gate 0 18446744073709551615 18446744073709551615 '> +0%'
gate 1 18446744073709551615 18446744073709551614 '< -0%'
# Means of several runs, exactly.
gate 0 1,2,3 2,2,2 '> +0'
gate 1 1,2,4 2,2 '< +0'
gate 0 100,100,103 102 '> +1%'
gate 1 100,100,100 101,101,102 '> +1%'
gate 0 100,100,100 101,101 '> +1%'

# Random counts and conditions against Python's fractions.
if command -v python3 >/dev/null; then
	ok "random conditions: the same as by fractions" \
		python3 tests/cli/gate_random.py "$PMC" "$TMP"
else
	skip "python3 is not here"
fi

# ---- What is said ----

result "$TMP/a" a=1000 b=5 c=7,7 "L2:u=1"
result "$TMP/b" a=1021 b=5 c=6,8
out=$("$PMC" compare "$TMP/a" "$TMP/b" --fail-if 'a > +1%' --fail-if 'b > +1%' \
	--fail-if 'a>=+21' -o "$TMP/o" 2>&1)
is "$?" 1 "several conditions: 1 when one holds"
is "$out" "pmc: --fail-if 'a > +1%': a went from 1,000 to 1,021: +21, +2.10 %
pmc: --fail-if 'a>=+21': a went from 1,000 to 1,021: +21, +2.10 %" \
	"the sentences say which, with the numbers"
is "$("$PMC" compare "$TMP/a" "$TMP/b" --fail-if 'a > 1000' -o "$TMP/o" 2>&1)" \
	"pmc: --fail-if 'a > 1000': a is 1,021" "a limit for the count itself"
like "$("$PMC" compare "$TMP/a" "$TMP/b" --fail-if 'a > 2000' --format json)" \
	"--fail-if 'a > 2000' does not hold: a is 1,021" "a condition that does not hold"
is "$("$PMC" compare "$TMP/a" "$TMP/b" --fail-if 'd > +1%' -o "$TMP/o" 2>&1; echo $?)" \
	"pmc: --fail-if 'd > +1%': $TMP/b has no event 'd'; count it with -e
125" "an event that is not there"
is "$("$PMC" compare "$TMP/b" "$TMP/a" --fail-if 'L2:u > +1%' -o "$TMP/o" 2>&1; echo $?)" \
	"pmc: --fail-if 'L2:u > +1%' cannot be judged: $TMP/b has no event 'L2:u'
125" "an event that only the second file has"
is "$("$PMC" compare "$TMP/b" "$TMP/a" --fail-if 'L2:u > 5' -o "$TMP/o" 2>&1; echo $?)" 0 \
	"… whose count alone can be judged"
is "$("$PMC" compare "$TMP/b" "$TMP/a" --fail-if 'L2:u > +1%' --fail-if 'a<-1%' -o "$TMP/o" \
	2>/dev/null; echo $?)" 1 "a condition that holds counts more than one that cannot be judged"
for bad in '' 'a' 'a >' '> 5' 'a > x' 'a > +' 'a > 1%%' 'a > 1 2' 'a > 1e3' 'a > nan' \
	'a > 1.' 'a > .5' 'a > 1.0000000001' 'a > 99999999999999999999' 'a == 5' 'a > --1'; do
	out=$("$PMC" compare "$TMP/a" "$TMP/b" --fail-if "$bad" 2>&1)
	is "$? $(wc -l <<<"$out") ${out%%\': *}" "125 1 pmc: --fail-if '$bad" "'$bad' is refused"
done

# ---- With pmc stat ----

stat() { "$PMC" stat --backend emulated --deterministic -e instructions:u -o "$TMP/report" "$@"; }
stat --save "$TMP/base" -- true
count=$(sed -n 's/.*"counts": \[\([0-9]*\)\].*/\1/p' "$TMP/base")
status 0 "the same again passes" \
	stat --baseline "$TMP/base" --fail-if 'instructions:u > +0%' -- true
status 1 "… and holds a condition of no growth" \
	stat --baseline "$TMP/base" --fail-if 'instructions:u >= +0%' -- true
like "$(cat "$TMP/report")" 'difference +percent' "the comparison stands below the report"
stat --format markdown --baseline "$TMP/base" --fail-if 'instructions:u > +0%' -- true
like "$(cat "$TMP/report")" '- passed: .*\| event \| before \|' "… also in Markdown"
stat -e duration_time --save "$TMP/timed" -- true
like "$(stat --baseline "$TMP/timed" --fail-if 'duration_time >= +0' -r 2 --force -- true 2>&1)" \
	"^(pmc: --fail-if 'duration_time >= \+0': duration_time went from .*)?$" \
	"the event duration_time and the time that every result has are the same"
status 1 "a limit needs no baseline" stat --fail-if "instructions:u >= $count" -- true
status 0 "… and passes at itself" stat --fail-if "instructions:u > $count" -- true
status 1 "more work fails" stat --baseline "$TMP/base" --fail-if 'instructions:u > +1%' -- \
	sh -c 'exit 0'
status 7 "the status of a command that fails stays" stat --baseline "$TMP/base" \
	--fail-if 'instructions:u > +1%' -- sh -c 'exit 7'
like "$(stat --baseline "$TMP/base" --fail-if 'instructions:u > +1%' -- sh -c 'exit 7' 2>&1)" \
	"instructions:u went from" "… and the sentence is there"
status 125 "a change without a baseline" stat --fail-if 'instructions:u > +1%' -- touch "$TMP/ran"
status 125 "an event that is not counted" stat --fail-if 'branches:u > 5' -- touch "$TMP/ran"
ok "… both are refused before anything runs" test ! -e "$TMP/ran"
is "$(stat --baseline "$TMP/none" --fail-if 'instructions:u > +1%' -- echo out 2>"$TMP/said"; \
	echo $?)" "out
125" "without the file: the output stays, and nobody takes the gate for passed"
is "$(wc -l <"$TMP/said")" 2 "… one sentence for the file, one for the condition"
status 0 "without the file and without a condition, the status is the command's" \
	stat --baseline "$TMP/none" -- true
is "$(stat --baseline "$TMP/base" --fail-if 'instructions:u>=+0%' --fail-if 'duration_time>0' -r 2 \
	-- true 2>&1 | grep -c '^pmc: --fail-if')" 2 "with -r, and for the elapsed time"
out=$("$PMC" stat --backend emulated --deterministic -e instructions:u -j --baseline "$TMP/base" \
	--fail-if 'instructions:u >= +0%' -- true 2>&1)
is "$? $(grep -vc '^{' <<<"$out")" "1 1" "-j: the sentence is all that is added"
finish
