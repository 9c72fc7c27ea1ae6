// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See pair.h. Nothing here touches the status flags. A return writes to the stack, where the
 * program's would only read: emu/signal/fault.c lets the engine carry it out where it may not.
 * Behind RET imm16, the landing writes the address into the lowest of the arguments that the return
 * took off the stack; what is below the stack pointer then, no program can rely on.
 */
#include "emu/code/pair.h"

#include "emu/base/cpu.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/calls.h"
#include "emu/code/compare.h"
#include "emu/code/emit.h"
#include "emu/code/operand.h"
#include "emu/code/select.h"
#include "emu/code/spend.h"

_Static_assert(T_RETURNS + T_RETURNS_N * sizeof(u64) <= T_STACK_LOW, "the table ends there");
_Static_assert(T_RETURNS_N == 256, "MOVZX makes an index of CL");

/* One in so many such returns asks the engine, which else might hear nothing of the program. */
#define ASKS 1024

u8 *pair_put_empty(u8 *p)
{
	u8 *over;

	p = emit_reload(p, RCX, T_TARGET);
	BYTES(0x48, 0x89, 0x4c, 0x24, 0xf8); /* mov [rsp-8], rcx */
	BYTES(0x65, 0x8b, 0x0c, 0x25);	     /* mov ecx, gs:[UNPAIRED] */
	WORD(T_UNPAIRED);
	BYTES(0x8d, 0x49, 65536 / ASKS); /* lea ecx, [rcx+65536/ASKS] */
	BYTES(0x65, 0x89, 0x0c, 0x25);	 /* mov gs:[UNPAIRED], ecx */
	WORD(T_UNPAIRED);
	BYTES(0x0f, 0xb7, 0xc9, 0xe3, 0); /* movzx ecx, cx; jrcxz over */
	over = p;
	p = emit_table_jump(emit_reload(p, RCX, T_TARGET), T_IND);
	over[-1] = (u8)(p - over);
	return emit_jmp(p, cache.tramp_miss);
}

void pair_clear(struct thread *t)
{
	u64 *table = (u64 *)((u64)t + T_RETURNS);

	for (u32 i = 0; i < T_RETURNS_N; i++)
		table[i] = (u64)cache.tramp_unpaired;
}

/* Goes on by exit x, with the program's RCX. */
static u8 *emit_go_on(u8 *p, u32 x)
{
	return emit_jmp_exit(emit_reload(p, RCX, T_SPILL0), x, true);
}

/* The landing of returns to ret, which go on through exit x. */
static u8 *emit_landing(u8 *p, u64 ret, u32 x)
{
	u8 *other;

	p = emit_reload(p, RCX, T_TARGET);
	BYTES(0x48, 0x89, 0x4c, 0x24, 0xf8); /* mov [rsp-8], rcx */
	p = compare_emit(p, ret, cache.loops);
	if (!cache.loops) {
		BYTES(0xe3, 0x05); /* jrcxz over the jump */
		return emit_go_on(emit_jmp(p, cache.tramp_unpaired), x);
	}
	BYTES(0xe2, 0); /* loop other */
	other = p;
	p = emit_go_on(p, x);
	other[-1] = (u8)(p - other);
	return emit_jmp(p, cache.tramp_unpaired);
}

u8 *pair_emit_call(u8 *p, const struct emission *e, const struct step *s)
{
	u8 *rel;
	u32 x;

	if (!cache.pairs || e->one)
		return emit_push(p, s->ret);
	x = exit_create(e, X_DIRECT, s->ret, s->cls);
	cache.exits[x].counted = 1; /* the return counts */
	*p++ = 0xe8;
	rel = p;
	p = emit_landing(p + 4, s->ret, x);
	*rel = (u8)(p - (rel + 4));
	memset(rel + 1, 0, 3);
	BYTES(0x65, 0x8f, 0x04, 0x25); /* pop qword gs:[entry] */
	WORD(T_RETURNS + s->ret % T_RETURNS_N * 8);
	return emit_push(p, s->ret);
}

bool pair_ends(const struct emission *e)
{
	return cache.pairs && !e->one;
}

u8 *pair_emit_return(u8 *p, u32 x, const struct step *s)
{
	p = emit_store(p, T_FROM, x);
	BYTES(0x48, 0x8b, 0x0c, 0x24); /* mov rcx, [rsp] */
	p = emit_spill(p, RCX, T_TARGET);
	p = spend_emit_look_return(p, x, 8 + (s->in.imm_size ? (u16)s->in.imm : 0));
	BYTES(0x0f, 0xb6, 0xc9);	     /* movzx ecx, cl */
	BYTES(0x65, 0x48, 0x8b, 0x0c, 0xcd); /* mov rcx, gs:[rcx*8+RETURNS] */
	WORD(T_RETURNS);
	BYTES(0x48, 0x89, 0x0c, 0x24); /* mov [rsp], rcx */
	if (engine.tree)
		p = calls_emit_pair_return(p, s->in.imm_size ? (u16)s->in.imm : 0);
	if (s->in.imm_size)
		BYTES(0xc2, (u8)s->in.imm, (u8)(s->in.imm >> 8));
	else
		*p++ = 0xc3;
	return p;
}
