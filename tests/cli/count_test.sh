#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc count and pmcCount: the counts are those of pmc stat, metrics are quotients of them, runs are
# as few as the counters allow, and bad input is refused.
. "$(dirname "$0")/../tap.sh"

ln -s "$PMC" "$TMP/pmcCount"
P6=$TMP/pmcCount
program=(seq -f %.3f 1 1000)
"$PMC" stat --backend emulated -x, -e instructions,branches,loads,stores -o "$TMP/stat" -- \
	"${program[@]}" >/dev/null
# stat EVENT: prints pmc stat's count
stat() { awk -F, -v e="$1" '{ sub(/:u$/, "", $3) } $3 == e { print $1 }' "$TMP/stat"; }

# near A B NAME: passes when two counts differ by less than 2 %, which the environment may change
near() {
	awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(b > 0 && d * d < b * b / 2500) }' &&
		pass "$3" && return
	fail "$3"
	note "  $1 and $2"
}

out=$("$PMC" count -x, -o "$TMP/csv" branches instructions branches loads -- "${program[@]}")
is "$?|$out" "0|$("${program[@]}")" "the command's output, and its status"
is "$(grep "^[0-9]" "$TMP/csv" | cut -d, -f2- | paste -sd' ')" \
	"branches,1,exact instructions,1,exact loads,1,exact" "each event once, in the order given"
for e in branches instructions loads; do
	near "$(awk -F, -v e=$e '$2 == e { print $1 }' "$TMP/csv")" "$(stat $e)" \
		"$e: as pmc stat counts it"
done
"$PMC" count -j -o "$TMP/j" SUM -- "${program[@]}" >/dev/null
ok "SUM -j: each metric is its quotient" python3 - "$TMP/j" "$(stat branches)" \
	"$(stat instructions)" "$(stat loads)" "$(stat stores)" <<'END'
import json, sys
b, i, l, s = map(float, sys.argv[2:])
rows = {r.get("metric"): r for r in map(json.loads, open(sys.argv[1]))}
for name, want in (("branches", 100 * b / i), ("loads", l / i), ("refs", (l + s) / i)):
    row = rows[name]
    assert abs(row["metric-value"] - want) < want / 50, (row, want)
    assert row["runs"] == [1] and row["different-runs"] is False and row["quality"] == "exact"
assert rows["refs"]["formula"] == "(loads + stores) / instructions"
END
"$PMC" count -x, -o "$TMP/csv" instructions -- sh -c 'exit 7'
is $? 7 "the command's own status"
like "$("$PMC" count -r 2 instructions -- true 2>&1)" \
	'Counts of .true. \(2 runs\).*instructions +run 1' "the table"
like "$("$PMC" count instructions cycles -- true 2>&1)" '<not counted>: cycles: .cycles. does not' \
	"what cannot be counted, with the reason"

# The tool of the P6 text: two events, or SUM, and the program.
like "$("$P6" instructions branches "${program[@]}" 2>&1 >/dev/null)" \
	'Counts of .seq -f %.3f 1 1000. \(1 run\).*instructions  .*branches ' "pmcCount: two events"
like "$("$P6" SUM "${program[@]}" 2>&1 >/dev/null)" \
	'Metrics of .seq.*memory references per instruction' "pmcCount: SUM"
like "$("$P6" instructions branches 2>&1)" '^pmc: pmcCount EVENT1 EVENT2 PROGRAM' \
	"pmcCount without a program"
like "$("$P6" --help)" 'usage: pmc count' "pmcCount --help"
like "$("$P6" instructions branchs true 2>&1)" "unknown event 'branchs'; did you mean 'branches'" \
	"pmcCount: an unknown event"

# Few runs: the 24 events of a Pentium III's metrics in 12 runs of two.
runs=$("$PMC" count --model pentium3 SUM)
like "$runs" '^Pentium III: 12 runs' "Pentium III: 12 runs"
is "$(grep -c '^  run .*{[^,]*,[^,]*}$' <<<"$runs")" 12 "of two events each"
is "$(grep -o '[{,][^,}]*' <<<"$runs" | tr -d '{,' | sort | uniq -d)" "" "and each event once"
like "$("$PMC" count --model pentium3 FLOPS MUL INST_RETIRED DIV)" '^Pentium III: 2 runs' \
	"events of one counter each first"
is "$("$PMC" count --model pentium3 FLOPS CYCLES_DIV_BUSY | grep -c '^  run')" 2 \
	"two events of the same counter"
for m in pentium4 skylake zen4 p5; do
	few=$("$PMC" count --model $m SUM | sed -n 's/.*: \([0-9]*\) runs*$/\1/p')
	many=$("$PMC" summary --model $m | sed -n '1s/.*: \([0-9]*\) runs*$/\1/p')
	ok "$m: $few runs, no more than pmc summary's $many" test "${few:-99}" -le "${many:-0}"
done

# said NAME REGEX WORD...: status 125 and one sentence
said() {
	local name=$1 regex=$2 out rc
	shift 2
	out=$("$PMC" count "$@" 2>&1)
	rc=$?
	is $rc 125 "$name: status 125"
	like "$out" "^pmc: $regex" "$name: says why"
}
said "nothing" 'count what\?'
said "no command" 'nothing to run: write -- between the events and the command' instructions
said "no divider" 'nothing to run: write --' instructions true
said "SUM and more" 'SUM: stands for the events of all metrics' SUM instructions -- true
said "two events in a word" 'event: only one event' instructions,branches -- true
said "an unknown event" ".*unknown event 'instrutions'; did you mean 'instructions'" \
	instrutions -- true
said "an option among the events" '-r: stands among the events; options of .* go before them' \
	instructions -r 2 -- true
said "whole CPUs" '--backend msr: counts whole CPUs' --backend msr instructions -- true
said "two formats" '-x and -j' -x, -j instructions -- true
said "a model and a command" '--model: runs nothing' --model p5 instructions -- true
said "nothing can be counted" 'nothing can be counted here: ' cycles -- true
status 127 "a command that does not exist" "$PMC" count instructions -- /nonexistent
finish
