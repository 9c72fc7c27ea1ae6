// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See sighand.h. */
#include "emu/syscall/sighand.h"

#include "emu/base/sighand.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"

#include <linux/mman.h>

struct sighand *sighand_get(struct sighand *s, bool share)
{
	struct sighand *copy;
	long mem;

	if (share) {
		__atomic_add_fetch(&s->users, 1, __ATOMIC_SEQ_CST);
		return s;
	}
	mem = sys6(__NR_mmap, 0, (long)PAGE_UP(sizeof(*s)), PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mem < 0)
		return NULL;
	copy = (struct sighand *)mem;
	*copy = *s;
	copy->users = 1;
	copy->lock = 0;
	return copy;
}

void sighand_put(struct sighand *s)
{
	if (!__atomic_sub_fetch(&s->users, 1, __ATOMIC_SEQ_CST))
		sys2(__NR_munmap, s, PAGE_UP(sizeof(*s)));
}
