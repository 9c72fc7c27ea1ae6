#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# Result files: what --save writes, that a file appears whole or not at all, and what is refused
# when one is read.
. "$(dirname "$0")/../tap.sh"

has_python=
command -v python3 >/dev/null && has_python=1
stat() { "$PMC" stat --backend emulated --deterministic -o "$TMP/report" "$@"; }
# field EXPRESSION FILE: prints the expression with the document as d
field() {
	python3 -c 'import json, sys; d = json.load(open(sys.argv[2])); print(eval(sys.argv[1]))' \
		"$1" "$2"
}

# ---- What is written ----

stat -e instructions:u,branches -r 3 --save "$TMP/a.json" -- true
is $? 0 "--save: the status is the command's"
like "$(cat "$TMP/report")" 'instructions:u' "--save: the report is there, too"
if [ $has_python ]; then
	ok "the file is what docs/result.md says" python3 tests/cli/result_check.py \
		docs/result.md "$TMP/a.json"
	is "$(field 'd["pmc_result"], d["backend"], d["command"], d["target"]' "$TMP/a.json")" \
		"(1, 'emulated', ['true'], 'command')" "schema, backend, command, target"
	is "$(field '[len(e["counts"]) for e in d["events"]], len(d["runs"])' "$TMP/a.json")" \
		"([3, 3], 3)" "the count of each run"
	is "$(field '[e["label"] for e in d["events"]]' "$TMP/a.json")" \
		"['instructions:u', 'branches:u']" "labels are those of the report"
	is "$(field '"v2" in d["fixed"].values()' "$TMP/a.json")" True "what was fixed"
	ok "a document of every kind is what docs/result.md says" sh -c '
		"$0" stat -e task-clock,instructions:u --save "$1/b.json" -o "$1/o" -- false
		python3 tests/cli/result_check.py docs/result.md "$1/b.json"' "$PMC" "$TMP"
	is "$(field 'd["runs"][0]["status"]' "$TMP/b.json")" 1 "the status of a run"
	stat -e instructions:u --save "$TMP/odd.json" -- \
		sh -c ': "$1"' $'a "b" \\ \n\x01\x80\xc3\xa9'
	ok "the command's bytes do not break the file" python3 -c '
import json, sys
assert json.load(open(sys.argv[1], encoding="utf-8"))["command"][2] == ": \"$1\""' "$TMP/odd.json"
	ok "the example in docs/result.md is valid" python3 tests/cli/result_check.py docs/result.md
else
	skip "python3 is not here" 10
fi
is "$("$PMC" stat --backend emulated --deterministic -e instructions:u \
	--baseline "$TMP/a.json" --fail-if 'instructions:u > 1000' -- true 2>&1 >/dev/null |
	grep -c 'FAILED\|fail-if')" 1 "pmc reads the file"

# ---- Whole or not at all ----

echo before >"$TMP/kept"
status 125 "--save: a folder is refused before anything runs" \
	stat --save "$TMP" -e instructions:u -- touch "$TMP/ran"
ok "… nothing ran" test ! -e "$TMP/ran"
status 125 "--save: a folder that is not there" stat --save "$TMP/no/x" -- touch "$TMP/ran"
ok "… nothing ran either" test ! -e "$TMP/ran"
status 127 "a command that is not there leaves the file alone" \
	stat --save "$TMP/kept" -- "$TMP/not-there"
is "$(cat "$TMP/kept")" before "… it is as before"
is "$(ls "$TMP" | grep -c '^kept\.')" 0 "… and no other file is left"
ln -s kept "$TMP/link"
stat --save "$TMP/link" -e instructions:u -- true
ok "a link stays one" test -L "$TMP/link"
like "$(cat "$TMP/kept")" pmc_result "… and its file gets the result"
ln -s folder/second "$TMP/first"
mkdir "$TMP/folder"
ln -s ../missing "$TMP/folder/second"
stat --save "$TMP/first" -e instructions:u -- true
ok "links that lead to no file stay links" test -L "$TMP/first" -a -L "$TMP/folder/second"
like "$(cat "$TMP/missing")" pmc_result "… and the file appears where they lead to"
ln -s round "$TMP/round"
is "$(stat --save "$TMP/round" -e instructions:u -- touch "$TMP/ran" 2>&1)" \
	"pmc: --save $TMP/round: cannot open the file: Too many levels of symbolic links" \
	"a link to itself is refused"
