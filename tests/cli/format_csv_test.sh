#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# -x: perf's fields, and the quality as one more; --format and which options go together.
. "$(dirname "$0")/../tap.sh"

soft=(--backend perf -e page-faults,task-clock)
emulated=(--backend emulated -e task-clock,instructions,branches)
out=$("$PMC" stat -x, "${emulated[@]}" -- true 2>&1)
is "$(awk -F, '{ print NF }' <<<"$out" | sort -u)" 8 \
	"every line has perf's seven fields and one more"
is "$(cut -d, -f3 <<<"$out" | sed 's/:u//' | xargs)" "task-clock instructions branches" \
	"the order is the one asked for"
is "$(awk -F, '$3 ~ /instructions/ { print $8 }' <<<"$out")" exact "the eighth: exact"
unlike "$(awk -F, '$3 ~ /task-clock/ { print $8 }' <<<"$out")" '^(exact|)$' \
	"the eighth: not exact, if the emulator's work is in it"
is "$("$PMC" stat --format csv "${emulated[@]}" -- true 2>&1 | sed 's/^[^,]*//; s/,[0-9.]*//g')" \
	"$(sed 's/^[^,]*//; s/,[0-9.]*//g' <<<"$out")" "--format csv is -x,"
like "$("$PMC" stat --format csv -x ';' "${soft[@]}" -- true 2>&1)" '^[0-9]+;;page-faults' \
	"--format csv with a separator"
out=$("$PMC" stat -x, -r 2 "${soft[@]}" -- true 2>&1)
is "$(awk -F, '{ print NF }' <<<"$out" | sort -u)" 9 "-r: the spread is one more"
out=$("$PMC" stat -x, --as-perf "${emulated[@]}" -- true 2>&1)
is "$(awk -F, '{ print NF }' <<<"$out" | sort -u)" 7 "--as-perf: perf's fields alone"
"$PMC" stat -x, --as-perf "${emulated[@]}" -o "$TMP/o" -- true 2>"$TMP/err"
like "$(cat "$TMP/err")" '^pmc: [^'$'\n'']*task-clock \([a-z-]+\)[^'$'\n'']*$' \
	"--as-perf: standard error says what is not exact"
out=$("$PMC" stat -x, --backend perf -e cycles -- true 2>&1 | grep -v '^#')
if grep -q '<not' <<<"$out"; then
	is "$(grep '<not' <<<"$out" | awk -F, '{ print NF, $8 }')" "8 " "no count, no quality"
else
	skip "cycles can be counted, or are refused, here"
fi

# A field with the separator in it is quoted, so that any CSV reader finds the columns.
if command -v python3 >/dev/null; then
	fields=$("$PMC" stat -x: --backend perf -e page-faults:u -- true 2>&1 | python3 -c '
import csv, sys
for row in csv.reader(sys.stdin, delimiter=":"):
    print(len(row), row[2])')
	is "$fields" "8 page-faults:u" "a name with the separator in it is one field"
else
	skip "python3 is not here"
fi

# Which options go together
status 125 "--format: an unknown name" "$PMC" stat --format xml -- true
like "$("$PMC" stat --format xml -- true 2>&1)" 'table, csv, json, markdown or github' \
	"--format: … lists the names"
status 125 "--format table -j" "$PMC" stat --format table -j -- true
status 125 "--format json -x," "$PMC" stat --format json -x, -- true
status 125 "--as-perf for people" "$PMC" stat --as-perf -- true
status 125 "--human for scripts" "$PMC" stat --human -x, -- true
status 125 "--table without -r" "$PMC" stat --table -- true
status 0 "--no-merge changes nothing" "$PMC" stat --no-merge "${soft[@]}" -- true
for o in --per-core --per-die --per-socket --per-node; do
	status 125 "$o without -a" "$PMC" stat $o -- true
	status 125 "$o and -A" "$PMC" stat -a -A $o -- true
	status 125 "$o and --per-thread" "$PMC" stat -a --per-thread $o -- true
done
finish
