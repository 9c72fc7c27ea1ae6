#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: tests/cli/welch_check.py PMC FOLDER

Whether pmc marks a difference as outside of the spread, for random samples: Python decides the same
by integrating Student's density. pmc interpolates in a table of t, on the safe side, so for few
degrees of freedom a probability below 1 % may still be within the spread.
"""
import json
import math
import os
import random
import statistics
import subprocess
import sys


def tail(t, v):
    """The probability that Student's t with v degrees of freedom is above t in size."""
    scale = math.exp(math.lgamma((v + 1) / 2) - math.lgamma(v / 2)) / math.sqrt(v * math.pi)
    # With x = tan(angle) the infinite range is a finite one.
    low, steps = math.atan(t), 2000
    width = (math.pi / 2 - low) / steps
    total = 0
    for i in range(steps):
        x = math.tan(low + (i + 0.5) * width)
        total += (1 + x * x / v) ** (-(v + 1) / 2) * (1 + x * x)
    return 2 * scale * total * width


def probability(a, b):
    va, vb = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
    t = abs(statistics.mean(a) - statistics.mean(b)) / math.sqrt(va + vb)
    v = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
    return tail(t, v), v


def main():
    pmc, folder = sys.argv[1:]
    r = random.Random(2)
    samples = []
    for _ in range(400):
        width = r.choice((3, 30, 300))
        shift = r.randrange(0, 3 * width)
        a = [10000 + r.randrange(width) for _ in range(r.randrange(2, 12))]
        b = [10000 + shift + r.randrange(2 * width) for _ in range(r.randrange(2, 40))]
        if len(set(a)) > 1 and len(set(b)) > 1 and statistics.mean(a) != statistics.mean(b):
            samples.append((a, b))
    paths = [os.path.join(folder, n) for n in ("welch-a", "welch-b")]
    for i, path in enumerate(paths):
        with open(path, "w") as f:
            json.dump({"pmc_result": 1, "backend": "perf", "events": [
                {"event": "e%d" % n, "counts": s[i]} for n, s in enumerate(samples)]}, f)
    run = subprocess.run([pmc, "compare", *paths, "--format", "json"], capture_output=True,
                         text=True)
    changes = [json.loads(line)["change"] for line in run.stdout.splitlines() if "event" in line]
    bad = len(changes) != len(samples)
    outside = 0
    for (a, b), change in zip(samples, changes):
        p, v = probability(a, b)
        outside += change == "outside"
        least = 0.0095 if v > 4 else 0.008 if v > 2 else 0.003
        if (p < least and change != "outside") or (p > 0.0101 and change != "within"):
            bad = True
            print("%s, %s: probability %g, %g degrees, but %s" % (a, b, p, v, change))
    if not 50 < outside < len(samples) - 50:
        bad = True
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
