/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the PMU through /dev/pmc (PMC_IOC_MSR). */
#ifndef PMC_LIB_DRIVER_REGISTERS_H
#define PMC_LIB_DRIVER_REGISTERS_H

#include "core/base/types.h"

struct pmc_diag;
struct pmc_ioctl_finding;
struct pmu;

/* The PMU that the module drives. -ENODEV: there is no driver, or one that drives no PMU. */
int driver_registers_pmu(struct pmu *pmu, struct pmc_diag *diag);

/*
 * Reads a register of one CPU into *value, or writes it from there. 0 or -errno with the sentence:
 * errors as pmc_msr_read() and pmc_msr_write() have them.
 */
int driver_register(unsigned cpu, u32 address, bool write, u64 *value, struct pmc_diag *diag);

/* The self test in the kernel (PMC_IOC_SELFTEST), and a call for each finding. Errors as above. */
int driver_selftest(unsigned cpu, void (*found)(const struct pmc_ioctl_finding *f, void *data),
		    void *data, struct pmc_diag *diag);

/* Why the module refuses. It has one errno for several reasons, and these facts tell them apart. */
struct driver_register_facts {
	int error; /* negative */
	bool write;
	bool admin;	  /* the caller has CAP_SYS_ADMIN */
	bool locked_down; /* kernel_lockdown(7) */
	bool watchdog;	  /* the NMI watchdog runs */
	unsigned sets;	  /* that hold the PMU */
	unsigned cpu;
};
/* Fills in the sentence. Returns the -errno of the public interface. */
int driver_register_why(const struct driver_register_facts *facts, struct pmc_diag *diag);

#endif
