#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc encode -v: for each event of the Pentium 4 the sentences agree with the registers above them
# and with pmc list, whose wiring list_rows_test.sh compares with what others publish; what tags is
# named; other families have their rules.
# tests/run: parallel time=120
. "$(dirname "$0")/../tap.sh"

ok "every event and unit mask of the Pentium 4" python3 - "$PMC" <<'END'
import json, re, subprocess, sys

pmc = sys.argv[1]


def run(*words):
    return subprocess.run([pmc, *words], capture_output=True, text=True, check=True).stdout


n = 0
for model in "pentium4", "pentium4-prescott":
    for event in json.loads(run("list", "--model", model, "-j")):
        masks = [":" + u["name"] for u in event["umasks"] if "escrs" in u] or [""]
        for mask in masks[:3]:
            out = run("encode", "--model", model, "-v", event["name"] + mask)
            table, why = out.split("\nwhy so:\n")
            said = dict(re.findall(r"- (MSR_\w+) detects it for counters? ([0-9, ]+)\.", why))
            counters = {int(c) for text in said.values() for c in text.split(", ")}
            assert counters == set(event["counters"]), (event["name"], mask, said)
            chosen = re.search(r"ESCR_SELECT (\d+) in (\w+) connects counter (\d+)", why)
            select = re.search(chosen[2] + r" 0x.*?ESCR_SELECT +0x([0-9a-f]+)", table, re.S)
            assert int(select[1], 16) == int(chosen[1]), (event["name"], mask)
            assert f"encoded for counter {chosen[3]}\n" in table, event["name"]
            detecting = re.findall(r"^(MSR_\w+_ESCR\d) ", table, re.M)[-1]
            assert chosen[3] in said[detecting].split(", "), (event["name"], detecting)
            ours = {e["name"]: e["counters"] for u in event["umasks"] or [event]
                    if ":" + u["name"] == mask or not event["umasks"] for e in u["escrs"]}
            assert {k: [int(c) for c in v.split(", ")] for k, v in said.items()} == ours, event
            n += 1
print(n)
assert n > 150, n
END

# says MODEL EVENT SENTENCE…
says() {
	local out model=$1 event=$2
	out=$("$PMC" encode --model "$model" -v "$event" | sed '1,/^why so:/d')
	shift 2
	for s in "$@"; do
		ok "$model, $event: ${s:0:50}…" grep -qF -e "- $s" <<<"$out"
	done
}
says pentium4 execution_event:NBOGUS0:from=packed_SP_uop \
	"It counts micro-ops when they retire by the tag that they got when they were executed" \
	":from= names the event that tags; its ESCR is used up, too." \
	"An ESCR detects one event at a time, so one other event of these two ESCRs counts"
says pentium4 front_end_event:NBOGUS \
	"Nothing here tags: without :from=EVENT, or an event beside it that tags, the count is 0." \
	"It counts micro-ops when they retire that were tagged at the front end: by uop_type in"
says pentium4 replay_event:NBOGUS:SP_LD_RET "MSR_SAAT_ESCR1 tags for it" \
	"A processor has these registers once"
says pentium4 packed_SP_uop:TAG0 "TAG_ENABLE lets it tag micro-ops with TAG_VALUE 0x1"
says pentium4 BSQ_cache_reference:RD_2ndL_MISS "The manual warns: reads are loads and requests"
says pentium4 cycles "global_power_events: cycles in which the processor is not stopped."
says pentium3 FLOPS "What produces it: floating-point unit." \
	"On this PMU PerfEvtSel0 enables both counters"
says skylake cycles "UNHALTED_CORE_CYCLES: core clock cycles while not halted." \
	"On this PMU an event can be on any general counter"
for option in -s -j; do
	like "$("$PMC" encode --model skylake -v $option cycles 2>&1)" \
		"pmc: -v: explains the table; leave out -s and -j" "-v $option"
done
finish
