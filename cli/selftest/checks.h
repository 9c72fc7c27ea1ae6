/* SPDX-License-Identifier: BSD-2-Clause */
/* The tests of one counter, and of a pair of counters. */
#ifndef PMC_CLI_SELFTEST_CHECKS_H
#define PMC_CLI_SELFTEST_CHECKS_H

struct bank;

/* What was found. Prints a line for each test. */
struct verdict {
	unsigned passed, failed;
};

/* Tests a counter by its number (fixed ones from 32 on). 0, or -errno: a register was refused. */
int check_counter(struct bank *bank, int counter, struct verdict *verdict);
/* Tests that a fixed counter counts what a general one does, both at once. */
int check_pair(struct bank *bank, int fixed, int general, struct verdict *verdict);

#endif
