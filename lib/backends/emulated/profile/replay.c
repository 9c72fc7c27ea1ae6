/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See replay.h. The log of a forked child goes on where its parent's was. So the parent's log is
 * read up to there, and then the child's, with a copy of what the parent's has said.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/calls.h"
#include "lib/backends/emulated/profile/heritages.h"
#include "lib/backends/emulated/profile/history.h"
#include "lib/backends/emulated/profile/jit.h"
#include "lib/backends/emulated/profile/logs.h"
#include "lib/backends/emulated/profile/objects.h"
#include "lib/backends/emulated/profile/owners.h"
#include "lib/backends/emulated/profile/replay.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/backends/emulated/profile/walk.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/model/exact.h"
#include "core/quantities/events.h"
#include "lib/sampling/registers.h"
#include "lib/unwind/walk.h"

/* A log, and what of a move of counts it has said so far. */
struct log {
	u32 first;
	u64 serial, parent_at;
	u32 parent; /* chunk + 1; 0: none */
	bool read;
};

/* The last whole move of a record's counts or passages: the sequence number that it had. */
struct moved {
	u32 counts, passages, told, tree;
};

struct replay {
	struct shared *sh;
	struct builder *b;
	struct objects objects;
	struct owners owners;
	struct heritages heritages;
	struct history history;
	struct log *log;
	size_t n_logs;
	struct moved *moved; /* by task; NULL: nobody has needed that */
	unsigned unknown;    /* the object of code that nobody knows the origin of */
	const struct machine_formula *formula[PMC_PROFILE_EVENTS]; /* of the modelled events */
	size_t n_formulas;
	struct calls calls;
	bool odd;	     /* some record's sequence number is odd */
	struct libdw *libdw; /* for dumps of stacks; else NULL */
	u64 period, samples; /* of a profile of samples: its event is number 0; period 0: exact */
	bool busy[EMU_MAX_CHUNKS];  /* by first chunk: the log must not be read yet */
	bool named[EMU_MAX_CHUNKS]; /* the same: a log that will be read may name it */
	bool kept[EMU_MAX_CHUNKS];  /* it was read, and its memory was not or could not be freed */
	int err;
};

#define MERGED                                                                               \
	"%llu calls have no place of their own in the call tree, as one is nested too deep " \
	"or the tree has no room: they count for their callers"

static void fail(struct replay *r, int err)
{
	if (err && !r->err)
		r->err = err;
}

static const struct emu_task *task(const struct replay *r, u32 i)
{
	return &r->sh->header->tasks[i < EMU_MAX_TASKS ? i : EMU_MAX_TASKS - 1];
}

static u32 n_chunks(const struct replay *r)
{
	u32 n = __atomic_load_n(&r->sh->header->n_chunks, __ATOMIC_ACQUIRE);

	return n < EMU_MAX_CHUNKS ? n : EMU_MAX_CHUNKS;
}

static u32 kind_of(const struct replay *r, u32 chunk)
{
	return __atomic_load_n(&r->sh->header->chunks[chunk].kind, __ATOMIC_ACQUIRE);
}

/* ---- Counts ---- */

static void read_counts(struct replay *r, struct space *s, const struct emu_log_counts *c)
{
	const struct emu_log_count *from = (const struct emu_log_count *)(c + 1);
	int thread = owners_thread(&r->owners, &c->who);
	u32 i;

	if (thread < 0 || c->n > (c->head.size - sizeof(*c)) / sizeof(*from)) {
		fail(r, thread < 0 ? thread : -EPROTO);
		return;
	}
	for (i = 0; i < c->n; i++)
		walk_counter(s, from[i].id, from[i].count, (unsigned)thread);
}

static void read_passages(struct replay *r, struct space *s, const struct emu_log_passages *from)
{
	const struct emu_passage *p = (const struct emu_passage *)(from + 1);
	int thread = owners_thread(&r->owners, &from->who);
	u32 i;

	if (thread < 0 || from->n > (from->head.size - sizeof(*from)) / sizeof(*p)) {
		fail(r, thread < 0 ? thread : -EPROTO);
		return;
	}
	for (i = 0; i < from->n; i++)
		walk_passage(s, &p[i], from->as_of, (unsigned)thread);
}

