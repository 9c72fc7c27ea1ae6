#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc encode -v: for each event of the Pentium 4 the sentences agree with the registers above them
# and with pmc list, whose wiring list_rows_test.sh compares with what others publish; what tags is
# named; other families have their rules. Each model names the manuals that describe it.
# tests/run: parallel long=san time=120
. "$(dirname "$0")/../tap.sh"

ok "every event and unit mask of the Pentium 4" python3 - "$PMC" <<'END'
import json, re, subprocess, sys

pmc = sys.argv[1]


def run(*words):
    return subprocess.run([pmc, *words], capture_output=True, text=True, check=True).stdout


n, listed = 0, {}
for model in "pentium4", "pentium4-prescott":
    for event in json.loads(run("list", "--model", model, "-j")):
        masks = [":" + u["name"] for u in event["umasks"] if "escrs" in u] or [""]
        for mask in masks[:3]:
            out = run("encode", "--model", model, "-v", event["name"] + mask)
            table, why = out.split("\nwhy so:\n")
            why, where = why.split("\nwhere it is written:\n")
            for line in why.splitlines():
                plain = f"- {event['name']}: ", "- On this PMU ", "- The manual warns: "
                assert line.startswith(plain) != bool(re.search(r"\. \[[^]]+\]$", line)), line
            tables = set(re.findall(r'- the event: Intel SDM, volume 3, table "(.*)"\n', where))
            kind = [k for k in ("Non-Retirement", "At-Retirement", "Model-Specific")
                    if any(k in t for t in tables)]
            assert len(kind) == 1, (event["name"], where)
            listed.setdefault(kind[0], set()).add(event["name"])
            assert '- the counters: Intel SDM, volume 3, "Performance Monitoring (Proc' in where
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
# Only events of one table count tags, at retirement; the others' ESCRs are at the units.
assert listed["At-Retirement"] == {
    "front_end_event", "execution_event", "replay_event", "instr_retired", "uops_retired",
    "uop_type", "branch_retired", "mispred_branch_retired", "x87_assist", "machine_clear"}, listed
assert listed["Model-Specific"] == {"instr_completed"}, listed
assert len(listed["Non-Retirement"]) == 36, listed
END

ok "every other model names its manuals" python3 - "$PMC" <<'END'
import json, re, subprocess, sys

pmc = sys.argv[1]


def run(*words):
    return subprocess.run([pmc, *words], capture_output=True, text=True, check=True).stdout


models = re.findall(r"^  ([a-z0-9-]+) ", run("list", "--models"), re.M)
seen = 0
for model in models:
    manual = json.loads(run("info", "-j", "--model", model))["manual"]
    assert ("manual      " + manual in run("info", "--model", model)) == bool(manual), model
    assert bool(manual) == (model != "none"), model
    events = json.loads(run("list", "--model", model, "-j"))
    for event in [e for e in events if e["source"] == "pmc" and model not in ("none", "tsc")][:2]:
        mask = [":" + u["name"] for u in event["umasks"]][:1] or [""]
        out = run("encode", "--model", model, "-v", event["name"] + mask[0])
        assert re.search(r"\nwhere it is written:\n- the event: \w.{20,}\n- the count", out), out
        assert "- the counters: " + manual in out, (model, manual)
        seen += 1
print(len(models), seen)
assert len(models) > 50 and seen > 100, (len(models), seen)
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
says pentium4 replay_event:NBOGUS:SP_LD_RET:p \
	"On counter 16 ENABLE_PEBS_MY_THR lets the processor write a record into the DS save area"
says pentium4 front_end_event:NBOGUS "PEBS could sample it precisely on counter 16 (:p)"
says pentium4 branch_retired:MMNP:e:c=3 \
	"COMPARE counts cycles with more than 2 of its events. [Filtering Events]" \
	"EDGE counts only the first of such cycles in a row. [Filtering Events]"
says pentium4 branch_retired:MMNP:i:c=3 "COMPARE counts cycles with at most 2 of its events."
says pentium4 branch_retired:MMNP:ext_cascade \
	"EXT_CASCADE starts the counter when one of another group overflows, so ENABLE is 0."
says pentium4 branch_retired:MMNP:cascade:ovf_pmi_t1 \
	"CASCADE starts the counter when the other one of its pair overflows, so ENABLE is 0." \
	"OVF_PMI interrupts logical processor 1 when the counter overflows."
says pentium4 branch_retired:MMNP:force_ovf "FORCE_OVF lets the counter overflow at each increment."
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
