// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What the cache holds lies together: hot code, cold code, traces, exits and records, each from its
 * beginning. A heritage is a copy of that, in which all traces sleep, and those that do not serve
 * elsewhere never wake up. Links between regions are cut, since one may wake up without the other.
 */
#include "emu/heritage/bequeath.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
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
#include "emu/code/pcset.h"
#include "emu/code/vma.h"
#include "emu/count/count.h"
#include "emu/count/ended.h"
#include "emu/count/log.h"
#include "emu/heritage/gather.h"
#include "emu/heritage/shelf.h"
#include "emu/launch.h"

/* Instead of a region's number. */
#define NOWHERE 0xff /* of a trace that is in none, or in two */
#define UNSEEN	0xfe /* … of which no page was seen yet */

/* How many traces must be new: of a program that has left none, … */
#define NEW_FIRST 16
/* … and of others, so many, and one in so many. */
#define NEW_MORE 64
#define NEW_PART 8
/* A kept one also grows by little, which serves many later processes, but only so often before it
 * has grown by much. */
#define NEW_LITTLE 40
#define ROUNDS	   8
/* What is laid anew is there twice: only where there are so many times as many traces as then. */
#define GATHER_AGAIN 2

static bool leaves;
static bool is_own;		 /* `known` traces are on the shelf, as this program's */
FORKED static u32 known;	 /* traces that this process need not leave again, … */
FORKED static u32 known_dropped; /* … and how many of them were dropped by then */
FORKED static u32 epoch;	 /* of the cache then */
static u32 rounds = ROUNDS;	 /* so often it has grown by little, or may no more */
static u32 gathered; /* so many traces there were when hot ones were laid anew; 0: never … */
static u32 gathered_epoch; /* … since this flush */
static u32 foreign;	   /* traces of another program, as long as the cache is not flushed … */
static u32 foreign_epoch;
FORKED static bool has_child;

void bequeath_begin(void)
{
	leaves = true;
	ended_begin();
	moves_begin();
	pages_remember();
}

/* From now on only what is new is worth leaving. */
static void know(void)
{
	known = cache.n_traces;
	known_dropped = cache.n_dropped;
	epoch = cache.epoch;
}

void bequeath_took(bool own, u32 n_foreign, u32 n_rounds, u32 n_gathered)
{
	is_own = own;
	rounds = own && n_rounds < ROUNDS ? n_rounds : ROUNDS;
	foreign = n_foreign;
	foreign_epoch = cache.epoch;
	gathered = n_gathered;
	gathered_epoch = cache.epoch;
	know();
}

static u32 n_foreign(void)
{
	return foreign_epoch == cache.epoch ? foreign : 0;
}

static u32 n_gathered(void)
{
	return gathered_epoch == cache.epoch ? gathered : 0;
}

/* ---- What of the copy serves elsewhere ---- */

/* A heritage while it is written. */
struct estate {
	struct heritage h;
	struct heritage_parts p;
	u8 *at;				  /* the memfd */
	u8 *where;			  /* the region of each trace */
	struct heritage_region other[64]; /* mappings that are none */
	u32 n_others;
};

static void *part(const struct estate *e, u64 offset)
{
	return e->at + offset;
}

static bool holds(const struct heritage_region *r, u64 address)
{
	return address >= r->start && address < r->end;
}

/* Finds the region of an address, a new one if need be. */
static u8 region_of(struct estate *e, u64 address)
{
	static char name[256];
	u64 file = 0;
	struct vma v;
	u32 i;

	for (i = 0; i < e->h.n_regions; i++)
		if (holds(&e->h.region[i], address))
			return (u8)i;
	for (i = 0; i < e->n_others; i++)
		if (holds(&e->other[i], address))
			return NOWHERE;
	if (!maps_is_text(address, address + PAGE_SIZE) ||
	    !vma_find_named(address, &v, name, sizeof(name)))
		return NOWHERE;
	if (log_is_on())
		file = origin_file(v.start, v.end);
	if (name[0] == '/' && !v.shared && maps_is_text(v.start, v.end) && (file || !log_is_on()) &&
	    e->h.n_regions < HERITAGE_REGIONS) {
		e->h.region[e->h.n_regions] = (struct heritage_region){ v.start, v.end, file };
		return (u8)e->h.n_regions++;
	}
	if (e->n_others < ARRAY_SIZE(e->other))
		e->other[e->n_others++] = (struct heritage_region){ v.start, v.end };
	return NOWHERE;
}

