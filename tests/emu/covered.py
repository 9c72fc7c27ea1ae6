#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Cuts chains where code has no call frame information: covered.py PROGRAM LOW SIZE <CHAINS.

A line is addresses, joined by ";": where a program is, and where its functions return to. What
`readelf -wF` does not cover (stubs of a static program, the compiler's start-up files) tells nobody
its caller, so the rest of the line is left out. Lines that begin in the function at LOW with that
SIZE (hexadecimal) are left out as a whole.
"""
import bisect
import re
import subprocess
import sys

out = subprocess.run(["readelf", "-wF", sys.argv[1]], capture_output=True, text=True, check=True)
ranges = sorted(
    (int(low, 16), int(high, 16))
    for low, high in re.findall(r"FDE .* pc=([0-9a-f]+)\.\.([0-9a-f]+)", out.stdout)
)
starts = [low for low, _ in ranges]
out_low = int(sys.argv[2], 16)
out_high = out_low + int(sys.argv[3], 16)


def covered(address):
    i = bisect.bisect_right(starts, address) - 1
    return i >= 0 and address < ranges[i][1]


for line in sys.stdin:
    chain = [int(a, 16) for a in line.split(";")]
    if out_low <= chain[0] < out_high:
        continue
    n = 1
    while n < len(chain) and covered(chain[n - 1] - (n > 1)):
        n += 1
    print(";".join(f"{a:x}" for a in chain[:n]))
