/* SPDX-License-Identifier: BSD-2-Clause */
/* Why /dev/pmc refuses, and what would help. */
#ifndef PMC_LIB_DRIVER_WHY_H
#define PMC_LIB_DRIVER_WHY_H

#include "core/base/types.h"
#include "pmc/pmc.h"

enum driver_call { DRIVER_OPEN, DRIVER_INFO, DRIVER_SETUP, DRIVER_ATTACH };

struct driver_facts {
	enum driver_call call;
	int error; /* negative */
	enum pmc_use use;
	unsigned paranoid; /* the module's parameter */
	unsigned holder;   /* the process that has the counters, or 0 */
	bool siblings;	   /* the PMU is a Pentium 4's that two logical processors share */
	bool watchdog;	   /* the NMI watchdog runs */
};

/* Fills in the facts that do not depend on the call. */
void driver_gather(struct driver_facts *facts);
/* Writes the reason, and what would help ("" when nothing would). */
void driver_sentence(const struct driver_facts *facts, char *reason, size_t size, char *way_out,
		     size_t way_size);
/* The -errno of the public interface. */
int driver_error(const struct driver_facts *facts);

#endif