static bool serves(const struct heritage *h, u32 trace, u32 region)
{
	const struct trace *tr = &cache.traces[trace];

	return !(tr->flags & (TR_CHECKED | TR_ALONE | TR_MODEL)) &&
	       (!(tr->flags & TR_STAYS) || h->region[region].start < MOVES_LOW);
}

/* Finds the region of each trace, by the pages that it was made from. */
static void find_regions(struct estate *e)
{
	u32 i = 0, node, trace;
	u64 page, hash;

	memset(e->where, UNSEEN, e->h.n_traces);
	while (pages_each(&i, &page, &hash)) {
		u8 region = hash ? region_of(e, page) : NOWHERE;

		/* Has another process written to the file since then? */
		if (region != NOWHERE && pages_hash(page) != hash)
			region = NOWHERE;
		for (node = 0; pages_each_use(i, &node, &trace);)
			if (e->where[trace] == UNSEEN && region != NOWHERE &&
			    serves(&e->h, trace, region))
				e->where[trace] = region;
			else if (e->where[trace] != region)
				e->where[trace] = NOWHERE;
	}
}

#define LOG_REPLACED 14

/*
 * A trace that was dropped for a better one is still true. It serves where there is no better one
 * yet, as in a program that ends soon: most traces that are hot when the engine looks for such
 * (emu/code/heat.h) it never comes to again. So of dropped ones this leaves out those in whose
 * place there is one, or a newer dropped one.
 */
static void drop_replaced(struct estate *e)
{
	static u8 seen[(1 << LOG_REPLACED) / 8];

	memset(seen, 0, sizeof(seen));
	for (u32 i = e->h.n_traces; i-- > 0;) {
		const struct trace *tr = &cache.traces[i];

		if (!(tr->flags & TR_DEAD) || e->where[i] >= UNSEEN)
			continue;
		if (pcset_has(seen, LOG_REPLACED, trace_pc(tr)) || index_find(trace_pc(tr), false))
			e->where[i] = NOWHERE;
		pcset_add(seen, LOG_REPLACED, trace_pc(tr));
	}
}

/* Leaves out traces that go to another region, which would not be there elsewhere. */
static void drop_leavers(struct estate *e)
{
	for (u32 i = 0; i < e->h.n_exits; i++) {
		const struct exit *x = &cache.exits[i];
		u8 *where = &e->where[x->trace];

		if (x->kind == X_DIRECT && *where < UNSEEN &&
		    !holds(&e->h.region[*where], exit_target(x)))
			*where = NOWHERE;
	}
}

/* Lists the pages, and the traces in each. There may be fewer than were measured. */
static void put_pages(struct estate *e)
{
	struct heritage_page *to = part(e, e->p.pages);
	u32 *use = part(e, e->p.uses), i = 0, node, trace;
	u64 page, hash;

	while (pages_each(&i, &page, &hash)) {
		u8 region = region_of(e, page);
		u32 n = 0;

		if (region == NOWHERE)
			continue;
		for (node = 0; pages_each_use(i, &node, &trace);)
			if (e->where[trace] == region)
				use[n++] = trace;
		if (!n)
			continue;
		use += n;
		*to++ = (struct heritage_page){
			.hash = hash,
			.number = (u32)((page - e->h.region[region].start) / PAGE_SIZE),
			.region = (u16)region,
			.n_uses = n,
		};
	}
}

