#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: report_check.py PMC PROFILE FOLDER

Compares pmc report and pmc diff with sums over random profiles, which PROFILE (tests/cli/prog)
writes: rows by every choice of keys, inclusive counts estimated from calls, given with calls, and
from stacks. Cycles are found here by who reaches whom, shares are fractions.
"""
import itertools
import json
import random
import subprocess
import sys
from fractions import Fraction

PMC, PROFILE, FOLDER = sys.argv[1:4]
LOAD, STORE, CALL = 1, 2, 0x10


def write(name, lines):
    path = FOLDER + "/" + name
    subprocess.run([PROFILE, path], input="\n".join(lines) + "\n", text=True, check=True)
    return path


def report(*args):
    out = subprocess.run([PMC] + list(args) + ["-j"], capture_output=True, text=True)
    if out.returncode:
        raise SystemExit("pmc %s: %s" % (" ".join(args), out.stderr))
    lines = [json.loads(line) for line in out.stdout.splitlines()]
    return lines[0], lines[1:]


def same(got, want, what):
    if got != want:
        raise SystemExit("%s:\n  got  %s\n  want %s" % (what, got, want))


class Random:
    """A random exact profile: objects, functions, threads, places and calls."""

    def __init__(self, seed, build=0):
        self.r = r = random.Random(seed)
        self.threads = [(100 + i, r.randrange(2), r.choice(["main", "worker"]))
                        for i in range(4)]
        self.processes = [(100, "one"), (200, "two")]
        self.objects = ["/no/lib%d.so" % i for i in range(3)]
        self.functions = []  # object, start, name
        for o in range(3):
            for f in range(r.randrange(1, 6)):
                self.functions.append((o, 0x1000 * (f + 1), "f%d_%d" % (o, f)))
        if build:
            r = self.r = random.Random(seed * 1000 + build)
        self.places = {}  # thread, object, address: flags, executions
        for _ in range(60):
            o, start, _ = r.choice(self.functions)
            at = r.randrange(4), o, start + 4 * r.randrange(10)
            self.places.setdefault(at, (r.choice([0, LOAD, STORE, LOAD | STORE]),
                                        r.randrange(1, 1000)))
        self.calls = {}  # thread, from function, to function: calls
        for _ in range(r.randrange(25)):
            key = r.randrange(2), r.randrange(len(self.functions)), \
                r.randrange(len(self.functions))
            self.calls[key] = self.calls.get(key, 0) + r.randrange(1, 50)

    def head(self):
        lines = ["command ./random"]
        lines += ["process %d %s" % p for p in self.processes]
        lines += ["thread %d %d %s" % t for t in self.threads]
        lines += ["object file %s" % o for o in self.objects]
        lines += ["symbol %d %x 100 %s" % f for f in self.functions]
        return lines

    def lines(self):
        lines = []
        for (t, o, a), (flags, n) in self.places.items():
            lines.append("place %d %d %x 4 %d %d 0" % (t, o, a, flags, n))
        for (t, f, g), n in self.calls.items():
            lines.append("call %d %d %x %d %x %d" % (
                t, self.functions[f][0], self.functions[f][1] + 8,
                self.functions[g][0], self.functions[g][1], n))
        self.r.shuffle(lines)
        return ["exact"] + self.head() + lines

    def function(self, o, a):
        return next(i for i, f in enumerate(self.functions)
                    if f[0] == o and f[1] <= a < f[1] + 0x100)

    def key(self, keys, t, o, a):
        tid, p, comm = self.threads[t]
        text = {"comm": comm, "process": "%d:%s" % self.processes[p],
                "thread": "%d:%s" % (tid, comm), "object": self.objects[o][4:],
                "function": self.functions[self.function(o, a)][2], "address": hex(a)}
        return tuple(text[k] for k in keys)


def rows_of(rows, keys, event):
    got = {}
    for row in rows:
        key = tuple(row[k] for k in keys)
        got[key] = got.get(key, 0) + row["counts"][event]["count"]
    return {k: v for k, v in got.items() if v}


def check_keys(seed):
    p = Random(seed)
    path = write("keys", p.lines())
    total = sum(n for _, n in p.places.values())
    names = ["comm", "process", "thread", "object", "function", "address"]
    keys = p.r.sample(names, p.r.randrange(1, 5))
    if "address" in keys and "object" not in keys:
        keys.append("object")
    for event, weight in (("instructions:u", lambda f: 1),
                          ("loads:u", lambda f: f & LOAD != 0),
                          ("stores:u", lambda f: f & STORE != 0)):
        want = {}
        for (t, o, a), (flags, n) in p.places.items():
            if weight(flags):
                k = p.key(keys, t, o, a)
                want[k] = want.get(k, 0) + n
        about, rows = report("report", "-i", path, "-s", ",".join(keys), "-e",
                             event + ",instructions:u")
        same(rows_of(rows, keys, event), want, "%s by %s" % (event, keys))
        same(about["events"][0]["total"], sum(want.values()), "the total of " + event)
    counts = [r["counts"]["instructions:u"]["count"]
              for r in report("report", "-i", path, "-s", ",".join(keys))[1]]
    same(counts, sorted(counts, reverse=True), "the largest rows come first")
    same(sum(counts), total, "the sum of all rows")
    # A filter leaves the rest as it is.
    t, o, a = p.r.choice(list(p.places))
    name = p.functions[p.function(o, a)][2]
    want = {}
    for (t2, o2, a2), (_, n) in p.places.items():
        if p.threads[t2][1] == p.threads[t][1] and p.function(o2, a2) == p.function(o, a):
            k = p.key(keys, t2, o2, a2)
            want[k] = want.get(k, 0) + n
    rows = report("report", "-i", path, "-s", ",".join(keys), "--symbol", name, "--dso",
                  p.objects[o], "--pid", str(p.processes[p.threads[t][1]][0]))[1]
    same(rows_of(rows, keys, "instructions:u"), want, "filtered")


def reach(n, arcs):
    """Who reaches whom, by Warshall's algorithm."""
    r = [[i == j for j in range(n)] for i in range(n)]
    for f, g in arcs:
        r[f][g] = True
    for k, i, j in itertools.product(range(n), repeat=3):
        r[i][j] |= r[i][k] and r[k][j]
    return r


