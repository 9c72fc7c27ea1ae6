#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# pmc compare: files and commands, what differences are worth, what cannot be compared, formats.
. "$(dirname "$0")/../tap.sh"

# result FILE FIELDS EVENT=COUNTS...: writes a result with these fields of the document
result() {
	local file=$1 fields=$2 event sep=
	shift 2
	{
		echo "{\"pmc_result\": 1, $fields, \"events\": ["
		for event in "$@"; do
			printf '%s{"event": "%s", "counts": [%s]}\n' "$sep" "${event%%=*}" \
				"${event#*=}"
			sep=,
		done
		echo ']}'
	} >"$file"
}
fixed='"backend": "emulated", "deterministic": true, "fixed": {"cpu-features": "v2"}'
hardware='"backend": "perf"'
a=$TMP/a b=$TMP/b

# ---- Files ----

result "$a" "$fixed" instructions:u=1234567 loads:u=9007199254740993 gone:u=1
result "$b" "$fixed" instructions:u=1246913 loads:u=9007199254740994 new:u=2
out=$("$PMC" compare "$a" "$b")
is $? 0 "two files"
line() { tr -s ' ' <<<"$out" | sed 's/^ //' | grep "^$1"; }
is "$(line instructions)" "instructions:u 1,234,567 1,246,913 +12,346 +1.00 %" \
	"before, after, difference, percent"
is "$(line loads)" \
	"loads:u 9,007,199,254,740,993 9,007,199,254,740,994 +1 +<0.000001 %" \
	"counts beyond 2^53 keep their digits"
is "$(line new)" "new:u - 2 not counted before" "an event that only the second has"
is "$(line gone)" "gone:u 1 - not counted after" "an event that only the first has"
result "$TMP/c" "$fixed" instructions:u=1234567890123 task-clock=1
is "$("$PMC" compare "$TMP/c" "$TMP/c" | awk 'length > 80')" "" "no line is wider than 80 columns"
is "$("$PMC" compare <(cat "$a") <(cat "$b") | tail -n +5)" "$(tail -n +5 <<<"$out")" "two pipes"
is "$("$PMC" compare "$b" "$a" | grep -c 'instructions:u.*-12,346 .*-0.9901 %\|-0.99 %')" 1 \
	"the other way round"
"$PMC" compare "$a" "$b" -o "$TMP/o" >"$TMP/stdout"
is "$(cat "$TMP/stdout" "$TMP/o")" "$out" "-o: the report is in the file alone"
is "$("$PMC" compare "$a" "$b" -o -)" "$("$PMC" compare "$a" "$b")" "-o -: standard output"
status 125 "a full disk" "$PMC" compare "$a" "$b" -o /dev/full
result "$TMP/c" "$hardware" x=1
sed 's/\("events": \[\)/\1{"event": "lost", "missing": "no PMU"},/' "$TMP/c" >"$TMP/d"
for format in table markdown json github; do
	status 0 "$format: an event that the first could not count and the second does not have" \
		"$PMC" compare "$TMP/d" "$TMP/c" --format $format
done
ok "a full disk behind standard output" sh -c '! "$0" compare "$1" "$2" >/dev/full 2>&1' \
	"$PMC" "$a" "$b"

# ---- What a difference is worth ----

result "$a" "$hardware" same=10,12,14,12,10 far=100,101,102,101,100 one=5 fix=7,7,7 still=9,9
result "$b" "$hardware" same=11,13,12,12,11 far=200,201,202,201,200 one=6 fix=8,8,8 still=9,9
out=$("$PMC" compare "$a" "$b")
like "$(line same)" ' ~$' "within the spread"
like "$(line far)" '±0.37% .* \+99\.21 %$' "outside of it: no mark, and the spread of both"
like "$(line one)" ' \?$' "a single run on hardware tells nothing"
like "$(line fix)" ' %$' "runs that do not vary"
is "$(line still)" "still 9 9 0 0.00 %" "no difference"
result "$a" "$fixed" x=5
result "$b" "$fixed" x=6
is "$("$PMC" compare "$a" "$b" --format json | grep -o '"change": "[a-z]*"')" '"change": "exact"' \
	"single runs of exact counts under --deterministic: every difference is real"
if command -v python3 >/dev/null; then
	ok "Welch's test: the same as by integrating Student's density" \
		python3 tests/cli/welch_check.py "$PMC" "$TMP"
else
	skip "python3 is not here"
fi

result "$TMP/c" "$hardware" x=5
result "$TMP/d" "$hardware" x=9
sed -i 's/"counts"/"quality": "estimated", "counts"/' "$TMP/c" "$TMP/d"
for format in table markdown github; do
	like "$("$PMC" compare "$TMP/c" "$TMP/d" --format $format)" 'x.*estimated' \
		"$format: counts that are not exact say so"
