#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san
# pmc info --model: what a PMU is, in words and as JSON, for every model.
. "$(dirname "$0")/../tap.sh"

out=$("$PMC" info --model pentium4)
like "$out" '^model       pentium4: Pentium 4, models 0 to 2' "the model"
like "$out" $'\nprecise     :p sets .*no records are read' "what of PEBS is there"
like "$out" 'counters    18 general of 40 bits' "its counters and their width"
like "$out" 'rules       .*ESCR' "its rules"
like "$out" '  BSQ_cache_reference +0, 1, 2, 3'$'\n' "an event that some counters can count"
like "$out" '  MSR_BPU_CCCR0 - 3 +0x360 - 0x363 +select' "registers in a row"
like "$out" '  MSR_BSU_ESCR0 ' "an ESCR"
like "$out" '  cycles +global_power_events' "a generic event"
like "$out" 'this PMU lacks [0-9]+ others' "how many generic events there are not"
out=$("$PMC" info --model skylake)
like "$out" 'family      architectural, version 4' "the architectural version"
like "$out" '4 general of 48 bits, 3 fixed of 48 bits: 0, 1, 2, 3, fixed 0, fixed 1, fixed 2' \
	"fixed counters"
like "$out" 'MSR_OFFCORE_RSP0 - 1 +0x1a6 - 0x1a7' "the registers that some events need besides"
like "$("$PMC" info --model tsc)" 'counters    0 general'$'\n' \
	"a processor with a time stamp counter alone"
like "$("$PMC" info --model SkyLake)" '^model       skylake:' "upper and lower case are alike"

cat >"$TMP/events.json" <<'END'
[ { "EventName": "MEM_LOADS.L1_HIT", "EventCode": "0xd1", "UMask": "0x01", "Counter": "0,1",
    "BriefDescription": "Loads that hit the L1." } ]
END
like "$("$PMC" info --model skylake --events-file "$TMP/events.json")" ', 1 from .*events.json' \
	"events of a file"
like "$(PMC_EVENTS=$TMP/events.json "$PMC" info --model skylake)" '  MEM_LOADS.L1_HIT +0, 1'$'\n' \
	"… by PMC_EVENTS"
status 125 "a model that does not exist: status 125" "$PMC" info --model skylark
like "$("$PMC" info --model skylark 2>&1)" "skylark.*did you mean 'skylake'" "… and which is near"

if command -v python3 >/dev/null; then
	"$PMC" list --models -j >"$TMP/models"
	is "$(python3 - "$PMC" "$TMP/models" <<'END'
import json, subprocess, sys
pmc, models = sys.argv[1], json.load(open(sys.argv[2]))
for m in models:
    d = subprocess.run([pmc, "info", "--model", m["name"], "-j"], capture_output=True, check=True)
    d = json.loads(d.stdout)
    listed = subprocess.run([pmc, "list", "--model", m["name"], "-j"], capture_output=True)
    listed = json.loads(listed.stdout)
    bad = [
        d["model"] != m["name"] or d["title"] != m["title"] or d["counters"] != m["counters"],
        d["general"] + d["fixed"] != len(d["counters"]),
        d["events"] != m["events"] or d["events"] != len(listed),
        d["events"] != sum(d["sources"].values()),
        any(d["sources"][s] != sum(e["source"] == s for e in listed) for s in d["sources"]),
        any(c["event"] not in [e["name"] for e in listed] for c in d["constrained"]),
        len({r["name"] for r in d["registers"]}) != len(d["registers"]),
        d["general"] and not any(r["kind"] == "counter" for r in d["registers"]),
    ]
    if any(bad):
        print(m["name"], bad)
    for name, event in d["generic"].items():
        r = subprocess.run([pmc, "encode", name, "--model", m["name"]], capture_output=True)
        if (r.returncode == 0) != (event is not None):
            print(m["name"], name, event)
        break
END
)" "" "JSON of every model: it agrees with the list of models and that of its events"
	"$PMC" info -j | python3 -c 'import json,sys; print(json.load(sys.stdin)["model"])' \
		>"$TMP/here"
	like " $("$PMC" list --models)" " $(cat "$TMP/here") " "pmc info tells this machine's model"
else
	skip "python3 is not here" 2
fi
finish
