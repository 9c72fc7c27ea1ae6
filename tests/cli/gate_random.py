#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: tests/cli/gate_random.py PMC FOLDER

Random counts and conditions of --fail-if: pmc's status has to be what Python's fractions say. Half
of the limits are chosen to be met exactly.
"""
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

HOLDS = {">": lambda a, b: a > b, "<": lambda a, b: a < b, ">=": lambda a, b: a >= b,
         "<=": lambda a, b: a <= b}


def write(path, counts):
    with open(path, "w") as f:
        json.dump({"pmc_result": 1, "backend": "perf",
                   "events": [{"event": "x", "counts": counts}]}, f)


def decimal(value):
    """The fraction as a decimal number with up to nine places, rounded, without its sign."""
    digits = abs(round(value * 10 ** 9))
    text = "%d.%09d" % (digits // 10 ** 9, digits % 10 ** 9)
    return text.rstrip("0").rstrip(".")


def main():
    pmc, folder = sys.argv[1:]
    before, after = (os.path.join(folder, n) for n in ("before.json", "after.json"))
    r = random.Random(1)
    bad = exact = 0
    for _ in range(250):
        top = 10 ** r.choice((2, 3, 6, 9, 15, 19))
        a = [r.randrange(1, min(top, 2 ** 64)) for _ in range(r.choice((1, 1, 2, 5)))]
        near = max(1, a[0] // 50)
        b = [max(0, min(2 ** 64 - 1, a[0] + r.randrange(-near, near + 1)))
             for _ in range(r.choice((1, 1, 2, 4)))]
        write(before, a)
        write(after, b)
        x, y = Fraction(sum(a), len(a)), Fraction(sum(b), len(b))
        kind = r.choice(("%", "", "count"))
        left = {"%": (y - x) / x * 100, "": y - x, "count": y}[kind]
        limit = left if r.random() < 0.5 else left * Fraction(r.randrange(98, 103), 100)
        number = decimal(limit)
        if len(number.replace(".", "").lstrip("0")) > 18:
            number = number.split(".")[0][:18]
        negative = limit < 0
        right = Fraction(number) * (-1 if negative else 1)
        exact += left == right
        sign = "-" if negative else "" if kind == "count" else "+"
        operator = r.choice(list(HOLDS))
        text = "x %s %s%s%s" % (operator, sign, number, "%" if kind == "%" else "")
        want = 1 if HOLDS[operator](left, right) else 0
        got = subprocess.run([pmc, "compare", before, after, "--fail-if", text],
                             capture_output=True).returncode
        if got != want:
            bad += 1
            print("%s, %s, %s: status %d, not %d" % (a, b, text, got, want))
    if exact < 25:
        print("only %d limits were met exactly" % exact)
    return 1 if bad or exact < 25 else 0


if __name__ == "__main__":
    sys.exit(main())
