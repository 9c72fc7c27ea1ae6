// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See target.h. Indirect branches go through a table, by the low 16 bits of the target (link.c).
 * These go through another one, and add a number of their own to the bits, so that the same target
 * has another place for each site: where all 64 bits of the target match, the site does, too. So a
 * site costs one instruction, and its code stays where it would be: a jump more, to code that lies
 * elsewhere, would cost more than that.
 *
 * A site has a counter anyway, so its first entry needs none: the rest of the site's count is its.
 *
 * In an X_INDIRECT exit, `patch` is where the instruction has the site's number, and `to` is that
 * number, 0: it is not watched. `entries` is how many it has had, a jump's for the same place being
 * one, and `next` is the first of them. In an X_ENTRY, `stub` is the site.
 *
 * A jump that goes to many places is most likely a switch or an interpreter's dispatch, where
 * entries would cost more than they tell.
 */
#include "emu/code/target.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/branch.h"
#include "emu/code/cache.h"
#include "emu/code/calls.h"
#include "emu/code/emit.h"
#include "emu/code/heads.h"
#include "emu/code/link.h"
#include "emu/code/path.h"
#include "emu/code/pcset.h"
#include "emu/code/select.h"
#include "emu/count/log.h"
#include "emu/count/vector.h"

#define MAX_CALLED 512
/* A PLT's jump goes to the loader first, then to its function. As BRANCHES_TOLD in
 * lib/profile/build/branches.h: a profile tells of no more. */
#define MAX_JUMPED 2

/*
 * Sites have the numbers 1, 2, … times this, modulo 2^16: it is odd, so all are different. Targets
 * of one site and sites of one target spread over the table.
 *
 * Most sites have one target, and a table that they spread over costs a page for nearly each of
 * them. So a site gets another number when its first target is known: one by which it goes to the
 * next place, beside the site before. No number is ever given to two sites.
 */
#define SPREAD	    0x9e37u
#define MAX_SITES   0xffffu
#define MAX_SETTLED 0x4000u /* then few numbers are left */

static u32 n_sites, next_place; /* since the cache was emptied */
static u64 taken[0x10000 / 64]; /* numbers */

static bool is_taken(u16 number)
{
	return taken[number / 64] >> number % 64 & 1;
}

static u16 take(u16 number)
{
	taken[number / 64] |= 1ull << number % 64;
	return number;
}

static u16 new_number(void)
{
	u16 number;

	do
		number = (u16)(++n_sites * SPREAD);
	while (is_taken(number));
	return take(number);
}

/*
 * Jumps that go to many places, by their addresses. Another one may take the place of one, which
 * then is watched again for a while. The table begins with one page, since a process that ends soon
 * knows few of them, and would touch nearly a page for each.
 */
#define UNWATCHED_FIRST 9 /* bits */
#define UNWATCHED_BITS	13
static u64 unwatched[1 << UNWATCHED_BITS];
static u32 unwatched_bits = UNWATCHED_FIRST, n_unwatched;

static u64 *unwatched_at(u64 pc)
{
	return &unwatched[pc_place(pc, unwatched_bits)];
}

/* Places only get higher, so none is taken by what is still to be moved. */
static void widen_unwatched(void)
{
	unwatched_bits = UNWATCHED_BITS;
	for (u32 i = 1 << UNWATCHED_FIRST; i--;) {
		u64 pc = unwatched[i];

		unwatched[i] = 0;
		if (pc)
			*unwatched_at(pc) = pc;
	}
}

static void do_not_watch(u64 pc)
{
	u64 *at = unwatched_at(pc);

	if (*at == pc)
		return;
	if (++n_unwatched > 1 << (UNWATCHED_FIRST - 1) && unwatched_bits < UNWATCHED_BITS) {
		widen_unwatched();
		at = unwatched_at(pc);
	}
	*at = pc;
}

bool target_room(void)
{
	return n_sites < MAX_SITES - 512;
}

void target_reset(void)
{
	n_sites = next_place = 0;
	memset(taken, 0, sizeof(taken));
}

void target_inherit(const struct exit *x)
{
	if (target_is_watched(x))
		take((u16)x->to);
	else if (x->kind == X_INDIRECT && IC_SIGNAL(x->last) == EMU_JUMP_INDIRECT)
		do_not_watch(exit_target(x));
}

u8 *target_jump(u8 *p, u32 x)
{
	u64 pc = exit_target(&cache.exits[x]);
	u32 number;

	if (*unwatched_at(pc) == pc)
		return emit_table_jump(p, link_table(sel.model));
	number = new_number();
	BYTES(0x8d, 0x89); /* lea ecx, [rcx+number] */
	cache.exits[x].patch = (u32)(p - cache.start);
	cache.exits[x].to = number;
	WORD(number);
	return emit_table_jump(p, T_SITES);
}

