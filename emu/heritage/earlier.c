// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See earlier.h. What is read here is checked first, since the file may be damaged. */
#include "emu/heritage/earlier.h"
#include "core/base/sum.h"
#include "emu/base/arena.h"
#include "emu/base/syscall.h"
#include "emu/count/log.h"
#include "emu/launch.h"

#define MOST (64ull << 20) /* bytes */

static bool is_whole(const struct emu_kept_logs *k, u64 room)
{
	return k->size <= room && room - k->size < PAGE_SIZE && k->n && k->n <= EMU_MAX_KEPT_LOGS &&
	       sum_words(&k->size, room / sizeof(u64) - 1) == k->sum;
}

/* A log may begin with an earlier one. */
static bool lead(u8 *records, u64 size, const u32 *log, const u64 *sizes, u64 before)
{
	struct emu_log_heritage *r = (struct emu_log_heritage *)records;

	if (size < sizeof(*r) || r->head.kind != EMU_LOG_HERITAGE)
		return true;
	if (!r->log || r->log > before)
		return false;
	r->at = sizes[r->log - 1];
	r->log = log[r->log - 1];
	return true;
}

static bool make(u8 *at, u64 n, u32 *log, u64 *position)
{
	u32 logs[EMU_MAX_KEPT_LOGS];
	u64 sizes[EMU_MAX_KEPT_LOGS];

	for (u64 i = 0; i < n; i++) {
		sizes[i] = *(const u64 *)at;
		at += sizeof(u64);
		if (!lead(at, sizes[i], logs, sizes, i))
			return false;
		logs[i] = log_earlier(at, sizes[i]);
		if (!logs[i])
			return false;
		at += sizes[i];
	}
	*log = logs[n - 1];
	*position = sizes[n - 1];
	return true;
}

bool earlier_read(int fd, u64 start, u64 end, u32 *log, u64 *position)
{
	u64 room = end - start;
	u8 *at = end > start && room <= MOST ? arena_alloc(room) : NULL;
	struct emu_kept_logs *k = (struct emu_kept_logs *)at;
	bool done;

	if (!at)
		return false;
	done = sys4(__NR_pread64, fd, at, room, start) == (long)room && is_whole(k, room) &&
	       make(at + sizeof(*k), k->n, log, position);
	arena_free(at, room);
	return done;
}
