/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Calls and returns of the program as calls and returns of the processor, which then predicts where
 * a return goes by its own stack of return addresses. Where a program runs much code, other
 * indirect jumps are predicted badly.
 *
 *	call over		push [table entry of ret]
 *	landing: if TARGET is ret, go on there
 *	over: pop [table entry of ret]
 *	push ret
 *
 * The return finds the landing in the thread's table at T_RETURNS, by the low bits of its target,
 * puts it in the place of the return address, and returns. The landing puts the return address
 * back where it was. Where it is that of another call, it jumps through the other table, as do
 * returns that no call in translated code has entered.
 *
 * That only helps if each call has its return. So a trace ends at a call, and never goes on behind
 * a return.
 */
#ifndef PMC_EMU_PAIR_H
#define PMC_EMU_PAIR_H

#include "emu/base/types.h"
#include "emu/code/branch.h"

struct thread;

/* A small program's returns are predicted well, and a pair costs some cycles. Programs that map so
 * much code are large. */
#define PAIR_CODE (8ull << 20)

/* An entry of the table that no call has made leads here. Returns the end of what it wrote. */
u8 *pair_put_empty(u8 *p);
/* Makes a thread's table empty. */
void pair_clear(struct thread *t);

/* Pushes s->ret. Begins a pair, if cache.pairs says so. */
u8 *pair_emit_call(u8 *p, const struct emission *e, const struct step *s);
/* Can the return end a pair? */
bool pair_ends(const struct emission *e);
/* A return by exit x. The program's RCX is in its spill slot. */
u8 *pair_emit_return(u8 *p, u32 x, const struct step *s);

#endif