/* A count of a machine at an instruction goes to the events that it is a term of. */
static void count_told(struct replay *r, const struct emu_told *told, unsigned thread,
		       unsigned object, u64 address)
{
	size_t i, k;

	for (i = 0; i < r->n_formulas; i++)
		for (k = 0; k < FORMULA_TERMS && r->formula[i]->term[k].kind != TERM_END; k++) {
			const struct machine_term *term = &r->formula[i]->term[k];

			if (term->kind == TERM_COUNT && term->what == told->what)
				builder_modelled(r->b, thread, object, address, (unsigned)i,
						 term->minus ? -told->count : told->count);
		}
}

static void read_told(struct replay *r, struct space *s, const struct emu_told *told, size_t n,
		      u64 as_of, unsigned thread)
{
	size_t i;

	for (i = 0; i < n; i++) {
		unsigned object = s->unknown;
		u64 address = told[i].pc;

		if (!__atomic_load_n(&told[i].used, __ATOMIC_ACQUIRE))
			continue;
		space_find(s, told[i].pc, as_of, &object, &address);
		count_told(r, &told[i], thread, object, address);
	}
}

static void read_told_log(struct replay *r, struct space *s, const struct emu_log_told *from)
{
	const struct emu_told *told = (const struct emu_told *)(from + 1);
	int thread = owners_thread(&r->owners, &from->who);

	if (thread < 0 || from->n > (from->head.size - sizeof(*from)) / sizeof(*told))
		fail(r, thread < 0 ? thread : -EPROTO);
	else
		read_told(r, s, told, from->n, from->as_of, (unsigned)thread);
}

static void read_tree_log(struct replay *r, struct space *s, const struct emu_log_tree *from)
{
	int thread = owners_thread(&r->owners, &from->who);

	fail(r, thread < 0 ? thread : calls_log(&r->calls, s, from, (unsigned)thread));
}

/* ---- Samples ---- */

/* Adds to the chain what the dump says; n: how long it is so far. Returns how long it is then. */
static u32 unwind(struct space *s, const struct emu_log_dump *from, u32 bytes, u64 *pc, u32 n)
{
	/* DWARF's numbers of the registers that instructions number 0 to 7. */
	static const u8 number[8] = { 0, 2, 1, 3, 7, 6, 4, 5 };
	u64 registers[REGISTERS];
	const struct unwind_dump dump = { registers, (const u8 *)(from + 1), bytes - sizeof(*from),
					  from->registers[4] - EMU_DUMP_BELOW };
	unsigned i;

	for (i = 0; i < 16; i++)
		registers[i < 8 ? number[i] : i] = from->registers[i];
	registers[REGISTER_RIP] = from->rip;
	return n + (u32)unwind_chain(&s->unwind, &dump, pc + n, EMU_MAX_CHAIN - n);
}

static void read_sample(struct replay *r, struct space *s, const struct emu_log_sample *from,
			u64 position)
{
	const u64 *noted = (const u64 *)(from + 1);
	u64 pc[EMU_MAX_CHAIN];
	struct pmc_frame frames[EMU_MAX_CHAIN] = { 0 };
	int thread = owners_thread(&r->owners, &from->who);
	u64 count = from->periods * r->period, room = from->head.size - sizeof(*from);
	u32 i, n = from->n;

	if (thread < 0 || !n || n > EMU_MAX_CHAIN || n > room / sizeof(*pc) ||
	    from->dump > room - n * sizeof(*pc) ||
	    (from->dump && from->dump < sizeof(struct emu_log_dump))) {
		fail(r, thread < 0 ? thread : -EPROTO);
		return;
	}
	memcpy(pc, noted, n * sizeof(*pc));
	if (from->dump && r->libdw)
		n = unwind(s, (const struct emu_log_dump *)(noted + n), from->dump, pc, n);
	for (i = 0; i < n; i++) {
		frames[i].object = s->unknown;
		frames[i].address = pc[i];
		space_find(s, pc[i], position, &frames[i].object, &frames[i].address);
	}
	r->samples += from->periods;
	builder_count(r->b, (unsigned)thread, frames[0].object, frames[0].address, 0, count);
	if (r->sh->header->flags & (EMU_F_CHAINS | EMU_F_DUMPS))
		builder_stack(r->b, (unsigned)thread, frames, n, 0, count);
}

