/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See replay.h. The log of a forked child goes on where its parent's was. So the parent's log is
 * read up to there, and then the child's, with a copy of what the parent's has said.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/jit.h"
#include "lib/backends/emulated/profile/logs.h"
#include "lib/backends/emulated/profile/objects.h"
#include "lib/backends/emulated/profile/owners.h"
#include "lib/backends/emulated/profile/replay.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/backends/emulated/profile/walk.h"
#include "lib/profile/build/builder.h"

/* A log, and what of a move of counts it has said so far. */
struct log {
	u32 first;
	u64 parent_at;
	u32 parent; /* chunk + 1; 0: none */
	bool read;
};

/* The last whole move of a record's counts or passages: the sequence number that it had. */
struct moved {
	u32 counts, passages;
};

struct replay {
	struct shared *sh;
	struct builder *b;
	struct objects objects;
	struct owners owners;
	struct walks walks;
	struct log *log;
	size_t n_logs;
	struct moved *moved; /* by task */
	int err;
};

static void fail(struct replay *r, int err)
{
	if (err && !r->err)
		r->err = err;
}

static const struct emu_task *task(const struct replay *r, u32 i)
{
	return &r->sh->header->tasks[i < EMU_MAX_TASKS ? i : EMU_MAX_TASKS - 1];
}

/* ---- Counts ---- */

static void read_counts(struct replay *r, const struct space *s, const struct emu_log_counts *c)
{
	const struct emu_log_count *from = (const struct emu_log_count *)(c + 1);
	int thread = owners_thread(&r->owners, &c->who);
	u32 i;

	if (thread < 0 || c->n > (c->head.size - sizeof(*c)) / sizeof(*from)) {
		fail(r, thread < 0 ? thread : -EPROTO);
		return;
	}
	for (i = 0; i < c->n; i++)
		if (from[i].id < s->n_ways)
			walks_add(&r->walks, s, &s->way[from[i].id], from[i].count, r->b,
				  (unsigned)thread);
		else
			fail(r, -EPROTO);
	walks_spread(&r->walks, s, r->b, (unsigned)thread);
}

static void read_passage(struct replay *r, const struct space *s, const struct emu_passage *p,
			 u64 as_of, unsigned thread)
{
	const struct way way = {
		.target = p->target,
		.at = as_of,
		.trace = (u32)p->where,
		.n = p->n,
		.last = p->last,
		.only_target = p->kind == EMU_PASSAGE_TARGET,
	};

	if (!p->weight)
		return;
	if (p->kind == EMU_PASSAGE_ALONE)
		walks_alone(s, p->where, as_of, p->n, p->last, p->target, (u64)(s64)p->weight, r->b,
			    thread);
	else
		walks_add(&r->walks, s, &way, (u64)(s64)p->weight, r->b, thread);
}

static void read_passages(struct replay *r, const struct space *s,
			  const struct emu_log_passages *from)
{
	const struct emu_passage *p = (const struct emu_passage *)(from + 1);
	int thread = owners_thread(&r->owners, &from->who);
	u32 i;

	if (thread < 0 || from->n > (from->head.size - sizeof(*from)) / sizeof(*p)) {
		fail(r, thread < 0 ? thread : -EPROTO);
		return;
	}
	for (i = 0; i < from->n; i++)
		read_passage(r, s, &p[i], from->as_of, (unsigned)thread);
	walks_spread(&r->walks, s, r->b, (unsigned)thread);
}

/*
 * Is the record part of a move that a killed process did not finish? Then its counts are where they
 * were. Only the task's last move can be: its sequence number has stayed odd.
 */
static bool unfinished(const struct replay *r, const struct emu_log_who *who, bool moved)
{
	const struct emu_task *k = task(r, who->task);

	return !moved && k->seq & 1 && k->seq == who->seq && k->tid == who->tid;
}

/* ---- Killed threads ---- */