done
result "$a" "$fixed" x=5
sed 's/"counts"/"quality": "partial", "counts"/' "$a" >"$b"
like "$("$PMC" compare "$a" "$b")" 'x .*\(exact, then partial\)' "two qualities"
like "$("$PMC" compare "$a" "$b" --fail-if 'x>1' -o "$TMP/o" 2>&1)" \
	': x is 5 \(exact, then partial\)$' \
	"--fail-if: the sentence says it, too"

# ---- What cannot be compared ----

# refused FIELDS SENTENCE NAME: a result with these fields, against $a
refused() {
	local out
	result "$b" "$1" x=6
	out=$("$PMC" compare "$a" "$b" 2>&1)
	is "$? $(wc -l <<<"$out")" "125 1" "$3 is refused with one sentence"
	like "$out" "other conditions: $2; --force compares all the same$" \
		"… which says what differs"
	out=$("$PMC" compare --force "$a" "$b" 2>&1)
	is "$?" 0 "… and --force compares"
	like "$out" "note: the two were not made under the same conditions: $2" "… and says so, too"
}
result "$a" "$fixed" x=5
refused "${fixed/v2/v3}" "cpu-features was 'v2' and is 'v3'" "another CPU"
refused "${fixed/cpu-features/path}" "cpu-features was fixed to 'v2' before only; path is .*" \
	"another record"
refused "${fixed/emulated/perf}" "the backend was emulated and is perf" "another backend"
refused "${fixed/true/false}" "--deterministic was given before only" "no --deterministic"
refused "$fixed, \"target\": \"CPUs\"" "the target was command and is CPUs" "another target"
machine='"machine": {"vendor": "V", "family": 6, "model": 1, "features": ["avx"]}'
result "$a" "\"backend\": \"emulated\", $machine" x=5
refused "\"backend\": \"emulated\", ${machine/\"avx\"/\"avx\", \"avx2\"}" \
	"only the processor after has avx2" "a processor with other features"
result "$a" "$hardware, $machine" x=5
refused "$hardware, ${machine/1/2}" "the processor was 'V' and is 'V'" "another model's hardware"
echo kept >"$TMP/o"
status 125 "-o of a comparison that is refused" "$PMC" compare "$a" "$b" -o "$TMP/o"
is "$(cat "$TMP/o")" kept "… is left alone"
result "$b" "$fixed, \"command\": [\"other\"], \"pmc\": \"9.9.9\"" x=6
result "$a" "$fixed, \"command\": [\"one\"], \"pmc\": \"0.1.0\"" x=5
out=$("$PMC" compare "$a" "$b")
is $? 0 "another command and another version are no obstacle"
like "$out" 'pmc was version 0.1.0 before and is 9.9.9 after' "… and the version is said"
for words in "$a" "$a $b $a" "" "-- true" "-- true --vs" "-- --vs true" "-- a --vs b --vs c" \
	"$a $b -r 2" "$a $b --wait" "$a $b --format xml" "$a $b --fail-if x" "$a $TMP/none" \
	"--cpu-features v2 -- true --vs true"; do
	out=$("$PMC" compare $words 2>&1)
	is "$? $(wc -l <<<"$out") ${out%%: *}" "125 1 pmc" "refused: pmc compare ${words//$TMP\//}"
done

# ---- Formats ----

result "$a" "$fixed, \"command\": [\"a|b\", \"<i>\"]" "x|y=100" z=1
result "$b" "$fixed" "x|y=102" z=1
out=$("$PMC" compare "$a" "$b" --format markdown --fail-if 'x|y > +1%' 2>/dev/null)
is $? 1 "markdown: the status is the gate's"
like "$out" $'\n''\| x\\\|y \| 100 \| 102 \| \*\*\+2\*\* \| \*\*\+2\.00 %\*\* \|' \
	"markdown: a row, with | escaped"
like "$out" '- \*\*failed\*\*: --fail-if' "markdown: the condition"
unlike "$out" '<i>' "markdown: text is no HTML"
is "$(grep '^|' <<<"$out" | sed 's/\\|//g' | tr -cd '|\n' | sort -u | wc -l)" 1 \
	"markdown: every row has the same columns"
out=$("$PMC" compare "$a" "$b" --format github --fail-if 'x|y > +1%' 2>/dev/null)
is "$(head -1 <<<"$out")" \
	"::error title=x|y > +1%25::--fail-if 'x|y > +1%25': x|y went from 100 to \
102: +2, +2.00 %25" "github: an error for the condition"
like "$out" '::notice title=pmc compare::x\|y: \+2\.00 %25' "github: a notice for what changed"
unlike "$out" 'z:' "github: and not for what did not"
like "$("$PMC" compare "$a" "$a" --format github)" \
	'no event changed beyond the spread of its runs' "github: when nothing did"
