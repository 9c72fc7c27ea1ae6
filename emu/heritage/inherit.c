// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Large parts of which few pages change are mapped, so that a process pays for these only. The
 * others are copied: to huge pages, where the kernel has them, and vectors to the shared memory,
 * where a reader wants them. Hot code is mapped if it lies in huge pages and hardly moves.
 *
 * A heritage of the user's cache is a file, which may be damaged, and which anything may happen to.
 * All of it is copied, and its sum is that of the copy. The second process of the tree that wants
 * it leaves what it has copied as memory for all others.
 *
 * The tables of indirect entries go by the low 16 bits of an address. Those do not change, since
 * the cache begins at a round address (emu/base/arena.c), so chains of entries are still right.
 */
#include "emu/heritage/inherit.h"
#include "core/base/sum.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/code/gates.h"
#include "emu/code/guess.h"
#include "emu/code/heads.h"
#include "emu/code/heat.h"
#include "emu/code/index.h"
#include "emu/code/link.h"
#include "emu/code/maps.h"
#include "emu/code/moves.h"
#include "emu/code/origin.h"
#include "emu/code/pages.h"
#include "emu/code/target.h"
#include "emu/count/count.h"
#include "emu/count/log.h"
#include "emu/heritage/bequeath.h"
#include "emu/heritage/compared.h"
#include "emu/heritage/shelf.h"
#include "emu/profile.h"

#include <asm/stat.h>
#include <linux/fcntl.h>
#include <linux/mman.h>
#include <linux/stat.h>

#define SEALS	    (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW)
#define LOW_BITS    0xffffull
#define TRAMPOLINES 2048 /* room for them and the gates */

#define SMALL	   (2ull << 20)	 /* copying costs less than mapping */
#define LARGE	   (1ull << 20)	 /* so much is copied to large pages … */
#define DEAR	   (64ull << 10) /* … and so much where small ones are dear */
#define NEAR_PAGES 2		 /* a call fills pages so far from one another */

bool inherit_sleeps;

/* What the cache was filled from. */
static struct {
	struct heritage h;
	u64 by; /* how much higher cache and regions lie here */
	u8 *at; /* the parts that are needed later: from p.vectors on */
	u8 *reserved;
	u64 size, committed; /* of what is reserved */
	bool is_dear;	     /* arena_is_dear() */
	bool is_copied;	     /* all of it; else large parts are mapped */
	const struct heritage_page *pages;
	const u32 *uses, *sleepers;
} from;

/* Where a heritage is taken from. */
struct source {
	int fd;
	bool is_file;	 /* of the user's cache */
	bool is_damaged; /* as it turned out */
	struct heritage h;
	struct heritage_parts p;
	u64 file_size;
	int copy;   /* a memfd that gets what the file has; -1: none */
	u32 log;    /* of a profile: which one says what the traces are (emu/profile.h) … */
	u64 log_at; /* … and up to where; 0: nobody has looked yet whether it is there */
};

/* Nobody changes memory that is sealed, and a file is checked. */
static bool is_one(const struct source *s, const struct stat *st)
{
	return s->is_file ? S_ISREG(st->st_mode) :
			    (sys2(__NR_fcntl, s->fd, F_GET_SEALS) & SEALS) == SEALS;
}

/* Behind a file's heritage are logs, in a recording. */
static bool has_size(struct source *s, u64 size)
{
	u64 own = heritage_parts(&s->h).size;

	s->file_size = size;
	return s->h.size == own / PAGE_SIZE &&
	       (s->is_file && s->h.log ? size > own && !(size % PAGE_SIZE) : size == own);
}

