// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See scratch.h. */
#include "emu/syscall/exec/scratch.h"

#include "emu/base/syscall.h"

#include <linux/mman.h>

/*
 * pid is the process that uses the memory, 0: nobody. Nobody tells when the exec of a vfork child
 * has succeeded, so its entry counts as free again when the process has ended.
 */
struct scratch {
	u64 addr, size;
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
	long at;

	*entry = s;
	if (s && s->size >= size)
		return (void *)s->addr;
	if (s && s->size)
		sys2(__NR_munmap, s->addr, s->size);
	at = sys6(__NR_mmap, 0, PAGE_UP(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		  -1, 0);
	if (s) {
		s->addr = at;
		s->size = at < 0 ? 0 : PAGE_UP(size);
		if (at < 0)
			__atomic_store_n(&s->pid, 0, __ATOMIC_RELEASE);
	}
	return at < 0 ? NULL : (void *)at;
}

void scratch_put(void *list, u64 size, struct scratch *entry)
{
	if (entry)
		__atomic_store_n(&entry->pid, 0, __ATOMIC_RELEASE);
	else
		sys2(__NR_munmap, list, PAGE_UP(size));
}
