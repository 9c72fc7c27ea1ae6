// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What the cache holds when control first reaches the program's entry lies together: hot code, cold
 * code, traces, exits and records, each from its beginning. A heritage is a copy of that, in which
 * traces of other code than the interpreter's are dead, and the links are cut that lead to these or
 * to what came later.
 */
#include "emu/code/bequeath.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/code/moves.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"
#include "emu/hide/fds.h"
#include "emu/launch.h"

#include <linux/fcntl.h>
#include <linux/memfd.h>
#include <linux/mman.h>
#include <linux/resource.h>

#ifndef MFD_NOEXEC_SEAL /* since Linux 6.3 */
#define MFD_NOEXEC_SEAL 8u
#endif

#define MAX_SIZE (4u << 20) /* of a heritage; that of glibc's ld.so has 1 MiB */

static struct heritage_of interp;
static u64 watched; /* the program's entry, until control gets there; 0: nothing is to be written */

/* Where the start ended. */
static struct {
	bool is_known;
	u32 epoch;
	u8 *hot, *cold;
	u32 n_traces, n_exits, n_irecs, n_vectors, n_moves;
	const struct move *moves;
} end;

void bequeath_begin(const struct heritage_of *of)
{
	end.is_known = false;
	watched = 0;
	/* Some code serves only below or above 4 GiB: operand.c, branch.c. */
	if (!(of->base >> 32) || of->text < of->base)
		return;
	interp = *of;
	watched = of->entry;
	moves_begin();
}

void bequeath_ends_at(u64 pc)
{
	if (likely(!watched || pc != watched))
		return;
	watched = 0;
	end.n_moves = moves_end(&end.moves);
	end.is_known = end.n_moves != 0 && !cache.epoch;
	end.hot = cache.hot;
	end.cold = cache.cold;
	end.n_traces = cache.n_traces;
	end.n_exits = cache.n_exits;
	end.n_irecs = cache.n_irecs;
	end.n_vectors = count_vectors->n;
}

/* ---- What of the copy serves elsewhere ---- */

static bool is_text(u64 address)
{
	return address >= interp.text && address < interp.text_end;
}

static bool serves(const struct trace *tr)
{
	if (tr->flags & (TR_DEAD | TR_CHECKED | TR_ALONE) || tr->body < cache.floor ||
	    tr->end > end.hot)
		return false;
	for (u32 i = 0; i < tr->n_irec; i++)
		if (!is_text(tr->pc + (u64)(s64)cache.irecs[tr->irec + i].dpc))
			return false;
	return true;
}

/* Copies the traces; those that do not serve are dead in the copy. */
static void put_traces(const struct heritage *h, const struct heritage_parts *p)
{
	memcpy(p->traces, cache.traces, h->n_traces * sizeof(*p->traces));
	for (u32 i = 0; i < h->n_traces; i++) {
		struct trace *tr = &p->traces[i];

		if (!serves(tr))
			tr->flags |= TR_DEAD;
		tr->incoming = EXIT_NONE;
		if (tr->indirect < cache.floor || tr->indirect >= end.hot)
			tr->indirect = tr->match = NULL;
	}
	for (u32 i = 0; i < end.n_moves; i++)
		if (end.moves[i].kind == MOVE_NEVER) {
			struct trace *tr = cache_at((u64)cache.start + end.moves[i].at);

			if (tr && tr - cache.traces < h->n_traces)
				p->traces[tr - cache.traces].flags |= TR_DEAD;
		}
}

/* Lists the pages of the interpreter's that live traces were made from. Returns how many. */
static u32 put_pages(const struct heritage *h, const struct heritage_parts *p,
		     const struct trace_page *list, u32 n)
{
	u32 live = 0;

	for (u32 i = 0; i < n; i++)
		if (list[i].trace < h->n_traces && !is_text(list[i].page))
			p->traces[list[i].trace].flags |= TR_DEAD;
	for (u32 i = 0; i < n; i++)
		if (list[i].trace < h->n_traces && !(p->traces[list[i].trace].flags & TR_DEAD))
			p->pages[live++] = (struct heritage_page){
				.trace = list[i].trace,
				.page = (u32)(list[i].page - interp.base),
			};
	return live;
}

static s32 get_rel32(const u8 *at)
{
	s32 rel;

	memcpy(&rel, at, 4);
	return rel;
}

/* Does the exit lead to a live trace, by code that is in the heritage? */
static bool keeps_link(const struct heritage *h, const struct heritage_parts *p,
		       const struct exit *x)
{
	const u8 *patch = cache.start + x->patch, *to = patch + 4 + get_rel32(patch);

	return x->to - 1 < h->n_traces && !(p->traces[x->to - 1].flags & TR_DEAD) &&
	       to >= cache.floor && to < end.hot;
}

static void put_exits(const struct heritage *h, const struct heritage_parts *p)
{
	memcpy(p->exits, cache.exits, h->n_exits * sizeof(*p->exits));
	for (u32 i = 0; i < h->n_exits; i++) {
		struct exit *x = &p->exits[i];
		bool live = !(p->traces[x->trace].flags & TR_DEAD);

		if (x->id != EXIT_NONE && x->id >= h->n_vectors)
			x->id = EXIT_NONE;
		x->next = EXIT_NONE;
		if (live && x->patch && x->to && keeps_link(h, p, x)) {
			struct trace *tr = &p->traces[x->to - 1];

			x->next = tr->incoming;
			tr->incoming = i;
			continue;
		}
		x->to = 0;
		if (live && x->patch) {
			u8 *patch = p->hot + (cache.start + x->patch - cache.floor);
			s32 rel = (s32)(x->stub - (x->patch + 4));

			memcpy(patch, &rel, 4);
		}
	}
}

