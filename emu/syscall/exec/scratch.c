// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See scratch.h. */
#include "emu/syscall/exec/scratch.h"

#include "emu/base/arena.h"
#include "emu/base/syscall.h"

/*
 * pid is the process that uses the memory, 0: nobody. Nobody tells when the exec of a vfork child
 * has succeeded, so its entry counts as free again when the process has ended.
 */
struct scratch {
	void *at;
	u64 size;
	s32 pid;
};
static struct scratch scratches[16];

static struct scratch *scratch_entry(s32 pid)
{
	struct scratch *s;

	for (s = scratches; s < scratches + ARRAY_SIZE(scratches); s++) {
		s32 owner = __atomic_load_n(&s->pid, __ATOMIC_ACQUIRE);

		if (owner && (owner == pid || sys2(__NR_kill, owner, 0) != -ESRCH))
			continue;
		if (__atomic_compare_exchange_n(&s->pid, &owner, pid, false, __ATOMIC_ACQ_REL,
						__ATOMIC_RELAXED))
			return s;
	}
	return NULL;
}

void *scratch_get(u64 size, struct scratch **entry)
{
	struct scratch *s = scratch_entry(sys0(__NR_getpid));
	void *at;

	*entry = s;
	if (s && s->size >= size)
		return s->at;
	if (s && s->size)
		arena_free(s->at, s->size);
	at = arena_alloc(size);
	if (s) {
		s->at = at;
		s->size = at ? PAGE_UP(size) : 0;
		if (!at)
			__atomic_store_n(&s->pid, 0, __ATOMIC_RELEASE);
	}
	return at;
}

void scratch_put(void *list, u64 size, struct scratch *entry)
{
	if (entry)
		__atomic_store_n(&entry->pid, 0, __ATOMIC_RELEASE);
	else
		arena_free(list, size);
}
