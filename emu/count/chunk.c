// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Chunks of the shared memory. */
#include "emu/count/chunk.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/shm.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"

#include <linux/fs.h>
#include <linux/mman.h>

#define WIDE_ROOM (ARENA_SIZE / 2) /* addresses of which threads may take more than they need */
/*
 * Counters, which are all looked at: that costs no more than to ask the kernel, whose lock of the
 * shared memory all processes of a tree want. Of several threads each would get memory for pages in
 * which it has counted nothing.
 */
#define FEW	  1024
#define FEW_ALONE 16384

void chunk_begin(void)
{
	engine.chunk_size = EMU_CHUNK_SIZE(engine.shm);
}

void chunk_settle(void)
{
	if (arena_room() < WIDE_ROOM)
		engine.chunk_size = EMU_CHUNK_LEAST;
}

u32 chunk_try(enum emu_chunk_kind kind, u32 task)
{
	struct emu_header *h = engine.shm;
	u32 i, found = CHUNK_NONE;

	shm_lock();
	for (i = 0; i < h->n_chunks; i++)
		if (h->chunks[i].kind == EMU_CHUNK_FREE)
			break;
	if (i < (h->max_chunks ? h->max_chunks : EMU_MAX_CHUNKS)) {
		if (i == h->n_chunks)
			h->n_chunks++;
		h->chunks[i].kind = kind;
		h->chunks[i].task = (s32)task;
		found = i;
	}
	shm_unlock();
	return found;
}

void chunk_shortage(void)
{
	u32 max = engine.shm->max_chunks;

	if (max)
		emu_fatal("the limit on file sizes (ulimit -f) leaves room for the counters of %u "
			  "threads and processes; for %u it must be at least %lu KiB",
			  max, 2 * max, (u64)EMU_CHUNK_AT(engine.shm, 2 * max) >> 10);
	emu_fatal("the shared memory has no room for another thread's counters");
}

u32 chunk_alloc(enum emu_chunk_kind kind, u32 task)
{
	u32 found = chunk_try(kind, task);

	if (found == CHUNK_NONE)
		chunk_shortage();
	return found;
}

void chunk_free(u32 chunk)
{
	__atomic_store_n(&engine.shm->chunks[chunk].kind, EMU_CHUNK_FREE, __ATOMIC_RELEASE);
}

void *chunk_map(u32 chunk, u64 at)
{
	void *reserved = at ? NULL : arena_reserve(engine.chunk_size);
	long r;

	if (!at && !reserved)
		return NULL;
	r = sys6(__NR_mmap, at ? (long)at : (long)reserved, engine.chunk_size,
		 PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, engine.shm_fd,
		 (long)EMU_CHUNK_AT(engine.shm, chunk));
	if (r >= 0)
		return (void *)r;
	if (reserved)
		arena_release(reserved, engine.chunk_size, 0);
	return NULL;
}

bool chunk_map_first(u32 chunk, u64 size, u64 at)
{
	return sys6(__NR_mmap, (long)at, (long)size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
		    engine.shm_fd, (long)EMU_CHUNK_AT(engine.shm, chunk)) == (long)at;
}

u32 chunk_counters(u32 chunk, u32 *from, u32 n)
{
	u64 first = EMU_CHUNK_AT(engine.shm, chunk) + offsetof(struct emu_thread, count);
	const u32 few = threads_count > 1 ? FEW : FEW_ALONE;
	s64 at, end;

	if (*from >= n || n <= few || engine.strict) /* which allows no lseek(2) */
		return n;
	at = sys3(__NR_lseek, engine.shm_fd, first + *from * 8ull, SEEK_DATA);
	if (at == -ENXIO || at >= (s64)(first + n * 8ull))
		return *from = n;
	if (at < 0)
		return n;
	*from = (u32)(((u64)at - first) / 8);
	end = sys3(__NR_lseek, engine.shm_fd, at, SEEK_HOLE);
	return end < 0 || end > (s64)(first + n * 8ull) ? n : (u32)(((u64)end - first) / 8);
}

void chunk_add(u32 chunk, const struct emu_thread *c, u32 n, u64 *to)
{
	for (u32 from = 0, end; from < n; from = end) {
		end = chunk_counters(chunk, &from, n);
		for (u32 i = from; i < end; i++)
			if (c->count[i]) /* what is 0 makes no page of the others */
				to[i] += c->count[i];
	}
}

void chunk_unmap(void *chunk)
{
	arena_release(chunk, engine.chunk_size, 0);
}
