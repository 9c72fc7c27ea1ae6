/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Survivors: processes that a command started and that still ran when the command had ended. What
 * they do later is not counted, so that the counts depend on when they were taken.
 */
#ifndef PMC_LIB_SURVIVORS_H
#define PMC_LIB_SURVIVORS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"
#include "pmc/pmc.h"

#define SURVIVORS 8 /* at most so many are named */

struct survivor {
	pid_t pid;
	char name[16];
};

/* Begins as zeros. */
struct survivors {
	bool any;    /* there are some, perhaps without a name */
	bool ending; /* nothing is left for them to do but to end */
	size_t n;    /* named ones */
	size_t more;
	struct survivor list[SURVIVORS];
};

/* By what /proc shows which processes may come from a command. Zeros: nothing is known. */
struct origin {
	pid_t group, session;
	u64 start; /* of the command, in clock ticks since the machine started */
};

/* Takes the origin from the command's process, before its exec. */
void origin_init(struct origin *origin, pid_t pid);

/* Adds a process, once. */
void survivors_add(struct survivors *s, pid_t pid, const char name[16]);

/*
 * Adds the processes in /proc that a command seems to have left behind: they are in its session,
 * not older than the command, and have been adopted by process 1 or from outside of the session.
 * Does not find what has left the session.
 */
void survivors_find(struct survivors *s, const struct origin *origin);

/* Do they end, or does a named one run, or wait for a CPU or a disk? If not, they sleep. */
bool survivors_are_active(const struct survivors *s);

/*
 * Gives note number *index. -ENOENT when there are fewer; then *index is lowered by how many there
 * are.
 */
int survivors_note(const struct survivors *s, size_t *index, struct pmc_note *note);

#endif
