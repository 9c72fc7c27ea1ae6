// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See target.h. In an exit with a chain, `patch` is where the last link jumps to the engine, `stub`
 * counts the links, and `to` is where the chain begins.
 *
 * A jump that goes to many places is most likely a switch or an interpreter's dispatch, where a
 * chain would cost more than it tells. A call with a long chain asks the engine each time that it
 * goes to yet another place, so that calls are complete.
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

#define MAX_CALLED 16
#define MAX_JUMPED 4

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
	u8 *link = cache.hot, *p;
	u32 y, tail;

	if (!is_call(from) && from->stub >= MAX_JUMPED)
		give_up(from);
	if (!from->patch || !target_has_room(from) || tr->flags & (TR_CHECKED | TR_DEAD))
		return;
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
	redirect(from->patch, link);
	from->patch = tail;
	from->stub++;
}
