/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Emission of the instructions by which control leaves a trace, or could: conditional branches,
 * returns, indirect jumps and calls, and what the engine carries out. Each function writes at p and
 * returns the end of what it wrote.
 */
#ifndef PMC_EMU_BRANCH_H
#define PMC_EMU_BRANCH_H

#include "emu/code/trace.h"

struct step;

/* A trace while it is written. */
struct emission {
	struct trace *tr;
	u64 vec;	 /* what the trace counts up to and including the current step */
	u32 n;		 /* instructions up to and including the current step */
	bool one;	 /* a single instruction, that nothing will ever link to */
	u32 end_exit;	 /* the exit at the end, EXIT_NONE: the end has none of its own */
	bool end_counts; /* an indirect end counts its exit itself */
};

/* A new exit of the trace behind the current step, which counts as e->vec says. */
u32 exit_create(const struct emission *e, enum exit_kind kind, u64 target, u8 cls);
/* The same where the current step is a conditional branch, for the way that the trace does not
 * take: e->vec counts the other one. */
u32 exit_create_taken(const struct emission *e, u64 target, u8 cls);
u32 exit_create_not_taken(const struct emission *e, u64 target, u8 cls);

/* Jumps to the target in RCX through the thread's table, which is at T_IND or T_SITES. */
u8 *emit_table_jump(u8 *p, u32 table);
/* jmp to the stub of exit x; jcc to it */
u8 *emit_jmp_exit(u8 *p, u32 x, bool linkable);
u8 *emit_jcc_exit(u8 *p, u8 cc, u32 x, bool linkable);

/* A conditional branch, one way of which leaves. */
u8 *emit_side(u8 *p, const struct emission *e, const struct step *s);
/*
 * A return that should go to s->ret. Its code compares without touching the flags, and on a miss
 * leaves through the table (cold). The stack pointer moves only on a hit.
 */
u8 *emit_ret_check(u8 *p, const struct emission *e, const struct step *s, struct irec *r);
/* A jump or call by way of a constant address that should lead to s->to. On a miss it leaves by the
 * table. */
u8 *emit_slot(u8 *p, const struct emission *e, const struct step *s, struct irec *r);
/* The end of the trace: a return, or an indirect jump or call. */
u8 *emit_return(u8 *p, const struct emission *e, const struct step *s, struct irec *r);
u8 *emit_indirect(u8 *p, const struct emission *e, const struct step *s, struct irec *r);
/* The way to the engine, which carries out the instruction. */
u8 *emit_special(u8 *p, const struct emission *e, const struct step *s);

#endif
