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

/* The files that the process opened for writing last. */
static struct {
	u64 dev, ino;
} written[64];
static u32 next_written;

#define FDS_SEARCHED 4096

static bool is_writable(int fd)
{
	long flags = sys2(__NR_fcntl, fd, F_GETFL);

	return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

/* Has the process a descriptor by which it can write to this file? */
static bool may_be_written(const struct stat *st)
{
	struct stat other;
	u32 i = 0;

	while (i < ARRAY_SIZE(written) &&
	       (written[i].ino != st->st_ino || written[i].dev != st->st_dev))
		i++;
	if (i == ARRAY_SIZE(written))
		return false;
	for (int fd = 0; fd < FDS_SEARCHED; fd++)
		if (is_writable(fd) && !sys2(__NR_fstat, fd, &other) &&
		    other.st_ino == st->st_ino && other.st_dev == st->st_dev)
			return true;
	return false;
}

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

	if (sys2(__NR_fstat, fd, &st))
		return;
	if (is_writable(fd) || may_be_written(&st))
		maps_shared(start, end, MAPS_SHARED);
	m = place(start, end);
	if (m)
		*m = (struct mapped){ st.st_dev, st.st_ino, start, end };
}

void mapped_opened(int fd)
{
	struct stat st;

	if (sys2(__NR_fstat, fd, &st))
		return;
	mutex_lock(&cache_lock);
	written[next_written].dev = st.st_dev;
	written[next_written].ino = st.st_ino;
	next_written = (next_written + 1) % ARRAY_SIZE(written);
	for (struct mapped *m = list; m < list + n_list; m++)
		if (m->ino == st.st_ino && m->dev == st.st_dev && maps_any(m->start, m->end)) {
			maps_shared(m->start, m->end, MAPS_SHARED);
			pages_unprotect(m->start, m->end - m->start);
			pages_invalidate(m->start, m->end);
		}
	mutex_unlock(&cache_lock);
}
