# SPDX-License-Identifier: BSD-2-Clause
"""Loops that PyPy compiles, texts and patterns."""
import json
import re

total = 0
for i in range(400000):
    total = (total + i * i) % 10007
print(total)
print(len(json.dumps({str(i): i for i in range(3000)})))
print(len(re.findall(r"a+b", "aab" * 2000)))
