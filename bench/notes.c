/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an access costs the models: noted, and told by itself if a filter does not let it pass, as
 * hosts do. In nanoseconds of processor time per access, the least of several turns; the accesses
 * of m[i][k]++ over 2000 x 2000 ints by rows and by columns, and those of files that
 * tests/unit/traces/record.py has written, fetches of one line in a row being one. Machine
 * skylakex, with L1, L2 and TLBs. Exit status 1 when both ways count something else.
 *
 * usage: notes [FILE...]
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/machine/access.h"
#include "core/machine/describe/table.h"
#include "core/machine/notes.h"

#define BATCH	 2048
#define REQUESTS 512
#define TURNS	 7
#define SIDE	 2000
#define PARTS	 (MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB | MACHINE_LEVELS)

struct stream {
	u64 *note;
	size_t n, room;
};

static void add(struct stream *s, u64 note)
{
	if (s->n == s->room) {
		s->room = s->room ? 2 * s->room : 1 << 20;
		s->note = realloc(s->note, s->room * sizeof(*s->note));
		if (!s->note)
			exit(2);
	}
	s->note[s->n++] = note;
}

/* ---- Streams ---- */

static void matrix(struct stream *s, bool rows)
{
	const u64 at = 0x7f1234567010;
	u64 i, k;

	for (i = 0; i < SIDE; i++)
		for (k = 0; k < SIDE; k++)
			add(s,
			    note_of(at + (rows ? i * SIDE + k : k * SIDE + i) * 4, 4, NOTE_MODIFY));
}

/* A fetch, as translated code notes it: of each line once, and where the program jumps. */
static void add_fetch(struct stream *s, u64 address, u64 end)
{
	static u64 next;
	u64 at = address, line;

	/* Is its beginning in the line that was noted last? */
	if (address == next && (address & 63))
		at = (address | 63) + 1;
	for (; at < end; at = line + 64) {
		line = at & ~(u64)63;
		add(s, note_of(at, (u32)((end < line + 64 ? end : line + 64) - at), NOTE_FETCH));
	}
	next = end;
}

static bool read_file(struct stream *s, const char *path)
{
	static const enum note_kind kinds[] = { NOTE_FETCH, NOTE_READ, NOTE_WRITE, NOTE_MODIFY };
	u64 last[2] = { 0, 0 }, value, *address;
	FILE *f = fopen(path, "rb");
	int c, shift;
	u32 kind, size;

	while (f && (c = fgetc(f)) != EOF) {
		kind = c & 3;
		size = (u32)(c >> 2) + 1;
		for (value = 0, shift = 0; (c = fgetc(f)) != EOF; shift += 7) {
			value |= (u64)(c & 127) << shift;
			if (c < 128)
				break;
		}
		address = &last[kind == 0];
		*address += value & 1 ? ~(value >> 1) : value >> 1;
		if (kind)
			add(s, note_of(*address, size, kinds[kind]));
		else
			add_fetch(s, *address, *address + size);
	}
	if (f)
		fclose(f);
	return s->n;
}

/* ---- Both ways ---- */

static struct machine_state *make(bool by_notes)
{
	const struct machine *m = pmc_machine_find("skylakex", 8, NULL);
	struct machine_state *s = aligned_alloc(64, (sizeof(*s) + 63) & ~(size_t)63);

	pmc_machine_init(s, m, PARTS,
			 aligned_alloc(4096, (pmc_machine_bytes(m, PARTS) + 4095) & ~4095ul));
	pmc_machine_defer(s, malloc(REQUESTS * sizeof(u64)), REQUESTS);
	if (by_notes)
		pmc_machine_by_notes(s);
	return s;
}

static void tell(struct machine_state *s, u64 note)
{
	u64 address = note & (((u64)1 << NOTE_SIZE) - 1);
	u32 size = (u32)(note >> NOTE_SIZE & 63) + 1;
	const enum note_kind kind = (enum note_kind)(note >> NOTE_KIND);
	const struct filter *f = kind == NOTE_FETCH ? &s->fetches : &s->loads;

	if (address >> 6 == (address + size - 1) >> 6 && filter_has(f, address >> 6))
		return;
	if (kind == NOTE_FETCH)
		pmc_machine_fetch(s, address, size);
	else
		pmc_machine_data(s, address, size, kind == NOTE_WRITE ? ACCESS_WRITE : ACCESS_READ,
				 kind != NOTE_READ, 0);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double told(struct machine_state *s, const struct stream *stream)
{
	double begin = now();
	size_t i;

	for (i = 0; i < stream->n; i++)
		tell(s, stream->note[i]);
	pmc_machine_settle(s);
	return now() - begin;
}

/* The notes are copied to where they are taken in, batch by batch; s NULL: they only are, and
 * become 0. */
static double noted(struct machine_state *s, const struct stream *stream)
{
	static u64 notes[BATCH];
	double begin = now();
	size_t i, n;

	for (i = 0; i < stream->n; i += n) {
		n = stream->n - i < BATCH ? stream->n - i : BATCH;
		memcpy(notes, stream->note + i, n * sizeof(*notes));
		if (s)
			pmc_machine_notes(s, notes, (u32)n);
		else
			memset(notes, 0, n * sizeof(*notes));
		__asm__ volatile("" ::: "memory");
	}
	if (s)
		pmc_machine_settle(s);
	return now() - begin;
}

static double least_of(double (*way)(struct machine_state *s, const struct stream *stream),
		       struct machine_state *s, const struct stream *stream, double least)
{
	double t = way(s, stream) / (double)stream->n;

	return t < least ? t : least;
}

static u64 sum(const u64 *kinds)
{
	return kinds[ACCESS_FETCH] + kinds[ACCESS_READ] + kinds[ACCESS_WRITE];
}

static int measure(const char *name, const struct stream *stream)
{
	struct machine_state *one = make(false), *many = make(true);
	const struct machine_counts *c = one->counts;
	double least[3] = { 1e30, 1e30, 1e30 }, per = 1e3 / TURNS / (double)stream->n;
	int i;

	for (i = 0; i < TURNS; i++) {
		least[0] = least_of(told, one, stream, least[0]);
		least[1] = least_of(noted, many, stream, least[1]);
		least[2] = least_of(noted, NULL, stream, least[2]);
	}
	printf("%-18s %8zu  %5.2f  %5.2f  %7.1f  %7.1f  %7.1f  %7.1f\n", name, stream->n, least[0],
	       least[1] - least[2], per * (double)c->cache[LEVEL_L1D].filled,
	       per * (double)c->cache[LEVEL_L1I].filled,
	       per * (double)(sum(c->tlb[TLB_D].missed) + sum(c->tlb[TLB_I].missed)),
	       per * (double)sum(c->walks));
	return memcmp(one->counts, many->counts, sizeof(*one->counts)) != 0;
}

int main(int argc, char **argv)
{
	struct stream rows = { 0 }, columns = { 0 };
	int i, different = 0;

	printf("Accesses; ns of each, told and noted; in 1000 of them misses of L1D, of L1I,\n"
	       "of the first TLBs, and page walks:\n");
	matrix(&rows, true);
	matrix(&columns, false);
	different += measure("matrix by rows", &rows);
	different += measure("matrix by columns", &columns);
	for (i = 1; i < argc; i++) {
		struct stream stream = { 0 };

		if (!read_file(&stream, argv[i])) {
			fprintf(stderr, "notes: %s has no accesses\n", argv[i]);
			return 2;
		}
		different += measure(strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i],
				     &stream);
		free(stream.note);
	}
	if (different)
		printf("both ways count something else\n");
	return different != 0;
}
