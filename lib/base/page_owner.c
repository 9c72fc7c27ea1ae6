/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Marks the process that mapped pages with a page of its own, which the kernel wipes in every
 * forked child.
 */
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/page_owner.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

bool page_owner_init(struct page_owner *owner)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *mark;

	if (owner->mark)
		return page_owner_may_read(owner);
	owner->thread = pthread_self();
	mark = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mark == MAP_FAILED)
		return false;
	if (madvise(mark, size, MADV_WIPEONFORK)) {
		munmap(mark, size);
		return false;
	}
	*mark = 1;
	owner->mark = mark;
	return true;
}

void page_owner_deinit(struct page_owner *owner)
{
	if (owner->mark)
		munmap((void *)owner->mark, (size_t)sysconf(_SC_PAGESIZE));
	owner->mark = NULL;
}
