#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: steps.py FEWEST < COUNTS

Of a program that sleeps at the end of each step, and counts in each step more than in the one
before, always by the same number: finds its steps in what it counted from switch to switch, and
prints that number. A step may be cut by further switches. Prints "none" if there are no FEWEST
steps in a row.
"""
import itertools
import sys


def main():
    sums = list(itertools.accumulate(int(line) for line in sys.stdin))
    fewest = int(sys.argv[1])
    for first, second, third in itertools.combinations(sums, 3):
        step, more = second - first, third - second - (second - first)
        end, n = third, 2
        while more > 0 and end + step + n * more in sums:
            end += step + n * more
            n += 1
        if more > 0 and n >= fewest:
            print(more)
            return
    print("none")


if __name__ == "__main__":
    main()
