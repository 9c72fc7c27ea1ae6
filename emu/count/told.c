// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See told.h. The table in the chunk is a hash table, with a few tries for each count. */
#include "emu/count/told.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/count/chunk.h"
#include "emu/count/log.h"
#include "emu/count/passage.h"
#include "emu/count/seq.h"
#include "emu/model/model.h"

#define TRIES	 16
#define ENTRIES	 (1u << EMU_TOLD_BITS)
#define MAX_TOLD ((EMU_LOG_MAX - sizeof(struct emu_log_told)) / sizeof(struct emu_told))

_Static_assert(sizeof(struct emu_told_table) <= EMU_CHUNK_LEAST, "a table fits its chunk");

/* The thread's table, which lies behind its machine. */
static struct emu_told_table *own(struct thread *t)
{
	u64 at = (u64)t + T_STATE + model_size();
	u32 chunk;

	if (t->shm->told)
		return (struct emu_told_table *)at;
	chunk = chunk_alloc(EMU_CHUNK_TOLD, t->task);
	if (!chunk_map(chunk, at))
		emu_fatal("cannot map what a thread's machine counts");
	t->shm->told = chunk + 1ull;
	return (struct emu_told_table *)at;
}

static bool put(struct emu_told_table *table, u64 pc, u32 what, u64 n)
{
	u64 h = (pc * 31 + what) * 0x9e3779b97f4a7c15ull >> 32;

	for (u32 i = 0; i < TRIES; i++) {
		struct emu_told *e = &table->entry[(h + i) % ENTRIES];

		if (e->used && (e->pc != pc || e->what != what))
			continue;
		if (!e->used) {
			e->pc = pc;
			e->what = what;
			table->n++;
		}
		e->count += n;
		__atomic_store_n(&e->used, 1, __ATOMIC_RELEASE);
		return true;
	}
	return false;
}

static void log_table(struct log *l, const struct emu_task *k, const struct emu_told_table *table)
{
	u32 i = 0, left = (u32)table->n;

	while (left) {
		u32 n = left < MAX_TOLD ? left : (u32)MAX_TOLD, found = 0;
		struct emu_log_told *r;
		struct emu_told *to;

		r = log_begin_in(l, EMU_LOG_TOLD, (u32)(sizeof(*r) + n * sizeof(*to)));
		r->who = log_who(k);
		r->n = n;
		r->more = left > n;
		r->as_of = table->as_of;
		to = (struct emu_told *)(r + 1);
		for (; found < n && i < ENTRIES; i++)
			if (table->entry[i].used)
				to[found++] = table->entry[i];
		for (; found < n; found++) /* the thread was killed before it had made an entry */
			to[found] = (struct emu_told){ 0 };
		log_commit_in(l);
		left -= n;
	}
}

static void clear(struct emu_told_table *table)
{
	if (!table->as_of)
		return;
	memset(table->entry, 0, sizeof(table->entry));
	table->n = table->as_of = 0;
}

static void empty(struct thread *t, struct emu_told_table *table)
{
	struct emu_task *k = &engine.shm->tasks[t->task];

	seq_begin(k);
	log_table(log_own(), k, table);
	clear(table);
	seq_end(k);
}

void told_add(struct thread *t, u64 pc, u32 what, u64 n)
{
	struct emu_told_table *table = own(t);
	u32 now = passage_meaning();

	if (table->as_of && t->told_meaning != now)
		empty(t, table);
	for (;;) {
		if (!table->as_of) {
			table->as_of = log_position();
			t->told_meaning = now;
		}
		if (put(table, pc, what, n))
			return;
		empty(t, table);
	}
}

/* The table of any thread's chunk; NULL: it has none. */
static struct emu_told_table *map(const struct emu_thread *c)
{
	struct emu_told_table *table = c->told ? chunk_map((u32)c->told - 1, 0) : NULL;

	if (c->told && !table)
		emu_fatal("cannot map what a thread's machine has counted");
	return table;
}

void told_log(struct log *l, const struct emu_task *k, const struct emu_thread *c)
{
	struct emu_told_table *table = map(c);

	if (!table)
		return;
	log_table(l, k, table);
	chunk_unmap(table);
}

void told_clear(struct emu_thread *c)
{
	struct emu_told_table *table = map(c);

	if (!table)
		return;
	clear(table);
	chunk_unmap(table);
}

void told_free(struct emu_thread *c)
{
	if (!c->told)
		return;
	chunk_free((u32)c->told - 1);
	c->told = 0;
}
