// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See log.h and emu/profile.h. */
#include "emu/count/log.h"
#include "emu/base/arena.h"
#include "emu/base/message.h"
#include "emu/base/shm.h"
#include "emu/base/string.h"
#include "emu/count/chunk.h"

/* Of this address space. */
static struct log own;

#define ROOM (EMU_CHUNK_LEAST - sizeof(struct emu_log))

/* Logs that heritages name stay until the end. */
#define MAX_BEQUEATHED 256u

/* So much the kernel gives at once, without a page fault each: most short programs write as much.
 * Then it is as much again as there is, up to so much. */
#define FILLED	    (8 * (u32)PAGE_SIZE)
#define FILLED_MOST (64 * (u32)PAGE_SIZE)

static struct emu_log *map(u32 chunk)
{
	struct emu_log *at = chunk_map(chunk, 0);

	if (!at)
		emu_fatal("cannot map the log of the profile");
	return at;
}

/* Makes memory for the first bytes of the chunk. */
static void fill(struct log *l, u32 bytes)
{
	u32 more = l->filled < FILLED ? FILLED : l->filled;

	if (more > FILLED_MOST)
		more = FILLED_MOST;
	if (bytes > l->filled + more)
		more = PAGE_UP(bytes - l->filled);
	if (more > EMU_CHUNK_LEAST - l->filled)
		more = EMU_CHUNK_LEAST - l->filled;
	arena_fill((u8 *)l->at + l->filled, more);
	l->filled += more;
}

/* Who owns a chunk of the log is of no interest: the log outlives its process. */
static void create(struct log *l, u32 task, u32 parent, u64 parent_at)
{
	l->first = l->chunk = chunk_alloc(EMU_CHUNK_LOG, task);
	l->head = l->at = map(l->first);
	l->filled = 0;
	fill(l, FILLED);
	l->head->pid = (u32)engine.shm->tasks[task].pid;
	l->head->ppid = (u32)engine.shm->tasks[task].ppid;
	l->head->parent = parent;
	l->head->parent_at = l->head->before = parent_at;
	l->head->serial = 1 + __atomic_fetch_add(&engine.shm->logs, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&l->head->last, l->first + 1, __ATOMIC_RELEASE);
}

u32 log_create(u32 task)
{
	create(&own, task, 0, 0);
	return own.first + 1;
}

/* Goes to the chunk that the chain has behind the current one, or adds one to it. */
static void advance(struct log *l)
{
	struct emu_log *at = l->at, *to;
	u32 chunk;

	if (at->next) {
		chunk = at->next - 1;
		to = map(chunk);
	} else {
		chunk = chunk_alloc(EMU_CHUNK_LOG, (u32)engine.shm->chunks[l->first].task);
		to = map(chunk);
		to->before = at->before + at->used;
		__atomic_store_n(&at->next, chunk + 1, __ATOMIC_RELEASE);
		__atomic_store_n(&l->head->last, chunk + 1, __ATOMIC_RELEASE);
	}
	if (at != l->head)
		chunk_unmap(at);
	l->chunk = chunk;
	l->at = to;
	l->filled = l->filled == ~0u ? ~0u : 0;
}

u64 log_position(void)
{
	u64 position;

	shm_lock_word(&own.head->lock);
	while (own.at->next)
		advance(&own);
	position = own.at->before + own.at->used;
	shm_unlock_word(&own.head->lock);
	return position;
}

bool log_bequeath(u64 *position)
{
	struct emu_log *head = own.head;

	/* All changes of it are under cache_lock. */
	if (!head->bequeathed) {
		if (__atomic_fetch_add(&engine.shm->bequeathed, 1, __ATOMIC_RELAXED) >=
		    MAX_BEQUEATHED)
			return false;
		__atomic_store_n(&head->bequeathed, 1, __ATOMIC_SEQ_CST);
	}
	*position = log_position();
	return true;
}

void log_inherit(u32 log, u64 at)
{
	struct emu_log_heritage *r = log_begin(EMU_LOG_HERITAGE, sizeof(*r));

	r->log = log;
	r->at = at;
	log_commit();
}

static void unmap(struct log *l)
{
	if (l->at != l->head)
		chunk_unmap(l->at);
	chunk_unmap(l->head);
}

u32 log_fork(u32 task, u64 parent_at)
{
	u32 parent = own.first + 1;

	unmap(&own);
	create(&own, task, parent, parent_at);
	return own.first + 1;
}

void log_end(u32 first_plus_1)
{
	struct log room, *l = first_plus_1 ? log_open(&room, first_plus_1) : NULL;

	if (!l)
		return;
	__atomic_store_n(&l->head->ended, 1, __ATOMIC_RELEASE);
	log_close(l);
}

struct log *log_open(struct log *room, u32 first_plus_1)
{
	if (own.head && own.first + 1 == first_plus_1)
		return &own;
	room->first = room->chunk = first_plus_1 - 1;
	room->head = room->at = chunk_map(room->first, 0);
	room->filled = ~0u;
	return room->head ? room : NULL;
}

void log_close(struct log *l)
{
	if (l != &own)
		unmap(l);
}

void *log_begin_in(struct log *l, u32 kind, u32 size)
{
	struct emu_log_head *r;
	u32 end;

	shm_lock_word(&l->head->lock);
	while (l->at->next || l->at->used + size > ROOM)
		advance(l);
	end = (u32)(sizeof(*l->at) + l->at->used) + size;
	if (end > l->filled)
		fill(l, end);
	r = (struct emu_log_head *)((u8 *)(l->at + 1) + l->at->used);
	r->kind = kind;
	r->size = size;
	return r;
}

void log_commit_in(struct log *l)
{
	const struct emu_log_head *r;

	r = (const struct emu_log_head *)((const u8 *)(l->at + 1) + l->at->used);
	__atomic_store_n(&l->at->used, l->at->used + r->size, __ATOMIC_RELEASE);
	shm_unlock_word(&l->head->lock);
}

struct log *log_own(void)
{
	return &own;
}

void *log_begin(u32 kind, u32 size)
{
	return log_begin_in(&own, kind, size);
}

void log_commit(void)
{
	log_commit_in(&own);
}
