// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See earlier.h. They are read piece by piece: a page fault costs more than to read a page. */
#include "emu/heritage/earlier.h"
#include "core/base/sum.h"
#include "emu/base/arena.h"
#include "emu/base/syscall.h"
#include "emu/launch.h"

#define MOST (64ull << 20) /* bytes */

static bool is_whole(int fd, u64 start, u64 end, u8 *piece)
{
	struct emu_kept_logs *k = (struct emu_kept_logs *)piece, head = { 0 };
	u64 sum = 0, at, n;

	for (at = start; at < end; at += n) {
		n = end - at < SUM_PIECE ? end - at : SUM_PIECE;
		if (sys4(__NR_pread64, fd, piece, n, at) != (long)n)
			return false;
		if (at == start) {
			head = *k;
			k->sum = 0;
		}
		sum = sum_add(sum, (const u64 *)piece, n / sizeof(u64));
	}
	return sum == head.sum && head.n && head.n <= EMU_MAX_KEPT_LOGS &&
	       head.size <= end - start && end - start - head.size < PAGE_SIZE;
}

bool earlier_is_whole(int fd, u64 start, u64 end, u8 *piece)
{
	u8 *own = piece ? NULL : arena_alloc(SUM_PIECE);
	bool whole = end > start && end - start <= MOST && (piece || own) &&
		     is_whole(fd, start, end, piece ? piece : own);

	if (own)
		arena_free(own, SUM_PIECE);
	return whole;
}
