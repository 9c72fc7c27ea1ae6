#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: tests/unit/traces/record.py OUTPUT SKIP COUNT COMMAND...

Records the fetches and accesses of a command with valgrind's lackey, and saves COUNT of them after
the first SKIP, for machine_cache_test. A record is a byte, kind + 4 * (size - 1), with kind 0
fetch, 1 load, 2 store, 3 both; and the distance from the last address of code, or of data, as a
number of 7 bits per byte, the lowest first, whose lowest bit is the sign.
"""
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"^(I | L| S| M) +([0-9a-f]+),(\d+)$")
KINDS = {"I ": 0, " L": 1, " S": 2, " M": 3}


def number(distance):
    value = distance * 2 if distance >= 0 else -distance * 2 - 1
    while value > 127:
        yield value & 127 | 128
        value >>= 7
    yield value


def main():
    output, skip, count, command = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    with tempfile.NamedTemporaryFile("r") as log:
        subprocess.run(["valgrind", "--tool=lackey", "--trace-mem=yes", "--log-file=" + log.name,
                        *command], check=True, stdout=subprocess.DEVNULL)
        last, made, seen = {True: 0, False: 0}, bytearray(), 0
        for line in log:
            match = LINE.match(line)
            if not match:
                continue
            seen += 1
            if seen <= skip:
                continue
            kind, address = KINDS[match.group(1)], int(match.group(2), 16)
            size = int(match.group(3))
            made.append(kind | (min(size, 64) - 1) << 2)
            made.extend(number(address - last[kind == 0]))
            last[kind == 0] = address
            if seen == skip + count:
                break
    with open(output, "wb") as file:
        file.write(made)


if __name__ == "__main__":
    sys.exit(main())