/* Reads the beginning. Is the heritage for this cache, and from this user? */
static bool fits(struct source *s)
{
	struct heritage *h = &s->h;
	struct stat st;
	u32 uid;

	if (!heritage_user(&uid) || sys2(__NR_fstat, s->fd, &st) || st.st_uid != uid ||
	    !is_one(s, &st))
		return false;
	if (sys4(__NR_pread64, s->fd, h, sizeof(*h), 0) != sizeof(*h) ||
	    h->magic != HERITAGE_MAGIC || h->maker != engine.shm->maker ||
	    !has_size(s, (u64)st.st_size) || h->floor != cache.floor - cache.start ||
	    h->floor > TRAMPOLINES || ((u64)cache.start - h->cache) & LOW_BITS) {
		s->is_damaged = true;
		return false;
	}
	s->p = heritage_parts(h);
	/* Under a limit the cache may be smaller. */
	return h->max_traces == cache.max_traces && !h->log == !log_is_exact() && heritage_fits(h);
}

static bool is_small(u64 size)
{
	return size < SMALL;
}

/* A part, and how it is taken. */
struct part {
	bool in_one; /* many of its pages will change, or they are few */
	u64 offset, size;
	void *to;
	const void *limit; /* its table ends there */
};

/* A fault for each small page would be most of what copying takes, and checking the copy. Those of
 * the part that are there go. A small part pays for clearing a large page only where its small ones
 * would cost two faults each, one in the kernel and one here. */
static void use_huge_pages(const struct part *p)
{
	u64 start = HUGE_DOWN(p->to);
	u64 end = HUGE_UP((u64)p->to + p->size);

	if (start < (u64)cache.start)
		start = (u64)cache.start;
	if (end > (u64)p->limit)
		end = (u64)p->limit;
	sys3(__NR_madvise, (long)p->to, PAGE_UP(p->size), MADV_DONTNEED);
	sys3(__NR_madvise, start, end - start, MADV_HUGEPAGE);
}

/* Reads to memory that is filled by one large page after the other, each just before it is read to,
 * so that the processor's caches still have what the kernel has cleared. */
static bool read_filled(const struct source *s, void *to, u64 size, u64 offset)
{
	for (u64 at = (u64)to, end = at + size, next; at < end; offset += next - at, at = next) {
		next = HUGE_DOWN(at + HUGE_PAGE) < end ? HUGE_DOWN(at + HUGE_PAGE) : end;
		arena_fill((void *)at, next - at);
		if (sys4(__NR_pread64, s->fd, (void *)at, next - at, offset) != (long)(next - at))
			return false;
	}
	return true;
}

/* Reads a part, or maps it, which costs a page fault for each page that changes. */
static bool put(const struct source *s, const struct part *p, int prot)
{
	const int flags = MAP_PRIVATE | MAP_FIXED;
	u64 size = PAGE_UP(p->size);

	if (!size)
		return true;
	if (!p->in_one && !s->is_file)
		return sys6(__NR_mmap, (long)p->to, size, prot, flags, s->fd, p->offset) ==
		       (long)p->to;
	if (size >= (from.is_dear ? DEAR : LARGE))
		use_huge_pages(p);
	return read_filled(s, p->to, size, p->offset);
}

/* A large rest lies in large pages but for its first ones, which tell what small ones cost. */
#define BEFORE_HUGE (ARENA_TOUCHED * PAGE_SIZE)

static bool reserve_rest(u64 size)
{
	u64 more = size < LARGE ? 0 : 2 * HUGE_PAGE;

	from.size = size + more;
	from.reserved = from.at = arena_reserve(from.size);
	if (from.at && more)
		from.at = (u8 *)HUGE_UP((u64)from.at + BEFORE_HUGE) - BEFORE_HUGE;
	return from.at;
}

static bool read_rest(const struct source *s, u64 size, u64 start)
{
	u64 large = (u64)from.at + BEFORE_HUGE, end = (u64)from.at + size;

	if (size >= LARGE)
		end = HUGE_UP(end);
	from.committed = end - (u64)from.at;
	if (!arena_commit(from.at, from.committed)) {
		from.committed = 0;
		return false;
	}
	if (size >= LARGE)
		sys3(__NR_madvise, large, end - large, MADV_HUGEPAGE);
	arena_fill(from.at, size);
	return sys4(__NR_pread64, s->fd, from.at, size, start) == (long)size;
}

