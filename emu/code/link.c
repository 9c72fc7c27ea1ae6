// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The links between traces.
 *
 * Other threads may execute a jump while it is redirected. Its rel32 lies inside one cache line
 * (the emitter ensures that) and is stored at once, so that a thread sees the old target or the
 * new one. Many traces are made right behind the one that leads to them, and a jump that is taken
 * costs: one to what follows it is a NOP of the same length instead.
 */
#include "emu/code/link.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/calls.h"
#include "emu/code/emit.h"
#include "emu/code/gates.h"
#include "emu/code/heads.h"
#include "emu/code/index.h"
#include "emu/code/moves.h"
#include "emu/code/nop.h"
#include "emu/code/path.h"

u8 *link_stub(u32 exit)
{
	struct exit *x = &cache.exits[exit];
	u8 *start;

	if (x->stub)
		return cache.start + x->stub;
	start = cache.cold -= 20;
	x->stub = (u32)(start - cache.start);
	emit_leave(start, exit);
	return start;
}

#define LINE 64

/* Stores all of a jump's five bytes at once. False: its opcode lies in another line. */
static bool store_whole(u8 *op, const u8 *bytes)
{
	u8 *word = op;
	u64 value;

	if ((u64)op % LINE == LINE - 1)
		return false;
	if ((u64)op % LINE + sizeof(value) > LINE)
		word = op + JUMP_SIZE - sizeof(value);
	memcpy(&value, word, sizeof(value));
	memcpy((u8 *)&value + (op - word), bytes, JUMP_SIZE);
	__atomic_store_n((u64 *)word, value, __ATOMIC_RELEASE);
	return true;
}

bool link_is_nop(const u8 *at)
{
	return nop_is(at - 1, JUMP_SIZE);
}

void link_put(u8 *at, s32 rel)
{
	u8 jump[JUMP_SIZE] = { OP_JMP };
	u8 *op = at - 1;

	memcpy(jump + 1, &rel, sizeof(rel));
	if ((link_is_nop(at) || (*op == OP_JMP && !rel)) &&
	    store_whole(op, rel ? jump : nop_bytes(JUMP_SIZE)))
		return;
	__atomic_store_n((s32 *)at, rel, __ATOMIC_RELEASE);
}

void link_patch(struct exit *x, const u8 *to)
{
	u8 *at = cache.start + x->patch;

	link_put(at, (s32)(to - (at + 4)));
}

void link_exit(u32 exit, struct trace *tr)
{
	struct exit *x = &cache.exits[exit];
	u8 *p = cache.hot, *to = trace_body(tr);

	if (x->to || !x->patch)
		return;
	if (!x->counted) {
		if (x->id == EXIT_NONE)
			path_counter(x);
		p = emit_count(p, exit, tr->flags & TR_FLAGS);
	}
	if (x->call)
		p = calls_emit_call(p, exit, tr);
	if (p != cache.hot) { /* a piece of code on the way counts */
		to = cache.hot;
		cache.hot = emit_jmp(p, trace_body(tr));
	}
	x->to = (u32)(tr - cache.traces) + 1;
	x->next = tr->incoming;
	tr->incoming = exit;
	link_patch(x, to);
}

#define OVER_JUMP 5 /* the rel8 of a match */

/* Goes on when RCX is 0, else jumps to next. */
static u8 *emit_go_on(u8 *p, const u8 *next, u8 **match)
{
	BYTES(0xe3, OVER_JUMP); /* jrcxz */
	*match = p - 1;
	return emit_jmp(p, next);
}

/* lea rcx, [rcx-n] */
static u8 *emit_subtract(u8 *p, u32 n)
{
	BYTES(0x48, 0x8d, 0x89);
	WORD(-n);
	return p;
}

/* mov ecx, gs:[off]; lea ecx, [rcx-n] */
static u8 *emit_differ(u8 *p, u32 off, u32 n)
{
	BYTES(0x65, 0x8b, 0x0c, 0x25);
	WORD(off);
	BYTES(0x8d, 0x89);
	WORD(-n);
	return p;
}

u8 *link_compare(u8 *p, u64 pc, const u8 *next, u8 **match)
{
	u64 rest = pc + (u64)(s64)(s32)(0 - (u32)pc); /* its low half is 0 */

	if (!cache.bmi2) {
		p = emit_go_on(emit_differ(p, T_TARGET, (u32)pc), next, match);
		p = emit_differ(p, T_TARGET + 4, (u32)(pc >> 32));
		return emit_go_on(p, next, match);
	}
	p = emit_subtract(emit_reload(p, RCX, T_TARGET), (u32)pc);
	BYTES(0xc4, 0xe3, 0xfb, 0xf0, 0xc9, 32); /* rorx rcx, rcx, 32 */
	return emit_go_on(emit_subtract(p, (u32)(rest >> 32)), next, match);
}

