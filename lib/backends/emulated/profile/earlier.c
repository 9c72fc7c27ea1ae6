/* SPDX-License-Identifier: BSD-2-Clause */
/* See earlier.h. A window goes over the file, since memory for all of it would cost more than to
 * read it: a page fault takes as long as to copy some pages. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/backends/emulated/profile/earlier.h"

#define WINDOW	     (2 * EMU_LOG_MAX)
#define WINDOW_FIRST ((size_t)32 << 10) /* of a digest, of which few bytes are wanted at a time */

/*
 * What the engine says in emu_log_heritage.log names the last log of a file. A record in the file
 * itself has the number of one of those before it. Outside that number stands above the file's; 0:
 * the last one.
 */
#define NUMBER_SHIFT 8

static bool read_at(int fd, u64 at, void *to, size_t n)
{
	return pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

/* Finds where the records of a log are. *behind: where all that is kept ends. */
static bool find(struct earlier_reader *r, u32 number, u64 at, u64 *behind)
{
	struct emu_kept_logs k;
	u64 end, size;
	u32 i;

	if (!read_at(r->fd, at, &k, sizeof(k)) || number > k.n || k.n > EMU_MAX_KEPT_LOGS ||
	    k.size < sizeof(k))
		return false;
	end = at + k.size;
	at += sizeof(k);
	for (i = 1;; i++) {
		if (!read_at(r->fd, at, &size, sizeof(size)) || at + sizeof(size) > end ||
		    size > end - at - sizeof(size))
			return false;
		at += sizeof(size);
		if (i == (number ? number : k.n))
			break;
		at += size;
	}
	r->at = at;
	r->end = at + size;
	*behind = end;
	return true;
}

static bool begin(struct earlier_reader *r, const struct earlier *files, u32 log, u64 at,
		  u64 *behind)
{
	u32 file = log & ((1u << NUMBER_SHIFT) - 1);

	*r = (struct earlier_reader){ .which = { .log = log, .at = at }, .fd = -1 };
	if (!files || !(log & EMU_LOG_KEPT) || file >= files->n || files->fd[file] < 0)
		return false;
	r->fd = files->fd[file];
	return find(r, (log & ~EMU_LOG_KEPT) >> NUMBER_SHIFT, at, behind);
}

static bool open_window(struct earlier_reader *r, size_t n)
{
	r->window = malloc(n);
	r->room = n;
	return r->window;
}

bool earlier_begin(struct earlier_reader *r, const struct earlier *files, u32 log, u64 at)
{
	u64 behind;

	if (!begin(r, files, log, at, &behind))
		return false;
	return open_window(r, WINDOW);
}

bool earlier_begin_digest(struct earlier_reader *r, const struct earlier *files, u32 log, u64 at)
{
	u64 behind;

	if ((log & ~EMU_LOG_KEPT) >> NUMBER_SHIFT || !begin(r, files, log, at, &behind) ||
	    r->end >= behind)
		return false;
	r->at = r->end;
	r->end = behind;
	return open_window(r, WINDOW_FIRST);
}

static bool widen(struct earlier_reader *r, size_t n)
{
	u8 *window = realloc(r->window, n);

	if (!window)
		return false;
	r->window = window;
	r->room = n;
	return true;
}

/* Has at least so many bytes in the window, if the log has them. */
static bool fill(struct earlier_reader *r, size_t n)
{
	size_t room;

	if (n <= r->n - r->next)
		return true;
	if (n > r->room && !widen(r, WINDOW))
		return false;
	memmove(r->window, r->window + r->next, r->n - r->next);
	r->n -= r->next;
	r->next = 0;
	room = r->room - r->n;
	room = room < r->end - r->at ? room : r->end - r->at;
	if (!read_at(r->fd, r->at, r->window + r->n, room))
		return false;
	r->at += room;
	r->n += room;
	return n <= r->n;
}

/* The record names a log by its number in the file. */
static const struct emu_log_head *inner(struct earlier_reader *r,
					const struct emu_log_heritage *record)
{
	u32 file = r->which.log & (EMU_LOG_KEPT | ((1u << NUMBER_SHIFT) - 1));

	r->which.head = record->head;
	r->which.log = file | record->log << NUMBER_SHIFT;
	return &r->which.head;
}

const struct emu_log_head *earlier_next(struct earlier_reader *r)
{
	const struct emu_log_head *record;
	size_t size;

	if (r->failed || (r->next == r->n && r->at == r->end))
		return NULL;
	r->failed = !fill(r, sizeof(*record));
	if (r->failed)
		return NULL;
	size = ((const struct emu_log_head *)(r->window + r->next))->size;
	r->failed = size < sizeof(*record) || size > EMU_LOG_MAX || size % 8 || !fill(r, size);
	if (r->failed)
		return NULL;
	record = (const struct emu_log_head *)(r->window + r->next);
	r->next += size;
	if (record->kind != EMU_LOG_HERITAGE)
		return record;
	r->failed = size < sizeof(struct emu_log_heritage);
	return r->failed ? NULL : inner(r, (const struct emu_log_heritage *)record);
}

const void *earlier_bytes(struct earlier_reader *r, size_t n)
{
	const u8 *at;

	if (n > WINDOW || !fill(r, n)) {
		r->failed = true;
		return NULL;
	}
	at = r->window + r->next;
	r->next += n;
	return at;
}

bool earlier_copy(struct earlier_reader *r, void *to, size_t n)
{
	size_t have = r->n - r->next < n ? r->n - r->next : n;

	if (have)
		memcpy(to, r->window + r->next, have);
	r->next += have;
	n -= have;
	if (!n)
		return true;
	r->failed |= n > r->end - r->at || !read_at(r->fd, r->at, (u8 *)to + have, n);
	r->at += n;
	return !r->failed;
}

u64 earlier_left(const struct earlier_reader *r)
{
	return r->end - r->at + (r->n - r->next);
}

void earlier_end(struct earlier_reader *r)
{
	free(r->window);
}
