// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See mapped.h. Code of a file that somebody may be writing to is treated like code in a shared
 * mapping, which is compared at each entry. Whether another process opens the file for writing, the
 * engine does not see.
 */
#include "emu/code/mapped.h"

#include "core/base/sum.h"
#include "emu/base/arena.h"
#include "emu/base/mutex.h"
#include "emu/base/nanoseconds.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"

#include <asm/stat.h>
#include <asm/statfs.h>
#include <linux/fcntl.h>
#include <linux/magic.h>
#include <linux/time.h>

struct mapped {
	u64 dev, ino, start, end;
	u64 file; /* of mapped_file(), for `start` alone; 0: none */
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

#define LARGE	(64 * PAGE_SIZE) /* asking costs less than reading it */
#define SETTLED 2		 /* seconds: no file system's times are that coarse … */

/* … when it is one of these, where a store by way of a shared mapping changes them, too. */
static bool is_on_disk(int fd)
{
	static const u32 disks[] = { EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC,	      BTRFS_SUPER_MAGIC,
				     F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC, SQUASHFS_MAGIC };
	struct statfs fs;
	u32 i = 0;

	if (sys2(__NR_fstatfs, fd, &fs))
		return false;
	while (i < ARRAY_SIZE(disks) && disks[i] != (u32)fs.f_type)
		i++;
	return i < ARRAY_SIZE(disks);
}

u64 mapped_number(const struct stat *st)
{
	const u64 of[] = { st->st_dev,	      st->st_ino,   st->st_size,      st->st_mtime,
			   st->st_mtime_nsec, st->st_ctime, st->st_ctime_nsec };

	return sum_words(of, ARRAY_SIZE(of));
}

static u64 file_of(int fd, const struct stat *st, u64 offset)
{
	const u64 of[] = { mapped_number(st), offset };

	if (!is_on_disk(fd) ||
	    nanoseconds_of(CLOCK_REALTIME) / 1000000000 <= st->st_ctime + SETTLED)
		return 0;
	return sum_words(of, ARRAY_SIZE(of)) | 1;
}

/* Nothing is known of old mappings there any more. */
static void forget_files(u64 start, u64 end)
{
	for (struct mapped *m = list; m < list + n_list; m++)
		if (m->start < end && m->end > start)
			m->file = 0;
}

void mapped_add(int fd, u64 offset, u64 start, u64 end)
{
	struct mapped *m;
	struct stat st;

	if (sys2(__NR_fstat, fd, &st))
		return;
	if (is_writable(fd) || may_be_written(&st))
		maps_shared(start, end, MAPS_SHARED);
	forget_files(start, end);
	m = place(start, end);
	if (!m)
		return;
	*m = (struct mapped){ st.st_dev, st.st_ino, start, end, 0 };
	if (end - start >= LARGE)
		m->file = file_of(fd, &st, offset);
	if (m->file)
		maps_set_mapped(start, end);
}

u64 mapped_file(u64 start, u64 end)
{
	for (const struct mapped *m = list; m < list + n_list; m++)
		if (m->file && m->start <= start && m->end >= end)
			return maps_is_mapped(start, end) ? m->file + (start - m->start) : 0;
	return 0;
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
