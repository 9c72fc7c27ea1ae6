// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See dense.h. It takes as long as ten to twenty forks save, so who forks a few times only does not
 * pay for it. The kernel splits a large page where a process writes while another one has it, too.
 * So it is done again and again; where all is as it was, that costs next to nothing.
 */
#include "emu/syscall/dense.h"

#include "emu/base/engine.h"
#include "emu/base/types.h"
#include "emu/code/cache.h"
#include "emu/hide/limits.h"
#include "emu/syscall/jumps.h"

/* At these forks: 32, 64, 128, and every 64th from there on. */
#define FIRST 32
#define MOST  64

FORKED static u32 forks, next = FIRST;

void dense_forking(struct thread *t)
{
	if (++forks < next || engine.strict)
		return;
	next += forks < MOST ? forks : MOST;
	cache_collapse();
	jumps_collapse(t);
	limits_settle();
}

void dense_forked(void)
{
	forks = 0;
	next = FIRST;
}
