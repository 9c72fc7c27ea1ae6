/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * RDPMC where it may fault. The kernel permits it (CR4.PCE) to processes that have mapped the first
 * page of an event, of perf's or of the driver's.
 */
#ifndef PMC_LIB_USER_RDPMC_H
#define PMC_LIB_USER_RDPMC_H

#include "core/base/types.h"

#include <signal.h>

/* Whom Linux permits it, by perf's file in sysfs. */
enum rdpmc_policy { RDPMC_TO_NOBODY, RDPMC_BY_PAGES, RDPMC_TO_ALL };
enum rdpmc_policy rdpmc_policy(void);

struct rdpmc_permit {
	int fd; /* of the event; -1: none */
	void *page;
};
/* Maps the event's page. The permit owns fd from now on, also on failure. 0 or -errno. */
int rdpmc_permit_init(struct rdpmc_permit *permit, int fd);
void rdpmc_permit_deinit(struct rdpmc_permit *permit);

/*
 * Between begin and end the calling thread may try. SIGSEGV is caught meanwhile: another thread's,
 * or that of anything else than a try, ends the process, as it does without a handler.
 */
struct rdpmc_try {
	struct sigaction action; /* as they were before */
	sigset_t mask;
};
void rdpmc_try_begin(struct rdpmc_try *before);
void rdpmc_try_end(const struct rdpmc_try *before);
/* False: it was refused. */
bool rdpmc_try(u32 index, u64 *value);

#endif
