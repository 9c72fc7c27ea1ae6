#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: tests/cli/perf_write.py FILE PROGRAM OFFSET CHAIN...

Writes a perf.data of PROGRAM, whose code from OFFSET on (in the file, hexadecimal) is mapped. Each
CHAIN is a sample of cpu-clock: numbers with commas, the innermost first. A number is hexadecimal
and an offset in the file; one that begins with 'k' is an address in the kernel.
"""
import os
import struct
import sys

MAP, SAMPLE, COMM = 1, 9, 3
IP, TID, CHAIN, PERIOD = 0x1, 0x2, 0x20, 0x100
KERNEL, USER = 1, 2
MARK = {KERNEL: 2**64 - 128, USER: 2**64 - 512}
START, KERNEL_START, PERIOD_OF_ALL = 0x400000000000, 0xffffffff81000000, 1000


def text(name):
    return name + b"\0" * (8 - len(name) % 8)


def record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def sample(chain):
    frames = [(KERNEL, KERNEL_START + int(word[1:], 16)) if word[0] == "k" else
              (USER, START + int(word, 16)) for word in chain.split(",")]
    entries, mode = [], 0
    for which, address in frames:
        if which != mode:
            entries.append(MARK[which])
        mode = which
        entries.append(address)
    return record(SAMPLE, frames[0][0], struct.pack(
        f"<QIIQQ{len(entries)}Q", frames[0][1], 7, 7, PERIOD_OF_ALL, len(entries), *entries))


def main():
    path, program = sys.argv[1], os.path.realpath(sys.argv[2]).encode()
    offset = int(sys.argv[3], 16)
    attr = struct.pack("<IIQQQQQ", 1, 64, 0, PERIOD_OF_ALL, IP | TID | CHAIN | PERIOD, 0, 1 << 8)
    attr += bytes(64 - len(attr))
    data = record(COMM, 0, struct.pack("<II", 7, 7) + text(b"prog"))
    data += record(MAP, USER, struct.pack("<IIQQQ", 7, 7, START + offset, 0x10000, offset) +
                   text(program))
    data += record(MAP, KERNEL, struct.pack("<iIQQQ", -1, 0, KERNEL_START, 0x1000000, 0) +
                   text(b"[kernel.kallsyms]_text"))
    data += b"".join(map(sample, sys.argv[4:]))
    attrs, begin = 104, 104 + 80
    with open(path, "wb") as f:
        f.write(b"PERFILE2" + struct.pack("<QQQQQQQQ", 104, 80, attrs, 80, begin, len(data), 0, 0))
        f.write(bytes(32) + attr + bytes(16) + data)


main()
