#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: compare.py ASK functions FILE...     symbols against nm, one line per file
       compare.py ASK lines FILE [STEP]     lines and inlined functions against addr2line
       compare.py ASK code FILE             lengths and targets of instructions against objdump

ASK is ask.c, compiled. Prints what differs, and what it compared; exit status 1 when anything
differed.

addr2line of binutils has faults of its own: it can name the unit's file for a line that is in a
header, and lose functions of classes that are in functions. Where it disagrees, llvm-addr2line must
agree with libpmc. Padding between functions belongs to no function; there, the last name before it
may be any of the function's.
"""
import bisect
import os
import re
import subprocess
import sys

ask = sys.argv[1]


def run(*words, given=None):
    try:
        return subprocess.run(words, capture_output=True, text=True, input=given,
                              errors="replace").stdout
    except FileNotFoundError:
        return ""


def text_section(path):
    for line in run("readelf", "-SW", path).splitlines():
        m = re.search(r"\s\.text\s+PROGBITS\s+(\w+)\s+\w+\s+(\w+)", line)
        if m:
            return int(m.group(1), 16), int(m.group(2), 16)
    sys.exit("%s has no .text" % path)


def debug_file(path):
    m = re.search(r"Build ID: (\w\w)(\w+)", run("readelf", "-nW", path))
    other = m and "/usr/lib/debug/.build-id/%s/%s.debug" % m.groups()
    return other if other and os.path.exists(other) else None


# ---- Functions ----

def nm(path):
    """Start to the set of (size, name) of functions and labels in code."""
    found = {}
    files = [(path, "-S"), (path, "-SD")]
    if debug_file(path):
        files.append((debug_file(path), "-S"))
    for name, option in files:
        for line in run("nm", "--special-syms", option, name).splitlines():
            m = re.fullmatch(r"(\w{16}) (?:(\w{16}) )?([tTwWi]) (.*)", line)
            if m:
                size = int(m.group(2) or "0", 16)
                found.setdefault(int(m.group(1), 16), set()).add(
                    (size, re.sub(r"@.*", "", m.group(4))))
    return found


def functions(path):
    theirs, bad, ours, stubs = nm(path), [], {}, 0
    for line in run(ask, path, "functions").splitlines():
        start, size, name = line.split(" ", 2)
        start, size = int(start, 16), int(size, 16)
        ours[start] = name
        if name.endswith("@plt") or name.startswith((".plt", ".iplt")):
            stubs += 1
        elif not any(n == re.sub(r"@.*", "", name) and s in (0, size)
                     for s, n in theirs.get(start, ())):
            bad.append("%x %x %s: nm has %s" % (start, size, name, theirs.get(start)))
    sections = [(int(m.group(1), 16), int(m.group(2), 16)) for m in re.finditer(
        r"PROGBITS\s+(\w+)\s+\w+\s+(\w+)\s+\w+\s+\w*X", run("readelf", "-SW", path))]
    for start, names in theirs.items():
        in_code = any(a <= start < a + n for a, n in sections)
        if start not in ours and in_code and any(size for size, _ in names):
            bad.append("%x is missing: %s" % (start, names))
    # An address in the middle of each function.
    want = {}
    for start, names in theirs.items():
        sizes = {size for size, _ in names}
        if len(sizes) == 1 and start in ours and max(sizes) > 1:
            want[start + max(sizes) // 2] = start
    starts = sorted(theirs)
    nested = {a for a in want if any(want[a] < s <= a for s in near(starts, a))}
    for line in run(ask, path, "find", given="".join("%x\n" % a for a in want)).splitlines():
        address, start, name = line.split(" ", 2)
        address = int(address, 16)
        if address not in nested and (start == "-" or int(start, 16) != want[address]):
            bad.append("%x is in %s %s, not in %x" % (address, start, name, want[address]))
    print("%s: %d functions, %d stubs, %d addresses, %d differ" % (
        path, len(ours), stubs, len(want), len(bad)))
    return bad


def near(starts, address):
    i = bisect.bisect_right(starts, address)
    return starts[max(0, i - 1):i]


# ---- Lines ----

def frames(output):
    found, now = {}, None
    for line in output.splitlines():
        if re.fullmatch(r"0x[0-9a-f]+", line):
            now = found[int(line, 16)] = []
            continue
        line = re.sub(r" \(discriminator \d+\)$", "", line)
        line = re.sub(r":0$", ":?", line)
        now.append(os.path.normpath(line) if line.startswith("/") else line)
    return found


def lines(path, step):
    start, size = text_section(path)
    addresses = range(start, start + size, step)
    given = "".join("%x\n" % a for a in addresses)
    theirs = frames(run("addr2line", "-a", "-i", "-f", "-e", path, given=given))
    ours = frames(run(ask, path, "lines", given=given))
    differ = [a for a in addresses if not same(ours[a], theirs[a])]
    llvm, in_none, bad = {}, set(), []
    if differ:
        given = "".join("%x\n" % a for a in differ)
        llvm = frames(run("llvm-addr2line", "-a", "-i", "-f", "-e", path, given=given))
        in_none = {int(line.split()[0], 16)
                   for line in run(ask, path, "find", given=given).splitlines() if " - " in line}
    for a in differ:
        mine, other, third = ours[a], theirs[a], llvm.get(a, [])
        if a in in_none and (not mine or mine[1:] in (other[1:], third[1:])):
            continue
        if mine[:-2] == third[:-2] and mine[-1:] == third[-1:] and mine[-2:-1] in (
                third[-2:-1], other[-2:-1]):
            continue
        bad.append("%x: %s, but addr2line: %s, llvm-addr2line: %s" % (a, mine, other, third))
    print("%s: %d addresses, %d as llvm-addr2line or padding, %d differ" % (
        path, len(addresses), len(differ) - len(bad), len(bad)))
    return bad if len(addresses) and any(ours.values()) else ["no lines at all"]


def same(mine, other):
    return mine == other or not mine and other[-1].endswith(":?")


# ---- Instructions ----

def code(path):
    start, size = text_section(path)
    ours, bad, n, branches = {}, [], 0, 0
    for line in run(ask, path, "code", "%x" % start, "%x" % (start + size)).splitlines():
        words = line.split(" ", 3)
        ours[int(words[0], 16)] = words[1:]
    theirs = []
    for line in run("objdump", "-dw", "-j", ".text", "--no-show-raw-insn", path).splitlines():
        m = re.match(r"\s+([0-9a-f]+):\t(.*)", line)
        if m:
            theirs.append((int(m.group(1), 16), m.group(2)))
    for (address, text), (following, _) in zip(theirs, theirs[1:]):
        n += 1
        mine = ours.get(address)
        m = re.match(r"(?:(?:bnd|notrack|data16|[cd]s|rex\S*|addr32|repz|repnz) )*"
                     r"(?:j\w+|call\w*|loop\w*|xbegin)(?:,p[tn])?\s+([0-9a-f]+)(?: <|$)", text)
        target = m.group(1) if m else "0"
        branches += target != "0"
        if not mine or mine[0] == "bad":
            bad.append("%x: nothing, but objdump: %s" % (address, text))
        elif mine[1] != target or int(mine[0]) != following - address:
            bad.append("%x: %s, but objdump: %s" % (address, mine, text))
    print("%s: %d instructions, %d branches, %d differ" % (path, n, branches, len(bad)))
    return bad if n else ["no code at all"]


def main():
    what, paths = sys.argv[2], sys.argv[3:]
    if what == "functions":
        bad = [b for path in paths for b in functions(path)]
    elif what == "lines":
        bad = lines(paths[0], int(paths[1]) if len(paths) > 1 else 1)
    else:
        bad = code(paths[0])
    print("\n".join(bad[:20]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
