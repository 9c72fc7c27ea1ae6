// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Large parts of which few pages change are mapped, so that a process pays for these only. The
 * others are copied: hot code to huge pages, where the kernel has them, and vectors to the shared
 * memory, where a reader wants them.
 *
 * The tables of indirect entries go by the low 16 bits of an address. Those do not change, since
 * the cache begins at a round address (emu/base/arena.c), so chains of entries are still right.
 */
#include "emu/code/inherit.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/bequeath.h"
#include "emu/code/cache.h"
#include "emu/code/heads.h"
#include "emu/code/kept.h"
#include "emu/code/link.h"
#include "emu/code/maps.h"
#include "emu/code/moves.h"
#include "emu/code/origin.h"
#include "emu/code/pages.h"
#include "emu/code/shelf.h"
#include "emu/code/target.h"
#include "emu/count/count.h"
#include "emu/count/log.h"

#include <asm/stat.h>
#include <linux/fcntl.h>
#include <linux/mman.h>

#define SEALS	    (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW)
#define LOW_BITS    0xffffull
#define TRAMPOLINES 128 /* room for them */

#define SMALL (2ull << 20) /* copying costs less than mapping */

bool inherit_sleeps;

/* What the cache was filled from. */
static struct {
	struct heritage h;
	u64 by; /* how much higher cache and regions lie here */
	u8 *at; /* the parts that are needed later: from p.vectors on */
	u64 size;
	const struct heritage_page *pages;
	const u32 *uses;
} from;

/* Reads the beginning. Is the heritage for this cache, and from this user? */
static bool fits(int fd, struct heritage *h)
{
	struct stat st;
	u32 uid;

	return heritage_user(&uid) && !sys2(__NR_fstat, fd, &st) && st.st_uid == uid &&
	       (sys2(__NR_fcntl, fd, F_GET_SEALS) & SEALS) == SEALS &&
	       sys4(__NR_pread64, fd, h, sizeof(*h), 0) == sizeof(*h) &&
	       h->magic == HERITAGE_MAGIC && h->size == (u64)st.st_size / PAGE_SIZE &&
	       heritage_parts(h).size == (u64)st.st_size && h->max_traces == cache.max_traces &&
	       h->floor == cache.floor - cache.start && h->floor <= TRAMPOLINES &&
	       !(((u64)cache.start - h->cache) & LOW_BITS) && !h->log == !log_is_on() &&
	       heritage_fits(h);
}

static bool is_small(u64 size)
{
	return size < SMALL;
}

/* Where a part is, and how it is taken. */
struct part {
	int fd;
	bool in_one; /* most of its pages will change, or they are few */
	u64 offset, size;
};

/* Reads a part, or maps it, which costs a page fault for each page that changes. */
static void put(const struct part *p, void *to, int prot)
{
	const int flags = MAP_PRIVATE | MAP_FIXED;
	u64 size = PAGE_UP(p->size);
	bool done;

	if (!size)
		return;
	if (p->in_one) {
		arena_fill(to, size);
		done = sys4(__NR_pread64, p->fd, to, size, p->offset) == (long)size;
	} else {
		done = sys6(__NR_mmap, (long)to, size, prot, flags, p->fd, p->offset) == (long)to;
	}
	if (!done)
		emu_fatal("cannot take the translations of another process");
}

static void put_code(int fd, const struct heritage *h, const struct heritage_parts *p)
{
	const int prot = PROT_READ | PROT_WRITE | PROT_EXEC;
	const struct part hot = { fd, true, p->hot, h->n_hot };
	const struct part cold = { fd, is_small(h->n_cold), p->cold, h->n_cold };
	u8 trampolines[TRAMPOLINES];

	memcpy(trampolines, cache.start, h->floor);
	if (!is_small(h->n_hot))
		sys3(__NR_madvise, cache.start, PAGE_UP(h->n_hot), MADV_HUGEPAGE);
	put(&hot, cache.start, prot);
	memcpy(cache.start, trampolines, h->floor);
	put(&cold, (void *)PAGE_DOWN(cache.end - h->n_cold), prot);
}

static void put_tables(int fd, const struct heritage *h, const struct heritage_parts *p)
{
	const int prot = PROT_READ | PROT_WRITE;
	u64 n = h->n_exits * sizeof(struct exit);
	const struct part traces = { fd, true, p->traces, h->n_traces * sizeof(struct trace) };
	const struct part exits = { fd, is_small(n), p->exits, n };
	const struct part irecs = { fd, false, p->irecs, h->n_irecs * sizeof(struct irec) };

	put(&traces, cache.traces, prot);
	put(&exits, cache.exits, prot);
	put(&irecs, cache.irecs, prot);
}

/* Maps what is needed later. */
static bool map_rest(int fd, const struct heritage_parts *p)
{
	u64 start = PAGE_DOWN(p->vectors), size = p->size - start;
	u8 *at = arena_reserve(size);

	if (!at)
		return false;
	if (sys6(__NR_mmap, (long)at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_POPULATE, fd,
		 start) != (long)at) {
		arena_release(at, size, 0);
		return false;
	}
	from.at = at;
	from.size = size;
	from.pages = (const struct heritage_page *)(at + (p->pages - start));
	from.uses = (const u32 *)(at + (p->uses - start));
	return true;
}

