/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Calls of a program with a virtual clock that wait: for a time, for something with a timeout, for
 * a child.
 */
#ifndef PMC_EMU_WAITING_H
#define PMC_EMU_WAITING_H

#include "emu/base/types.h"

#include <linux/resource.h>

struct thread;

/* A call under way. */
struct waiting {
	bool timed;	    /* it waits until `until`, at most */
	u64 started, until; /* on the virtual clock */
	u64 began;	    /* in real time, when it waits for a time or a child */
	u64 usage_to;	    /* where the program wants a child's usage; 0: nowhere */
	u64 words[2];	    /* of an absolute time, for the kernel */
	struct rusage usage;
};

/* Before the call, whose arguments may change. */
void waiting_begin(struct waiting *w, long nr, u64 arg[6]);
/* After it; arg[] as waiting_begin() left it. Returns what the program gets. */
long waiting_end(struct waiting *w, struct thread *t, long nr, const u64 arg[6], long ret);

#endif
