#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc list --model MODEL -v and -j: events as the manuals' tables have them. What others have
# published about every event of the Pentium 4, the Pentium and Zen 5 (tests/diff/facts/events) is
# what they print.
. "$(dirname "$0")/../tap.sh"

for m in pentium4 p5 pentium-mmx 6x86mx winchip2 zen5 pentium3 k8 skylake; do
	"$PMC" list --model $m -j >"$TMP/$m.json" || fail "list --model $m -j"
done
ok "numbers, masks, ESCRs, counters and selects are those that others publish" python3 - "$TMP" \
	tests/diff/facts/events <<'END'
import json, sys
folder, facts = sys.argv[1:]
models = {m: {e["name"].lower(): e for e in json.load(open(f"{folder}/{m}.json"))}
          for m in "pentium4 p5 pentium-mmx 6x86mx winchip2 zen5".split()}
# tests/diff/facts/events_differences says why these differ.
differ = {"b2b_cycles", "bnr", "snoop", "response"}
n = {"p4": 0, "p5": 0, "zen5": 0}

def p4(name, select, cccr, escrs):
    if name in differ:
        return
    e = models["pentium4"][name]
    rows = [e] + e["umasks"]
    rows = [r for r in rows if "select" in r]
    assert rows, name
    for r in rows:
        assert int(r["select"], 16) == int(select, 16), (name, r)
        got = sorted((x["name"], tuple(x["counters"]), x["select"]) for x in r["escrs"])
        want = sorted(("MSR_" + x.split(":")[0], tuple(map(int, x.split(":")[1].split(","))),
                       int(cccr)) for x in escrs)
        assert got == want, (name, got, want)
    n["p4"] += 1

def plain(model, event, terms):
    name, *umasks = event.lower().split(":")
    e = models[model].get(name)
    if e is None or len(umasks) > 1:
        return
    row = next((u for u in e["umasks"] if [u["name"].lower()] == umasks), e) if umasks else e
    if "select" not in row or "flags" in row:
        return
    want = dict(t.split("=") for t in terms.split(","))
    if set(want) - {"event", "umask"}:
        return
    assert int(row["select"], 16) == int(want["event"], 16), (model, event, row)
    if "umask" in want:
        assert int(row["mask"], 16) == int(want["umask"], 16), (model, event, row)
    n["zen5" if model == "zen5" else "p5"] += 1

for line in open(facts):
    words = line.split("#")[0].split()
    if len(words) < 4:
        continue
    if words[:2] == ["p4", "freebsd"]:
        p4(words[2].lower(), words[3], words[4], words[5:])
    elif words[0] == "perfctr" or words[1] == "zen5":
        for model in set(words[1].split(",")) & set(models):
            plain(model, words[2], words[3])
print(n)
assert n["p4"] >= 41 and n["p5"] > 120 and n["zen5"] > 100, n
END

like "$("$PMC" list --model pentium3 -v L2_LINES_IN FLOPS)" \
	'select +mask.*FLOPS +0xc1 +0x00.*counters 0.*' "a table: event select, mask, counters"
out=$("$PMC" list --model pentium4 -v BSQ_cache_reference)
like "$out" 'MSR_BSU_ESCR0 0x3a0, select 7, counters 0, 1' "Pentium 4: the first ESCR"
like "$out" 'MSR_BSU_ESCR1 0x3a1, select 7, counters 2, 3' "and the second"
like "$out" 'note: reads are loads.*factor of two' "and what the manual warns of"
like "$out" ':RD_2ndL_MISS +0x0c +0x100' "a unit mask and its value"
like "$("$PMC" list --model skylake -v UOPS_RETIRED)" 'CMASK|counters' "flags of an event"
like "$("$PMC" list --model pentium4 -j BSQ_cache_reference)" '"note": "reads are loads' \
	"JSON: note"
# Units: the manual's table of the P6 family has them, that of the Pentium M does not. How names
# begin says the same another way.
for model in pentiumpro pentium2 pentium3 pentium-m; do
	"$PMC" list --model $model -j >"$TMP/$model.json"
