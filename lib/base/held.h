/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A task that is held by more than its number. The kernel gives a number to another task once its
 * owner has been waited for. Whoever uses the number and then asks here knows for certain whether
 * it still was the same task's.
 *
 * That is a pidfd, where the kernel has them: Linux 5.3, for threads 6.9. Elsewhere it is an open
 * file in /proc, which belongs to the task and not to its number, either. Where there is neither,
 * nothing is held, and tasks never seem to be gone.
 */
#ifndef PMC_LIB_HELD_H
#define PMC_LIB_HELD_H

#include <stdbool.h>
#include <sys/types.h>

struct held {
	int pidfd; /* -1: none */
	int stat;  /* its file in /proc, if there is no pidfd; -1: none */
};

/* Nothing is held. */
#define HELD_NONE      \
	{              \
		-1, -1 \
	}

/*
 * Holds what has the number now: one thread, or a whole process. -ESRCH: nothing has; -EMFILE,
 * -ENFILE: no descriptor is left.
 */
int held_init(struct held *held, pid_t id, bool thread);
/* Has it been waited for, so that its number may be another's? A zombie still has its own. */
bool held_is_gone(const struct held *held);
void held_deinit(struct held *held);

#endif
