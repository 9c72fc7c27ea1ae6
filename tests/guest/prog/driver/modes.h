/* SPDX-License-Identifier: BSD-2-Clause */
/* What the program can do, one file each: X(NAME, what it looks at). */
#ifndef TESTS_GUEST_PROG_DRIVER_MODES_H
#define TESTS_GUEST_PROG_DRIVER_MODES_H

/* clang-format off */
#define MODES(X) \
	X(abi,    "every refusal has its errno") \
	X(contract, "calls that fail change nothing; sizes; beside perf") \
	X(memory, "structures of other sizes, and in memory that cannot be read or written") \
	X(rules,  "what users may count, by the parameter and by perf's rules") \
	X(self,   "N readings by the mapped page against readings by the kernel") \
	X(beside, "the same while CPU 0 is counted: it sees nothing of others, and loses nothing") \
	X(leak,   "a user's RDPMC shows nothing of others, in N rounds") \
	X(idle,   "a set that does not count leaves the PMU to perf") \
	X(linger, "perf counts as soon as the last set is closed, N times") \
	X(hog,    "calls go on while threads with a real-time priority hold a CPU") \
	X(quiet,  "calls about a thread that sleeps disturb no other CPU; N of each") \
	X(writes, "N switches beside a page write no registers") \
	X(turns,  "sets that need the same counters take turns; the privileged go first") \
	X(selftest, "the self test: what it refuses, and what it tells") \
	X(list,   "who counts what on a CPU, as root and as a user see it") \
	X(reading, "what others read of a thread and of a CPU, to the unit") \
	X(wrap,   "sums stay right when counters overflow") \
	X(tree,   "N processes and threads inherit") \
	X(ending, "N threads end while their set is read") \
	X(tsc,    "the virtual time of a thread alone") \
	X(late,   "calls about N threads never turn interrupts off for long") \
	X(exec,   "credentials that change") \
	X(storm,  "N rounds of forks, kills, attaching and closing at odd moments") \
	X(fuzz,   "N calls with odd arguments")
/* clang-format on */

#define X(name, what) void mode_##name(long n);
MODES(X)
#undef X

#endif
