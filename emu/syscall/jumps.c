// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * An entry that knows no address leads to the engine, and a table has 65,536 of them. To write them
 * all would cost each thread, and each process that ends after a few milliseconds, 128 pages. So
 * such an entry leads to a page with the same address in every process, and a table without
 * addresses stands ready in the engine's file, which threads map privately: they share what they
 * do not write. Where the page's address is taken, or the file cannot be mapped, they do write.
 */
#include "emu/syscall/jumps.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/offsets.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/count/log.h"
#include "emu/syscall/empty.h"

#include <linux/mman.h>

#define JUMPS 65536
#define SIZE  (JUMPS * sizeof(u64))

_Static_assert(T_IND + SIZE == T_SITES, "the second table follows the first one");
_Static_assert(T_SITES + SIZE <= T_CHUNK, "and ends before the chunk");

/* Is there a page at MISS_PAGE that leads to the engine? */
static bool has_page;

void jumps_init(void)
{
	has_page = arena_take(MISS_PAGE, PAGE_SIZE) && cache_put_miss(MISS_PAGE);
}

static u64 *table_of(struct thread *t)
{
	return (u64 *)((u64)t + T_IND);
}

static bool map(u64 *table, int flags, int fd, u64 offset)
{
	return sys6(__NR_mmap, (long)table, SIZE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_FIXED | flags, fd, (long)offset) == (long)table;
}

static void clear(u64 *table)
{
	u64 offset = (u64)jumps_empty - engine.engine_start;

	/* Strict seccomp allows no mmap(2). */
	if (has_page && !engine.strict) {
		if (map(table, 0, engine.engine_fd, offset) && table[0] == MISS_PAGE)
			return;
		/* The kernel may have taken away what was there. */
		if (!map(table, MAP_ANONYMOUS, -1, 0))
			emu_fatal("no memory for a thread's table of jumps");
	}
	for (u32 i = 0; i < JUMPS; i++)
		table[i] = (u64)cache.tramp_miss;
}

void jumps_clear(struct thread *t)
{
	clear(table_of(t));
	if (log_is_on())
		clear(table_of(t) + JUMPS);
}

void jumps_set(struct thread *t, u32 at, const u8 *to)
{
	table_of(t)[at] = (u64)to;
}
