/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sources: what reads counts. The events of a set come from one or more sources, and the set asks
 * each source for its own events. The backend decides the source of each event when the set is
 * made:
 *
 *	backend     driver                perf           msr         emulated
 *	sources     driver, perf, usage   perf, usage    msr, perf,  emulated, usage
 *	                                                 usage
 *
 * A source keeps what it needs in set->state[its number], which is NULL until the set is attached.
 * All functions are called with the handle's lock held.
 */
#ifndef PMC_LIB_SOURCE_H
#define PMC_LIB_SOURCE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "pmc/pmc.h"

struct builder;
struct launch;
struct pollfd;
struct survivors;

enum source_id {
	SOURCE_DRIVER,
	SOURCE_PERF,
	SOURCE_MSR,
	SOURCE_EMULATED,
	SOURCE_USAGE,
	SOURCES,
	SOURCE_NONE = SOURCES
};

struct source {
	/* The set was given one more target, the last of set->target. */
	int (*attach)(struct pmc_set *set, struct pmc_diag *diag);
	/*
	 * Gives up what attach did for the last of set->target, also if it failed halfway; there
	 * are others, which stay. NULL: this source has never more than one.
	 */
	void (*detach_last)(struct pmc_set *set);
	/* Detaches from every target and frees the state. */
	void (*detach)(struct pmc_set *set);
	/* Says how the command is to be executed instead of by execve(2). May be NULL. */
	int (*launch)(struct pmc_set *set, const struct pmc_command *command, struct launch *launch,
		      struct pmc_diag *diag);
	/*
	 * The command's process exists and waits before its exec; set->running says whether
	 * counting begins at the exec. May be NULL.
	 */
	int (*command)(struct pmc_set *set, struct pmc_command *command, struct pmc_diag *diag);
	/* That is quicker, and disturbs less, if the process is about to sleep. */
	bool wants_sleep;
	int (*start)(struct pmc_set *set);
	int (*stop)(struct pmc_set *set);
	int (*reset)(struct pmc_set *set);
	/* Fills in the counts of this source's events. */
	int (*read)(struct pmc_set *set, struct pmc_count *counts);
	/* Adds to the rows; -EOPNOTSUPP when it cannot split its counts this way. */
	int (*rows)(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows);
	/*
	 * The command has ended: finds what it has left behind. -EOPNOTSUPP: this source cannot
	 * know. May be NULL.
	 */
	int (*survivors)(struct pmc_set *set, struct survivors *survivors);
	/*
	 * The command has ended: adds what it has executed to an exact profile. May be NULL: this
	 * source has none.
	 */
	int (*profile)(struct pmc_set *set, struct builder **builder);
	/* The command runs: takes in what has ended. Every source with a profile has it. */
	void (*collect)(struct pmc_set *set);
	/*
	 * The set samples: moves what its rings have to the queue of set->sampling. NULL: this
	 * source cannot sample.
	 */
	int (*drain)(struct pmc_set *set);
	/* Descriptors that tell when a ring is half full: writes at most n, returns how many. */
	size_t (*wakers)(struct pmc_set *set, struct pollfd *fds, size_t n);
	/*
	 * For sets with an overflow: was the signal this one's, and how often had its event
	 * happened; going on after it. Handlers of signals call both, so they take no lock and
	 * allocate nothing. NULL: this source sends no signals.
	 */
	int (*signalled)(const struct pmc_set *set, const siginfo_t *info, uint64_t *value);
	int (*resume)(struct pmc_set *set);
	/* Gives an event that interrupts another period. NULL: none does. */
	int (*period)(struct pmc_set *set, size_t event, uint64_t period);
	/*
	 * Gives note number *index of this source. -ENOENT when it has fewer; then *index is
	 * lowered by how many it has. May be NULL.
	 */
	int (*note)(struct pmc_set *set, size_t *index, struct pmc_note *note);
};

#endif