/*
 * Compares without touching the flags: even when the trace does not need them, another one behind
 * it in the chain may, or one that is yet to be made. The low 16 bits are equal already. All others
 * must be, since a target that is not canonical must not pass for one that is. (A load of 8 bytes
 * from TARGET+2 would do, but it would have to wait until the store of TARGET has reached the
 * cache.)
 */
static u8 *compare_upper(u8 *p, u64 pc, const u8 *next, u8 **match)
{
	if (cache.pext) {
		p = emit_reload(p, RCX, T_TARGET);
		BYTES(0xc4, 0xe2, 0xf2, 0xf5, 0x0d); /* pext rcx, rcx, [rip+gate] */
		REL32(gates_at(GATE_OPEN));
	} else {
		BYTES(0x65, 0x0f, 0xb7, 0x0c, 0x25); /* movzx ecx, word gs:[TARGET+6] */
		WORD(T_TARGET + 6);
		p = emit_go_on(p, next, match);
		BYTES(0x65, 0x8b, 0x0c, 0x25); /* mov ecx, gs:[TARGET+2] */
		WORD(T_TARGET + 2);
	}
	p = emit_subtract(p, (u32)(pc >> 16));
	moves_note(MOVE_LESS_UPPER, p - 4, pc);
	return emit_go_on(p, next, match);
}

u32 link_place(const struct trace *tr)
{
	return (u16)trace_pc(tr) + (engine.bursts && tr->flags & TR_MODEL ? HEADS_SITES : 0);
}

u32 link_table(bool model)
{
	return engine.bursts && model ? T_SITES : T_IND;
}

u8 *link_indirect(struct trace *tr)
{
	u32 place = link_place(tr);
	u8 *p = cache.hot, *entry = p, *match;
	const u8 *first = heads_first(place), *next = first ? first : cache.tramp_miss;

	if (tr->indirect)
		return cache.start + tr->indirect;
	if (trace_pc(tr) >> 47)
		return NULL; /* more bits than a displacement has: the engine leads there */
	moves_of(tr);
	/* In the second table low bits may be those of a target and a site's number (target.c). */
	if (place < HEADS_SITES)
		p = compare_upper(p, trace_pc(tr), next, &match);
	else
		p = link_compare(p, trace_pc(tr), next, &match);
	p = emit_reload(p, RCX, T_SPILL0);
	if (tr->body)
		p = emit_jmp(p, trace_body(tr));
	cache.hot = p;
	tr->match = (u32)(match - cache.start);
	tr->indirect = (u32)(entry - cache.start);
	heads_set(place, entry);
	return entry;
}

/* Where its indirect entry goes on when the target matches; 0: to the next one, as when not. */
static void set_match(const struct trace *tr, u8 rel)
{
	if (tr->match)
		__atomic_store_n(cache.start + tr->match, rel, __ATOMIC_RELEASE);
}

#define FROM_GATE 12 /* bytes from where an entry says which gate it has to the rel8 of its match */

void link_bequeath(u8 *hot, const struct trace *tr, u32 gate)
{
	s32 rel = (s32)(gates_at(gate) - cache.start) - (s32)(tr->match - FROM_GATE + sizeof(rel));

	if (!tr->match)
		return;
	hot[tr->match] = gate != GATE_OPEN && cache.pext ? OVER_JUMP : 0;
	if (hot[tr->match])
		memcpy(hot + tr->match - FROM_GATE, &rel, sizeof(rel));
}

void link_wake(struct trace *tr)
{
	if (!(tr->flags & TR_DEAD)) /* dropped while it slept */
		set_match(tr, OVER_JUMP);
}

void link_drop(struct trace *tr)
{
	u32 i, next;

	if (tr->flags & TR_DEAD)
		return;
	tr->flags |= TR_DEAD;
	cache.n_dropped++;
	index_remove(tr);
	set_match(tr, 0);
	for (i = tr->incoming; i != EXIT_NONE; i = next) {
		struct exit *x = &cache.exits[i];

		next = x->next;
		x->next = EXIT_NONE;
		x->to = 0;
		if (x->kind == X_ENTRY)
			__atomic_store_n(cache.start + x->patch, 0, __ATOMIC_RELEASE);
		else
			link_patch(x, link_stub(i));
	}
	tr->incoming = EXIT_NONE;
}
