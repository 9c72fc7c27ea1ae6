# SPDX-License-Identifier: BSD-2-Clause
# Work for NumPy: eigenvalues, sorting, sums by index, and short arrays in a loop.
# usage: arrays.py SCALE. Prints a checksum.
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np

scale = int(sys.argv[1])
rng = np.random.default_rng(1)
total = 0.0
for _ in range(scale):
    a = rng.random((120, 120))
    total += float(abs(np.linalg.eigvals(a)).sum())
    values = rng.random(40000)
    order = np.argsort(values)
    total += float(values[order[::1000]].sum())
    total += float(np.bincount((values * 50).astype(int)).std())
    for i in range(300):
        total += float(np.dot(values[i : i + 8], values[i + 8 : i + 16]))
print(f"{total:.3f}")
