/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state of the layer: pmc(3) has no handles, so there is one for the process. A lock guards it.
 * After a fork the child has no PMCs, as with FreeBSD, where they belong to the process.
 */
#ifndef COMPAT_FREEBSD_LIBRARY_H
#define COMPAT_FREEBSD_LIBRARY_H

#include <pthread.h>

#include "compat/freebsd/log/session.h"

struct library {
	struct machine machine;
	struct counter *counters;
	unsigned calls, errors; /* pm_syscalls and pm_syscall_errors */
	struct session session;
	pthread_t looker; /* while a log is configured */
	bool stop_looking;
};

/*
 * Each function of pmc(3) begins with library_enter() and ends with library_leave(), which sets
 * errno and returns 0 or -1. NULL: pmc_init() has not been called, or has failed (errno ENXIO).
 */
struct library *library_enter(void);
int library_leave(struct library *lib, int error);

/* The lock alone, for the thread that looks at processes. */
void library_lock(void);
void library_unlock(void);

/* pmc_init(): 0 or its errno. */
int library_init(void);

/* The PMC with this id, or NULL. */
struct counter *library_find(struct library *lib, pmc_id_t id);

#endif
