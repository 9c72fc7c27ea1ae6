#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: tests/cli/result_check.py docs/result.md [FILE]...

Checks that result files have the fields that docs/result.md lists, each of its type, and no others;
and that what they say of themselves fits together. Without files it checks the page's own example.
"""
import json
import math
import re
import sys

TYPES = {
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool) and 0 <= v < 2 ** 64,
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "strings": lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v),
    "integers": lambda v: isinstance(v, list) and all(map(TYPES["integer"], v)),
    "objects": lambda v: isinstance(v, list) and all(isinstance(x, dict) for x in v),
    "object": lambda v: isinstance(v, dict),
    "null": lambda v: v is None,
}
ROW = re.compile(r"^\| `([a-z_]+)` \| ([a-z, ]+?)( \(optional\))? \|", re.M)


def documented(page):
    """The tables of the page: heading to {field: (types, optional)}."""
    tables = {}
    for part in re.split(r"^## ", page, flags=re.M)[1:]:
        rows = {m.group(1): (m.group(2).split(" or "), bool(m.group(3)))
                for m in ROW.finditer(part.replace(", ", " or "))}
        if rows:
            tables[part.split("\n")[0]] = rows
    return tables


def check_fields(value, rows, where):
    for field, (types, optional) in rows.items():
        if field not in value:
            if not optional:
                yield "%s: no field %s" % (where, field)
        elif not any(TYPES[t](value[field]) for t in types):
            yield "%s: %s is %r, not %s" % (where, field, value[field], " or ".join(types))
    for field in value:
        if field not in rows:
            yield "%s: field %s is not documented" % (where, field)


def check_numbers(event):
    counts = event.get("counts")
    if ("missing" in event) == bool(counts):
        yield "%s: counts and missing" % event["label"]
        return
    if not counts:
        return
    n, mean = len(counts), sum(counts) / len(counts)
    spread = math.sqrt(sum((c - mean) ** 2 for c in counts) / (n - 1) / n) if n > 1 else 0
    for field, want in (("mean", mean), ("spread", spread), ("min", min(counts)),
                        ("max", max(counts))):
        if not math.isclose(event[field], want, rel_tol=1e-9, abs_tol=1e-6):
            yield "%s: %s is %r, counts say %r" % (event["label"], field, event[field], want)


def check(document, tables):
    yield from check_fields(document, tables["The document"], "document")
    if "machine" in document:
        yield from check_fields(document["machine"], tables["The machine"], "machine")
    for run in document["runs"]:
        yield from check_fields(run, tables["A run"], "run")
    for event in document["events"]:
        yield from check_fields(event, tables["An event"], "event")
        yield from check_numbers(event)
        if len(event.get("counts", [])) > len(document["runs"]):
            yield "%s: more counts than runs" % event["label"]
    if not all(isinstance(v, str) for v in document["fixed"].values()):
        yield "fixed: not all values are strings"


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        page = f.read()
    tables = documented(page)
    texts = [open(p, encoding="utf-8").read() for p in sys.argv[2:]]
    if not texts:
        texts = re.findall(r"^```json\n(.*?)^```", page, re.M | re.S)[:1]
    bad = [] if texts and len(tables) == 4 else ["%s: tables or example are missing" % sys.argv[1]]
    for text in texts:
        bad += check(json.loads(text), tables)
    print("\n".join(bad), end="\n" if bad else "")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