if command -v python3 >/dev/null; then
	is "$("$PMC" compare "$a" "$b" --format json --fail-if 'z > 0' 2>/dev/null | python3 -c '
import json, sys
d = [json.loads(line) for line in sys.stdin]
e = d[0]
print(e["event"], e["before"], e["after"], e["percent"], d[1]["change"], d[2]["outcome"])')" \
		"x|y 100 102 2 none failed" "json: an object per line"
else
	skip "python3 is not here"
fi

# Text of a file neither steers the terminal nor begins a line of its own.
odd='\u001b[2J\n::error::\u009b1m\u007f'
cat >"$TMP/odd"$'\e[2J\n::error::' <<END
{"pmc_result": 1, "backend": "perf$odd", "deterministic": true, "fixed": {"f$odd": "$odd"},
 "command": ["w$odd"], "notes": ["n$odd"], "pmc": "$odd", "runs": [{"left_out": "l$odd"}],
 "events": [{"event": "x$odd", "unit": "u$odd", "quality": "q$odd", "counts": [1]},
	{"event": "y$odd", "missing": "m$odd"}]}
END
# clean NAME TEXT: nothing but printable characters, and no line of somebody else's
clean() {
	is "$(grep -c $'[\x01-\x08\x0b-\x1f\x7f]\\|\xc2[\x80-\x9f]\\|^::error' <<<"$2")" 0 "$1"
}
for format in table markdown; do
	out=$("$PMC" compare "$TMP"/odd* "$TMP"/odd* --format $format)
	like "$out" "x\\?.*\?" "$format: an event of an odd name"
	clean "$format: no control character of a file is printed" "$out"
done
clean "messages: nor when a comparison is refused" "$("$PMC" compare "$a" "$TMP"/odd* 2>&1)"
clean "messages: nor by a condition" "$("$PMC" compare "$TMP"/odd* "$TMP"/odd* -o "$TMP/o" \
	--fail-if "x"$'\e[2J\n::error::\xc2\x9b1m\x7f'"> 0" 2>&1)"

# Both kinds of Markdown leave the same text alone.
"$PMC" stat --backend emulated -e instructions:u --save "$TMP/s" --format markdown -o "$TMP/o" -- \
	echo 'a&b <i> c|d _e_ {f}' $'\e' >"$TMP/stdout"
escaped='echo a&amp;b &lt;i&gt; c\|d \_e\_ \{f\} ?'
is "$(grep -cF "**$escaped**" "$TMP/o")" 1 "markdown: how pmc stat escapes"
is "$("$PMC" compare "$TMP/s" "$TMP/s" --format markdown | grep -cF ": $escaped, 1 run")" 2 \
	"… and pmc compare"

# ---- Two commands ----

both() { "$PMC" compare --backend emulated --deterministic -e instructions:u "$@"; }
out=$(both -o "$TMP/o" -- echo one --vs echo two)
is "$out" $'one\ntwo' "both commands run, and keep their output"
is "$(tr -s ' ' <"$TMP/o" | grep -c '^ instructions:u .* 0 0.00 %$')" 1 \
	"echo of words of the same length: no difference"
is "$(both -o "$TMP/o" -r 3 --warmup 1 -- echo 1 --vs echo 2 | tr -d '\n')" 12211221 \
	"-r and --warmup: in turns, also the other way round"
both -o "$TMP/o" --fail-if 'instructions:u > +1%' -- sh -c : --vs sh -c ': $(true)' 2>"$TMP/said"
is "$? $(grep -c "fail-if 'instructions:u > +1%': instructions:u went from" "$TMP/said")" "1 1" \
	"a gate between two commands"
status 0 "… the other way" both -o "$TMP/o" --fail-if 'instructions:u > +1%' \
	-- sh -c ': $(true)' --vs sh -c :
status 1 "a gate of the elapsed time" both -o "$TMP/o" --fail-if 'duration_time > 0' \
	-- true --vs true
"$PMC" stat --backend emulated --save "$TMP/s" -o "$TMP/o" -- true
status 1 "… of a file" "$PMC" compare -o "$TMP/o" --fail-if 'duration_time >= +0%' "$TMP/s" "$TMP/s"
is "$("$PMC" compare "$TMP/s" "$TMP/s" | grep -c 'duration_time.*(estimated)$')" 1 \
	"the time of a translated command is estimated"
