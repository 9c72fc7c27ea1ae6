/* SPDX-License-Identifier: BSD-2-Clause */
/* The self test of a machine's PMU, of libpmc. */
#ifndef PMC_SELFTEST_H
#define PMC_SELFTEST_H

#include <pmc/pmc.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What one test of pmc_selftest() has found. */
enum pmc_finding_result { PMC_FINDING_PASSED, PMC_FINDING_FAILED, PMC_FINDING_SKIPPED };
struct pmc_finding {
	char counter[32];  /* "counter 2", "fixed counter 0", "every counter" */
	const char *what;  /* what was tested, to follow the counter: "keeps all of its bits" */
	const char *means; /* what it means for counts if it fails, as a clause */
	int result;	   /* enum pmc_finding_result */
	int kernel;	   /* not 0: tested in kernel mode, by the driver */
	uint64_t got, want;
};

/*
 * Tests whether the PMU of one CPU does what its manual says, and calls found() for each test of
 * each counter. The calling thread goes to that CPU and executes loops of known length, while
 * signals wait. It executes RDPMC, too, before and after it has mapped an event's page: the process
 * must have none mapped, and SIGSEGV is caught meanwhile. If there is the driver, that then tests
 * the PMU in kernel mode, with interrupts. Registers are written as by pmc_msr_write(), and put
 * back. `finding` lives until found() returns. Its strings except `counter` are static.
 * Returns 0, also when tests have failed. Errors: those of pmc_msr_write(); -EBUSY: somebody counts
 * on the CPU, and nothing was changed; -ENOENT: the thread cannot run there; -ENODEV also: there
 * are no counters; -ENOMEM.
 */
int pmc_selftest(unsigned cpu, void (*found)(const struct pmc_finding *finding, void *data),
		 void *data, struct pmc_diag *diag);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
