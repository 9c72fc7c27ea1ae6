/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an access costs the models if a filter is asked before, as hosts do, but in C: in
 * nanoseconds of processor time, the least of several turns. Of m[i][k]++ over 2000 x 2000 ints by
 * rows and by columns, and of accesses in files that tests/unit/traces/record.py has written,
 * fetches of one line in a row being one. Machine skylakex, with L1, L2 and TLBs.
 *
 * usage: accesses [FILE...]
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/machine/access.h"
#include "core/machine/describe/table.h"

#define REQUESTS 512
#define TURNS	 7
#define SIDE	 2000
#define LINE	 64
#define PARTS	 (MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB | MACHINE_LEVELS)

struct access {
	u64 address;
	u16 size;
	u8 kind; /* enum access_kind */
	bool stores;
};

struct stream {
	struct access *access;
	size_t n, room;
};

static void add(struct stream *s, u64 address, u64 size, enum access_kind kind, bool stores)
{
	if (s->n == s->room) {
		s->room = s->room ? 2 * s->room : 1 << 20;
		s->access = realloc(s->access, s->room * sizeof(*s->access));
		if (!s->access)
			exit(2);
	}
	s->access[s->n++] = (struct access){ address, (u16)size, (u8)kind, stores };
}

/* ---- Streams ---- */

static void matrix(struct stream *s, bool rows)
{
	const u64 at = 0x7f1234567010;
	u64 i, k;

	for (i = 0; i < SIDE; i++)
		for (k = 0; k < SIDE; k++)
			add(s, at + (rows ? i * SIDE + k : k * SIDE + i) * 4, 4, ACCESS_READ, true);
}

/* A fetch, as translated code tells it: of each line once, and where the program jumps. */
static void add_fetch(struct stream *s, u64 address, u64 end)
{
	static u64 next;
	u64 at = address, line;

	/* Is its beginning in the line that was told last? */
	if (address == next && address % LINE)
		at = (address | (LINE - 1)) + 1;
	for (; at < end; at = line + LINE) {
		line = at & ~(u64)(LINE - 1);
		add(s, at, (end < line + LINE ? end : line + LINE) - at, ACCESS_FETCH, false);
	}
	next = end;
}

static bool read_file(struct stream *s, const char *path)
{
	u64 last[2] = { 0, 0 }, value, *address;
	FILE *f = fopen(path, "rb");
	int c, kind, shift;
	u32 size;

	while (f && (c = fgetc(f)) != EOF) {
		kind = c & 3; /* a fetch, a read, a write, a modification */
		size = (u32)(c >> 2) + 1;
		for (value = 0, shift = 0; (c = fgetc(f)) != EOF; shift += 7) {
			value |= (u64)(c & 127) << shift;
			if (c < 128)
				break;
		}
		address = &last[kind == 0];
		*address += value & 1 ? ~(value >> 1) : value >> 1;
		if (kind)
			add(s, *address, size, kind == 2 ? ACCESS_WRITE : ACCESS_READ, kind > 1);
		else
			add_fetch(s, *address, *address + size);
	}
	if (f)
		fclose(f);
	return s->n;
}

/* ---- The models ---- */

static struct machine_state *make(void)
{
	const struct machine *m = pmc_machine_find("skylakex", 8, NULL);
	struct machine_state *s = aligned_alloc(64, (sizeof(*s) + 63) & ~(size_t)63);

	pmc_machine_init(s, m, PARTS,
			 aligned_alloc(4096, (pmc_machine_bytes(m, PARTS) + 4095) & ~4095ul));
	pmc_machine_defer(s, malloc(REQUESTS * sizeof(u64)), REQUESTS);
	return s;
}

static void tell(struct machine_state *s, const struct access *a)
{
	const struct filter *f = a->kind == ACCESS_FETCH ? &s->fetches : &s->loads;

	if (a->address % LINE + a->size <= LINE && filter_has(f, a->address / LINE))
		return;
	if (a->kind == ACCESS_FETCH)
		pmc_machine_fetch(s, a->address, a->size);
	else
		pmc_machine_data(s, a->address, a->size, (enum access_kind)a->kind, a->stores, 0);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double turn(struct machine_state *s, const struct stream *stream)
{
	double begin = now();
	size_t i;

	for (i = 0; i < stream->n; i++)
		tell(s, &stream->access[i]);
	pmc_machine_settle(s);
	return (now() - begin) / (double)stream->n;
}

static u64 sum(const u64 *kinds)
{
	return kinds[ACCESS_FETCH] + kinds[ACCESS_READ] + kinds[ACCESS_WRITE];
}

static void measure(const char *name, const struct stream *stream)
{
	double least = 1e30, per = 1e3 / TURNS / (double)stream->n, t;
	struct machine_state *s = make();
	const struct machine_counts *c = s->counts;
	int i;

	for (i = 0; i < TURNS; i++) {
		t = turn(s, stream);
		least = t < least ? t : least;
	}
	printf("%-18s %8zu  %5.2f  %7.1f  %7.1f  %7.1f  %7.1f\n", name, stream->n, least,
	       per * (double)c->cache[LEVEL_L1D].filled, per * (double)c->cache[LEVEL_L1I].filled,
	       per * (double)(sum(c->tlb[TLB_D].missed) + sum(c->tlb[TLB_I].missed)),
	       per * (double)sum(c->walks));
}

int main(int argc, char **argv)
{
	struct stream rows = { 0 }, columns = { 0 };
	int i;

	printf("Accesses; ns of each; in 1000 of them misses of L1D, of L1I, of the first TLBs,\n"
	       "and page walks:\n");
	matrix(&rows, true);
	matrix(&columns, false);
	measure("matrix by rows", &rows);
	measure("matrix by columns", &columns);
	for (i = 1; i < argc; i++) {
		struct stream stream = { 0 };

		if (!read_file(&stream, argv[i])) {
			fprintf(stderr, "accesses: %s has no accesses\n", argv[i]);
			return 2;
		}
		measure(strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i], &stream);
		free(stream.access);
	}
	return 0;
}
