// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See sighand.h. */
#include "emu/syscall/sighand.h"

#include "emu/base/arena.h"
#include "emu/base/sighand.h"
#include "emu/base/thread.h"

struct sighand *sighand_get(struct sighand *s, bool share)
{
	struct sighand *copy;

	if (share) {
		__atomic_add_fetch(&s->users, 1, __ATOMIC_SEQ_CST);
		return s;
	}
	copy = arena_alloc(sizeof(*s));
	if (!copy)
		return NULL;
	*copy = *s;
	copy->users = 1;
	copy->lock = 0;
	return copy;
}

void sighand_put(struct sighand *s)
{
	if (!__atomic_sub_fetch(&s->users, 1, __ATOMIC_SEQ_CST))
		arena_free(s, sizeof(*s));
}