chmod 640 "$TMP/kept"
stat --save "$TMP/kept" -e instructions:u -- true
is "$(command stat -c %a "$TMP/kept")" 640 "a file keeps its rights"
(umask 027; stat --save "$TMP/new" -e instructions:u -- true)
is "$(command stat -c %a "$TMP/new")" 640 "a new file has those of the umask"
like "$("$PMC" stat -o "$TMP/report" -e instructions:u --save /dev/stdout -- true)" pmc_result \
	"what is no regular file is written as it is"
is "$(stat --save /dev/full -e instructions:u -- true 2>&1)" \
	"pmc: --save /dev/full: the result could not be written: No space left on device" \
	"a full disk: the sentence"
status 125 "… and the status, when the command succeeded" \
	stat --save /dev/full -e instructions:u -- true
status 3 "… but not when it failed" stat --save /dev/full -e instructions:u -- sh -c 'exit 3'
for words in "-I 100" "-A -a" "--per-thread" "--per-process" "-a --per-core" "-a --per-die" \
	"-a --per-socket" "-a --per-node"; do
	like "$("$PMC" stat --save "$TMP/x" $words -- true 2>&1)" \
		'^pmc: --save, --baseline and --fail-if' \
		"--save with $words is refused"
done
like "$("$PMC" stat --backend emulated --save "$TMP/x" -e instructions,instructions:u -- \
	true 2>&1)" \
	"two events are called 'instructions:u'" "--save: two events of one name"

like "$(timeout 30 "$PMC" stat --save "$TMP/x" -r 1000000 -e task-clock -- \
	touch "$TMP/ran" 2>&1)" \
	'^pmc: --save and --baseline keep .*; use fewer runs or events$' \
	"--save: more runs than a file can be read with are refused"
ok "… nothing ran" test ! -e "$TMP/ran"
# The first run leaves a process behind, so its count is partial. The second is so small that pmc's
# own memory hides its: that one is estimated.
"$PMC" stat --backend perf -r 2 -e max_rss --save "$TMP/x" -o "$TMP/report" -- sh -c '
	[ -e "$0" ] && exec true
	touch "$0"
	sleep 3 >/dev/null 2>&1 &
	exec dd if=/dev/zero of=/dev/null bs=64M count=1 2>/dev/null' "$TMP/first-run"
is "$(grep -o '"quality": "[a-z]*"' "$TMP/x")" '"quality": "estimated"' \
	"the quality is that of the worst run"

# ---- Reading ----

# bad SENTENCE NAME: reads $TMP/bad.json as a baseline; the command runs all the same
bad() {
	local out rc
	out=$("$PMC" stat --backend emulated --deterministic -e instructions:u -o "$TMP/report" \
		--baseline "$TMP/bad.json" -- sh -c 'echo ran; exit 4' 2>"$TMP/said")
	rc=$?
	is "$rc $out $(wc -l <"$TMP/said")" "4 ran 1" \
		"$2: output and status stay, with one sentence"
	like "$(cat "$TMP/said")" "$1" "$2: the sentence"
}
# edited FROM TO: the saved file with a change, by sed
edited() { sed -E "s/$1/$2/" "$TMP/a.json" >"$TMP/bad.json"; }

