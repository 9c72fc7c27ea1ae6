#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: pmclog_write.py FILE < LINES

Writes a log of FreeBSD 14's hwpmc(4), from the description of its format, from one line for each
record behind INITIALIZE (numbers as Python writes them):
  event PMC NAME          exec PID PMC BASE DYNAMIC PATH   map-in PID START PATH
  map-out PID START END   fork OLD NEW                     chain PID PMC ADDRESS...
"""
import struct
import sys


def name(text):
    return text.encode() + b"\0"


def body(kind, words):
    if kind == "event":
        return 17, struct.pack("<IIIxxxx64s", int(words[0], 0), 0, 0, name(words[1]))
    if kind == "exec":
        return 9, struct.pack("<iIQQ", *(int(w, 0) for w in words[:4])) + name(words[4])
    if kind == "map-in":
        return 14, struct.pack("<ixxxxQ", int(words[0]), int(words[1], 0)) + name(words[2])
    numbers = [int(w, 0) for w in words]
    if kind == "map-out":
        return 15, struct.pack("<ixxxxQQ", *numbers)
    if kind == "fork":
        return 11, struct.pack("<ii", *numbers)
    assert kind == "chain", kind
    user = 1 if numbers[2] < 1 << 63 else 0
    return 16, struct.pack("<IIII%dQ" % (len(numbers) - 2), numbers[0], numbers[0], numbers[1],
                           user, *numbers[2:])


def main():
    with open(sys.argv[1], "wb") as log:
        def write(kind, data, tsc):
            data += b"\0" * (-len(data) % 4)
            log.write(struct.pack("<IIQ", 0xee << 24 | kind << 16 | 16 + len(data), 0, tsc) + data)

        write(3, struct.pack("<IIQqq64s", 0x0a000000, 0x98, 2000000000, 1700000000, 0,
                             b"GenuineIntel-6-5E-3"), 1)
        for tsc, line in enumerate(sys.stdin, 2):
            kind, *words = line.split()
            write(*body(kind, words), tsc)


if __name__ == "__main__":
    main()
