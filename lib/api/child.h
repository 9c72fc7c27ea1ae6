/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The child that becomes a command. It waits for its go, and then executes the command.
 *
 * The caller may have threads, so the child makes only system calls. A child that will execute the
 * engine borrows the caller's memory until then, as that of vfork(2) does, but the caller goes on.
 * To copy the memory takes longer than all else that the start of a command costs, since each of
 * the two then copies the pages that it writes to, and exec gives the copy back.
 */
#ifndef PMC_LIB_CHILD_H
#define PMC_LIB_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "core/base/types.h"
#include "lib/set/launch.h"

#define CHILD_STACK 8192

/* What the child needs. It stays in place until the child has executed the command, or ended. */
struct child {
	const sigset_t *mask; /* of the command */
	char *path, **argv, **envp;
	struct launch launch; /* argv NULL: execute the file directly */
	/*
	 * The child reads a byte from go. It writes an int to report: 0 before that, if the caller
	 * waits for it, and errno when exec fails.
	 */
	int go, report;
	bool reports_sleep;
	u64 files;   /* the soft limit on open files that the command gets, + 1; 0: as it is */
	char *stack; /* where the memory is the caller's: CHILD_STACK bytes, well aligned */
};

/* Begins the child, which waits for its go. Returns 0 or -errno. */
int child_begin(struct child *ch, pid_t *pid);

#endif
