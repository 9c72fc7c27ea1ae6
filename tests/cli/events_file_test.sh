#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# --events-file and PMC_EVENTS: a small file, and, if Intel's files are beside the tree, their
# values against a second reader in Python.
. "$(dirname "$0")/../tap.sh"

cat >"$TMP/events.json" <<'END'
[ { "EventName": "MEM_LOADS.L1_HIT", "EventCode": "0xd1", "UMask": "0x01", "Counter": "0,1,2,3",
    "BriefDescription": "Loads that hit the L1." } ]
END
is "$("$PMC" list --model skylake --events-file "$TMP/events.json" -n mem_loads)" \
	"MEM_LOADS.L1_HIT" \
	"the file's events are listed"
is "$(PMC_EVENTS=$TMP/events.json "$PMC" list --model skylake -n mem_loads)" "MEM_LOADS.L1_HIT" \
	"… by PMC_EVENTS"
like "$(PMC_EVENTS=$TMP/events.json "$PMC" encode skylake::MEM_LOADS.L1_HIT:u)" \
	"IA32_PERFEVTSEL0 0x186 = 0x4101d1" \
	"… and encoded"
like "$("$PMC" decode IA32_PERFEVTSEL2=0x4301d1 --model skylake --events-file "$TMP/events.json")" \
	"counter 2 counts skylake::MEM_LOADS.L1_HIT" "… and decoded"
like "$("$PMC" encode MEM_LOADS.L1_HIT --model skylake 2>&1)" "unknown event 'MEM_LOADS.L1_HIT'" \
	"without the file there is no such event"
head -c 90 "$TMP/events.json" >"$TMP/cut.json"
like "$("$PMC" encode MEM_LOADS.L1_HIT --model skylake --events-file "$TMP/cut.json" 2>&1)" \
	"cut.json:1: the file ends" "a file that was cut: one sentence, with the line"
status 125 "… and status 125" "$PMC" list --model skylake --events-file "$TMP/cut.json"
like "$("$PMC" list --model k8 --events-file "$TMP/events.json" 2>&1)" "for Intel's cores" \
	"not for AMD"

# pmc stat reads the file when an event needs it. This machine may have no Intel core.
if "$PMC" info -j | grep -q '"vendor" : "GenuineIntel"' &&
	like "$("$PMC" stat --backend perf --events-file "$TMP/events.json" -e MEM_LOADS.L1_HIT:u \
		-- true 2>&1)" \
		"(backend perf cannot count 'MEM_LOADS.L1_HIT:u'|MEM_LOADS.L1_HIT:u)" \
		"pmc stat: an event of the file"; then
	like "$(PMC_EVENTS=$TMP/events.json "$PMC" stat --backend perf -e mem_loads.l1_hit:xyz -- \
		true 2>&1)" \
		"column 18: 'xyz' is neither" \
		"… by PMC_EVENTS, any case; a wrong unit mask and its column"
	like "$("$PMC" stat --backend perf --events-file "$TMP/cut.json" -e MEM_LOADS.L1_HIT -- \
		true 2>&1)" \
		"cut.json:1: the file ends" "… a file that was cut"
else
	skip "this is no Intel core" 2
fi
like "$("$PMC" stat --events-file "$TMP/cut.json" -e task-clock -- true 2>&1)" "task-clock" \
	"generic events do not need it"

dir=${PMC_PERFMON:-}
for d in ../shared/data/perfmon ../../shared/data/perfmon; do
	[ -n "$dir" ] || ! [ -d "$d" ] || dir=$d
done
real() {
	local file=$dir/$1 model=$2
	if ! [ -r "$file" ] || ! command -v python3 >/dev/null; then
		skip "Intel's perfmon files are not beside the tree" 1
		return
	fi
	# For every eleventh event, compute the select register from the file independently.
	python3 - "$file" >"$TMP/want" <<'END'
import json, sys
events = json.load(open(sys.argv[1]))["Events"]
def num(e, k):
    return int((e.get(k) or "0").split(",")[0], 0)
for e in events[::11]:
    if "Fixed" in e["Counter"]:
        continue
    v = num(e, "EventCode") | num(e, "UMask") << 8 | 3 << 16 | 1 << 22 | num(e, "CounterMask") << 24
    v |= num(e, "EdgeDetect") << 18 | num(e, "AnyThread") << 21 | num(e, "Invert") << 23
    v |= num(e, "Equal") << 36 | num(e, "UMaskExt") << 40
    print(e["EventName"], hex(v), e["Counter"].split(",")[0])
END
	while read -r event value counter; do
		got=$("$PMC" encode "$event" --model "$model" --events-file "$file" |
			sed -n 's/^IA32_PERFEVTSEL\([0-9]*\) [^=]*= \([^ ]*\).*/\2 \1/p')
		[ "$got" = "$value $counter" ] || echo "$event: want $value $counter, got $got"
	done <"$TMP/want" >"$TMP/differ"
	is "$(head -5 "$TMP/differ")" "" "$1: $(wc -l <"$TMP/want") events are what the file says"
}
real NehalemEP_core.json nehalem
real skylake_core.json skylake
real sapphirerapids_core.json sapphirerapids
real alderlake_goldencove_core.json alderlake-p
real alderlake_gracemont_core.json alderlake-e
real pantherlake_cougarcove_core.json pantherlake
finish
