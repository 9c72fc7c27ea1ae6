// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See inherit.h. */
#include "emu/code/inherit.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/code/heads.h"
#include "emu/code/index.h"
#include "emu/code/maps.h"
#include "emu/code/moves.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"

#include <linux/fcntl.h>
#include <linux/mman.h>

#define SEALS (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW)

/* Reads the beginning. Is the heritage for this cache, and this place of the interpreter? */
static bool fits(int fd, const struct heritage_of *of, struct heritage *h)
{
	if ((sys2(__NR_fcntl, fd, F_GET_SEALS) & SEALS) != SEALS ||
	    sys4(__NR_pread64, fd, h, sizeof(*h), 0) != sizeof(*h) || h->magic != HERITAGE_MAGIC)
		return false;
	return of->base - (u64)cache.start == h->base - h->cache && of->base >> 32 &&
	       of->text - of->base == h->text && of->text_end - of->text == h->text_size &&
	       (u64)(cache.floor - cache.start) == h->floor && cache.max_traces == h->max_traces;
}

/* The program may not write to the interpreter's code, and it has the same bytes? */
static bool is_same_text(const struct heritage_of *of, const u8 *text)
{
	const u64 *a = (const u64 *)of->text, *b = (const u64 *)text;
	u64 n = (of->text_end - of->text) / sizeof(*a);
	struct map m;

	if (!maps_find(of->text, &m) || m.end < of->text_end || m.shared || m.prot & PROT_WRITE ||
	    !(m.prot & PROT_READ))
		return false;
	for (u64 i = 0; i < n; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

static void copy(const struct heritage *h, const struct heritage_parts *p)
{
	arena_fill(cache.traces, h->n_traces * sizeof(*p->traces));
	arena_fill(count_vectors->vec, h->n_vectors * sizeof(*p->vectors));
	memcpy(cache.floor, p->hot, h->n_hot);
	memcpy(cache.end - h->n_cold, p->cold, h->n_cold);
	memcpy(cache.traces, p->traces, h->n_traces * sizeof(*p->traces));
	memcpy(cache.exits, p->exits, h->n_exits * sizeof(*p->exits));
	memcpy(cache.irecs, p->irecs, h->n_irecs * sizeof(*p->irecs));
	memcpy(count_vectors->vec, p->vectors, h->n_vectors * sizeof(*p->vectors));
	cache.hot = cache.floor + h->n_hot;
	cache.cold = cache.end - h->n_cold;
	cache.n_exits = h->n_exits;
	cache.n_irecs = h->n_irecs;
	cache.n_traces = h->n_traces;
	__atomic_store_n(&count_vectors->n, h->n_vectors, __ATOMIC_RELEASE);
}

/* Moves what holds an address by `by`: cache and interpreter lie that much higher. */
static void move(const struct heritage *h, const struct heritage_parts *p, u64 base, u64 by)
{
	for (u32 i = 0; i < h->n_exits; i++)
		cache.exits[i].target += by;
	for (u32 i = 0; i < h->n_moves && p->moves[i].kind != MOVE_NEVER; i++)
		moves_apply(p->moves[i].kind, cache.start + p->moves[i].at,
			    base + (u64)(s64)p->moves[i].address);
	for (u32 i = 0; i < h->n_traces; i++) {
		struct trace *tr = &cache.traces[i];

		tr->pc += by;
		tr->body += by;
		tr->end += by;
		if (tr->indirect) {
			tr->indirect += by;
			tr->match += by;
		}
	}
}

/* Makes the traces known. */
static void enter(const struct heritage *h, const struct heritage_parts *p, u64 base)
{
	for (u32 i = 0; i < h->n_traces; i++) {
		struct trace *tr = &cache.traces[i];

		if (tr->flags & TR_DEAD)
			continue;
		index_insert(tr);
		if (tr->indirect)
			heads_set((u16)tr->pc, tr->indirect);
	}
	for (u32 i = 0; i < h->n_pages && p->pages[i].trace != EXIT_NONE; i++)
		pages_add(&cache.traces[p->pages[i].trace], base + p->pages[i].page);
}

bool inherit(const struct heritage_of *of)
{
	struct heritage_parts p;
	struct heritage h;
	bool done = false;
	u64 size;
	void *at;

	if (engine.heritage_fd < 0 || !fits(engine.heritage_fd, of, &h))
		return false;
	size = PAGE_UP(h.size);
	at = arena_reserve(size);
	if (!at)
		return false;
	if (sys6(__NR_mmap, (long)at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_POPULATE,
		 engine.heritage_fd, 0) == (long)at) {
		p = heritage_parts(&h, at);
		done = is_same_text(of, p.text);
		if (done) {
			copy(&h, &p);
			move(&h, &p, of->base, of->base - h.base);
			enter(&h, &p, of->base);
		}
	}
	arena_release(at, size, 0);
	return done;
}
