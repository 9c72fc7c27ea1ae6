// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See target.h. In an exit with a chain, `patch` is where the last link jumps to the engine, `stub`
 * counts the links, and `to` is where the chain begins.
 *
 * A jump that goes to many places is most likely a switch or an interpreter's dispatch, where a
 * chain would cost more than it tells. A call that goes to many places gets a table of chains, by
 * eight bits of the target's address: interpreters call the function of each operation so. A target
 * that no chain has makes the call ask the engine, so that calls are complete.
 */
#include "emu/code/target.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/code/branch.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/link.h"
#include "emu/code/path.h"
#include "emu/count/vector.h"

#define MAX_CHAIN  8 /* links of a call before there is a table */
#define MAX_CALLED 512
#define MAX_JUMPED 4

#define TABLE_SIZE 256 /* chains, by bits 8 to 15 of the target */

u8 *target_begin(u8 *p, u32 x)
{
	p = emit_align_rel32(p, 1);
	*p++ = 0xe9;
	cache.exits[x].patch = cache.exits[x].to = (u32)(p - cache.start);
	REL32(cache.tramp_miss);
	return p;
}

bool target_is_chained(const struct exit *x)
{
	return x->kind == X_INDIRECT && x->patch;
}

/* Points the rel32 at offset `at` of the cache somewhere else. */
static void redirect(u32 at, const u8 *to)
{
	link_patch(&(struct exit){ .patch = at }, to);
}

static bool is_call(const struct exit *x)
{
	return IC_SIGNAL(x->last) == EMU_CALL_INDIRECT;
}

bool target_has_room(const struct exit *x)
{
	return !is_call(x) || x->stub < MAX_CALLED;
}

/* From now on the exit jumps through the table. */
static void give_up(struct exit *x)
{
	u8 *p = cache.hot;

	p = emit_reload(p, RCX, T_TARGET);
	p = emit_table_jump(p);
	redirect(x->to, cache.hot);
	cache.hot = p;
	x->patch = x->to = 0;
}

/* Where the rel32 at offset `at` of the cache leads. */
static u8 *led_to(u32 at)
{
	u8 *p = cache.start + at;
	s32 rel;

	memcpy(&rel, p, sizeof(rel));
	return p + 4 + rel;
}

/* From now on the call looks for its chain in a table. All of them go on to the one that it has.
 * The table lies before the code. */
static void begin_table(struct exit *x)
{
	u8 *old = led_to(x->to), *p = cache.hot;
	u64 *table;

	p += -(u64)p & 7;
	table = (u64 *)p;
	for (u32 i = 0; i < TABLE_SIZE; i++)
		table[i] = (u64)old;
	cache.hot = p = (u8 *)(table + TABLE_SIZE);
	p = emit_spill(p, RDX, T_SPILL1);
	BYTES(0x65, 0x0f, 0xb6, 0x0c, 0x25); /* movzx ecx, byte gs:[TARGET+1] */
	WORD(T_TARGET + 1);
	BYTES(0x48, 0x8d, 0x15); /* lea rdx, [rip+table] */
	REL32(table);
	BYTES(0x48, 0x8b, 0x0c, 0xca); /* mov rcx, [rdx+rcx*8] */
	p = emit_reload(p, RDX, T_SPILL1);
	BYTES(0xff, 0xe1); /* jmp rcx */
	redirect(x->to, cache.hot);
	cache.hot = p;
}

/* The place in the exit's table where the target's chain begins; NULL: there is no table. */
static u64 *in_table(const struct exit *x, u64 target)
{
	return is_call(x) && x->stub >= MAX_CHAIN ?
		       (u64 *)led_to(x->to) - TABLE_SIZE + (u8)(target >> 8) :
		       NULL;
}

/* Compares the target in two steps, as cache entries do. Sets *tail to where the jump to the next
 * link is. */
static u8 *emit_compare(u8 *p, u64 target, u32 *tail)
{
	u8 *behind, *fail;

	BYTES(0x65, 0x8b, 0x0c, 0x25); /* mov ecx, gs:[TARGET] */
	WORD(T_TARGET);
	BYTES(0x8d, 0x89); /* lea ecx, [rcx-low] */
	WORD(-(u32)target);
	BYTES(0xe3, 0); /* jrcxz over the jump */
	behind = fail = p;
	p = emit_align_rel32(p, 1);
	*p++ = 0xe9;
	*tail = (u32)(p - cache.start);
	REL32(cache.tramp_miss);
	behind[-1] = (u8)(p - behind);
	BYTES(0x65, 0x8b, 0x0c, 0x25); /* mov ecx, gs:[TARGET+4] */
	WORD(T_TARGET + 4);
	BYTES(0x8d, 0x89); /* lea ecx, [rcx-high] */
	WORD(-(u32)(target >> 32));
	BYTES(0xe3, 2); /* jrcxz over this: jmp to the jump above */
	*p++ = 0xeb;
	*p = (u8)(fail - (p + 1));
	return p + 1;
}

void target_add(u32 x, struct trace *tr)
{
	struct exit *from = &cache.exits[x], *to;
	u64 *first;
	u8 *link, *p;
	u32 y, tail;

	if (!is_call(from) && from->stub >= MAX_JUMPED)
		give_up(from);
	if (!from->patch || !target_has_room(from) || tr->flags & (TR_CHECKED | TR_DEAD) ||
	    cache.cold - cache.hot < 2 * TABLE_SIZE * 8)
		return;
	if (is_call(from) && from->stub == MAX_CHAIN)
		begin_table(from);
	first = in_table(from, tr->pc);
	link = cache.hot;
	y = cache.n_exits++;
	to = &cache.exits[y];
	*to = *from;
	to->target = tr->pc;
	to->vec = 0;
	to->patch = to->stub = to->to = 0;
	to->next = EXIT_NONE;
	to->kind = X_DIRECT;
	to->counted = 1;
	path_counter_of_target(to);
	p = emit_compare(link, tr->pc, &tail);
	p = emit_count_rcx(p, to->id);
	p = emit_reload(p, RCX, T_SPILL0);
	cache.hot = emit_jmp_exit(p, y, true);
	link_exit(y, tr);
	if (first) {
		redirect(tail, (const u8 *)*first);
		__atomic_store_n(first, (u64)link, __ATOMIC_RELEASE);
	} else {
		redirect(from->patch, link);
		from->patch = tail;
	}
	from->stub++;
}