"$PMC" stat --backend emulated -n --save "$TMP/s" -o "$TMP/o" -- true
is "$("$PMC" compare "$TMP/s" "$TMP/s" | grep 'duration_time' | grep -c estimated)" 0 \
	"… and that of one which ran natively is not"
is "$("$PMC" compare --fail-if 'duration_time > 0' "$a" "$b" -o "$TMP/o" 2>&1)" \
	"pmc: --fail-if 'duration_time > 0' cannot be judged: $b has no event 'duration_time'" \
	"… of a file without times"
status 3 "a command that fails: its status" both -o "$TMP/o" -- true --vs sh -c 'exit 3'
like "$(cat "$TMP/o")" 'after: 1 of 1 runs ended with a status other than 0' "… and a note"
status 127 "a command that is not there" both -- touch "$TMP/ran" --vs "$TMP/not-there"
ok "… and the other one did not run" test ! -e "$TMP/ran"
status 125 "an event that is not counted" both --fail-if 'branches:u > +1%' -- touch "$TMP/ran" \
	--vs true
ok "… nothing ran" test ! -e "$TMP/ran"
out=$(both -- true --vs true 2>&1 >/dev/null)
like "$out" 'instructions:u' "the report goes to standard error"

# The backend follows the events, as in pmc stat.
for events in task-clock calls; do
	"$PMC" stat -e $events --save "$TMP/s" -o "$TMP/o" -- true
	"$PMC" compare -e $events -o "$TMP/o" -- true --vs true
	is "$(sed -n 's/^ both: *\([a-z]*\).*/\1/p' "$TMP/o")" \
		"$(sed -n 's/.*"backend": "\(.*\)",/\1/p' "$TMP/s")" \
		"-e $events: the backend of pmc stat"
done
"$PMC" compare --backend emulated -e calls:u,cycles:u -o "$TMP/o" -- true --vs true
like "$(cat "$TMP/o")" 'cycles:u +<not supported> +<not supported>.* note: before: cycles:u: ' \
	"what cannot be counted is named with its reason"
status 125 "an unknown event" "$PMC" compare -e nonesuch -- true --vs true

# ---- --pre and --post ----

is "$(both -r 2 -o "$TMP/o" --pre 'echo pre' --post 'echo post' -- echo a --vs echo b | xargs)" \
	"pre a post pre b post pre b post pre a post" "--pre and --post: around each run"
plain=$("$PMC" stat --backend emulated --deterministic -x, -e instructions:u -- \
	cat 2>&1 </dev/null | grep instructions | cut -d, -f1)
is "$(echo text | "$PMC" stat --backend emulated --deterministic -o "$TMP/o" -e instructions:u \
	--pre cat --post cat -- cat)" text "--pre: standard input is the command's"
is "$("$PMC" stat --backend emulated --deterministic -x, -e instructions:u --pre 'seq 1000' -- \
	cat 2>&1 </dev/null | grep instructions | cut -d, -f1)" "$plain" "--pre: it is not counted"
is "$("$PMC" stat -o "$TMP/o" -e task-clock --pre 'exit 3' -- echo ran 2>&1; echo $?)" \
	"pmc: --pre 'exit 3': failed with status 3
125" "--pre: a failure ends it before the run"
is "$("$PMC" stat -o "$TMP/o" -e task-clock -r 3 --post 'exit 3' -- echo ran 2>&1; echo $?)" \
	"ran
pmc: --post 'exit 3': failed with status 3
125" "--post: a failure ends it after the run"
like "$(cat "$TMP/o")" task-clock "… with the report"
is "$("$PMC" stat -x, -e task-clock -o "$TMP/o" --warmup 2 -r 3 -- echo x | wc -l)" 5 \
	"--warmup: runs before the others"
is "$("$PMC" stat -e task-clock --save "$TMP/s" -o "$TMP/o" --warmup 2 -r 3 -- true;
	grep -c '"status"' "$TMP/s")" 3 "--warmup: which are not counted"

# ---- Ctrl-C ----

cat >"$TMP/third" <<'END'
echo >>"$0.runs"
[ "$(wc -l <"$0.runs")" != 3 ] || { kill -TERM $PPID; sleep 60; }
END
"$PMC" compare --backend emulated -r 5 -e instructions:u -o "$TMP/o" -- sh "$TMP/third" \
	--vs sh "$TMP/third" 2>/dev/null
is "$?" 143 "a signal in the third run ends pmc"
like "$(cat "$TMP/o")" "before: sh $TMP/third, 1 run"$'\n'".*after:  sh $TMP/third, 1 run"$'\n'"\
.*instructions:u .*note: after: run 2 is left out: a signal cut it off" \
	"… which compares the runs that were made"
finish