/* Counts what a thread's chunk has: its process was killed, or is ended by libpmc's caller. */
static void read_chunk(struct replay *r, const struct space *s, u32 i, const struct emu_vectors *v)
{
	const struct emu_task *k = task(r, i);
	const struct emu_thread *c = shared_chunk(r->sh, k->chunk);
	const struct moved *moved = &r->moved[i];
	struct emu_log_who who = { .pid = k->pid, .tid = k->tid, .ppid = k->ppid, .task = i };
	u32 n = v->n < EMU_MAX_EXITS ? v->n : EMU_MAX_EXITS, at;
	bool odd = k->seq & 1;
	int thread;

	memcpy(who.comm, k->comm, sizeof(who.comm));
	thread = owners_thread(&r->owners, &who);
	if (thread < 0 || !c) {
		fail(r, thread < 0 ? thread : -ENOMEM);
		return;
	}
	if (!odd || moved->passages != k->seq)
		for (at = 0; at < EMU_MAX_PASSAGES; at++)
			read_passage(r, s, &c->passage[at], c->as_of, (unsigned)thread);
	if (!odd || moved->counts != k->seq)
		for (at = 0; at < n; at++)
			if (c->count[at] && at < s->n_ways)
				walks_add(&r->walks, s, &s->way[at], c->count[at], r->b,
					  (unsigned)thread);
	walks_spread(&r->walks, s, r->b, (unsigned)thread);
}

static void read_chunks(struct replay *r, const struct space *s, u32 first)
{
	u32 n = shared_tasks(r->sh), i;

	for (i = 0; i < n; i++) {
		const struct emu_task *k = task(r, i);
		const struct emu_vectors *v;

		if (k->state != EMU_TASK_LIVE || k->chunk < 0 || k->vectors < 0)
			continue;
		v = shared_chunk(r->sh, k->vectors);
		if (v && v->log == first + 1)
			read_chunk(r, s, i, v);
	}
}

/* ---- Logs ---- */

/* Which tasks' last moves the log has finished. */
static void note_moves(struct replay *r, u32 first)
{
	const struct emu_log_head *record;
	struct log_reader reader;

	logs_begin(&reader, r->sh, first);
	while ((record = logs_next(&reader))) {
		const struct emu_log_counts *c = (const struct emu_log_counts *)record;
		const struct emu_log_passages *p = (const struct emu_log_passages *)record;

		if (record->kind == EMU_LOG_COUNTS && !c->more && c->who.task < EMU_MAX_TASKS)
			r->moved[c->who.task].counts = c->who.seq;
		if (record->kind == EMU_LOG_PASSAGES && p->who.task < EMU_MAX_TASKS)
			r->moved[p->who.task].passages = p->who.seq;
	}
}

static void read_record(struct replay *r, struct space *s, const struct emu_log_head *record,
			u64 position)
{
	const struct emu_log_counts *c = (const struct emu_log_counts *)record;
	const struct emu_log_code *code = (const struct emu_log_code *)record;
	unsigned object;
	u64 address;

	switch (record->kind) {
	case EMU_LOG_COUNTS:
		if (c->who.task < EMU_MAX_TASKS &&
		    !unfinished(r, &c->who, r->moved[c->who.task].counts == c->who.seq))
			read_counts(r, s, c);
		break;
	case EMU_LOG_PASSAGES:
		read_passages(r, s, (const struct emu_log_passages *)record);
		break;
	case EMU_LOG_CODE:
		if (code->n <= record->size - sizeof(*code) &&
		    space_find(s, code->pc, position, &object, &address))
			builder_code(r->b, object, address, code + 1, code->n);
		break;
	default:
		space_read(s, record, position, &r->objects);
		fail(r, s->err);
	}
	fail(r, r->walks.err);
}

static void read_log(struct replay *r, struct log *log, struct space *s);

