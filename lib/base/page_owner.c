/* SPDX-License-Identifier: BSD-2-Clause */
/* The mark by which a process is told from its children: memory that a fork wipes. */
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/page_owner.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

bool own_begin(struct own *own)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *mark;

	if (own->here)
		return own_may_read(own);
	own->thread = pthread_self();
	mark = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mark == MAP_FAILED)
		return false;
	if (madvise(mark, size, MADV_WIPEONFORK)) {
		munmap(mark, size);
		return false;
	}
	*mark = 1;
	own->here = mark;
	return true;
}

void own_end(struct own *own)
{
	if (own->here)
		munmap((void *)own->here, (size_t)sysconf(_SC_PAGESIZE));
	own->here = NULL;
}
