// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See outcome.h. No flag changes where it may be alive. */
#include "emu/code/outcome.h"

#include "emu/base/cpu.h"
#include "emu/base/offsets.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/scratch.h"
#include "emu/code/select.h"
#include "emu/model/access.h"
#include "emu/model/outcomes.h"

#define COLD_SIZE 64
#define LAST_BYTE 7 /* of a note: 1 if the branch was taken */

/* The ModRM byte, and SIB, of [reg + disp32]. */
static u8 *emit_at(u8 *p, unsigned field, unsigned reg, u32 disp)
{
	*p++ = (u8)(0x80 | field << 3 | (reg & 7));
	if ((reg & 7) == RSP)
		*p++ = 0x24;
	WORD(disp);
	return p;
}

/* Where in the block note number i is, less the value of T_MODEL_OUTCOME. */
static u32 place(unsigned i)
{
	return T_OUTCOMES - OUTCOMES_BEGIN + 8 * i;
}

/* mov dword gs:[reg + place], half;  the same of the other half */
static u8 *emit_note(u8 *p, unsigned reg, unsigned i, u64 note)
{
	for (unsigned half = 0; half < 2; half++) {
		*p++ = 0x65;
		if (reg >> 3)
			*p++ = 0x41;
		*p++ = 0xc7;
		p = emit_at(p, 0, reg, place(i) + 4 * half);
		WORD(note >> 32 * half);
	}
	return p;
}

/* lea reg, [reg + 8 * n];  mov gs:[OUTCOME], reg */
static u8 *emit_advance(u8 *p, unsigned reg, unsigned n)
{
	BYTES(0x48 | (reg >> 3) << 2 | reg >> 3, 0x8d, 0x40 | (reg & 7) << 3 | (reg & 7));
	if ((reg & 7) == RSP)
		*p++ = 0x24;
	*p++ = (u8)(8 * n);
	return emit_spill(p, reg, T_MODEL_OUTCOME);
}

static u64 note(enum outcome_kind kind, u64 address)
{
	return (address & OUTCOME_ADDRESS) | (u64)kind << OUTCOME_KIND;
}

/* Which of the ways to the model it takes. */
static const u8 *way_of(u32 what)
{
	bool live = what & MODEL_LIVE;

	switch (what & ~(0xffffu | MODEL_LIVE)) {
	case MODEL_READ:
	case MODEL_WRITE:
	case MODEL_MODIFY:
		return cache.tramp_data[live];
	case MODEL_FETCH:
		return cache.tramp_fetch[live];
	case MODEL_FETCH | MODEL_LINES:
		return cache.tramp_lines;
	default:
		return cache.tramp_model;
	}
}

u8 *outcome_emit_call(u8 *p, u32 what)
{
	const u8 *way = way_of(what);

	p = emit_store(p, T_MODEL_WHAT, what);
	p = emit_spill(p, RSP, T_MODEL_RSP);
	p = emit_reload(p, RSP, T_STACK);
	*p++ = 0xe8; /* call */
	REL32(way);
	return emit_reload(p, RSP, T_MODEL_RSP);
}

/* Calls the model, and goes on at `back`. */
static void emit_full(u8 *p, const u8 *back)
{
	emit_jmp(outcome_emit_call(p, MODEL_BRANCH | MODEL_OUTCOMES), back);
}

u8 *outcome_emit_room(u8 *p, const struct step *s)
{
	u8 *cold = cache.cold -= COLD_SIZE;

	if (!s->live) {
		BYTES(0x65, 0x80, 0x3c, 0x25); /* cmp byte gs:[OUTCOME+2], 0 */
		WORD(T_MODEL_OUTCOME + 2);
		*p++ = 0;
		p = emit_jne(p, cold);
		emit_full(cold, p);
		return p;
	}
	p = scratch_save_aside(p, RCX);
	BYTES(0x65, 0x0f, 0xb6, 0x0c, 0x25); /* movzx ecx, byte gs:[OUTCOME+2] */
	WORD(T_MODEL_OUTCOME + 2);
	BYTES(0xe3, 5); /* jrcxz over */
	p = emit_jmp(p, cold);
	emit_full(scratch_load(cold, RCX), p);
	return scratch_load(p, RCX);
}

static u8 *emit_conditional(u8 *p, const struct step *s)
{
	unsigned reg = scratch_pair(s->in.regs, false).a;

	p = scratch_save(p, reg);
	p = emit_reload(p, reg, T_MODEL_OUTCOME);
	p = emit_note(p, reg, 0, note(OUTCOME_CONDITIONAL, s->pc));
	*p++ = 0x65; /* setcc byte gs:[…] */
	if (reg >> 3)
		*p++ = 0x41;
	BYTES(0x0f, 0x90 | s->in.cc);
	p = emit_at(p, 0, reg, place(0) + LAST_BYTE);
	p = emit_advance(p, reg, 1);
	return scratch_load(p, reg);
}

static u8 *emit_called(u8 *p, const struct step *s)
{
	unsigned reg = scratch_pair(s->in.regs, false).a;

	p = scratch_save(p, reg);
	p = emit_reload(p, reg, T_MODEL_OUTCOME);
	p = emit_note(p, reg, 0, note(OUTCOME_CALL, s->pc + s->in.len));
	p = emit_advance(p, reg, 1);
	return scratch_load(p, reg);
}

u8 *outcome_emit(u8 *p, const struct step *s)
{
	switch ((enum role)s->role) {
	case R_SIDE:
	case R_SIDE_INV:
	case R_OPEN:
		return emit_conditional(scratch_restore(p, SCRATCH_ALL), s);
	case R_CALL:
	case R_CALL_IND:
		return emit_called(scratch_restore(p, SCRATCH_ALL), s);
	default:
		return p;
	}
}

u8 *outcome_emit_target(u8 *p, u64 ip, bool is_return)
{
	p = emit_spill(p, RDX, T_SPILL1);
	p = emit_reload(p, RDX, T_MODEL_OUTCOME);
	p = emit_note(p, RDX, 0, note(is_return ? OUTCOME_RETURN : OUTCOME_INDIRECT, ip));
	BYTES(0x65, 0x48, 0x89); /* mov gs:[…], rcx */
	p = emit_at(p, RCX, RDX, place(1));
	p = emit_advance(p, RDX, 2);
	return emit_reload(p, RDX, T_SPILL1);
}

u8 *outcome_emit_return(u8 *p, u64 ip, u64 target)
{
	p = emit_reload(p, RCX, T_MODEL_OUTCOME);
	p = emit_note(p, RCX, 0, note(OUTCOME_RETURN, ip));
	p = emit_note(p, RCX, 1, target);
	return emit_advance(p, RCX, 2);
}
