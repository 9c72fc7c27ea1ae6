#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: tests/cli/profile_write.py FILE PROGRAM ADDRESS...

Writes an exact profile of PROGRAM in pmc's own format, from docs/profile.md alone, to compare with
what pmc reads. Thread 1 executes at each ADDRESS (hexadecimal) five instructions:

    +0  a load, 2 bytes      1000 times
    +2  a branch, 2 bytes    1000 times, taken 250 times to +10
    +4  a call, 5 bytes       750 times, to the next ADDRESS (of the last: to the first)
    +9  a store, 1 byte       750 times
    +10 a return, 1 byte     1000 times

and thread 2 the load at the first ADDRESS 7 times.
"""
import struct
import sys
import zlib

LOAD, STORE, COND, CALL, RETURN = 0x01, 0x02, 0x04, 0x10, 0x20


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n >= 0x80:
        out += bytes([n & 0x7f | 0x80])
        n >>= 7
    return out + bytes([n])


def signed(n):
    return varint(n << 1 if n >= 0 else -n * 2 - 1)


def text(s):
    b = s.encode()
    return varint(len(b)) + b + b"\0"


def section(kind, body):
    head = kind + struct.pack("<QI", len(body), zlib.crc32(body))
    return head + struct.pack("<I", zlib.crc32(head)) + body


def places(starts):
    """(address, thread, length, flags, executions, taken), sorted."""
    for i, start in enumerate(starts):
        yield start, 0, 2, LOAD, 1000, 0
        if i == 0:
            yield start, 1, 2, LOAD, 7, 0
        yield start + 2, 0, 2, COND, 1000, 250
        yield start + 4, 0, 5, CALL, 750, 0
        yield start + 9, 0, 1, STORE, 750, 0
        yield start + 10, 0, 1, RETURN, 1000, 0


def put_places(starts):
    body, n = b"", 0
    address = end = thread = 0
    expected = {}
    for at, who, length, flags, executions, taken in places(starts):
        start = address if who > thread else end
        first = length | (flags & 3) << 4
        more = flags >> 2
        tail = b""
        if who != thread:
            more |= 0x80
            tail += signed(who - thread)
        if at != start:
            more |= 0x40
            tail += signed(at - start)
        if executions != expected.get(who, 0):
            first |= 0x40
            tail += signed(executions - expected.get(who, 0))
        if flags & COND:
            tail += varint(0 if not taken else 1 if taken == executions else taken + 1)
        if more:
            first |= 0x80
        body += bytes([first]) + (bytes([more]) if more else b"") + tail
        address, end, thread = at, at + length, who
        expected[who] = executions - (taken if flags & COND else 0)
        n += 1
    return n, varint(0) + varint(n) + body


def put_edges(starts):
    """Their counts are those of their places: no bit says otherwise."""
    body = b""
    before = 0
    for i, start in enumerate(starts):
        for kind, source, target in ((0, start + 2, start + 10),
                                     (1, start + 4, starts[(i + 1) % len(starts)])):
            body += bytes([kind | 0x08]) + varint(source - before) + signed(target - source)
            before = source
    return 2 * len(starts), varint(0) + varint(2 * len(starts)) + body


def main():
    path, program = sys.argv[1:3]
    starts = sorted(int(a, 16) for a in sys.argv[3:])
    n_places, place_body = put_places(starts)
    n_edges, edge_body = put_edges(starts)
    counts = [1, 1, 2, 0, n_places, n_edges, 0, 0, 0]
    out = b"\x89PMC\r\n\x1a\n" + struct.pack("<II", 1, 0)
    out += section(b"INFO", b"\1" + b"".join(map(varint, counts)) + text(program))
    out += section(b"OBJS", bytes([0, 0, 0]) + text(program))
    out += section(b"TASK", varint(0) + text("prog") + varint(0) + text("prog") +
                   varint(0) + text("worker"))
    out += section(b"PIDS", struct.pack("<IIII", 100, 1, 100, 101))
    out += section(b"NOTE", b"")
    out += section(b"PLAC", place_body)
    out += section(b"EDGE", edge_body)
    out += section(b"END ", b"")
    with open(path, "wb") as f:
        f.write(out)


main()