rm -f "$TMP/bad.json"
bad 'bad.json: No such file' "no file"
mkdir "$TMP/bad.json"
bad 'bad.json: Is a directory' "a folder"
rmdir "$TMP/bad.json"
: >"$TMP/bad.json"
bad 'bad.json:1: the file ends where a value is expected' "an empty file"
head -c 300 "$TMP/a.json" >"$TMP/bad.json"
bad 'bad.json:[0-9]+: the file ends' "a truncated file"
head -c 200000 /dev/zero | tr '\0' '[' >"$TMP/bad.json"
bad 'nested more than 32 deep' "a deep file"
head -c 70000000 /dev/zero | tr '\0' ' ' >"$TMP/bad.json"
bad 'larger than 64 MiB' "a huge file"
printf '{"pmc_result": 1, "pmc": "\xff"}' >"$TMP/bad.json"
bad 'is not UTF-8' "bytes that are no UTF-8"
echo '[]' >"$TMP/bad.json"
bad 'no result file' "an array"
echo '{"counter-value": 1}' >"$TMP/bad.json"
bad 'no result file: it has no "pmc_result"' "a report of -j"
edited '"pmc_result": 1' '"pmc_result": 2'
bad 'has version 2 of the schema, and this pmc reads up to 1; use a newer pmc' "a newer version"
edited '"pmc_result": 1' '"pmc_result": "1"'
bad '"pmc_result" has to be an integer, not a string' "a version that is a string"
edited '"counts": \[[0-9]+' '"counts": [NaN'
bad "'NaN' is no JSON value" "NaN for a count"
edited '"counts": \[[0-9]+' '"counts": [-5'
bad '"counts" has -5, which is negative' "a negative count"
edited '"counts": \[[0-9]+' '"counts": ["5"'
bad '"counts" has to be an integer, not a string' "a string for a count"
edited '"counts": \[[0-9]+' '"counts": [18446744073709551616'
bad 'above 2\^64 - 1' "a count of 2^64"
edited '"counts": \[[0-9]+' '"counts": [1.5'
bad 'not written as an integer' "a count with a fraction"
edited '"counts": \[[0-9]+' '"counts": [1'
bad '"mean" is .* but its counts say' "counts that were edited, and not their mean"
echo '{"pmc_result": 1, "backend": "perf", "events": [
	{"event": "x", "mean": 1000001, "counts": [1000002]}]}' >"$TMP/bad.json"
bad '"mean" is 1000001, but its counts say 1000002' "a mean that differs in its last digit"
edited '"status": 0' '"status": 256'
bad '"status" is 256, above 255' "a status that no command has"
edited '"label": "branches:u"' '"label": "instructions:u"'
bad "two of its events are called 'instructions:u'" "two events of one name"
edited '"events": \[' '"events": 5, "x": ['
bad '"events" has to be an array, not a number' "a number for the events"
printf '{"pmc_result": 1, "backend": "emulated", "events": [%s{}]}' \
	"$(head -c 6000 /dev/zero | sed 's/\x00/{},/g')" >"$TMP/bad.json"
bad '"events" has more than 2000 entries' "too many events"
edited '"backend": "emulated"' '"x": 1'
bad 'has no "backend"' "no backend"
edited '"scale": 1' '"scale": 0'
bad '"scale" has to be from 1e-9 to 1' "a scale of 0"
edited '"scale": 1' '"scale": 1e-30'
bad '"scale" has to be from 1e-9 to 1' "a tiny scale"
edited '"scale": 1' '"scale": 2'
bad '"scale" has to be from 1e-9 to 1' "a scale above 1"

# Unknown fields, a minimal file, and another order are read without a word.
same() { # same NAME: $TMP/bad.json is accepted
	local out
	out=$(stat -e instructions:u --baseline "$TMP/bad.json" --force -- true 2>&1)
	is "$? $out" "0 " "$1 is accepted"
}
edited '"backend"' '"colour": {"red": [1, null]}, "backend"'
same "a field that this version does not know"
edited '"deterministic": true' '"deterministic": null'
same "null, which is the same as nothing, for \"deterministic\""
echo '{"events": [{"counts": [100], "event": "instructions:u"}],
	"backend": "emulated", "pmc_result": 1}' >"$TMP/bad.json"
same "a file with the least that there has to be"
finish
