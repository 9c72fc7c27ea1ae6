#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every row of every table of events has a second source: libpfm4_test.c or events_test.c compares
# it, or it has the values of a row that they compare, with its name on another model or with
# another name on its own. tests/diff/facts/alone has the others, and what decides about them.
# tests/run: parallel time=120
. "$(dirname "$0")/../tap.sh"

export PMC_SEEN=$TMP/seen
"$BUILD/tests/diff/libpfm4_test" >"$TMP/libpfm4"
grep -q '# skip' -i "$TMP/libpfm4" && skip_all "libpfm4 is not installed for both, 64 and 32 bits"
"$BUILD/tests/diff/events_test" >/dev/null
ok "every row of every table" python3 - "$PMC" "$TMP/seen" tests/diff/facts <<'END'
import fnmatch, json, re, subprocess, sys

pmc, seen_file, facts = sys.argv[1:]


def run(*words):
    return subprocess.run([pmc, *words], capture_output=True, text=True, check=True).stdout


def values(e):
    return (e.get("select"), e.get("mask"), e.get("flags"),
            tuple((u["name"], u.get("select"), u.get("mask")) for u in e["umasks"]))


seen = {tuple(line.split()) for line in open(seen_file)}
# The wiring of the Pentium 4 is compared by lines of another kind.
wired = {w[2].lower() for w in map(str.split, open(f"{facts}/events"))
         if w[:2] == ["p4", "freebsd"]}
rows = [(model, e) for model in re.findall(r"^  (\S+) ", run("list", "--models"), re.M)
        for e in json.loads(run("list", "--model", model, "-j")) if e["source"] == "pmc"]
seen |= {(m, e["name"]) for m, e in rows if m.startswith("pentium4") and e["name"].lower() in wired}
held = [(m, e) for m, e in rows if (m, e["name"]) in seen]
by_name = {(e["name"], values(e)) for m, e in held}
by_model = {(m, values(e)) for m, e in held if e.get("select")}
alone = [(m, e["name"]) for m, e in rows if (m, e["name"]) not in seen
         and (e["name"], values(e)) not in by_name and (m, values(e)) not in by_model]
told = [(w[0].split(","), w[1:]) for line in open(f"{facts}/alone")
        if line[0] not in "#\t\n" for w in [line.split()]]
used = set()
bad = 0
for model, name in alone:
    by = [i for i, (models, names) in enumerate(told)
          if name in names and any(fnmatch.fnmatch(model, m) for m in models)]
    used |= {(i, name) for i in by}
    if not by:
        print(f"{model}: no second source for {name}")
        bad += 1
for i, (models, names) in enumerate(told):
    for name in names:
        if (i, name) not in used:
            print(f"alone: {' '.join(models)} {name} explains nothing")
            bad += 1
print(len(rows), "rows,", len(held), "compared,", len(alone), "told")
assert len(rows) > 2000 and len(held) > 2000 and not bad, bad
END
finish