/*
 * The jump goes by the other table from now on, whose entries compare upper bits only. No thread
 * may be in the middle of it then, with an index that has the number.
 */
static void rewrite(struct exit *x)
{
	u8 *p = cache.start + x->patch;

	WORD(0);
	emit_table_jump(p, link_table(cache.traces[x->trace].flags & TR_MODEL));
	x->to = x->patch = 0;
}

/* Gives a site that has no entry yet the number by which its target has the next place. No thread
 * may be in the middle of its jump. */
static void settle(struct exit *x, u64 target)
{
	u16 number;

	if (threads_count > 1 || n_sites > MAX_SETTLED || next_place > MAX_SETTLED)
		return;
	do
		number = (u16)(next_place++ - (u32)target);
	while (!number || is_taken(number));
	x->to = take(number);
	__atomic_store_n((u32 *)(cache.start + x->patch), x->to, __ATOMIC_RELEASE);
}

bool target_is_watched(const struct exit *x)
{
	return x->kind == X_INDIRECT && x->to;
}

bool target_is_told(const struct exit *x)
{
	return target_is_watched(x) || (log_is_exact() && cache.traces[x->trace].flags & TR_ALONE &&
					IC_SIGNAL(x->last) != EMU_RETURNS);
}

u32 target_place(u32 x, u64 target)
{
	return HEADS_SITES + (u16)(target + cache.exits[x].to);
}

static bool is_call(const struct exit *x)
{
	return IC_SIGNAL(x->last) == EMU_CALL_INDIRECT;
}

/* Has the jump had an entry for that place, whose trace has been dropped since? */
static bool knows(u32 x, u64 pc)
{
	const struct exit *from = &cache.exits[x];

	if (!from->entries || exit_target(&cache.exits[from->next]) == pc)
		return from->entries;
	/* Seldom: a jump that is watched goes to a third place only once. */
	for (u32 i = from->next + 1; from->entries > 1 && i < cache.n_exits; i++) {
		const struct exit *entry = &cache.exits[i];

		if (entry->kind == X_ENTRY && entry->stub == x && exit_target(entry) == pc)
			return true;
	}
	return false;
}

bool target_wants(u32 x, u64 pc)
{
	struct exit *from = &cache.exits[x];

	if (is_call(from))
		return from->entries < MAX_CALLED;
	if (from->entries < MAX_JUMPED || knows(x, pc))
		return true;
	do_not_watch(exit_target(from));
	path_many(from);
	if (threads_count == 1 && from->to)
		rewrite(from);
	else
		link_drop(&cache.traces[from->trace]);
	return false;
}

/* Another thread may have made it, or the thread's table does not have it yet (jumps.c). */
static bool has_entry(u32 x, const struct trace *tr)
{
	u32 i;

	/* Popular code has so many incoming exits that to look through them takes long. */
	if (!cache.exits[x].entries || !heads_first(target_place(x, trace_pc(tr))))
		return false;
	for (i = tr->incoming; i != EXIT_NONE; i = cache.exits[i].next)
		if (cache.exits[i].kind == X_ENTRY && cache.exits[i].stub == x)
			return true;
	return false;
}

void target_enter(u32 x, struct trace *tr)
{
	struct exit *from = &cache.exits[x], *to;
	u8 *p = cache.hot, *match;
	const u8 *next;
	bool known;
	u32 at, y;

	if (tr->flags & (TR_CHECKED | TR_DEAD) || trace_pc(tr) >> 47 || has_entry(x, tr))
		return;
	if (!from->entries) {
		settle(from, trace_pc(tr));
		from->next = cache.n_exits;
	}
	known = !is_call(from) && knows(x, trace_pc(tr));
	at = target_place(x, trace_pc(tr));
	next = heads_first(at);
	y = cache.n_exits++;
	to = &cache.exits[y];
	*to = *from;
	to->leads = cache_keep(trace_pc(tr));
	to->vec = 0;
	to->id = EXIT_NONE;
	to->kind = X_ENTRY;
	to->counted = 1;
	to->call = engine.tree && is_call(from);
	to->stub = x;
	if (from->entries)
		path_counter_of_target(to, from);
	else
		path_mostly(from, trace_pc(tr));
	p = link_compare(p, trace_pc(tr), next ? next : cache.tramp_miss, &match);
	p = emit_count_rcx(p, y);
	if (to->call)
		p = calls_emit_entry(p, y, tr);
	p = emit_reload(p, RCX, T_SPILL0);
	if (tr->body)
		p = emit_jmp(p, trace_body(tr));
	to->patch = (u32)(match - cache.start);
	to->to = (u32)(tr - cache.traces) + 1;
	to->next = tr->incoming;
	tr->incoming = y;
	from->entries += !known;
	heads_set(at, cache.hot);
	cache.hot = p;
}