/* The children that were forked before the log had come to the position, and were not read yet. */
static void read_children(struct replay *r, u32 first, u64 position, const struct space *s)
{
	size_t i;

	for (i = 0; i < r->n_logs && !r->err; i++) {
		struct log *child = &r->log[i];
		struct space copy;

		if (child->read || child->parent != first + 1 || child->parent_at > position)
			continue;
		space_copy(&copy, s);
		fail(r, copy.err);
		if (!r->err)
			read_log(r, child, &copy);
		space_deinit(&copy);
	}
}

/* Where the next child that was not read yet was forked. */
static u64 next_child(const struct replay *r, u32 first)
{
	u64 next = ~0ull;
	size_t i;

	for (i = 0; i < r->n_logs; i++)
		if (r->log[i].parent == first + 1 && !r->log[i].read && r->log[i].parent_at < next)
			next = r->log[i].parent_at;
	return next;
}

/* The parent of a process, as its records have it. */
static s32 parent_of(const struct replay *r, s32 pid)
{
	u32 n = shared_tasks(r->sh), i;

	for (i = 0; i < n; i++)
		if (task(r, i)->pid == pid)
			return task(r, i)->ppid;
	return 0;
}

static void read_log(struct replay *r, struct log *log, struct space *s)
{
	const struct emu_log *head = logs_head(r->sh, log->first);
	const struct emu_log_head *record;
	struct log_reader reader;
	s32 pid = (s32)head->pid;
	int process = owners_process(&r->owners, pid, parent_of(r, pid));
	u64 next;

	log->read = true;
	if (process < 0) {
		fail(r, process);
		return;
	}
	s->process = (unsigned)process;
	next = next_child(r, log->first);
	note_moves(r, log->first);
	logs_begin(&reader, r->sh, log->first);
	for (;;) {
		if (logs_position(&reader) >= next) {
			read_children(r, log->first, logs_position(&reader), s);
			next = next_child(r, log->first);
		}
		record = logs_next(&reader);
		if (!record || r->err)
			break;
		read_record(r, s, record, logs_position(&reader));
	}
	read_chunks(r, s, log->first);
	jit_names(r->b, s, pid);
}

/* The first chunks of all logs. A chunk that follows another one has no last. */
static int find_logs(struct replay *r)
{
	const struct emu_header *h = r->sh->header;
	u32 n = h->n_chunks < EMU_MAX_CHUNKS ? h->n_chunks : EMU_MAX_CHUNKS, i;

	r->log = calloc(n ? n : 1, sizeof(*r->log));
	if (!r->log)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		const struct emu_log *head;

		if (h->chunks[i].kind != EMU_CHUNK_LOG)
			continue;
		head = logs_head(r->sh, i);
		if (!head)
			return -ENOMEM;
		if (head->last)
			r->log[r->n_logs++] = (struct log){
				.first = i,
				.parent = head->parent,
				.parent_at = head->parent_at,
			};
	}
	return 0;
}

int replay(struct shared *sh, struct builder *b)
{
	struct replay r = { .sh = sh, .b = b, .objects.builder = b, .owners.builder = b };
	int unknown = builder_object(b, PMC_OBJECT_UNKNOWN, "", NULL, 0, UINT_MAX);
	size_t i;

	r.moved = calloc(EMU_MAX_TASKS, sizeof(*r.moved));
	fail(&r, unknown < 0 ? unknown : r.moved ? 0 : -ENOMEM);
	if (!r.err)
		fail(&r, find_logs(&r));
	for (i = 0; i < r.n_logs && !r.err; i++) {
		struct space s = { .unknown = (unsigned)unknown };

		if (r.log[i].parent || r.log[i].read)
			continue;
		read_log(&r, &r.log[i], &s);
		space_deinit(&s);
	}
	free(r.log);
	free(r.moved);
	walks_deinit(&r.walks);
	owners_deinit(&r.owners);
	objects_deinit(&r.objects);
	return r.err;
}
