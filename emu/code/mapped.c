// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See mapped.h. Code of a file that somebody may be writing to is treated like code in a shared
 * mapping, which is compared at each entry. Whether another process opens the file for writing, the
 * engine does not see.
 */
#include "emu/code/mapped.h"

#include "emu/base/arena.h"
#include "emu/base/mutex.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"

#include <asm/stat.h>
#include <linux/fcntl.h>

struct mapped {
	u64 dev, ino, start, end;
};

static struct mapped *list;
static u32 n_list, max_list;

/* A place for one more entry: an old one of the same addresses, or a new one. */
static struct mapped *place(u64 start, u64 end)
{
	struct mapped *m;

	for (m = list; m < list + n_list; m++)
		if (m->start < end && m->end > start)
			return m;
	if (n_list == max_list) {
		u64 size = max_list ? 2 * max_list * sizeof(*m) : PAGE_SIZE;

		m = arena_alloc(size);
		if (!m)
			return NULL;
		memcpy(m, list, n_list * sizeof(*m));
		if (list)
			arena_free(list, max_list * sizeof(*m));
		list = m;
		max_list = (u32)(size / sizeof(*m));
	}
	return &list[n_list++];
}

void mapped_add(int fd, u64 start, u64 end)
{
	struct mapped *m;
	struct stat st;
	long flags = sys2(__NR_fcntl, fd, F_GETFL);

	if (sys2(__NR_fstat, fd, &st))
		return;
	if (flags < 0 || (flags & O_ACCMODE) != O_RDONLY)
		maps_shared(start, end, true);
	m = place(start, end);
	if (m)
		*m = (struct mapped){ st.st_dev, st.st_ino, start, end };
}

void mapped_opened(int fd)
{
	struct stat st;

	if (!n_list || sys2(__NR_fstat, fd, &st))
		return;
	mutex_lock(&cache_lock);
	for (struct mapped *m = list; m < list + n_list; m++)
		if (m->ino == st.st_ino && m->dev == st.st_dev && maps_any(m->start, m->end)) {
			maps_shared(m->start, m->end, true);
			pages_unprotect(m->start, m->end - m->start);
			pages_invalidate(m->start, m->end);
		}
	mutex_unlock(&cache_lock);
}
