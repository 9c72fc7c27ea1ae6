/* SPDX-License-Identifier: BSD-2-Clause */
/* See earlier.h. A window goes over the file, since memory for all of it would cost more than to
 * read it: a page fault takes as long as to copy some pages. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/sum.h"
#include "lib/backends/emulated/profile/earlier.h"

#define WINDOW	     (2 * EMU_LOG_MAX)
#define WINDOW_SMALL ((size_t)4 << 10) /* of a digest, most of which goes elsewhere */

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

static bool read_head(int fd, u64 at, struct emu_kept_logs *k)
{
	return read_at(fd, at, k, sizeof(*k)) &&
	       sum_words(&k->head + 1, EMU_KEPT_WORDS) == k->head && k->n <= EMU_MAX_KEPT_LOGS &&
	       k->logs >= sizeof(*k) && k->logs <= k->size;
}

/* Finds where the records of a log are. */
static bool find(struct earlier_reader *r, u32 number, u64 at)
{
	struct emu_kept_logs k;
	u64 end, size;
	u32 i;

	if (!read_head(r->fd, at, &k) || number > k.n)
		return false;
	end = at + k.logs;
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
	return true;
}

static u32 number_of(u32 log)
{
	return (log & ~EMU_LOG_KEPT) >> NUMBER_SHIFT;
}

/* Finds the file. */
static bool begin(struct earlier_reader *r, struct earlier *files, u32 log, u64 at)
{
	u32 file = log & ((1u << NUMBER_SHIFT) - 1);

	*r = (struct earlier_reader){ .which = { .log = log, .at = at }, .fd = -1 };
	if (!files || !(log & EMU_LOG_KEPT) || file >= files->n || files->fd[file] < 0)
		return false;
	r->fd = files->fd[file];
	r->damaged = &files->damaged[file];
	return true;
}

static bool open_window(struct earlier_reader *r, size_t n)
{
	r->window = malloc(n);
	r->room = n;
	return r->window;
}

void earlier_damaged(const struct earlier_reader *r)
{
	*r->damaged = true;
}

/* Are the logs as they were written? They are read through the window. */
static bool is_whole(const struct earlier_reader *r, u64 at)
{
	struct emu_kept_logs k;
	u64 sum = 0, end, n;

	if (!read_head(r->fd, at, &k))
		return false;
	end = at + k.logs;
	for (at += sizeof(k); at < end; at += n) {
		n = end - at < SUM_PIECE ? end - at : SUM_PIECE;
		if (!read_at(r->fd, at, r->window, n))
			return false;
		sum = sum_add(sum, (const u64 *)r->window, n / sizeof(u64));
	}
	return sum == k.sum;
}

/* One that the last log names was looked at with that. */
bool earlier_begin(struct earlier_reader *r, struct earlier *files, u32 log, u64 at)
{
	u32 number = number_of(log);

	if (!begin(r, files, log, at) || !open_window(r, WINDOW))
		return false;
	if ((number || is_whole(r, at)) && find(r, number, at))
		return true;
	earlier_damaged(r);
	earlier_end(r);
	return false;
}

bool earlier_begin_digest(struct earlier_reader *r, struct earlier *files, u32 log, u64 at)
{
	struct emu_kept_logs k;

	if (number_of(log) || !begin(r, files, log, at) || !read_head(r->fd, at, &k) ||
	    k.logs == k.size)
		return false;
	r->at = at + k.logs;
	r->end = at + k.size;
	return open_window(r, WINDOW_SMALL);
}

/* Has at least so many bytes in the window, if the log has them. */
static bool fill(struct earlier_reader *r, size_t n)
{
	size_t room;

	if (n <= r->n - r->next)
		return true;
	if (n > r->room)
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

/* Much is read to where it belongs, and little by way of the window. */
bool earlier_copy(struct earlier_reader *r, void *to, size_t n)
{
	size_t have = r->n - r->next < n ? r->n - r->next : n;

	if (n <= r->room && fill(r, n))
		have = n;
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
