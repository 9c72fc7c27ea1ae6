#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: rename_in_cache.py FILE OLD NEW

Replaces a name by one of the same length in a file of the symbols' cache, and makes its checksum
right.
"""
import struct
import sys

path, old, new = sys.argv[1:]
data = bytearray(open(path, "rb").read().replace(old.encode(), new.encode()))
MASK = 2**64 - 1
body = bytes(data[16:])
total = len(body)
whole = len(body) // 8 * 8
# cache_checksum() of lib/symbols/cache/cache.c
for (word,) in struct.iter_unpack("<Q", body[:whole] + body[whole:].ljust(8, b"\0")):
    total = (total ^ word) * 0x9E3779B97F4A7C15 & MASK
    total ^= total >> 32
struct.pack_into("<Q", data, 8, total)
open(path, "wb").write(data)