/* Gets what is needed later: p.vectors and what follows. */
static bool get_rest(const struct source *s)
{
	u64 start = s->p.vectors, size = s->p.size - start;
	bool done;

	if (!reserve_rest(size))
		return false;
	from.committed = 0;
	if (s->is_file)
		done = read_rest(s, size, start);
	else
		done = sys6(__NR_mmap, (long)from.at, size, PROT_READ,
			    MAP_PRIVATE | MAP_FIXED | MAP_POPULATE, s->fd, start) == (long)from.at;
	if (!done) {
		arena_release(from.reserved, from.size, from.committed);
		return false;
	}
	from.is_dear = size >= ARENA_TOUCHED * PAGE_SIZE && arena_is_dear(from.at);
	from.pages = (const struct heritage_page *)(from.at + (s->p.pages - start));
	from.uses = (const u32 *)(from.at + (s->p.uses - start));
	from.sleepers = (const u32 *)(from.at + (s->p.sleepers - start));
	return true;
}

static const void *rest(const struct source *s, u64 offset)
{
	return from.at + (offset - s->p.vectors);
}

/* Clears what a file has filled. */
static void clear(const struct part *parts, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (parts[i].size)
			sys3(__NR_madvise, (long)parts[i].to, PAGE_UP(parts[i].size),
			     MADV_DONTNEED);
}

static void drop_copy(struct source *s)
{
	if (s->copy >= 0)
		sys1(__NR_close, s->copy);
	s->copy = -1;
}

/* A heritage was found to be good, so other processes map most of it, and need not check it. */
static void write_copy(struct source *s, const void *const part[HERITAGE_PARTS])
{
	struct heritage h = s->h;

	if (s->copy < 0)
		return;
	h.is_huge = heritage_use_huge_pages(s->copy, &h);
	if (!heritage_write(s->copy, &h, part) || !heritage_seal(s->copy))
		drop_copy(s);
}

/* How many pages of hot code change as they move here, at most. */
static u64 hot_pages_that_move(const struct source *s)
{
	const struct heritage_move *moves = rest(s, s->p.moves);
	u64 n = 0, last = 0;

	for (u32 i = 0; i < s->h.n_moves; i++) {
		u64 page = moves[i].at / PAGE_SIZE;

		if (moves[i].at < s->h.n_hot && page != last) {
			last = page;
			n++;
		}
	}
	return n;
}

/* To map small pages of hot code costs as much as to copy it, since a process touches most of them.
 * Large ones cost next to nothing, but a page of them that changes costs a fault and a copy. */
#define MOST_MOVE 5 /* one in so many */
static bool maps_hot(const struct source *s)
{
	return s->h.is_huge && cache.pext && !from.is_dear && !is_small(s->h.n_hot) &&
	       hot_pages_that_move(s) < s->h.n_hot / PAGE_SIZE / MOST_MOVE;
}

