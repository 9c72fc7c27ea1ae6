#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Scripts as people keep them in CI: a threshold with awk, a reader of JSON in python, one in node,
# the array of github-action-benchmark, and a step summary. Each gives the right answer on our
# files, in both directions.
. "$(dirname "$0")/../tap.sh"

count=("$PMC" stat --deterministic -e instructions:u,branches:u)
"${count[@]}" -x, -o "$TMP/count.csv" -- ls / >/dev/null
"${count[@]}" -j -o "$TMP/count.json" -- ls / >/dev/null
"${count[@]}" --format github -o "$TMP/count.gh" -- ls / >/dev/null
n=$(awk -F, '$3 == "instructions:u" { print $1 }' "$TMP/count.csv")
ok "there is a count ($n)" test "${n:-0}" -gt 1000

# 1. The shell: fail if the count is above a limit.
cat >"$TMP/gate.sh" <<'S'
#!/bin/sh
# usage: gate.sh FILE EVENT LIMIT
awk -F, -v event="$2" -v limit="$3" '
	/^#/ || NF == 0 { next }
	$3 == event { found = 1; if ($1 + 0 > limit) { print event ": " $1 " > " limit; bad = 1 } }
	END { exit found ? bad : 2 }' "$1"
S
status 0 "shell: at the limit" sh "$TMP/gate.sh" "$TMP/count.csv" instructions:u "$n"
status 1 "shell: one above" sh "$TMP/gate.sh" "$TMP/count.csv" instructions:u $((n - 1))
status 2 "shell: an event that is not there" sh "$TMP/gate.sh" "$TMP/count.csv" cycles:u 1

# 2. python: lines of objects, as for perf stat -j
cat >"$TMP/gate.py" <<'P'
import json, sys
path, event, limit = sys.argv[1], sys.argv[2], float(sys.argv[3])
values = {}
for line in open(path):
    entry = json.loads(line)
    if "event" in entry:
        values[entry["event"]] = float(entry["counter-value"])
sys.exit(values[event] > limit)
P
# 3. node
cat >"$TMP/gate.js" <<'P'
const [path, event, limit] = process.argv.slice(2);
const rows = require("fs").readFileSync(path, "utf8").trim().split("\n").map((l) => JSON.parse(l));
const row = rows.find((r) => r.event === event);
process.exit(Number(row["counter-value"]) > Number(limit) ? 1 : 0);
P
for runner in "python3 $TMP/gate.py" "node $TMP/gate.js"; do
	name=${runner%% *}
	if ! command -v "$name" >/dev/null; then
		skip "$name is not here" 2
		continue
	fi
	status 0 "$name: at the limit" $runner "$TMP/count.json" instructions:u "$n"
	status 1 "$name: one above" $runner "$TMP/count.json" instructions:u $((n - 1))
done

# github-action-benchmark reads an array of name, unit and value (a number).
if command -v python3 >/dev/null; then
	is "$(python3 -c '
import json, sys
for b in json.load(open(sys.argv[1])):
    assert isinstance(b["name"], str) and isinstance(b["unit"], str), b
    assert type(b["value"]) in (int, float), b
    if b["name"] == "instructions:u": print(b["value"], b["unit"], b["extra"])' "$TMP/count.gh")" \
		"$n count exact" "--format github: name, unit and value"
	"$PMC" stat --format github -r 3 --backend perf -e task-clock,page-faults -o "$TMP/gh" -- \
		true
	ok "--format github -r: a range" python3 -c '
import json, sys
a = json.load(open(sys.argv[1]))
assert len(a) == 2 and all(b["range"].endswith("%") for b in a), a
assert a[0]["unit"] == "msec", a' "$TMP/gh"
	"$PMC" stat --format github --backend perf -o "$TMP/gh" -- true 2>"$TMP/err"
	ok "--format github: events without a value are left out" python3 -c '
import json, sys
for b in json.load(open(sys.argv[1])): assert type(b["value"]) in (int, float), b' "$TMP/gh"
	if "$PMC" info -j | grep -q '"name" : "perf", "hardware" : false'; then
		like "$(cat "$TMP/err")" "leaves out 'cycles', which is <not supported>" \
			"--format github: … and standard error says so"
		"$PMC" stat --format github --backend perf -e cycles -o "$TMP/gh" -- true \
			2>/dev/null
		is "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1])))' \
			"$TMP/gh")" "[]" "--format github: without values, an empty array"
	else
		skip "this machine has a PMU" 2
	fi
else
	skip "python3 is not here" 5
fi
status 125 "--format github -I" "$PMC" stat --format github -I 100 -- true
status 125 "--format github --append" "$PMC" stat --format github -o "$TMP/gh" --append -- true

# A step summary: what others wrote stays, and the table has one row for each event.
echo "# Job" >"$TMP/summary.md"
"${count[@]}" --format markdown -o "$TMP/summary.md" --append -- ls '/' >/dev/null
is "$(head -1 "$TMP/summary.md")" "# Job" "--format markdown --append: keeps what is there"
is "$(grep -c '^|' "$TMP/summary.md")" 4 "--format markdown: a head, a rule and two rows"
is "$(awk -F'|' '/^\|/ { print NF }' "$TMP/summary.md" | sort -u | wc -l)" 1 \
	"--format markdown: all rows have the same columns"
like "$(cat "$TMP/summary.md")" "\| instructions:u \| $n \| +\|.*\| exact \|" \
	"--format markdown: the count"
"$PMC" stat --format markdown -r 2 --backend perf -e page-faults -o "$TMP/md" -- sh -c ': | cat'
is "$(awk -F'|' '/^\|/ { print NF }' "$TMP/md" | sort -u | wc -l)" 1 \
	"--format markdown -r: all rows have the same columns"
like "$(cat "$TMP/md")" '\*\*sh -c : \\\| cat\*\*.* 2 runs' \
	"--format markdown: characters of Markdown are escaped"
finish
