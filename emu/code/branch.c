// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Emission of branches. */
#include "emu/code/branch.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/calls.h"
#include "emu/code/compare.h"
#include "emu/code/emit.h"
#include "emu/code/heat.h"
#include "emu/code/link.h"
#include "emu/code/moves.h"
#include "emu/code/operand.h"
#include "emu/code/outcome.h"
#include "emu/code/pair.h"
#include "emu/code/path.h"
#include "emu/code/redo.h"
#include "emu/code/select.h"
#include "emu/code/spend.h"
#include "emu/code/target.h"
#include "emu/count/log.h"
#include "emu/count/vector.h"
#include "emu/model/model.h"

#define PREFIX_ADDR32 0x67
/* Room for the cold code of a checked return, jump or call. */
#define MISS_SIZE 224

u32 exit_create(const struct emission *e, enum exit_kind kind, u64 target, u8 cls)
{
	u32 i = cache.n_exits++;

	cache.exits[i] = (struct exit){
		.leads = cache_keep(target),
		.vec = e->vec,
		.trace = (u32)(e->tr - cache.traces),
		.id = EXIT_NONE,
		.next = EXIT_NONE,
		.n = (u16)e->n,
		.last = cls,
		.kind = (u8)kind,
	};
	return i;
}

/* Counts the last branch as `to` instead of `from`. */
static u32 exit_otherwise(const struct emission *e, u64 target, u8 cls, int from, int to)
{
	u32 x = exit_create(e, X_DIRECT, target, (cls & IC_MEMORY) | IC_BRANCH(to));

	cache.exits[x].vec += vector_unit[to] - vector_unit[from];
	return x;
}

u32 exit_create_taken(const struct emission *e, u64 target, u8 cls)
{
	return exit_otherwise(e, target, cls, EMU_COND_NOT, EMU_COND_TAKEN);
}

u32 exit_create_not_taken(const struct emission *e, u64 target, u8 cls)
{
	return exit_otherwise(e, target, cls, EMU_COND_TAKEN, EMU_COND_NOT);
}

u8 *emit_table_jump(u8 *p, u32 table)
{
	BYTES(0x0f, 0xb7, 0xc9);       /* movzx ecx, cx */
	BYTES(0x65, 0xff, 0x24, 0xcd); /* jmp gs:[rcx*8+IND] */
	WORD(table);
	return p;
}

/* Control leaves a function, or could: jumps by way of a constant address are those of stubs. */
static u8 *emit_tree(u8 *p, const struct step *s)
{
	if (s->role == R_RET)
		return calls_emit_return(p, s->in.imm_size ? (u16)s->in.imm : 0);
	if (s->role == R_JMP_IND && !(s->in.flags & I_RIPREL))
		return calls_emit_jump(p);
	return p;
}

/* Jumps to the target in RCX through the table. watched: by entries of its own. */
static u8 *emit_jump_by_table(u8 *p, u32 x, bool watched)
{
	return watched ? target_jump(p, x) : emit_table_jump(p, link_table(sel.model));
}

/* As emit_jump_by_table(), with the target in T_TARGET, but to the engine where the lowest byte of
 * the counter is 0. */
static u8 *emit_asking_jump(u8 *p, u32 x, bool watched)
{
	u8 *over;

	if (heat_hastily()) {
		p = emit_jmp(p, cache.tramp_miss);
		/* What is never executed has the site's number, by which the engine counts. */
		return watched ? target_jump(p, x) : p;
	}
	p = emit_reload(p, RCX, T_COUNT + cache.exits[x].id * 8);
	BYTES(0x0f, 0xb6, 0xc9, 0xe3, 0); /* movzx ecx, cl; jrcxz over */
	over = p;
	p = emit_jump_by_table(emit_reload(p, RCX, T_TARGET), x, watched);
	over[-1] = (u8)(p - over);
	return emit_jmp(p, cache.tramp_miss);
}

/*
 * Jumps to the target in RCX: through the table, by entries of its own where a profile is made, or,
 * if alone is set, always to the engine. The program's RCX is in its spill slot. Stores exit x as
 * the origin of the jump, because a jump to a target that is not canonical faults there.
 */
static u8 *emit_indirect_jump(u8 *p, u32 x, const struct step *s, bool alone)
{
	bool watched;

	p = emit_store(p, T_FROM, x);
	p = emit_spill(p, RCX, T_TARGET);
	if (sel.model && model_facts.branches)
		p = outcome_emit_target(p, exit_target(&cache.exits[x]),
					IC_SIGNAL(cache.exits[x].last) == EMU_RETURNS);
	if (engine.tree)
		p = emit_tree(p, s);
	if (alone)
		return emit_jmp(p, cache.tramp_miss);
	p = spend_emit_look_jump(p, x);
	watched = log_is_exact() && IC_SIGNAL(cache.exits[x].last) != EMU_RETURNS;
	return s->asks ? emit_asking_jump(p, x, watched) : emit_jump_by_table(p, x, watched);
}

