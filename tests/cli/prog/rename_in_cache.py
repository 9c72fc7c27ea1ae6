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


def mix(total, word, factor=0x9E3779B97F4A7C15, shift=29):
    total = (total ^ word) * factor & MASK
    return total ^ total >> shift


# cache_checksum() of lib/symbols/cache/cache.c, sum_words() of core/base/sum.c
body = bytes(data[16:])
words = [word for (word,) in struct.iter_unpack("<Q", body[: len(body) // 8 * 8])]
lanes = [1, 2, 3, 4]
for i, word in enumerate(words):
    lane = i % 4 if i < len(words) // 4 * 4 else 0
    lanes[lane] = mix(lanes[lane], word)
total = len(words)
for lane in lanes:
    total = mix(total, lane, 0xD6E8FEB86659FD93, 32)
# hash_bytes() of lib/symbols/base/hash.h
rest = body[8 * len(words) :]
total ^= mix(len(rest), int.from_bytes(rest, "little"), shift=32)
struct.pack_into("<Q", data, 8, total)
open(path, "wb").write(data)
