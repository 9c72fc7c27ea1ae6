/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PMUs that are broken on purpose, for tests of what looks for faults. The property pmc-fault=NAME
 * breaks a processor's PMU in one way (fault.c has the list), and gives it the register
 * MSR_RIG_FAULT, which holds the name's letters, the first one lowest: the guest may choose
 * another.
 */
#ifndef PMC_QEMU_FAULT_H
#define PMC_QEMU_FAULT_H

#define MSR_RIG_FAULT 0x504d4300u /* "PMC" */

struct pmc_cpu;

struct pmc_fault {
	u64 name;    /* up to eight letters; 0: the property is not given, and nothing breaks */
	u64 written; /* what software takes a register for that holds something else */
	u64 rest;    /* events of a counter that drifts, until it counts one too many */
	u64 before;  /* its value before a run */
};

/* The property's value. Returns false where no fault has this name. */
bool pmc_fault_init(struct pmc_cpu *p, const char *name);
/* An access to MSR_RIG_FAULT: enum pmc_access. */
int pmc_fault_read(const struct pmc_cpu *p, u64 *value);
int pmc_fault_choose(struct pmc_cpu *p, u64 name);

/* What reaches the register of what software writes, and what software reads of it. */
u64 pmc_fault_write(struct pmc_cpu *p, u32 msr, u64 value);
u64 pmc_fault_shows(const struct pmc_cpu *p, u32 msr, u64 value);
/* Called when registers have changed. */
void pmc_fault_changed(struct pmc_cpu *p);
/* Called before and after the model counts a run. */
void pmc_fault_before(struct pmc_cpu *p);
void pmc_fault_after(struct pmc_cpu *p);
/* Is the interrupt of an overflow lost? */
bool pmc_fault_loses(const struct pmc_cpu *p);
/* What RDPMC takes for CR4.PCE, and the counter that it reads instead. */
bool pmc_fault_pce(const struct pmc_cpu *p, bool pce);
u32 pmc_fault_rdpmc(const struct pmc_cpu *p, unsigned cpl, u32 ecx);

#endif
