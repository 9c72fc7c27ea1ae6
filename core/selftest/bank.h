/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The registers of the PMU that is tested, through whoever can reach them: the library by the
 * driver or by /dev/cpu/N/msr, the module by itself. They are saved, changed, and put back.
 */
#ifndef PMC_CORE_SELFTEST_BANK_H
#define PMC_CORE_SELFTEST_BANK_H

#include "core/encode/fields/encoding.h"
#include "core/event/event.h"
#include "core/pmu/registers.h"
#include "core/selftest/finding.h"

/* How an overflow is met: what runs meanwhile, and what the interrupt must acknowledge. */
struct selftest_overflow {
	u32 loops;
	u32 acknowledge; /* the register that the interrupt writes; 0: none */
	u64 value;
	u32 interrupts; /* out: how many came */
	u32 left;	/* out: how many loops were left when the first one came */
};

/* The processor refuses it (Linux's -EIO): a register that it lacks is not saved. */
#define SELFTEST_REFUSED (-5)

/*
 * Whoever carries a self test out. The functions run on the CPU that is tested, and execute the
 * same instructions each time, so that differences of counts are exact. They return 0 or a negative
 * error, which ends the test. NULL: it cannot be done here, and what needs it is not tested.
 */
struct selftest_host {
	void *data;
	char ring; /* in which loops execute: 'u' or 'k' */
	/* Pentium 4: the CPU is logical processor 1 of its core. */
	bool sibling;
	int (*get)(void *data, u32 msr, u64 *value);
	int (*set)(void *data, u32 msr, u64 value);
	/* Executes 2 * n instructions and always the same number besides. */
	void (*loop)(u32 n);
	/* RDPMC in the ring of the loops. SELFTEST_REFUSED: it faults. */
	int (*read_pmc)(void *data, u32 index, u64 *value);
	/* Executes the loop while it takes the PMU's interrupts. */
	int (*overflow)(void *data, struct selftest_overflow *overflow);
	void (*found)(void *data, const struct finding *finding);
};

#define SELFTEST_REGS 160 /* no PMU has more */

struct bank {
	const struct pmu *pmu;
	const struct selftest_host *host;
	struct reg_value saved[SELFTEST_REGS];
	u32 n;
	/* Scratch memory, too large for a kernel's stack. */
	struct event event;
	struct encoding enc;
};

/*
 * Saves all registers that can be written and read. -PMC_CORE_ENOSPC: they are too many. Else 0 or
 * the host's error.
 */
int pmc_bank_init(struct bank *bank, const struct pmu *pmu, const struct selftest_host *host);
/* Does a counter count by the saved registers? Then somebody uses it. */
bool pmc_bank_in_use(struct bank *bank);
/*
 * Puts back those that hold something else now, those that select last. False: one could not be put
 * back, as where a counter cannot be stopped.
 */
bool pmc_bank_restore(struct bank *bank);

/* The register of a counter (fixed ones from 32 on); false: there is none. */
bool pmc_bank_counter(const struct bank *bank, u32 counter, struct pmu_reg_at *at);
/* Writes the registers of an event, or clears its bits in them if it is not `on`. */
int pmc_bank_select(struct bank *bank, const struct reg_value *regs, u32 n, bool on);
/* Sets and clears bits of one register. */
int pmc_bank_change(struct bank *bank, u32 address, u64 mask, u64 value);

#endif
