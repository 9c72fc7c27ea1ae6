/* SPDX-License-Identifier: BSD-2-Clause */
/* Why /dev/pmc refuses, and what would help. */
#ifndef PMC_LIB_DRIVER_WHY_H
#define PMC_LIB_DRIVER_WHY_H

#include "core/base/types.h"
#include "pmc/pmc.h"

enum driver_call { DRIVER_OPEN, DRIVER_INFO, DRIVER_SETUP, DRIVER_ATTACH, DRIVER_START };

struct driver_facts {
	enum driver_call call;
	int error; /* negative */
	enum pmc_use use;
	unsigned paranoid;   /* the module's parameter */
	unsigned perf_rules; /* PMC_FEATURE_PERF_…: what perf's rules must permit, too */
	int perf_paranoid;   /* perf_event_paranoid; INT_MIN: not readable */
	bool overflows;	     /* the event says which overflows interrupt (Pentium 4) */
	bool siblings;	     /* the PMU is a Pentium 4's that two logical processors share */
	bool watchdog;	     /* the NMI watchdog runs */
};

/*
 * Fills in the facts that do not depend on the call. It reads files, which takes as long as some
 * calls to the module, so it is left until somebody asks why.
 */
void driver_gather(struct driver_facts *facts);
struct pmc_ioctl_info;
/* Those that the module tells. */
void driver_take_info(struct driver_facts *facts, const struct pmc_ioctl_info *info);
/* May a user without capabilities count whole CPUs, as far as is known? */
bool driver_opens_cpus(const struct driver_facts *facts);
/* Writes the reason, and what would help ("" when nothing would). */
void driver_sentence(const struct driver_facts *facts, char *reason, size_t size, char *way_out,
		     size_t way_size);
/* Why events were not counted whose counters this process had all the time. */
void driver_holder_sentence(unsigned holder, char *text, size_t size);
/* The -errno of the public interface. */
int driver_error(const struct driver_facts *facts);

#endif