u8 *emit_jmp_exit(u8 *p, u32 x, bool linkable)
{
	u8 *stub = link_stub(x);

	p = emit_align_rel32(p, 1);
	*p++ = OP_JMP;
	if (linkable)
		cache.exits[x].patch = (u32)(p - cache.start);
	REL32(stub);
	return p;
}

u8 *emit_jcc_exit(u8 *p, u8 cc, u32 x, bool linkable)
{
	u8 *stub = link_stub(x);

	p = emit_align_rel32(p, 2);
	BYTES(0x0f, 0x80 | cc);
	if (linkable)
		cache.exits[x].patch = (u32)(p - cache.start);
	REL32(stub);
	return p;
}

/* LOOPcc and JrCXZ have only a rel8, which does not reach the stub: they jump over a jump. */
static u8 *emit_short_branch(u8 *p, const struct step *s, u32 x, bool linkable)
{
	u8 *after;

	for (unsigned i = 0; i < s->in.n_prefix; i++)
		if (s->bytes[i] == PREFIX_ADDR32)
			*p++ = PREFIX_ADDR32;
	BYTES(s->in.op, 2, 0xeb, 0); /* taken: over this jmp, which goes behind the exit */
	after = p;
	/* The taken branch passes through the padding, which is NOPs. */
	p = emit_jmp_exit(p, x, linkable);
	after[-1] = (u8)(p - after);
	return p;
}

u8 *emit_side(u8 *p, const struct emission *e, const struct step *s)
{
	u64 next = s->pc + s->in.len;
	u32 x;

	if (s->role == R_SIDE_INV) {
		x = exit_create_not_taken(e, next, s->cls);
		return emit_jcc_exit(p, s->in.cc ^ 1, x, !e->one);
	}
	x = exit_create_taken(e, next + (u64)s->in.imm, s->cls);
	if (s->in.kind == K_JCC)
		return emit_jcc_exit(p, s->in.cc, x, !e->one);
	return emit_short_branch(p, s, x, !e->one);
}

/* Goes on when RCX is 0, else jumps to `cold`. */
static u8 *emit_jrcxz_else(u8 *p, const u8 *cold)
{
	BYTES(0xe3, 0x05);
	return emit_jmp(p, cold);
}

/* pop rcx; RET imm16 takes more off the stack */
static u8 *emit_pop_return(u8 *p, const struct step *s)
{
	*p++ = 0x59; /* pop rcx */
	if (s->in.imm_size) {
		BYTES(0x48, 0x8d, 0xa4, 0x24); /* lea rsp, [rsp+imm] */
		WORD((u16)s->in.imm);
	}
	return p;
}

/* The cold code of a checked return that goes elsewhere: leaves by the table. Returns where it
 * begins. */
static u8 *emit_ret_miss(const struct emission *e, const struct step *s)
{
	u32 x = exit_create(e, X_INDIRECT, s->pc, s->cls);
	u8 *cold = cache.cold -= MISS_SIZE, *p;

	cache.exits[x].asks = s->asks;
	path_counter(&cache.exits[x]);
	p = s->redo ? redo_emit(emit_spill(cold, RCX, T_SPILL0), s, 0) : cold;
	p = emit_count_rcx(p, x);
	p = emit_pop_return(p, s);
	emit_indirect_jump(p, x, s, e->one);
	return cold;
}

/* Takes the return address off the stack, and what RET imm16 takes. */
static u8 *emit_drop(u8 *p, const struct step *s)
{
	if (s->in.imm_size) {
		BYTES(0x48, 0x8d, 0xa4, 0x24); /* lea rsp, [rsp+8+imm] */
		WORD(8 + (u16)s->in.imm);
	} else {
		BYTES(0x48, 0x8d, 0x64, 0x24, 0x08); /* lea rsp, [rsp+8] */
	}
	return p;
}

