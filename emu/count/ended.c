// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See ended.h. What is wrong here, as where a flush comes meanwhile, costs time only. */
#include "emu/count/ended.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/count/chunk.h"
#include "emu/count/count.h"

#define MANY 8192 /* counters, without which nobody will ask */

static bool notes;
FORKED static u64 *passed; /* NULL: no thread has ended yet */
FORKED static u32 n_passed;

void ended_begin(void)
{
	notes = true;
}

void ended_note(const struct emu_thread *c, u32 chunk, u32 n)
{
	if (!notes || n < MANY || engine.strict) /* which allows no mmap(2) */
		return;
	if (!passed)
		passed = arena_alloc(count_most() * sizeof(*passed));
	if (!passed)
		return;
	chunk_add(chunk, c, n, passed);
	n_passed = n;
}

void ended_reset(void)
{
	if (passed)
		memset(passed, 0, n_passed * sizeof(*passed));
	n_passed = 0;
}

u64 ended_passages(u32 counter)
{
	return counter < n_passed ? passed[counter] : 0;
}