/* Fills the cache and its tables. */
static bool fill(struct source *s)
{
	const struct heritage *h = &s->h;
	u64 traces = h->n_traces * sizeof(struct trace);
	u64 exits = h->n_exits * sizeof(struct exit);
	u64 index = index_table_size(heritage_indexed(h));
	const struct part parts[] = {
		{ !maps_hot(s), s->p.hot, h->n_hot, cache.start, cache.end },
		{ is_small(h->n_cold), s->p.cold, h->n_cold,
		  (void *)PAGE_DOWN(cache.end - h->n_cold), cache.end },
		{ from.is_dear || is_small(traces), s->p.traces, traces, cache.traces,
		  cache.exits },
		{ from.is_dear || is_small(exits), s->p.exits, exits, cache.exits, cache.irecs },
		{ false, s->p.irecs, h->n_irecs * sizeof(struct irec), cache.irecs,
		  cache.irecs + cache.max_irecs },
		{ true, s->p.index, index, index_table(heritage_indexed(h)),
		  index_table(heritage_indexed(h)) + index },
	};
	const void *summed[HERITAGE_PARTS];
	u8 trampolines[TRAMPOLINES];
	bool done = true;
	u32 i;

	memcpy(trampolines, cache.start, h->floor);
	if (!is_small(h->n_hot))
		cache_fills_much();
	for (i = 0; i < ARRAY_SIZE(parts) && done; i++) {
		const int prot = PROT_READ | PROT_WRITE | (i < 2 ? PROT_EXEC : 0);

		done = put(s, &parts[i], prot);
		summed[i] = parts[i].to;
	}
	if (!done && !s->is_file)
		emu_fatal("cannot take the translations of another process");
	summed[i] = from.at;
	if (s->is_file && (!done || heritage_sum(h, summed) != h->sum)) {
		s->is_damaged = true;
		clear(parts, ARRAY_SIZE(parts));
		done = false;
	}
	if (done)
		write_copy(s, summed);
	memcpy(cache.start, trampolines, h->floor);
	return done;
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
	return address >= MOVES_LOW ? address + from.by : address;
}

/* Cold code that is mapped faults on each page that something moves in, and is written from its end
 * on, so most of these pages are neighbours. */
static void fill_moving(const struct heritage *h, const struct heritage_move *moves)
{
	u64 cold = (u64)cache.end - h->n_cold, low = 0, high = 0;

	if (from.is_copied || is_small(h->n_cold))
		return;
	for (u32 i = 0; i <= h->n_moves; i++) {
		u64 page = i < h->n_moves ? PAGE_DOWN((u64)cache.start + moves[i].at) : 0;

		if (page && (page < cold || (page >= low && page < high)))
			continue;
		if (page && page + NEAR_PAGES * PAGE_SIZE >= low && page < low) {
			low = page;
			continue;
		}
		if (high - low > PAGE_SIZE)
			arena_fill((void *)low, high - low);
		low = page;
		high = page + PAGE_SIZE;
	}
}

static void move_others(const struct heritage *h, const struct heritage_move *moves)
{
	for (u32 i = 0; h->log && i < h->n_exits; i++)
		target_inherit(&cache.exits[i]);
	moves_reserve(h->n_moves);
	fill_moving(h, moves);
	for (u32 i = 0; i < h->n_moves; i++)
		moves_apply(
			&(struct move){ moves[i].address + from.by, moves[i].at, moves[i].kind });
	for (u32 i = 0; i < h->n_regions; i++) {
		from.h.region[i].start = moved(h->region[i].start);
		from.h.region[i].end = moved(h->region[i].end);
	}
}

/* May the address mean the same here as where the heritage comes from? */
static bool is_in_region(u64 address)
{
	for (u32 i = 0; i < from.h.n_regions; i++)
		if (address >= from.h.region[i].start && address < from.h.region[i].end)
			return true;
	return false;
}

/* What others have learned of hot traces and of branches. */
static void learn(const struct source *s)
{
	const u64 *hot = rest(s, s->p.hot_traces);
	const struct heat_branch *branches = rest(s, s->p.branches);
	const struct guess_site *sites = rest(s, s->p.sites);

	for (u32 i = 0; i < s->h.n_hot_traces; i++)
		heat_inherit(moved(hot[i]));
	heat_expect_branches(s->h.n_branches);
	for (u32 i = 0; i < s->h.n_branches; i++) {
		struct heat_branch b = branches[i];

		b.pc = moved(b.pc);
		heat_inherit_branch(&b);
	}
	guess_expect(s->h.n_sites);
	for (u32 i = 0; i < s->h.n_sites; i++) {
		struct guess_site site = sites[i];

		site.head = moved(site.head);
		site.pc = moved(site.pc);
		site.to = moved(site.to);
		if (is_in_region(site.head) && is_in_region(site.to))
			guess_inherit(&site);
	}
}

