// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * An entry that knows no address leads to the engine, and a table has 65,536 of them. To write them
 * all would cost each thread, and each process that ends after a few milliseconds, 128 pages. So
 * such an entry leads to a page with the same address in every process, and a table without
 * addresses stands ready in the engine's file, which threads map privately: they share what they
 * do not write. Where the page's address is taken, or the file cannot be mapped, they do write.
 *
 * For the same reason a page is not written before some jumps have missed an entry of it: the
 * kernel takes as long to copy the page as the engine takes to lead them all. For a child of fork
 * it would copy pages that its parent has written, so the child begins to wait anew. That holds for
 * the second table, too: in a profile, what an indirect branch knows of its targets lies there.
 *
 * What a thread would enter in its table is true for all threads, since they have one code cache.
 * From the fourth thread on they share one table: a page that a thread writes first is not copied
 * for it, which would interrupt all processors that run the others, and what one thread has found
 * the next ones need not. With fewer threads that would not be worth writing the table.
 */
#include "emu/syscall/jumps.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/mutex.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/heads.h"
#include "emu/code/pair.h"
#include "emu/count/log.h"
#include "emu/syscall/empty.h"

#include <linux/mman.h>

#define JUMPS 65536
#define SIZE  (JUMPS * sizeof(u64))
#define ROOM  (T_TABLES - SIZE)

_Static_assert(T_IND + SIZE == T_SITES, "the second table follows the first one");
_Static_assert(T_SITES + SIZE <= T_CHUNK, "and ends before the chunk");
_Static_assert(T_TABLES == HUGE_PAGE, "both are in one large page");

/* How many jumps miss an entry of a page before it is written, … */
#define PATIENCE 16
/* … but one is enough where a process has so many traces: that is a large program's heritage, which
 * knows hundreds of places in each page. */
#define MANY   32768
#define PLACES (PAGE_SIZE / sizeof(u64))
/* After so many pages of a table that were written one by one, the others are filled in one call:
 * the page fault of each would take as long as to copy four to ten of them. */
#define ONE_BY_ONE 16

/* Which thread of a process is the first one that shares. */
#define SHARED_FROM 4

/* Is there a page at MISS_PAGE that leads to the engine? */
FORKED static bool has_page;
FORKED static u64 *shared; /* the table that threads share; NULL: none does yet */
FORKED static u32 begun;   /* threads, up to SHARED_FROM */
static u64 *collapsed;	   /* a table that is no mapping of the file; NULL: none */
static u64 *has_room;	   /* one that has memory behind it, up to T_TABLES */

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

	if (table == collapsed)
		collapsed = NULL;
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

bool jumps_are_two(void)
{
	return log_is_exact() || engine.bursts;
}

/* How much of a block is tables. */
static u64 size_of_tables(void)
{
	return jumps_are_two() ? 2 * SIZE : SIZE;
}

static void wait_anew(struct thread *t)
{
	memset(t->jumps_missed, 0, sizeof(t->jumps_missed));
	memset(t->jumps_written, 0, sizeof(t->jumps_written));
}

static void clear_own(struct thread *t)
{
	wait_anew(t);
	clear(table_of(t));
	if (jumps_are_two())
		clear(table_of(t) + JUMPS);
}

static void write_empty(u64 *table)
{
	for (u64 i = 0; i < size_of_tables() / sizeof(u64); i++)
		table[i] = has_page ? MISS_PAGE : (u64)cache.tramp_miss;
}

void jumps_fill(struct thread *t)
{
	if (cache.n_traces > MANY)
		arena_fill(table_of(t), SIZE);
}

/* Maps the table as memory that can be in a large page, and enters all that is known. */
static bool map_whole(struct thread *t)
{
	u64 *table = table_of(t);

	if (table != has_room && !arena_commit((u8 *)table + SIZE, ROOM))
		return false;
	has_room = table;
	if (!map(table, MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
		clear(table);
		return false;
	}
	arena_fill(table, SIZE);
	for (u32 at = 0; at < JUMPS; at++)
		table[at] = MISS_PAGE;
	heads_write(table, 0, JUMPS);
	memset(t->jumps_missed, PATIENCE, sizeof(t->jumps_missed));
	return true;
}

void jumps_collapse(struct thread *t)
{
	u64 *table = table_of(t);

	if (!has_page || jumps_are_two() || t->shares_jumps || (u64)table % HUGE_PAGE)
		return;
	if (table != collapsed && !map_whole(t))
		return;
	collapsed = table;
	arena_collapse(table, SIZE);
}

u64 jumps_forget(const struct thread *t)
{
	if (!has_room || (u64)has_room != (u64)t + T_IND)
		return 0;
	collapsed = has_room = NULL;
	return ROOM;
}

/* Makes the table that threads share, unless it is there. */
static bool make_shared(void)
{
	u64 size = size_of_tables();
	void *at;

	if (shared)
		return true;
	at = arena_reserve(size);
	if (!at)
		return false;
	if (sys6(__NR_mmap, (long)at, size, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED | MAP_ANONYMOUS, -1, 0) != (long)at) {
		arena_release(at, size, 0);
		return false;
	}
	arena_fill(at, size);
	write_empty(at);
	shared = at;
	return true;
}

/* Maps the shared table in a thread's block: a size of 0 leaves it where it is, too. */
static bool map_shared(struct thread *t)
{
	return make_shared() &&
	       sys5(__NR_mremap, shared, 0, size_of_tables(), MREMAP_MAYMOVE | MREMAP_FIXED,
		    table_of(t)) == (long)table_of(t);
}

void jumps_begin(struct thread *t)
{
	/* Whoever flushes the cache meanwhile must find what is mapped. */
	mutex_lock(&threads_lock);
	if (!t->shares_jumps && begun < SHARED_FROM)
		begun++;
	if (!t->shares_jumps && begun == SHARED_FROM)
		t->shares_jumps = map_shared(t);
	if (!t->shares_jumps)
		clear_own(t);
	if (cache.pairs)
		pair_clear(t);
	mutex_unlock(&threads_lock);
}

void jumps_clear(void)
{
	if (shared)
		write_empty(shared);
	for (struct thread *t = threads_first; t; t = t->next) {
		if (!t->shares_jumps)
			clear_own(t);
		if (cache.pairs)
			pair_clear(t);
	}
}

void jumps_forked(struct thread *t)
{
	begun = 1;
	wait_anew(t);
	if (!shared)
		return;
	arena_release(shared, size_of_tables(), 0);
	shared = NULL;
	if (t->shares_jumps) {
		t->shares_jumps = false;
		clear_own(t);
	}
}

/* Enters all that is known for a page of the tables. */
static void write_page(struct thread *t, u32 page)
{
	u64 *table = table_of(t);
	u32 which = page / (JUMPS / PLACES);

	if (++t->jumps_written[which] == ONE_BY_ONE)
		arena_fill(table + which * JUMPS, SIZE);
	heads_write(table, page * PLACES, (page + 1) * PLACES);
}

void jumps_set(struct thread *t, u32 at, const u8 *to)
{
	u32 page = at / PLACES;

	if (t->shares_jumps || t->jumps_missed[page] == PATIENCE) {
		table_of(t)[at] = (u64)to;
		return;
	}
	t->jumps_missed[page] = cache.n_traces > MANY ? PATIENCE : t->jumps_missed[page] + 1;
	if (t->jumps_missed[page] == PATIENCE)
		write_page(t, page);
}
