/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See dump.h. The file is a header and records, each with its length. Functions are collected as
 * they are loaded and moved; lines come before the function that they belong to.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/profile/jit/dump.h"
#include "lib/base/vector.h"

#define MAGIC	0x4a695444u /* "JiTD" */
#define VERSION 1u

enum { LOAD, MOVE, DEBUG_INFO };

struct head {
	u32 magic, version, size, machine, pad, pid;
	u64 timestamp, flags;
};
struct record {
	u32 id, size;
	u64 timestamp;
};
/* Names and bytes follow these. */
struct load {
	u32 pid, tid;
	u64 vma, address, size, index;
};
struct move {
	u32 pid, tid;
	u64 vma, from, address, size, index;
};
struct debug {
	u64 address, n;
};
struct line {
	u64 address;
	u32 line, discriminator;
};

/* A function as it was loaded or moved. */
struct loaded {
	struct jit_function f;
	u64 index;
	size_t order;
};
/* Where the last function with an index is, for moves, by the index's low bits: JITs number their
 * functions one by one. */
#define INDICES 65536u

struct reader {
	struct loaded *all;
	size_t last[INDICES];
	size_t n, room;
	/* Lines that were said last: the function at this address has them. */
	u64 lines_of;
	const char *file;
	u32 line;
};

static int add(struct reader *r, const struct loaded *l)
{
	if (!l->f.size || l->f.size > UINT64_MAX - l->f.address)
		return 0;
	if (vector_reserve(&r->all, &r->room, r->n + 1, sizeof(*r->all)))
		return -ENOMEM;
	r->all[r->n] = *l;
	r->all[r->n].order = r->n;
	r->last[l->index % INDICES] = r->n++;
	return 0;
}

static int read_load(struct reader *r, const u8 *at, size_t n)
{
	struct loaded l = { 0 };
	struct load load;
	const u8 *end;

	if (n < sizeof(load))
		return 0;
	memcpy(&load, at, sizeof(load));
	at += sizeof(load);
	n -= sizeof(load);
	end = memchr(at, 0, n);
	if (!end || end == at)
		return 0;
	l.f.address = load.address;
	l.f.size = load.size;
	l.f.name = (const char *)at;
	l.index = load.index;
	n -= (size_t)(end + 1 - at);
	if (load.size <= n)
		l.f.code = end + 1;
	if (r->file && r->lines_of == load.address) {
		l.f.file = r->file;
		l.f.line = r->line;
	}
	r->file = NULL;
	return add(r, &l);
}

static int read_move(struct reader *r, const u8 *at, size_t n)
{
	const struct loaded *from;
	struct move move;
	struct loaded l;

	if (n < sizeof(move))
		return 0;
	memcpy(&move, at, sizeof(move));
	if (!r->n)
		return 0;
	from = &r->all[r->last[move.index % INDICES]];
	if (from->index != move.index || from->f.address != move.from)
		return 0;
	l = *from;
	l.f.address = move.address;
	return add(r, &l);
}

static void read_lines(struct reader *r, const u8 *at, size_t n)
{
	struct debug debug;
	struct line line;

	r->file = NULL;
	if (n < sizeof(debug) + sizeof(line))
		return;
	memcpy(&debug, at, sizeof(debug));
	memcpy(&line, at + sizeof(debug), sizeof(line));
	at += sizeof(debug) + sizeof(line);
	n -= sizeof(debug) + sizeof(line);
	if (!debug.n || !memchr(at, 0, n) || !at[0])
		return;
	r->lines_of = debug.address;
	r->file = (const char *)at;
	r->line = line.line;
}

static int read_records(struct reader *r, const u8 *at, size_t n)
{
	struct record record;
	size_t size;
	int err = 0;

	for (; n >= sizeof(record) && !err; at += record.size, n -= record.size) {
		memcpy(&record, at, sizeof(record));
		if (record.size < sizeof(record) || record.size > n)
			break;
		size = record.size - sizeof(record);
		if (record.id == LOAD)
			err = read_load(r, at + sizeof(record), size);
		else if (record.id == MOVE)
			err = read_move(r, at + sizeof(record), size);
		else if (record.id == DEBUG_INFO)
			read_lines(r, at + sizeof(record), size);
	}
	return err;
}

static int compare(const void *a, const void *b)
{
	const struct loaded *x = a, *y = b;

	if (x->f.address != y->f.address)
		return x->f.address < y->f.address ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Of two that overlap, the later one stays. */
static int keep(struct jitdump *j, struct reader *r)
{
	size_t n = 0, i;

	if (r->n)
		qsort(r->all, r->n, sizeof(*r->all), compare);
	for (i = 0; i < r->n; i++) {
		const struct loaded *l = &r->all[i];
		bool dropped = false;

		while (n && r->all[n - 1].f.address + r->all[n - 1].f.size > l->f.address &&
		       !dropped) {
			dropped = r->all[n - 1].order > l->order;
			n -= !dropped;
		}
		if (!dropped)
			r->all[n++] = *l;
	}
	j->function = malloc((n + 1) * sizeof(*j->function));
	if (!j->function)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		j->function[i] = r->all[i].f;
	j->n = n;
	return 0;
}

int jitdump_read(struct jitdump *j, const void *bytes, size_t n)
{
	struct reader *r;
	struct head head;
	int err;

	*j = (struct jitdump){ 0 };
	if (n < sizeof(head))
		return -EPROTO;
	memcpy(&head, bytes, sizeof(head));
	if (head.magic != MAGIC || head.version != VERSION || head.machine != EM_X86_64 ||
	    head.size < sizeof(head) || head.size > n)
		return -EPROTO;
	r = calloc(1, sizeof(*r));
	if (!r)
		return -ENOMEM;
	err = read_records(r, (const u8 *)bytes + head.size, n - head.size);
	if (!err)
		err = keep(j, r);
	free(r->all);
	free(r);
	return err;
}

void jitdump_deinit(struct jitdump *j)
{
	free(j->function);
}
