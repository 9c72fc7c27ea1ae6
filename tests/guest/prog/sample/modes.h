/* SPDX-License-Identifier: BSD-2-Clause */
/* What the program can do, one file for each or for several that are alike: X(NAME, N, what). */
#ifndef TESTS_GUEST_PROG_SAMPLE_MODES_H
#define TESTS_GUEST_PROG_SAMPLE_MODES_H

/* clang-format off */
#define MODES(X) \
	X(exact,   0,   "samples of a loop with known addresses: number, places, counts") \
	X(chain,   0,   "call chains, of user mode and of the kernel") \
	X(stack,   0,   "registers and copies of the stack") \
	X(left,    0,   "where user mode was left, beside perf") \
	X(output,  0,   "several sets that write to one ring, beside perf") \
	X(payer,   0,   "sets that share rings, opened by users who change") \
	X(full,    0,   "a ring that is never read") \
	X(often,   0,   "more samples than can be handled: throttling") \
	X(two,     40,  "two events in one ring, throttled and in the kernel, in N rounds each") \
	X(beside,  0,   "root's samples of a CPU, beside a user who samples too often") \
	X(rate,    0,   "a frequency") \
	X(tree,    0,   "threads and children on every CPU") \
	X(cpu,     0,   "a whole CPU") \
	X(signal,  0,   "a signal at each overflow, beside perf; resuming; another period") \
	X(wait,    0,   "poll(2)") \
	X(wakeup,  0,   "when poll(2) reports records, beside perf") \
	X(drain,   20000, "N samples at 100,000 a second, taken by one reader") \
	X(foreign, 200, "N NMIs from elsewhere reach whoever waits for them (module foreign)") \
	X(tell,    0,   "records of mappings, names, forks, programs and exits, beside perf's") \
	X(nothing, 0,   "nothing") \
	X(refused, 0,   "calls that the driver must refuse") \
	X(storm,   100, "N processes that are killed while they are sampled")
/* clang-format on */

#define X(name, n, what) void mode_##name(unsigned n_);
MODES(X)
#undef X

#endif