/* Lists the traces that wake up, by regions. */
static void put_sleepers(struct estate *e)
{
	u32 *to = part(e, e->p.sleepers), n = 0;
	struct heritage_region *r;

	for (u32 i = 0; i < e->h.n_traces; i++)
		if (e->where[i] < UNSEEN)
			e->h.region[e->where[i]].n++;
	for (r = e->h.region; r < e->h.region + e->h.n_regions; r++) {
		r->first = n;
		n += r->n;
		r->n = 0;
	}
	for (u32 i = 0; i < e->h.n_traces; i++) {
		if (e->where[i] >= UNSEEN)
			continue;
		r = &e->h.region[e->where[i]];
		to[r->first + r->n++] = i;
	}
}

/* Those that wake up are in the index of whoever begins with it. */
static void put_index(const struct estate *e)
{
	u32 n = heritage_indexed(&e->h);

	for (u32 i = 0; i < e->h.n_traces; i++)
		if (e->where[i] < UNSEEN)
			index_put(part(e, e->p.index), n, i + 1);
}

/* Copies the traces. All sleep: nothing leads to one before its region wakes up. */
static void put_traces(const struct estate *e)
{
	struct trace *to = part(e, e->p.traces);
	u8 *hot = part(e, e->p.hot);

	memcpy(to, cache.traces, e->h.n_traces * sizeof(*to));
	for (u32 i = 0; i < e->h.n_traces; i++) {
		to[i].flags &= (u8)~TR_DEAD;
		if (e->where[i] >= UNSEEN)
			to[i].flags |= TR_DEAD;
		to[i].incoming = EXIT_NONE;
		link_bequeath(hot, &to[i], e->where[i] < UNSEEN ? gate_of(e->where[i]) : GATE_OPEN);
	}
}

/* Entries of an indirect branch stay behind, as they go by two addresses. Its number, which its
 * code has, comes along. */
static void put_site(struct exit *x)
{
	if (x->kind == X_INDIRECT)
		x->stub = x->entries = 0;
	else
		x->to = x->patch = 0;
}

static void put_exits(const struct estate *e)
{
	struct exit *to = part(e, e->p.exits);
	struct trace *traces = part(e, e->p.traces);
	u8 *hot = part(e, e->p.hot);

	memcpy(to, cache.exits, e->h.n_exits * sizeof(*to));
	for (u32 i = 0; i < e->h.n_exits; i++) {
		struct exit *x = &to[i];
		u8 region = e->where[x->trace];
		s32 rel = (s32)(x->stub - (x->patch + 4));

		x->next = EXIT_NONE;
		if (x->kind == X_INDIRECT || x->kind == X_ENTRY) {
			put_site(x);
			continue;
		}
		if (region >= UNSEEN || !x->patch || !x->to) {
			x->to = 0;
		} else if (e->where[x->to - 1] == region) {
			x->next = traces[x->to - 1].incoming;
			traces[x->to - 1].incoming = i;
		} else {
			x->to = 0;
			link_put(hot + x->patch, rel);
		}
	}
}

static void put_moves(const struct estate *e, const struct move *moves)
{
	struct heritage_move *to = part(e, e->p.moves);

	for (u32 i = 0; i < e->h.n_moves; i++)
		to[i] = (struct heritage_move){ moves[i].address, moves[i].at, moves[i].kind };
}

/* Lists where hot traces begin, also those that are of no use elsewhere, as these are made anew
 * there at once. Returns how many there are; to: where, or NULL. */
static u32 put_hot(u64 *to)
{
	u32 n = 0;

	for (u32 i = 0; i < cache.n_traces; i++) {
		const struct trace *tr = &cache.traces[i];

		if (tr->flags & TR_DEAD || !heat_is_hot(trace_pc(tr)))
			continue;
		if (to)
			to[n] = trace_pc(tr);
		n++;
	}
	return n;
}

/* ---- The memfd ---- */

static bool is_possible(struct estate *e)
{
	e->p = heritage_parts(&e->h);
	e->h.size = (u32)(e->p.size / PAGE_SIZE);
	return e->p.size <= HERITAGE_MOST && heritage_fits(&e->h);
}