/* A program that was large in another process will be, too. */
static bool agrees(const struct heritage *h, bool own)
{
	return h->paired == cache.pairs || (own && h->paired);
}

static void forget_rest(void)
{
	from.h.n_regions = 0;
	arena_release(from.reserved, from.size, from.committed);
}

/* Do logs follow to the end of the file? libpmc, which reads them, compares their sums. */
static bool has_logs(const struct source *s)
{
	struct emu_kept_logs k;

	return sys4(__NR_pread64, s->fd, &k, sizeof(k), s->p.size) == sizeof(k) &&
	       sum_words(&k.head + 1, EMU_KEPT_WORDS) == k.head &&
	       PAGE_UP(k.size) == s->file_size - s->p.size;
}

/* Sees to it that a log says what the traces are. */
static bool find_log(struct source *s)
{
	if (!s->h.log || s->log_at)
		return true;
	s->is_damaged = !s->is_file || !(s->log & EMU_LOG_KEPT) || !has_logs(s);
	s->log_at = s->p.size;
	return !s->is_damaged;
}

/* Nothing is found yet. */
static void begin_index(const struct heritage *h)
{
	static struct index_range ranges[HERITAGE_REGIONS];
	u32 n = 0;

	for (u32 i = 0; i < h->n_regions; i++) {
		ranges[i] = (struct index_range){ from.h.region[i].start, from.h.region[i].end };
		n += h->region[i].n;
	}
	index_inherit(heritage_indexed(h), n, ranges, h->n_regions);
}

static bool take(struct source *s)
{
	const struct heritage *h = &s->h;

	if (!find_log(s) || !get_rest(s))
		return false;
	if (!fill(s)) {
		forget_rest();
		return false;
	}
	cache.pairs = h->paired;
	from.is_copied = s->is_file;
	from.h = *h;
	from.by = (u64)cache.start - h->cache;
	if (h->log)
		log_inherit(s->log, s->log_at);
	take_vectors(h, (const u64 *)from.at);
	heads_inherit(rest(s, s->p.heads), h->n_heads);
	move_others(h, rest(s, s->p.moves));
	learn(s);
	cache.hot = cache.start + h->n_hot;
	cache.cold = cache.end - h->n_cold;
	cache.n_exits = h->n_exits;
	cache.n_irecs = h->n_irecs;
	cache.n_traces = h->n_traces;
	inherit_sleeps = true;
	begin_index(h);
	pages_reserve(h->n_pages, h->n_uses);
	return true;
}

/*
 * A hypervisor that makes page tables of its own may have no large pages for memory that is
 * writable and executable, and the sum looks at all of it.
 */
static bool take_file(struct source *s)
{
	bool done;

	cache_set_executable(false);
	done = take(s);
	cache_set_executable(true);
	return done;
}

/* Says on the shelf what has become of a file. */
static void tell(const struct source *s, bool taken, struct emu_shelf_entry *e)
{
	bool copied = taken && s->copy >= 0;

	if (s->is_damaged) {
		shelf_drop(e->program);
	} else if (copied || (taken && e->kept < EMU_KEPT_USED)) {
		e->kept = copied ? EMU_KEPT_SHARED : EMU_KEPT_USED;
		e->log = s->log;
		e->log_at = s->log_at;
		shelf_put(copied ? s->copy : s->fd, e);
	}
}

/* The second process that takes a large file leaves a copy, or the first one, if there was one in
 * an earlier run. */
static void begin_copy(struct source *s, const struct emu_shelf_entry *e)
{
	if (e->kept != EMU_KEPT_FILE && !is_small(s->p.size))
		s->copy = heritage_create(s->p.size);
}

