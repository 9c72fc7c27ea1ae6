#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: compare.py PMC PROFILE CALLGRIND OBJECT

Compares an exact profile with what callgrind wrote of the same program (--dump-instr=yes
--skip-plt=no --compress-pos=no --compress-strings=no), address by address in OBJECT, a static
program. callgrind's file is read here, not by pmc. Prints how many addresses were compared and the
sums of both; then each address that differs, with both counts, function and instruction.
"""
import collections
import os
import re
import subprocess
import sys

pmc, profile, callgrind, path = sys.argv[1:]


def ours():
    counts, number = collections.Counter(), None
    text = subprocess.run([pmc, "script", "-i", profile, "-e", "instructions:u"],
                          capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        word = line.split("\t")
        if word[0] == "object" and word[2] == path:
            number = word[1]
        elif word[0] == "place" and word[1] == number:
            counts[int(word[2], 16)] += int(word[4])
    return counts


def theirs():
    counts, here, call = collections.Counter(), False, False
    for line in open(callgrind):
        if line.startswith("ob="):
            # It does not know to what the stubs of a static program belong.
            here = line[3:].strip() in (path, "???")
        elif line.startswith("calls="):
            call = True  # the next line has the cost of what was called
        elif m := re.match(r"0x([0-9a-f]+) \d+ (\d+)", line):
            if here and not call:
                counts[int(m.group(1), 16)] += int(m.group(2))
            call = False
    return counts


def code():
    """The instruction at each address, and the function that it is in."""
    text, found, function = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", path], capture_output=True, text=True,
        check=True).stdout, {}, "-"
    for line in text.splitlines():
        if m := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            function = m.group(1)
        elif m := re.match(r" +([0-9a-f]+):\t(.*)$", line):
            found[int(m.group(1), 16)] = (function, " ".join(m.group(2).split()))
    return found


def main():
    assert os.path.isabs(path)
    mine, other, known = ours(), theirs(), code()
    other = collections.Counter({a: n for a, n in other.items() if a in known})
    addresses = sorted(a for a in set(mine) | set(other) if mine[a] or other[a])
    print(len(addresses), sum(mine.values()), sum(other.values()))
    for a in addresses:
        if mine[a] != other[a]:
            print("%x %d %d %s %s" % (a, mine[a], other[a], *known.get(a, ("-", "?"))))


if __name__ == "__main__":
    main()
