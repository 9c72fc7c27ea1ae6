/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#include "core/selftest/finding.h"

static const struct {
	const char *name, *means;
} words[SELFTEST_CHECKS] = {
	[SELFTEST_COUNTS] = { "counts", "it stands still, so events must not get this counter" },
	[SELFTEST_EXACT] = { "counts the instructions of a loop to the unit",
			     "its counts of instructions are not exact" },
	[SELFTEST_STOPS] = { "stands still when it is not enabled",
			     "counts go on where they should have stopped" },
	[SELFTEST_WIDTH] = { "keeps all of its bits",
			     "counts that pass the missing bit are wrong" },
	[SELFTEST_WRAPS] = { "goes on at 0 after its highest value",
			     "it has another width than it should" },
	[SELFTEST_STATUS] = { "tells of its overflow",
			      "sampling and counts beyond its width do not work" },
	[SELFTEST_GLOBAL] = { "stands still without its bit of the global control",
			      "events of a group do not start and stop at one instant" },
	[SELFTEST_FIXED] = { "counts what a general counter counts",
			     "general and fixed counters must not be compared" },
	[SELFTEST_SHARED] = { "stands still without the enable bit of counter 0",
			      "two events do not start and stop at one instant" },
	[SELFTEST_PAIR] = { "counts its own event, whatever counter 0 counts",
			    "of two events at once one is wrong, so count one at a time" },
	[SELFTEST_RDPMC] = { "RDPMC reads what RDMSR reads",
			     "counts that programs read without system calls are wrong" },
	[SELFTEST_ONCE] = { "interrupts once at its overflow",
			    "samples and signals at overflow get lost, or come more than once" },
	[SELFTEST_PLACE] = { "interrupts at the instruction where it overflows",
			     "samples tell of other places than those that they stand for" },
	[SELFTEST_PERMITTED] = { "RDPMC is carried out where it is permitted",
				 "programs that read counts without system calls fault" },
	[SELFTEST_CLOSED] = { "RDPMC is refused to programs that may not execute it",
			      "every program can read what others count" },
	[SELFTEST_NO_PERMIT] = { "neither the driver nor perf permits RDPMC in user mode here",
				 "it was not tested" },
	[SELFTEST_NO_EVENT] = { "pmc knows no event that it can count", "it was not tested" },
};

const char *pmc_selftest_name(u32 check)
{
	return check < SELFTEST_CHECKS ? words[check].name : NULL;
}

const char *pmc_selftest_means(u32 check)
{
	return check < SELFTEST_CHECKS ? words[check].means : NULL;
}