static bool measure(struct estate *e, const struct move **moves)
{
	u32 i = 0;
	u64 page, hash;

	e->h = (struct heritage){
		.magic = HERITAGE_MAGIC,
		.maker = engine.shm->maker,
		.cache = (u64)cache.start,
		.floor = (u32)(cache.floor - cache.start),
		.max_traces = cache.max_traces,
		.n_hot = (u32)(cache.hot - cache.start),
		.n_cold = (u32)(cache.end - cache.cold),
		.n_traces = cache.n_traces,
		.n_exits = cache.n_exits,
		.n_irecs = cache.n_irecs,
		.n_vectors = count_vectors->n,
		.n_uses = pages_uses(),
		.paired = cache.pairs,
		.n_foreign = n_foreign(),
		.n_gathered = n_gathered(),
		.n_hot_traces = put_hot(NULL),
		.n_branches = heat_branches(NULL),
		.n_sites = guess_sites(NULL),
		.n_heads = heads_list(NULL),
	};
	while (pages_each(&i, &page, &hash))
		e->h.n_pages++;
	return moves_known(moves, &e->h.n_moves) && is_possible(e);
}

/* Where there is room for hot code in two places, it is laid anew. */
static void gather(void)
{
	struct estate e = { .at = NULL };
	const struct move *moves;
	u32 before = cache.n_traces;
	bool is_wanted;

	if (before / GATHER_AGAIN < n_gathered() || !gather_begin())
		return;
	is_wanted = measure(&e, &moves);
	if (is_wanted) {
		gather_measure(&e.h);
		is_wanted = is_possible(&e);
	}
	gather_end(is_wanted);
	if (is_wanted) {
		gathered = before;
		gathered_epoch = cache.epoch;
	}
}

static void fill(struct estate *e, const struct move *moves)
{
	memcpy(part(e, e->p.hot), cache.start, e->h.n_hot);
	memcpy(part(e, e->p.traces - e->h.n_cold), cache.cold, e->h.n_cold);
	memcpy(part(e, e->p.irecs), cache.irecs, e->h.n_irecs * sizeof(struct irec));
	memcpy(part(e, e->p.vectors), count_vectors->vec, e->h.n_vectors * sizeof(u64));
	put_traces(e);
	put_exits(e);
	put_moves(e, moves);
	put_pages(e);
	put_sleepers(e);
	put_index(e);
	put_hot(part(e, e->p.hot_traces));
	heat_branches(part(e, e->p.branches));
	guess_sites(part(e, e->p.sites));
	heads_list(part(e, e->p.heads));
	memcpy(e->at, &e->h, sizeof(e->h));
}

/* Writes it by a mapping. Returns the descriptor, or -errno. */
static int write(struct estate *e, const struct move *moves)
{
	int fd = heritage_create(e->p.size);
	struct heritage *h;

	if (fd < 0)
		return fd;
	e->h.is_huge = heritage_use_huge_pages(fd, &e->h);
	h = heritage_map(fd, e->p.size);
	if (h) {
		e->at = (u8 *)h;
		fill(e, moves);
		if (engine.shm->maker)
			h->sum = heritage_sum_whole(h);
		heritage_unmap(h, e->p.size);
	}
	if (h && heritage_seal(fd))
		return fd;
	sys1(__NR_close, fd);
	return -EPERM;
}

/* ---- When ---- */

/* How many traces are new, and how many were dropped meanwhile. */
struct news {
	u32 first; /* of the new ones */
	u32 more, dropped;
};

static u32 least_part(void)
{
	return rounds < ROUNDS ? NEW_LITTLE : NEW_PART;
}

/* Traces that take the place of dropped ones are nothing new: each run of a program drops its hot
 * traces (emu/code/heat.h), and would leave all that it has inherited again for them. */
static bool is_much(const struct news *n, u32 part)
{
	u32 more = n->more > n->dropped ? n->more - n->dropped : 0;

	if (engine.shm->flags & EMU_F_LEAVE)
		return n->more;
	if (!is_own)
		return n->more >= NEW_FIRST;
	return more >= NEW_MORE && more > cache.n_traces / part;
}