/* Entries of dead traces stay in their chains, but match no target. */
static void put_entries(const struct heritage *h, const struct heritage_parts *p)
{
	for (u32 i = 0; i < h->n_traces; i++) {
		struct trace *tr = &p->traces[i];

		if (tr->flags & TR_DEAD && tr->match)
			p->hot[tr->match - cache.floor] = 0;
	}
}

static u32 put_moves(const struct heritage_parts *p)
{
	u32 n = 0;

	for (u32 i = 0; i < end.n_moves; i++) {
		const struct move *m = &end.moves[i];
		s64 address = (s64)(m->address - interp.base);

		/* Others belong to traces that are dead. */
		if (m->kind != MOVE_NEVER && address == (s32)address)
			p->moves[n++] = (struct heritage_move){ (s32)address, m->at, m->kind };
	}
	return n;
}

/* ---- The memfd ---- */

static struct heritage measure(u32 n_pages)
{
	return (struct heritage){
		.magic = HERITAGE_MAGIC,
		.base = interp.base,
		.cache = (u64)cache.start,
		.text = interp.text - interp.base,
		.text_size = interp.text_end - interp.text,
		.floor = (u32)(cache.floor - cache.start),
		.max_traces = cache.max_traces,
		.n_hot = (u32)(end.hot - cache.floor),
		.n_cold = (u32)(cache.end - end.cold),
		.n_traces = end.n_traces,
		.n_exits = end.n_exits,
		.n_irecs = end.n_irecs,
		.n_vectors = end.n_vectors,
		.n_moves = end.n_moves,
		.n_pages = n_pages,
	};
}

static void fill(struct heritage *h, void *at, const struct trace_page *list, u32 n)
{
	struct heritage_parts p = heritage_parts(h, at);

	memcpy(p.hot, cache.floor, h->n_hot);
	memcpy(p.cold, end.cold, h->n_cold);
	memcpy(p.irecs, cache.irecs, h->n_irecs * sizeof(*p.irecs));
	memcpy(p.vectors, count_vectors->vec, h->n_vectors * sizeof(*p.vectors));
	memcpy(p.text, (const void *)interp.text, h->text_size);
	put_traces(h, &p);
	n = put_pages(h, &p, list, n);
	/* What the parts may hold must not change any more: the rest of the list stays empty. */
	for (; n < h->n_pages; n++)
		p.pages[n] = (struct heritage_page){ EXIT_NONE, 0 };
	put_exits(h, &p);
	put_entries(h, &p);
	for (n = put_moves(&p); n < h->n_moves; n++)
		p.moves[n] = (struct heritage_move){ .kind = MOVE_NEVER };
	memcpy(at, h, sizeof(*h));
}

/* A memfd of that size. */
static int create(u64 size)
{
	struct rlimit64 limit;
	int fd;

	/* The kernel would send SIGXFSZ. */
	if (sys4(__NR_prlimit64, 0, RLIMIT_FSIZE, 0, &limit) || limit.rlim_cur < size)
		return -EFBIG;
	fd = (int)sys2(__NR_memfd_create, "pmc-heritage", MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
	if (fd == -EINVAL)
		fd = (int)sys2(__NR_memfd_create, "pmc-heritage", MFD_ALLOW_SEALING);
	if (fd < 0 || !sys2(__NR_ftruncate, fd, size))
		return fd;
	sys1(__NR_close, fd);
	return -ENOSPC;
}

/* Writes it by a mapping. Memory may run short, which a system call says and a mapping does not. */
static bool write(int fd, struct heritage *h, const struct trace_page *list, u32 n)
{
	u64 size = PAGE_UP(h->size);
	void *at;
	bool done = false;

	if (sys4(__NR_fallocate, fd, 0, 0, size))
		return false;
	at = arena_reserve(size);
	if (!at)
		return false;
	if (sys6(__NR_mmap, (long)at, size, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, 0) == (long)at) {
		fill(h, at, list, n);
		done = true;
	}
	arena_release(at, size, 0);
	return done && !sys3(__NR_fcntl, fd, F_ADD_SEALS,
			     F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
}

void bequeath(void)
{
	struct trace_page *list;
	struct heritage h;
	u32 n = pages_listed();
	u64 room = (n + 1) * sizeof(*list);
	int fd;

	if (!end.is_known || engine.strict || engine.heritage_fd >= 0)
		return;
	end.is_known = false;
	if (end.epoch != cache.epoch)
		return;
	list = arena_alloc(room);
	if (!list)
		return;
	n = pages_list(list);
	h = measure(n);
	h.size = (u32)heritage_parts(&h, NULL).size;
	fd = h.size > MAX_SIZE ? -EFBIG : create(PAGE_UP(h.size));
	if (fd >= 0 && write(fd, &h, list, n))
		fds_take_heritage(fd);
	else if (fd >= 0)
		sys1(__NR_close, fd);
	arena_free(list, room);
}