static struct moved moved_of(const struct replay *r, u32 task)
{
	return r->moved ? r->moved[task] : (struct moved){ 0 };
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

static void read_told_chunk(struct replay *r, struct space *s, s32 chunk, unsigned thread)
{
	const struct emu_told_table *table = shared_chunk(r->sh, chunk);

	if (!table)
		fail(r, -ENOMEM);
	else if (table->as_of)
		read_told(r, s, table->entry, 1u << EMU_TOLD_BITS, table->as_of, thread);
}

/* How often a thread has counted the call tree's event since it began to use its chunk. */
static u64 tree_total(struct replay *r, u32 i)
{
	u64 total[EMU_NSIGNALS], sum = 0;
	struct emu_task k;
	int s;

	if (!shared_read(r->sh, i, total, &k))
		return 0;
	for (s = 0; s < EMU_NSIGNALS; s++)
		if (r->sh->header->sampled >> s & 1)
			sum += total[s] - k.done[s];
	return sum;
}

/* Counts what a thread's chunk has: its process was killed, or is ended by libpmc's caller. */
static void read_chunk(struct replay *r, struct space *s, u32 i, const struct emu_vectors *v)
{
	const struct emu_task *k = task(r, i);
	const struct emu_thread *c = shared_chunk(r->sh, k->chunk);
	const struct moved moved = moved_of(r, i);
	struct emu_log_who who = { .pid = k->pid, .tid = k->tid, .ppid = k->ppid, .task = i };
	u32 n = shared_exits(r->sh, v), at;
	bool odd = k->seq & 1;
	int thread;

	memcpy(who.comm, k->comm, sizeof(who.comm));
	thread = owners_thread(&r->owners, &who);
	if (thread < 0 || !c) {
		fail(r, thread < 0 ? thread : -ENOMEM);
		return;
	}
	if (!odd || moved.passages != k->seq)
		for (at = 0; at < EMU_MAX_PASSAGES; at++)
			walk_passage(s, &c->passage[at], c->as_of, (unsigned)thread);
	if (!odd || moved.counts != k->seq)
		for (at = 0; at < n; at++)
			if (c->count[at] && at < s->n_ways)
				walk_counter(s, at, c->count[at], (unsigned)thread);
	if (c->told && c->told <= n_chunks(r) && (!odd || moved.told != k->seq))
		read_told_chunk(r, s, (s32)c->told - 1, (unsigned)thread);
	if (c->tree && (!odd || moved.tree != k->seq))
		fail(r, calls_chunk(&r->calls, s, r->sh, c, tree_total(r, i), (unsigned)thread));
}

static void read_chunks(struct replay *r, struct space *s, u32 first)
{
	u32 n = shared_tasks(r->sh), i;

	for (i = 0; i < n; i++) {
		const struct emu_task *k = task(r, i);
		const struct emu_vectors *v;

		if (k->state != EMU_TASK_LIVE || k->chunk < 0 || k->vectors < 0)
			continue;
		if (k->vectors >= (s32)n_chunks(r) ||
		    kind_of(r, (u32)k->vectors) != EMU_CHUNK_VECTORS)
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

	if (!r->moved)
		r->moved = calloc(EMU_MAX_TASKS, sizeof(*r->moved));
	if (!r->moved) {
		fail(r, -ENOMEM);
		return;
	}
	logs_begin(&reader, r->sh, first);
	while ((record = logs_next(&reader))) {
		const struct emu_log_counts *c = (const struct emu_log_counts *)record;
		const struct emu_log_passages *p = (const struct emu_log_passages *)record;
		const struct emu_log_told *t = (const struct emu_log_told *)record;
		const struct emu_log_tree *tree = (const struct emu_log_tree *)record;

		if (record->kind == EMU_LOG_COUNTS && !c->more && c->who.task < EMU_MAX_TASKS)
			r->moved[c->who.task].counts = c->who.seq;
		if (record->kind == EMU_LOG_PASSAGES && p->who.task < EMU_MAX_TASKS)
			r->moved[p->who.task].passages = p->who.seq;
		if (record->kind == EMU_LOG_TOLD && !t->more && t->who.task < EMU_MAX_TASKS)
			r->moved[t->who.task].told = t->who.seq;
		if (record->kind == EMU_LOG_TREE && !tree->more && tree->who.task < EMU_MAX_TASKS)
			r->moved[tree->who.task].tree = tree->who.seq;
	}
}

/* The records that say what is executed how often are the business of an exact profile alone. */
static bool is_left_out(const struct replay *r, u32 kind)
{
	return r->period && kind != EMU_LOG_MAP && kind != EMU_LOG_CODE && kind != EMU_LOG_SAMPLE;
}

static void read_record(struct replay *r, struct space *s, const struct emu_log_head *record,
			u64 position)
{
	const struct emu_log_counts *c = (const struct emu_log_counts *)record;
	const struct emu_log_code *code = (const struct emu_log_code *)record;
	const struct emu_log_told *told = (const struct emu_log_told *)record;
	unsigned object;
	u64 address;

	if (is_left_out(r, record->kind))
		return;
	switch (record->kind) {
	case EMU_LOG_SAMPLE:
		read_sample(r, s, (const struct emu_log_sample *)record, position);
		break;
	case EMU_LOG_COUNTS:
		if (c->who.task < EMU_MAX_TASKS &&
		    !unfinished(r, &c->who, moved_of(r, c->who.task).counts == c->who.seq))
			read_counts(r, s, c);
		break;
	case EMU_LOG_PASSAGES:
		read_passages(r, s, (const struct emu_log_passages *)record);
		break;
	case EMU_LOG_TOLD:
		if (told->who.task < EMU_MAX_TASKS &&
		    !unfinished(r, &told->who, moved_of(r, told->who.task).told == told->who.seq))
			read_told_log(r, s, told);
		break;
	case EMU_LOG_TREE:
		read_tree_log(r, s, (const struct emu_log_tree *)record);
		break;
	case EMU_LOG_CODE:
		if (code->n <= record->size - sizeof(*code) &&
		    space_find(s, code->pc, position, &object, &address))
			builder_code(r->b, object, address, code + 1, code->n);
		break;
	case EMU_LOG_HERITAGE:
		heritages_take(&r->heritages, (const struct emu_log_heritage *)record, s);
		break;
	case EMU_LOG_MOSTLY:
		walk_mostly(s, (const struct emu_log_mostly *)record, position);
		break;
	default:
		space_read(s, record, position, &r->objects);
		if (record->kind == EMU_LOG_MAP && !s->err)
			history_add(&r->history, HISTORY_OBJECT,
				    s->mapping[s->n_mappings - 1].object, NULL);
	}
	fail(r, s->err);
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

static void read_log(struct replay *r, struct log *log, struct space *s)
{
	const struct emu_log *head = logs_head(r->sh, log->first);
	const struct emu_log_head *record;
	struct log_reader reader;
	s32 pid = (s32)head->pid;
	int process = owners_process(&r->owners, pid, (s32)head->ppid);
	struct counts *counts = builder_counts(r->b);
	size_t open = counts->n_open;
	u64 next;

	log->read = true;
	if (process < 0) {
		fail(r, process);
		return;
	}
	s->process = (unsigned)process;
	next = next_child(r, log->first);
	/* What is noted matters to a move that has not ended: its number is odd. */
	if (r->odd)
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
	if (!r->period)
		read_chunks(r, s, log->first);
	fail(r, s->err);
	counts_settle(counts, open);
	jit_code(r->b, s, pid);
}

/* ---- All logs ---- */

/* The head of a process's log that begins with the chunk; NULL: none does. A chunk that follows
 * another one has no last. */
static const struct emu_log *first_chunk(struct replay *r, u32 i)
{
	const struct emu_log *head = kind_of(r, i) == EMU_CHUNK_LOG ? logs_head(r->sh, i) : NULL;

	return head && __atomic_load_n(&head->last, __ATOMIC_ACQUIRE) ? head : NULL;
}

static int compare_logs(const void *a, const void *b)
{
	const struct log *x = a, *y = b;

	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

/* Did a process end, or is there one, in the middle of a move? */
static bool any_odd(const struct replay *r)
{
	u32 n = shared_tasks(r->sh), i;

	for (i = 0; i < n; i++)
		if (__atomic_load_n(&task(r, i)->seq, __ATOMIC_ACQUIRE) & 1)
			return true;
	return false;
}

/* Those that were not read yet, in the order in which they began. */
static int find_logs(struct replay *r)
{
	u32 n = n_chunks(r), i;

	r->odd = any_odd(r);
	free(r->log);
	r->n_logs = 0;
	r->log = calloc(n ? n : 1, sizeof(*r->log));
	if (!r->log)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		const struct emu_log *head = first_chunk(r, i);

		if (head && !r->kept[i])
			r->log[r->n_logs++] = (struct log){
				.first = i,
				.serial = head->serial,
				.parent = head->parent,
				.parent_at = head->parent_at,
			};
	}
	if (r->n_logs)
		qsort(r->log, r->n_logs, sizeof(*r->log), compare_logs);
	return 0;
}

/* Reads a log that no fork began, and all that were forked from it. */
static void read_tree(struct replay *r, struct log *log)
{
	struct space s = {
		.builder = r->b,
		.sites = r->period ? NULL : builder_sites(r->b),
		.counts = builder_counts(r->b),
		.unknown = r->unknown,
		.unwind.libdw = r->libdw,
	};

	history_begin(&r->history, log->serial);
	read_log(r, log, &s);
	space_deinit(&s);
}

/* ---- Logs of processes that have ended ---- */

/* Marks what must not be read yet: logs that go on, and those of which a child was forked that has
 * no log of its own yet. In this order: a log that has ended has all its children. */
static void mark_busy(struct replay *r)
{
	u32 n = n_chunks(r), i;

	for (i = 0; i < n; i++) {
		const struct emu_log *head = first_chunk(r, i);

		r->busy[i] = !head || !__atomic_load_n(&head->ended, __ATOMIC_ACQUIRE);
	}
	for (; i < EMU_MAX_CHUNKS; i++)
		r->busy[i] = true;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	for (i = 0; i < n; i++) {
		const struct emu_vectors *v = kind_of(r, i) == EMU_CHUNK_VECTORS ?
						      shared_chunk(r->sh, (s32)i) :
						      NULL;
		u32 log = v ? __atomic_load_n(&v->log, __ATOMIC_ACQUIRE) : 0;

		if (log && log <= EMU_MAX_CHUNKS)
			r->busy[log - 1] = true;
	}
}

/* Marks the logs that heritages may name. One that has ended is marked for good. */
static void mark_named(struct replay *r)
{
	size_t i;

	for (i = 0; i < r->n_logs; i++) {
		u32 first = r->log[i].first;
		const struct emu_log *head = logs_head(r->sh, first);

		r->named[first] = head && __atomic_load_n(&head->bequeathed, __ATOMIC_ACQUIRE);
	}
}

/* Gives a log and the one that it was forked from the same mark: that of either. */
static void share(bool *marks, const struct log *log)
{
	bool *own = &marks[log->first], *up;

	if (!log->parent || log->parent > EMU_MAX_CHUNKS)
		return;
	up = &marks[log->parent - 1];
	*own = *up = *own || *up;
}

/*
 * All logs of a tree are busy if one is. So is one whose parent is not there. A log stands behind
 * the one that it was forked from, so this reaches all of them: first up, then down.
 */
static void spread(const struct replay *r, bool *marks)
{
	size_t i;

	for (i = r->n_logs; i--;)
		share(marks, &r->log[i]);
	for (i = 0; i < r->n_logs; i++)
		share(marks, &r->log[i]);
}

/* Gives the memory of a log back, the first chunk last. */
static void free_log(struct replay *r, u32 first)
{
	const struct emu_log *head = logs_head(r->sh, first), *at = head;
	u32 next = head->next;
	bool freed = true;

	while (next && freed) {
		u32 chunk = next - 1;

		at = logs_head(r->sh, chunk);
		next = at ? at->next : 0;
		freed = at && shared_free(r->sh, chunk);
	}
	r->kept[first] = !freed || !shared_free(r->sh, first);
}

void replay_collect(struct replay *r)
{
	size_t i;

	if (r->err || !r->b)
		return;
	mark_busy(r);
	fail(r, find_logs(r));
	mark_named(r);
	spread(r, r->busy);
	spread(r, r->named);
	for (i = 0; i < r->n_logs && !r->err; i++)
		if (!r->busy[r->log[i].first] && !r->log[i].parent)
			read_tree(r, &r->log[i]);
	for (i = 0; i < r->n_logs && !r->err; i++)
		if (r->log[i].read && r->named[r->log[i].first])
			r->kept[r->log[i].first] = true;
		else if (r->log[i].read)
			free_log(r, r->log[i].first);
}

/* ---- From the beginning to the end ---- */

static int add_events(struct replay *r, const struct replay_event *events, size_t n)
{
	bool bursts = r->sh->header->model.sampling.count;
	size_t i, k;

	for (i = 0; i < n; i++) {
		int err = 0;

		for (k = 0; k < i && strcmp(events[k].name, events[i].name);)
			k++;
		if (k == i)
			err = builder_event(r->b, events[i].name,
					    bursts ? PMC_SAMPLED : PMC_MODELLED);
		if (err < 0)
			return err;
		if (k == i)
			r->formula[r->n_formulas++] = events[i].formula;
	}
	return 0;
}

/* A replay without events. NULL: there is no memory. */
static struct replay *begin(struct shared *sh, bool exact)
{
	struct replay *r = calloc(1, sizeof(*r));
	int unknown;

	if (!r)
		return NULL;
	r->sh = sh;
	if (builder_create(PMC_PROFILE_OWN, exact, &r->b)) {
		replay_destroy(r);
		return NULL;
	}
	r->objects.builder = r->owners.builder = r->calls.builder = r->b;
	r->owners.history = &r->history;
	r->heritages.sh = sh;
	r->heritages.objects = &r->objects;
	unknown = builder_object(r->b, PMC_OBJECT_UNKNOWN, "", NULL, 0, UINT_MAX);
	fail(r, unknown < 0 ? unknown : 0);
	r->unknown = (unsigned)unknown;
	/* It comes first, whatever comes then. */
	history_begin(&r->history, 0);
	history_add(&r->history, HISTORY_OBJECT, r->unknown, NULL);
	return r;
}

int replay_create(struct shared *sh, struct earlier *earlier, const struct replay_event *events,
		  size_t n, struct replay **replay)
{
	struct replay *r = begin(sh, true);
	int err = r ? add_events(r, events, n) : -ENOMEM;

	if (r)
		r->heritages.earlier = earlier;
	if (!err && sh->header->flags & EMU_F_TREE)
		builder_call_tree(r->b, exact_find(sh->header->sampled));
	if (err)
		replay_destroy(r);
	else
		*replay = r;
	return err;
}

int replay_create_samples(struct shared *sh, const char *event, u64 period, struct replay **replay)
{
	struct replay *r = begin(sh, false);
	int err = r ? builder_event(r->b, event, PMC_SAMPLED) : -ENOMEM;

	if (err >= 0 && sh->header->flags & EMU_F_DUMPS)
		err = unwind_open(&r->libdw);
	if (err < 0) {
		replay_destroy(r);
		return err;
	}
	r->period = period;
	*replay = r;
	return 0;
}

int replay_finish(struct replay *r, struct builder **b)
{
	size_t i;

	if (!r->b)
		return -EALREADY;
	if (!r->err)
		fail(r, find_logs(r));
	for (i = 0; i < r->n_logs && !r->err; i++)
		if (!r->log[i].parent && !r->log[i].read)
			read_tree(r, &r->log[i]);
	if (!r->err)
		fail(r, history_apply(&r->history, r->b));
	if (r->err)
		return r->err;
	if (r->period)
		builder_event_samples(r->b, 0, r->period, r->samples);
	if (r->period && !r->samples)
		builder_warn(r->b, "no sample was taken: no thread ran for a whole period");
	if (r->calls.merged)
		builder_warn(r->b, MERGED, (unsigned long long)r->calls.merged);
	*b = r->b;
	r->b = NULL;
	return 0;
}

void replay_destroy(struct replay *r)
{
	if (!r)
		return;
	builder_destroy(r->b);
	calls_deinit(&r->calls);
	free(r->log);
	free(r->moved);
	unwind_close(r->libdw);
	owners_deinit(&r->owners);
	heritages_deinit(&r->heritages);
	objects_deinit(&r->objects);
	history_deinit(&r->history);
	free(r);
}