/* Leaves out what serves nobody else: that of code which a program has made (JIT), and would make
 * it leave all else again and again. */
static void forget_made(struct news *n)
{
	struct estate e = { .at = NULL };

	for (u32 i = n->first; i < cache.n_traces; i++) {
		const struct trace *tr = &cache.traces[i];

		if (region_of(&e, PAGE_DOWN(trace_pc(tr))) != NOWHERE)
			continue;
		n->more--;
		n->dropped -= (tr->flags & (TR_DEAD | TR_ALONE)) == TR_DEAD;
	}
}

static struct news news(void)
{
	bool same = epoch == cache.epoch;

	return (struct news){
		.first = same ? known : 0,
		.more = cache.n_traces - (same ? known : 0),
		.dropped = cache.n_dropped - (same ? known_dropped : 0),
	};
}

static bool may_leave(void)
{
	return leaves && !cache.unpaired && shelf_is_there() && !engine.strict && cache.n_traces;
}

/* Are so many new, one in `part`? */
static bool has_much(u32 part)
{
	struct news n = news();

	if (!may_leave() || !is_much(&n, part))
		return false;
	forget_made(&n);
	return is_much(&n, part);
}

/* Is there as much already? This process may have begun anew to replace it. many: what is to be
 * left takes the place of what many processes have. */
static bool is_known(u64 program, bool any, bool *many)
{
	struct emu_shelf_entry e;
	int fd = shelf_find(program, cache.pairs, &e);

	if (fd >= 0)
		sys1(__NR_close, fd);
	*many = fd >= 0 && e.program == program && (e.kept == EMU_KEPT_SHARED || e.many);
	return fd >= 0 && (any || (e.program == program && e.paired >= cache.pairs &&
				   !(e.replaced && !n_foreign()) &&
				   e.n_traces + e.n_traces / least_part() >= cache.n_traces));
}

/* Names the log that says what the traces are, if there is one. */
static bool tells_log(struct heritage *h)
{
	if (!log_is_exact())
		return true;
	h->log = count_vectors->log;
	return log_bequeath(&h->log_at);
}

static void leave(bool any)
{
	u64 program = heritage_program(), room;
	bool by_little = rounds < ROUNDS && news().more <= cache.n_traces / NEW_PART;
	const struct move *moves;
	struct estate e = { .at = NULL };
	int fd = -1;
	bool on_shelf, many;
	u32 uid;

	if (!program || !heritage_user(&uid))
		return;
	on_shelf = is_known(program, any, &many);
	if (!on_shelf && !any && !by_little)
		gather();
	if (!on_shelf || !any) {
		is_own = true;
		know();
	}
	if (on_shelf || !measure(&e, &moves))
		return;
	e.h.rounds = by_little ? rounds + 1 : 0;
	room = e.h.n_traces;
	e.where = arena_alloc(room);
	if (!e.where)
		return;
	find_regions(&e);
	drop_replaced(&e);
	if (log_is_exact())
		drop_leavers(&e);
	if (e.h.n_regions && tells_log(&e.h))
		fd = write(&e, moves);
	arena_free(e.where, room);
	if (fd < 0)
		return;
	shelf_put(fd, &(struct emu_shelf_entry){
			      .program = program,
			      .size = e.h.size,
			      .n_traces = e.h.n_traces,
			      .paired = e.h.paired,
			      .log = e.h.log,
			      .many = many,
			      .log_at = e.h.log_at,
		      });
	sys1(__NR_close, fd);
}

void bequeath_forked(void)
{
	know();
}

void bequeath_first(void)
{
	if (may_leave() && !known && !has_child)
		leave(true);
	has_child = true;
}

bool bequeath_has_heirs(s32 pid)
{
	return engine.shm->maker || pid != engine.shm->tasks[0].pid;
}

bool bequeath_has_much(void)
{
	return has_much(NEW_PART);
}

void bequeath(void)
{
	if (has_much(least_part()))
		leave(false);
}
