#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# -j: every file loads line by line in a JSON parser (python's and node's), whatever stands in it;
# no key has a made-up value; and --log-fd.
. "$(dirname "$0")/../tap.sh"

command -v python3 >/dev/null || skip_all "python3 is not here"
cat >"$TMP/load.py" <<'P'
import json, sys
def no_constant(name):
    raise ValueError(name)
for line in open(sys.argv[1], encoding="utf-8"):
    o = json.loads(line, parse_constant=no_constant)
    assert isinstance(o, dict), line
    for key, value in o.items():
        assert "(null)" not in str(value), line
    if "quality" in o and "metric-value" in o:
        assert o["metric-unit"], line
P
cat >"$TMP/load.js" <<'P'
const lines = require("fs").readFileSync(process.argv[2], "utf8").split("\n");
if (lines.pop() !== "") throw new Error("no line break at the end");
for (const line of lines) JSON.parse(line);
P
# loads NAME FILE: both parsers read every line, and there is one at least
loads() {
	ok "$1: python reads every line" python3 "$TMP/load.py" "$2"
	if command -v node >/dev/null; then
		ok "$1: node reads every line" node "$TMP/load.js" "$2"
	else
		skip "node is not here"
	fi
	ok "$1: there are lines" test -s "$2"
}
# get FILE EVENT KEY: prints a value of the event; "none" if the key is not there
get() {
	python3 - "$@" <<'P'
import json, sys
for line in open(sys.argv[1]):
    o = json.loads(line)
    if o.get("event", "").split(":")[0] == sys.argv[2]:
        print(o.get(sys.argv[3], "none"))
P
}

"$PMC" stat -j -o "$TMP/o" -- true
loads "-j -o" "$TMP/o"
"$PMC" stat -j -o "$TMP/o" --append -- true
loads "-j -o --append" "$TMP/o"
"$PMC" stat --format json -o "$TMP/o" -- true
loads "--format json" "$TMP/o"
"$PMC" stat -j --backend emulated -e instructions,branches,task-clock,page-faults -o "$TMP/o" \
	-- true
loads "rates that do not exist" "$TMP/o"
is "$(get "$TMP/o" branches metric-value)" none "a rate that does not exist has no key"
is "$(get "$TMP/o" page-faults metric-unit)" none "nor has one of the emulator's clock"
is "$(get "$TMP/o" instructions metric-unit)" "insn per branch" "a rate that exists has one"
is "$(get "$TMP/o" instructions quality)" exact "exact values say so"
unlike "$(get "$TMP/o" task-clock quality)" 'exact|none' "those that are not, too"
"$PMC" stat -j --backend perf -o "$TMP/o" -- true
loads "default events, also those that cannot be counted" "$TMP/o"
if "$PMC" info -j | grep -q '"name" : "perf", "hardware" : false'; then
	is "$(get "$TMP/o" cycles counter-value)" "<not supported>" "no PMU: there is no count"
	is "$(get "$TMP/o" cycles quality)" none "no PMU: … and no quality"
	like "$(get "$TMP/o" cycles reason)" 'PMU' "no PMU: … but a reason"
else
	skip "this machine has a PMU" 3
fi
"$PMC" stat -j -I 50 --backend perf -e task-clock -o "$TMP/o" -- sleep 0.2
loads "-I" "$TMP/o"
"$PMC" summary -j -o "$TMP/o" -- true
loads "pmc summary" "$TMP/o"

# Names with quotes, backslashes, control characters and bytes that are no UTF-8
cp "$(type -P true)" "$TMP/a\"\\b"$'\xff\xc3\x28\xe2\x82'
cat >"$TMP/names.c" <<'C'
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(void)
{
	prctl(PR_SET_NAME, "q\"\\\t\xff\xed\xa0\x80\xc3\xa9");
	if (!fork())
		return 0;
	return 0;
}
C
if gcc -o "$TMP/names" "$TMP/names.c" 2>/dev/null; then
	"$PMC" stat -j --per-process --backend emulated -e instructions -o "$TMP/o" -- "$TMP/names"
	loads "names of processes with any bytes" "$TMP/o"
	like "$(get "$TMP/o" instructions process | head -1)" '^q"\\' "… and they stay readable"
else
	skip "no gcc" 4
fi
"$PMC" stat -j --backend emulated -e instructions -o "$TMP/o" -- \
	"$TMP/a\"\\b"$'\xff\xc3\x28\xe2\x82'
loads "a command with any bytes" "$TMP/o"

# Numbers are JSON's in every locale, and of several runs there are the least and the most.
"$PMC" stat -j -r 3 --table --backend perf -e task-clock,page-faults -o "$TMP/o" -- true
loads "-r --table" "$TMP/o"
ok "-r: min <= mean <= max, of the values" python3 - "$TMP/o" <<'P'
import json, sys
for line in open(sys.argv[1]):
    o = json.loads(line)
    v, mean = o["values"], float(o["counter-value"])
    assert len(v) == 3 and min(v) == o["min"] and max(v) == o["max"], o
    assert abs(sum(v) / 3 - mean) < 1e-3, o
    assert o["min"] - 1e-3 <= mean <= o["max"] + 1e-3, o
P

# --as-perf: perf's keys alone, and one sentence on standard error
"$PMC" stat -j --as-perf --backend emulated -e instructions,branches,task-clock -o "$TMP/o" -- \
	true 2>"$TMP/err"
is "$(python3 -c 'import json, sys
for line in open(sys.argv[1]): print(*json.loads(line))' "$TMP/o" | sort -u)" \
	"counter-value unit event event-runtime pcnt-running metric-value metric-unit" \
	"--as-perf: the keys of perf"
is "$(grep -c 'task-clock (' "$TMP/err") $(wc -l <"$TMP/err")" "1 1" \
	"--as-perf: one sentence on what is not exact"
unlike "$(cat "$TMP/err")" 'instructions' "--as-perf: … and not on what is exact"
"$PMC" stat -j --as-perf --backend emulated -e task-clock -- true 2>"$TMP/o"
loads "--as-perf: a report on standard error" "$TMP/o"
is "$("$PMC" stat -j --as-perf --backend emulated -e instructions -o "$TMP/o" -- true 2>&1)" "" \
	"--as-perf: silent when all is exact"

# --log-fd
"$PMC" stat -j --log-fd 5 --backend perf -e page-faults -- sh -c 'echo out; echo err >&2' \
	5>"$TMP/o" >"$TMP/out" 2>&1
loads "--log-fd" "$TMP/o"
is "$(cat "$TMP/out")" $'out\nerr' "--log-fd: the command has its own output"
status 125 "--log-fd: a descriptor that is not open" "$PMC" stat --log-fd 77 -- true
like "$("$PMC" stat --log-fd 77 -- true 2>&1)" '^pmc: --log-fd 77: .*descriptor' "… says so"
status 125 "--log-fd and -o" "$PMC" stat --log-fd 2 -o "$TMP/o" -- true
finish
