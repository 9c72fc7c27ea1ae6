/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the backend driver share. The ABI is pmc/pmc_ioctl.h. */
#ifndef PMC_LIB_DRIVER_H
#define PMC_LIB_DRIVER_H

#include "core/encode/encode.h"
#include "core/pmu/pmu.h"
#include "lib/base/internal.h"
#include "pmc/pmc_ioctl.h"

/* The device, opened: a descriptor or -errno. */
int driver_open(void);
/* What the module says of itself, and the PMU that it drives. 0 or -errno (-EPROTO: another ABI). */
int driver_info(int fd, struct pmc_ioctl_info *info, struct pmu *pmu);

/* Why a call was refused. */
enum driver_call { DRIVER_OPEN, DRIVER_INFO, DRIVER_SETUP, DRIVER_ATTACH };
struct driver_facts {
	enum driver_call call;
	int error; /* negative */
	enum pmc_use use;
	unsigned paranoid; /* the module's parameter */
	unsigned holder;   /* a process, or 0 */
	bool halves;	   /* the PMU is a Pentium 4's that two logical processors share */
	bool watchdog;	   /* the NMI watchdog runs */
};
/* facts that do not depend on the call */
void driver_gather(struct driver_facts *facts);
/* The sentence, and what would help. */
void driver_sentence(const struct driver_facts *facts, char *reason, size_t size, char *way_out,
		     size_t way_size);
/* The -errno of the public interface. */
int driver_error(const struct driver_facts *facts);

/* An event in the ABI's terms. -EOPNOTSUPP: it cascades. */
int driver_event(const struct encoding *enc, struct pmc_ioctl_event *event);

/* ---- driver_page.c: reading without a system call ---- */

/*
 * Counts and virtual time by the mapped page; only the thread that it is for may. rdpmc and rdtsc: the
 * instructions, or what a test gives. False when the kernel must be asked.
 */
bool driver_page_read(const struct pmc_ioctl_page *page, u64 (*rdpmc)(u32 index),
		      u64 (*rdtsc)(void), u64 *values, u64 *tsc);

#endif
