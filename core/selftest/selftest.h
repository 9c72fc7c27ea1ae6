/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The self test of a PMU: does it do what its manual says? Every counter counts loops of known
 * length; its width, its enable bits, its overflow with the interrupt, and RDPMC are tested, and
 * what counters have in common: P6's one enable bit, P5's CESR, the global control, fixed beside
 * general counters.
 *
 * What a counter counts of a loop is the difference between two readings around it, less that of
 * two readings around a shorter one: so everything else that executes between them, which is the
 * same, drops out. An interrupt may add something to a reading, so each is tried a few times.
 */
#ifndef PMC_CORE_SELFTEST_H
#define PMC_CORE_SELFTEST_H

#include "core/selftest/bank.h"
#include "core/selftest/subject.h"

/* The caller has the memory, which is too much for a kernel's stack. */
struct selftest {
	struct bank bank;
	struct subject a, b; /* what is tested now */
};

/*
 * Tests all counters of t->bank, which has been initialized and must not be in use, and tells its
 * host what was found. Afterwards the caller puts the registers back. Returns 0, also when tests
 * fail, or the error of the host.
 */
int pmc_selftest_run(struct selftest *t);

/*
 * The same for RDPMC, while no counter is enabled: every counter is read if it is permitted, and
 * must be refused otherwise.
 */
int pmc_selftest_rdpmc(struct selftest *t, bool permitted);

#endif