/* Is most of it foreign, and nobody has begun anew yet? Then this process does. */
static bool replaces(const struct source *s, struct emu_shelf_entry *e)
{
	if (e->replaced || s->h.n_foreign <= s->h.n_traces / 2)
		return false;
	e->replaced = 1;
	shelf_put(s->fd, e);
	return true;
}

/* In a tree that has begun without it, too many processes would leave another one. */
static u32 rounds_of(const struct source *s, const struct emu_shelf_entry *e)
{
	return e->kept != EMU_KEPT_NOT || s->h.rounds ? s->h.rounds : ~0u;
}

bool inherit(void)
{
	u64 program = heritage_program();
	struct emu_shelf_entry found;
	struct source s = { .fd = shelf_find(program, cache.pairs, &found), .copy = -1 };
	bool own, done;

	if (s.fd < 0)
		return false;
	s.is_file = found.kept != EMU_KEPT_NOT && found.kept != EMU_KEPT_SHARED;
	s.log = found.log;
	s.log_at = found.log_at;
	own = found.program == program;
	done = fits(&s) && agrees(&s.h, own) && !(own && replaces(&s, &found));
	if (done) {
		if (s.is_file)
			begin_copy(&s, &found);
		done = s.is_file ? take_file(&s) : take(&s);
	}
	if (s.is_file)
		tell(&s, done, &found);
	drop_copy(&s);
	sys1(__NR_close, s.fd);
	if (done)
		bequeath_took(own, own ? s.h.n_foreign : s.h.n_traces, rounds_of(&s, &found),
			      s.h.n_gathered);
	return done;
}

/* ---- Regions ---- */

/* A number for the bytes that traces of the region were made from. */
static u64 expected(u32 region)
{
	u64 sum = 0;

	for (u32 i = 0; i < from.h.n_pages; i++) {
		const struct heritage_page *p = &from.pages[i];

		if (p->region == region && p->n_uses)
			sum = sum_words((const u64[]){ sum, p->number, p->hash }, 3);
	}
	return sum;
}

static bool has_bytes(u32 region)
{
	const struct heritage_region *r = &from.h.region[region];

	for (u32 i = 0; i < from.h.n_pages; i++) {
		const struct heritage_page *p = &from.pages[i];

		if (p->region == region && p->n_uses &&
		    pages_hash(r->start + p->number * PAGE_SIZE) != p->hash)
			return false;
	}
	return true;
}

static bool is_same(u32 region)
{
	const struct heritage_region *r = &from.h.region[region];
	u64 key;

	if (engine.lazy_memory || !maps_is_text(r->start, r->end))
		return false;
	if (log_is_on() && origin_file(r->start, r->end) != r->file)
		return false;
	key = compared_key(r->start, r->end, expected(region));
	if (compared_has(key))
		return true;
	if (!has_bytes(region))
		return false;
	compared_tell(key);
	return true;
}

static void wake(u32 region)
{
	const struct heritage_region *r = &from.h.region[region];
	const u32 *use = from.uses;

	for (u32 i = 0; i < from.h.n_pages; use += from.pages[i++].n_uses) {
		const struct heritage_page *p = &from.pages[i];

		if (p->region == region && p->n_uses)
			pages_inherit(r->start + p->number * PAGE_SIZE, p->hash, use, p->n_uses);
	}
	if (cache.pext) {
		gates_open(gate_of(region));
		return;
	}
	for (u32 i = 0; i < r->n; i++)
		link_wake(&cache.traces[from.sleepers[r->first + i]]);
}

/* Its traces would be in the way of others there. */
static void remove(u32 region)
{
	const struct heritage_region *r = &from.h.region[region];

	for (u32 i = 0; i < r->n; i++)
		index_remove(&cache.traces[from.sleepers[r->first + i]]);
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
		else
			remove(i);
		index_wake(r->start);
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
	forget_rest();
}
