// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See kept.h. */
#include "emu/code/kept.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/code/heritage.h"
#include "emu/code/shelf.h"

#include <asm/stat.h>
#include <linux/stat.h>

/* This process may run as another user than the one whose cache it is. */
static bool is_own(int fd)
{
	struct stat st;
	u32 uid;

	return heritage_user(&uid) && !sys2(__NR_fstat, fd, &st) && S_ISREG(st.st_mode) &&
	       st.st_uid == uid;
}

static bool is_whole(const struct heritage *h, u64 size)
{
	return h->magic == HERITAGE_MAGIC && h->maker == engine.shm->maker &&
	       h->size == size / PAGE_SIZE && h->sum == heritage_sum(h);
}

/* Fills and seals the memory. False: there is no room, or the file is damaged. */
static bool fill(int to, int from, u64 size, bool *damaged)
{
	struct heritage *h = heritage_map(to, size);

	if (!h)
		return false;
	*damaged = sys4(__NR_pread64, from, h, size, 0) != (long)size || !is_whole(h, size);
	heritage_unmap(h, size);
	return !*damaged && heritage_seal(to);
}

int kept_copy(int fd, struct emu_shelf_entry *e)
{
	u64 size = (u64)e->size * PAGE_SIZE;
	bool damaged = false, done = false;
	int copy = is_own(fd) && size && size <= HERITAGE_MOST ? heritage_create(size) : -1;

	if (copy >= 0)
		done = fill(copy, fd, size, &damaged);
	sys1(__NR_close, fd);
	if (done) {
		e->kept = EMU_KEPT_COPY;
		shelf_put(copy, e);
		return copy;
	}
	if (copy >= 0)
		sys1(__NR_close, copy);
	if (damaged)
		shelf_drop(e->program);
	return -1;
}