def check_estimates(seed):
    p = Random(seed)
    path = write("graph", p.lines())
    n = len(p.functions)
    selves = [0] * n
    for (_, o, a), (_, count) in p.places.items():
        selves[p.function(o, a)] += count
    arcs = {}
    for (_, f, g), calls in p.calls.items():
        arcs[f, g] = arcs.get((f, g), 0) + calls
    r = reach(n, arcs)
    part = [frozenset(j for j in range(n) if r[i][j] and r[j][i]) for i in range(n)]

    def into(group):
        return sum(c for (f, g), c in arcs.items() if g in group and f not in group)

    known = {}

    def cost(group):
        """What a function, or a cycle as a whole, costs with all that it calls."""
        if group not in known:
            known[group] = sum(member(f) for f in group)
        return known[group]

    def member(f):
        total = Fraction(selves[f])
        for (x, g), c in arcs.items():
            if x == f and g not in part[f]:
                total += cost(part[g]) * Fraction(c, into(part[g]))
        return total

    want = {p.functions[f][2]: member(f) for f in range(n)}
    about, rows = report("report", "-i", path, "-s", "function", "--children", "-g")
    same(about["inclusive"], "estimated" if arcs else "exact", "what inclusive counts are")
    cycles = 0
    for row in rows:
        counts = row["counts"]["instructions:u"]
        name = row["function"].split(" [")[0]
        if row["function"].startswith("[cycle"):
            cycles += 1
            continue
        f = next(i for i in range(n) if p.functions[i][2] == name)
        same(" [cycle" in row["function"], len(part[f]) > 1, name + " is in a cycle")
        same(counts["count"], selves[f], name)
        # Each share is rounded to a whole count.
        if abs(counts["inclusive"] - want[name]) > 1 + len(arcs):
            same(counts["inclusive"], float(want[name]), "inclusive count of " + name)
        got = {c["function"].split(" [")[0]: c["calls"] for c in row["callers"]}
        same(got, {p.functions[x][2]: c for (x, y), c in arcs.items() if y == f},
             "callers of " + name)
        got = {c["function"].split(" [")[0]: c["calls"] for c in row["callees"]}
        same(got, {p.functions[y][2]: c for (x, y), c in arcs.items() if x == f},
             "callees of " + name)
    costly = [g for g in set(part) if len(g) > 1 and cost(g) > 0]
    same(cycles, len(costly), "cycles")