u8 *emit_ret_check(u8 *p, const struct emission *e, const struct step *s, struct irec *r)
{
	u8 *cold = emit_ret_miss(e, s);

	if (s->redo)
		return emit_drop(compare_emit_stack(p, s->ret, cold), s);
	r->spill = SP_RCX;
	p = emit_spill(p, RCX, T_SPILL0);
	if (s->ret < SIGNED_32_END || cache.bmi2) {
		BYTES(0x48, 0x8b, 0x0c, 0x24); /* mov rcx, [rsp] */
		p = emit_jrcxz_else(compare_emit(p, s->ret, 0), cold);
	} else {
		BYTES(0x8b, 0x0c, 0x24); /* mov ecx, [rsp] */
		BYTES(0x8d, 0x89);	 /* lea ecx, [rcx-low] */
		WORD(-(u32)s->ret);
		moves_note(MOVE_LESS_LOW, p - 4, s->ret);
		p = emit_jrcxz_else(p, cold);
		BYTES(0x8b, 0x4c, 0x24, 0x04); /* mov ecx, [rsp+4] */
		BYTES(0x8d, 0x89);	       /* lea ecx, [rcx-high] */
		WORD(-(u32)(s->ret >> 32));
		moves_note(MOVE_LESS_HIGH, p - 4, s->ret);
		p = emit_jrcxz_else(p, cold);
	}
	if (sel.model && model_facts.branches)
		p = outcome_emit_return(p, s->pc, s->ret);
	return emit_drop(emit_reload(p, RCX, T_SPILL0), s);
}

/* The target of a jump or call is no register but RSP, which a call has changed. */
static bool has_register(const struct step *s)
{
	return !(s->in.flags & I_MEM) && !(s->in.regs & 1u << RSP);
}

/* The cold code of a jump or call to T_TARGET, which is not where it should lead. If the flags are
 * to be made again, the target is in its register, or in RCX. */
static u8 *emit_slot_miss(const struct emission *e, const struct step *s)
{
	u32 x = exit_create(e, X_INDIRECT, s->pc, s->cls);
	u8 *cold = cache.cold -= MISS_SIZE, *p;

	cache.exits[x].asks = s->asks;
	path_counter(&cache.exits[x]);
	p = cold;
	if (s->redo) {
		if (has_register(s))
			p = emit_load_target(emit_spill(p, RCX, T_SPILL0), s);
		p = emit_spill(p, RCX, T_TARGET);
		p = redo_emit(p, s, s->role == R_CALL_CHECK ? 8 : 0);
	}
	p = emit_count_rcx(p, x);
	emit_indirect_jump(emit_reload(p, RCX, T_TARGET), x, s, e->one);
	return cold;
}

/* The same as emit_slot() where the flags may change. */
static u8 *emit_register_slot(u8 *p, const struct emission *e, const struct step *s)
{
	if (s->role == R_CALL_CHECK)
		p = pair_emit_call(p, e, s);
	return compare_emit_register(p, modrm_rm(&s->in), s->to, emit_slot_miss(e, s));
}

u8 *emit_slot(u8 *p, const struct emission *e, const struct step *s, struct irec *r)
{
	u8 *loaded;

	if (s->redo && has_register(s))
		return emit_register_slot(p, e, s);
	r->spill = SP_RCX;
	p = emit_spill(p, RCX, T_SPILL0);
	loaded = emit_load_target(p, s);
	if (!loaded)
		return emit_special(emit_reload(p, RCX, T_SPILL0), e, s);
	p = s->redo ? loaded : emit_spill(loaded, RCX, T_TARGET);
	if (s->role == R_CALL_CHECK)
		p = pair_emit_call(p, e, s);
	if (s->redo)
		p = compare_emit_register(p, RCX, s->to, emit_slot_miss(e, s));
	else
		p = emit_jrcxz_else(compare_emit(p, s->to, 0), emit_slot_miss(e, s));
	return emit_reload(p, RCX, T_SPILL0);
}

u8 *emit_return(u8 *p, const struct emission *e, const struct step *s, struct irec *r)
{
	r->spill = SP_RCX;
	p = emit_spill(p, RCX, T_SPILL0);
	if (e->end_counts)
		p = emit_count_rcx(p, e->end_exit);
	if (pair_ends(e))
		return pair_emit_return(p, e->end_exit, s);
	p = emit_pop_return(p, s);
	return emit_indirect_jump(p, e->end_exit, s, e->one);
}

u8 *emit_indirect(u8 *p, const struct emission *e, const struct step *s, struct irec *r)
{
	u8 *loaded;

	r->spill = s->in.flags & I_SEG_GS ? SP_RCX_RDX : SP_RCX;
	p = emit_spill(p, RCX, T_SPILL0);
	if (e->end_counts)
		p = emit_count_rcx(p, e->end_exit);
	if (e->end_counts && s->in.regs >> RCX & 1)
		p = emit_reload(p, RCX, T_SPILL0);
	loaded = emit_load_target(p, s);
	if (!loaded)
		return emit_special(emit_reload(p, RCX, T_SPILL0), e, s);
	if (s->role == R_CALL_IND)
		loaded = pair_emit_call(loaded, e, s);
	return emit_indirect_jump(loaded, e->end_exit, s, e->one);
}

u8 *emit_special(u8 *p, const struct emission *e, const struct step *s)
{
	u32 x = exit_create(e, X_SPECIAL, s->pc, s->cls);

	return emit_leave(p, x);
}
