#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: pmclog_read.py FILE | --make FILE

Reads a log of FreeBSD 14's hwpmc(4), from the description of its format: each record is a word
(magic EE, type, length), a spare word, the time stamp counter, then the fields below. Prints one
line for each record, as tests/compat/prog/logger does.
With --make it writes a log that has a record of every type.
"""
import struct
import sys

# type: name, fields (x: spare), how the rest is read
RECORDS = {
    1: ("end", "", None),
    2: ("drop", "", None),
    5: ("allocate", "IIIxxxxQ", None),
    6: ("attach", "Ii", "path"),
    7: ("detach", "Ii", None),
    8: ("csw", "QIii", None),
    9: ("exec", "iIQQ", "path"),
    10: ("exit", "IiQ", None),
    11: ("fork", "ii", None),
    12: ("sysexit", "i", None),
    13: ("userdata", "I", None),
    14: ("map-in", "ixxxxQ", "path"),
    15: ("map-out", "ixxxxQQ", None),
    16: ("callchain", "IIII", "addresses"),
    17: ("allocatedyn", "IIIxxxx", "path"),
    18: ("thread", "iiIxxxx", "path"),
    19: ("thread-exit", "i", None),
    20: ("process", "iI", "path"),
}
# How many bytes a record has, as FreeBSD's driver asserts when it is compiled; of those that end
# with a path or with addresses how many stand before these.
SIZES = {"end": 16, "drop": 16, "allocate": 40, "attach": 24, "detach": 24, "csw": 40, "exec": 40,
         "exit": 32, "fork": 24, "sysexit": 24, "userdata": 24, "map-in": 32, "map-out": 40,
         "callchain": 32, "allocatedyn": 96, "thread": 52, "thread-exit": 24, "process": 44}
OPEN = ("attach", "exec", "map-in", "callchain")
# Which fields are printed in decimal; the others as C's %#x prints them.
DECIMAL = {"allocate": (3,), "attach": (1,), "detach": (1,), "csw": (0, 2, 3), "exec": (0,),
           "exit": (1, 2), "fork": (0, 1), "sysexit": (0,), "map-in": (0,), "map-out": (0,),
           "callchain": (0, 1), "thread": (0, 1), "thread-exit": (0,), "process": (0,)}


def alternate(value):
    return "%#x" % value if value else "0"


class Clock:
    def __init__(self):
        self.frequency, self.start, self.began = 0, 0, (0, 0)

    def at(self, tsc):
        sec, nsec = self.began
        if not self.frequency or tsc < self.start:
            return sec, nsec
        ticks = tsc - self.start
        nsec += int((ticks % self.frequency) * 1e9 / self.frequency)
        return sec + ticks // self.frequency + nsec // 10**9, nsec % 10**9


def rest_of(body, how):
    if how == "path":
        return [body[:body.index(b"\0")].decode()]
    if how == "addresses":
        return [alternate(v) for v in struct.unpack("<%dQ" % (len(body) // 8),
                                                    body[:len(body) // 8 * 8])]
    return []


def lines(data):
    offset, count, clock = 0, 0, Clock()
    while offset < len(data):
        word, spare, tsc = struct.unpack_from("<IIQ", data, offset)
        length = word & 0xffff
        assert word >> 24 == 0xee and spare == 0 and length % 4 == 0, offset
        body = data[offset + 16:offset + length]
        kind = word >> 16 & 0xff
        count += 1
        if kind == 3:
            version, cpu, frequency, sec, nsec = struct.unpack_from("<IIQqq", body)
            clock.frequency, clock.start, clock.began = frequency, tsc, (sec, nsec)
            cpuid = body[32:]
            assert len(cpuid) == 64
            words = ["initialize", alternate(version), alternate(cpu), str(frequency),
                     "%d.%09d" % (sec, nsec), cpuid[:cpuid.index(b"\0")].decode()]
        else:
            name, fields, rest = RECORDS[kind]
            size = struct.calcsize("<" + fields)
            assert length == SIZES[name] or length > SIZES[name] and name in OPEN, (name, length)
            decimal = DECIMAL.get(name, ())
            words = [name] + [str(v) if i in decimal else alternate(v)
                              for i, v in enumerate(struct.unpack_from("<" + fields, body))]
            words += rest_of(body[size:], rest)
        if kind == 1:
            yield "end"
            return
        yield "%d %d %d.%09d %s" % (offset, count, *clock.at(tsc), " ".join(words))
        offset += length
    yield "end"


def make(path):
    def record(kind, body, tsc):
        body += b"\0" * (-len(body) % 4)
        return struct.pack("<IIQ", 0xee << 24 | kind << 16 | 16 + len(body), 0, tsc) + body

    log = record(3, struct.pack("<IIQqq64s", 0x0a000000, 0x98, 2000000000, 1700000000, 999999999,
                                b"GenuineIntel-6-5E-3"), 1000)
    tsc = 1000
    for kind, (_, fields, rest) in sorted(RECORDS.items(), key=lambda r: (r[0] == 1, r[0])):
        values = [0x10101 * (i + 3) + kind for i, c in enumerate(fields) if c != "x"]
        body = struct.pack("<" + fields, *values)
        if kind in (8, 12, 13, 19):
            body += b"\0" * 4  # a spare word
        if rest == "path":
            name = b"/a path/with blanks.so" if kind in (6, 9, 14) else b"name"
            size = {17: 64, 18: 20, 20: 20}.get(kind, len(name) + 1)
            body += name + b"\0" * (size - len(name))
        elif rest == "addresses":
            body += struct.pack("<3Q", 0xffffffff81000000, 0x401000, 0)
        tsc += 1500000000 * (kind % 3) + 1
        log += record(kind, body, tsc)
    with open(path, "wb") as f:
        f.write(log)


def main():
    if sys.argv[1] == "--make":
        make(sys.argv[2])
        return
    with open(sys.argv[1], "rb") as f:
        data = f.read()
    for line in lines(data):
        print(line)


if __name__ == "__main__":
    main()