def check_inclusive(seed):
    """A tree of calls is known here; the profile has each call's own inclusive count."""
    p = Random(seed)
    r, n = p.r, len(p.functions)
    selves, arcs, stacks = [0] * n, {}, {}

    def call(path):
        f = path[-1]
        own = r.randrange(100)
        selves[f] += own
        stacks[tuple(path)] = stacks.get(tuple(path), 0) + own
        total = own
        for _ in range(r.randrange(4) if len(path) < 5 else 0):
            g = r.randrange(f, n)  # no cycles, but a function may call itself
            cost = call(path + [g])
            calls, sum_ = arcs.get((f, g), (0, 0))
            arcs[f, g] = calls + 1, sum_ + cost
            total += cost
        return total

    everything = call([0])
    want = {}
    for path, count in stacks.items():
        for f in set(path):
            want[f] = want.get(f, 0) + count
    lines = ["event Ir"] + p.head()
    place = ["count 0 %d %x 0 %d" % (p.functions[f][0], p.functions[f][1], s)
             for f, s in enumerate(selves) if s]
    calls = ["call 0 %d %x %d %x %d %d" % (p.functions[f][0], p.functions[f][1],
                                           p.functions[g][0], p.functions[g][1], c, s)
             for (f, g), (c, s) in arcs.items()]
    chains = ["stack 0 0 %d %s" % (c, " ".join(
        "%d:%x" % (p.functions[f][0], p.functions[f][1] + (i > 0))
        for i, f in enumerate(reversed(path)))) for path, c in stacks.items() if c]
    for what, more in (("calls", calls), ("stacks", chains)):
        path = write(what, lines + place + more)
        about, rows = report("report", "-i", path, "-s", "function", "--children")
        got = {row["function"]: row["counts"]["Ir"] for row in rows}
        same(about["inclusive"], "exact", "inclusive counts of " + what)
        for f in range(n):
            name = p.functions[f][2]
            if want.get(f):
                same(got[name]["inclusive"], want[f], "inclusive count of %s by %s" % (name, what))
                same(got[name]["count"], selves[f], "count of " + name)
        same(got[p.functions[0][2]]["inclusive"], everything, "all")


def check_diff(seed):
    a, b = Random(seed, 1), Random(seed, 2)
    paths = write("before", a.lines()), write("after", b.lines())
    keys = a.r.choice([["function"], ["object", "function"], ["comm", "object"], ["object"]])
    want = {}
    for side, p in enumerate((a, b)):
        for (t, o, at), (_, n) in p.places.items():
            want.setdefault(p.key(keys, t, o, at), [0, 0])[side] += n
    rows = report("diff", *paths, "-s", ",".join(keys), "-a")[1]
    got = {}
    for row in rows:
        c = row["counts"]["instructions:u"]
        same(c["difference"], c["after"] - c["before"], "difference")
        same(c["noise"], False, "exact counts are no noise")
        got[tuple(row[k] for k in keys)] = [c["before"], c["after"]]
    same(got, want, "diff by %s" % keys)
    sizes = [abs(row["counts"]["instructions:u"]["difference"]) for row in rows]
    same(sizes, sorted(sizes, reverse=True), "the largest differences come first")


for trial in range(int(sys.argv[4]) if len(sys.argv) > 4 else 12):
    for check in (check_keys, check_estimates, check_inclusive, check_diff):
        try:
            check(trial)
        except SystemExit as e:
            raise SystemExit("%s %d: %s" % (check.__name__, trial, e))