done
ok "every event of the P6 family has its unit" python3 - "$TMP" <<'END'
import json, re, sys
units = {
    "data cache unit": "DATA_MEM_REFS|DCU_",
    "instruction fetch unit": "IFU_|ITLB_|ILD_",
    "L2 cache": "L2_",
    "external bus logic": "BUS_",
    "floating-point unit": "FLOPS|FP_COMP|FP_ASSIST|MUL$|DIV$|CYCLES_DIV",
    "memory ordering": "LD_BLOCKS|SB_|MISALIGN|EMON_KNI_PREF",
    "instruction decoding and retirement": "INST_|UOPS_|EMON_KNI_(INST|COMP)",
    "interrupts": "HW_INT|CYCLES_INT",
    "branches": "BR_(INST_RETIRED|INST_DECODED|MISS_PRED|TAKEN|BOGUS)|BTB|BACLEARS",
    "stalls": "RESOURCE_STALLS|PARTIAL_RAT",
    "segment register loads": "SEGMENT_REG_LOADS",
    "clocks": "CPU_CLK",
    "MMX unit": "MMX_|FP_MMX",
    "segment register renaming": "SEG_RE|RET_SEG",
}
seen = set()
for model, least in ("pentiumpro", 60), ("pentium2", 70), ("pentium3", 70), ("pentium-m", 70):
    named = [e for e in json.load(open(f"{sys.argv[1]}/{model}.json")) if "unit" in e]
    assert len(named) >= least, (model, len(named))
    for e in named:
        assert re.match(units[e["unit"]], e["name"]), (model, e["name"], e["unit"])
        seen.add(e["unit"])
    others = [e["name"] for e in json.load(open(f"{sys.argv[1]}/{model}.json")) if "unit" not in e]
    assert model == "pentium-m" or not others, (model, others)
assert seen == set(units), set(units) - seen
END
like "$("$PMC" list --model pentium3 -v DCU_LINES_IN)" 'unit: data cache unit' "… in the table, too"

# The wiring: all counters, all ESCRs, and what others publish about them.
"$PMC" info --model pentium4 --wiring -j >"$TMP/wiring.json"
ok "--wiring: 18 counters, 45 ESCRs, wired as others publish" python3 - "$TMP/wiring.json" \
	tests/diff/facts/events <<'END'
import json, sys
wiring = json.load(open(sys.argv[1]))
assert [w["counter"] for w in wiring] == list(range(18))
assert len({e["address"] for w in wiring for e in w["escrs"]}) == 45
assert len({(w["counter"], e["select"]) for w in wiring for e in w["escrs"]}) == sum(
    len(w["escrs"]) for w in wiring)
wires = {(w["counter"], e["name"][4:], e["select"]) for w in wiring for e in w["escrs"]}
assert all(w["address"] == hex(0x300 + i) and w["cccr_address"] == hex(0x360 + i)
           for i, w in enumerate(wiring))
n = 0
for line in open(sys.argv[2]):
    words = line.split("#")[0].split()
    if words[:2] != ["p4", "freebsd"] or words[2].lower() in (
            "b2b_cycles", "bnr", "snoop", "response"):
        continue
    for wire in words[5:]:
        escr, counters = wire.split(":")
        for c in counters.split(","):
            assert (int(c), escr, int(words[4])) in wires, (line, wire)
            n += 1
assert n > 150, n
END
is "$("$PMC" info --model pentium4-prescott --wiring -j | grep -o 'MSR_[A-Z0-9_]*ESCR[0-9]' |
	sort -u | wc -l)" 43 "models from 3 on lack two ESCRs"
like "$("$PMC" info --model pentium4 --wiring)" \
	'counter 17  MSR_IQ_COUNTER5 +0x311  MSR_IQ_CCCR5 +0x371' "as text"
out=$("$PMC" info --model p5 --wiring 2>&1)
is "$?|${out%;*}" "125|pmc: --wiring: only a Pentium 4 has ESCRs, and this is Pentium" \
	"another PMU has none"
status 125 "--wiring without a model" "$PMC" info --wiring

bad=
for m in $("$PMC" list --models | awk '{ print $1 }'); do
	"$PMC" list --model "$m" -v >"$TMP/v" 2>&1 || bad="$bad $m"
done
is "$bad" "" "every model has its table"
finish