static void take_vectors(const struct heritage *h, const u64 *vectors)
{
	u64 size = h->n_vectors * sizeof(*vectors);

	arena_fill(count_vectors->vec, size);
	memcpy(count_vectors->vec, vectors, size);
	__atomic_store_n(&count_vectors->n, h->n_vectors, __ATOMIC_RELEASE);
}

static u64 moved(u64 address)
{
	return address >= HERITAGE_LOW ? address + from.by : address;
}

static void move_traces(const struct heritage *h)
{
	for (u32 i = 0; i < h->n_traces; i++) {
		struct trace *tr = &cache.traces[i];
		u32 place = (u16)tr->pc;

		tr->pc = moved(tr->pc);
		tr->body += from.by;
		tr->end += from.by;
		if (!tr->indirect)
			continue;
		tr->indirect += from.by;
		tr->match += from.by;
		/* The newest entry leads to the ones before it. */
		if (heads_first(place) < tr->indirect)
			heads_set(place, tr->indirect);
	}
}

static void move_others(const struct heritage *h, const struct heritage_move *moves)
{
	for (u32 i = 0; i < h->n_exits; i++) {
		if (cache.traces[cache.exits[i].trace].pc >= HERITAGE_LOW)
			cache.exits[i].target += from.by;
		if (h->log)
			target_inherit(&cache.exits[i]);
	}
	for (u32 i = 0; i < h->n_moves; i++)
		moves_apply(
			&(struct move){ moves[i].address + from.by, moves[i].at, moves[i].kind });
	for (u32 i = 0; i < h->n_regions; i++) {
		from.h.region[i].start = moved(h->region[i].start);
		from.h.region[i].end = moved(h->region[i].end);
	}
}

/* A program that was large in another process will be, too. */
static bool agrees(const struct heritage *h, bool own)
{
	return h->paired == cache.pairs || (own && h->paired);
}

static bool take(int fd, const struct heritage *h)
{
	const struct heritage_parts p = heritage_parts(h);
	const struct heritage_move *moves;

	if (!map_rest(fd, &p))
		return false;
	moves = (const struct heritage_move *)((const u8 *)from.pages - (p.pages - p.moves));
	cache.pairs = h->paired;
	from.h = *h;
	from.by = (u64)cache.start - h->cache;
	if (h->log)
		log_inherit(h->log, h->log_at);
	put_code(fd, h, &p);
	put_tables(fd, h, &p);
	take_vectors(h, (const u64 *)(from.at + p.vectors % PAGE_SIZE));
	move_traces(h);
	move_others(h, moves);
	cache.hot = cache.start + h->n_hot;
	cache.cold = cache.end - h->n_cold;
	cache.n_exits = h->n_exits;
	cache.n_irecs = h->n_irecs;
	cache.n_traces = h->n_traces;
	inherit_sleeps = true;
	return true;
}

bool inherit(void)
{
	u64 program = heritage_program();
	struct emu_shelf_entry found;
	struct heritage h;
	bool own, done;
	int fd = shelf_find(program, cache.pairs, &found);

	if (fd >= 0 && found.kept == EMU_KEPT_FILE)
		fd = kept_copy(fd, &found);
	if (fd < 0)
		return false;
	own = found.program == program;
	done = fits(fd, &h) && agrees(&h, own) && take(fd, &h);
	sys1(__NR_close, fd);
	if (done)
		bequeath_took(own);
	return done;
}

/* ---- Regions ---- */

static bool is_same(u32 region)
{
	const struct heritage_region *r = &from.h.region[region];

	if (engine.lazy_memory || !maps_is_text(r->start, r->end))
		return false;
	if (from.h.log && origin_file(r->start, r->end) != r->file)
		return false;
	for (u32 i = 0; i < from.h.n_pages; i++) {
		const struct heritage_page *p = &from.pages[i];

		if (p->region == region && p->n_uses &&
		    pages_hash(r->start + p->number * PAGE_SIZE) != p->hash)
			return false;
	}
	return true;
}

static void wake(u32 region)
{
	const u32 *use = from.uses;

	for (u32 i = 0; i < from.h.n_pages; use += from.pages[i++].n_uses) {
		const struct heritage_page *p = &from.pages[i];
		u64 page = from.h.region[region].start + p->number * PAGE_SIZE;

		if (p->region != region || !p->n_uses)
			continue;
		pages_know(page, p->hash);
		for (u32 k = 0; k < p->n_uses; k++) {
			struct trace *tr = &cache.traces[use[k]];

			if (tr->flags & TR_DEAD)
				link_wake(tr);
			pages_add(tr, page);
		}
	}
}

bool inherit_wake(u64 pc)
{
	for (u32 i = 0; i < from.h.n_regions; i++) {
		struct heritage_region *r = &from.h.region[i];
		bool same;

		if (pc < r->start || pc >= r->end)
			continue;
		same = is_same(i);
		if (same)
			wake(i);
		*r = (struct heritage_region){ 0 }; /* once */
		return same;
	}
	return false;
}

void inherit_forget(void)
{
	if (!inherit_sleeps)
		return;
	inherit_sleeps = false;
	from.h.n_regions = 0;
	arena_release(from.at, from.size, 0);
}
