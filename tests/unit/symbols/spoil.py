#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: spoil.py FAULT INDEX FILE

Writes a copy of a .debug_aranges section with two units that has a fault.
"""
import struct
import sys

fault, index, file = sys.argv[1:]
data = open(index, "rb").read()
size = 4 + struct.unpack_from("<I", data)[0]
tables = [bytearray(data[:size]), bytearray(data[size:])]
# The unit's offset stands at 6; the first range, its address and length, at 16.
if fault == "swapped":
    tables[0][6:10], tables[1][6:10] = tables[1][6:10], tables[0][6:10]
elif fault == "moved":
    struct.pack_into("<Q", tables[0], 16, struct.unpack_from("<Q", tables[0], 16)[0] - 4)
elif fault == "longer":
    struct.pack_into("<Q", tables[1], 24, struct.unpack_from("<Q", tables[1], 24)[0] + 4)
elif fault == "cut":
    tables[1] = tables[1][:24]
elif fault == "of no unit":
    struct.pack_into("<I", tables[0], 6, struct.unpack_from("<I", tables[0], 6)[0] + 1)
elif fault == "empty":
    tables = []
open(file, "wb").write(b"".join(tables))
