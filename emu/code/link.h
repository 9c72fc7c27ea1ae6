/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How control goes from one trace to the next: stubs that leave the cache, jumps that were linked
 * to their target, and the entries of indirect jumps. Under cache_lock.
 */
#ifndef PMC_EMU_LINK_H
#define PMC_EMU_LINK_H

#include "emu/base/types.h"

struct exit;
struct trace;

/* The stub that leaves the cache with this exit index: made once, and kept for when a link is
 * undone. */
u8 *link_stub(u32 exit);
/* Points the jump of an exit somewhere, atomically. */
void link_patch(struct exit *x, const u8 *to);
/* The same for a jump, conditional or not, whose rel32 is at `at`. */
void link_put(u8 *at, s32 rel);
/* Is it a NOP, as it would lead to what follows? */
bool link_is_nop(const u8 *at);
/* Links the exit to the trace for good; gives it a counter when it has none. */
void link_exit(u32 exit, struct trace *tr);
/*
 * Makes the trace enterable by indirect jumps. Returns the entry, NULL when it cannot have one.
 * While the trace has no body yet, the entry is written where the body will follow. An entry that
 * finds another target passes it on to the next entry with the same low 16 bits, the last one to
 * the engine.
 */
u8 *link_indirect(struct trace *tr);
/* The place of that entry in tables (heads.h, emu/syscall/jumps.h), and which table of a thread
 * code uses for indirect jumps. With bursts code with checks has another one than code without. */
u32 link_place(const struct trace *tr);
u32 link_table(bool model);
/* Goes on when T_TARGET is pc, which is below 2^47, else jumps to next. Changes RCX, and no flags.
 * Sets *match as in struct trace. */
u8 *link_compare(u8 *p, u64 pc, const u8 *next, u8 **match);
/* The indirect entry of a trace in a heritage, whose hot code lies there: it sleeps until its gate
 * opens (gates.h), or for good where that is GATE_OPEN. Where PEXT is not quick, until … */
void link_bequeath(u8 *hot, const struct trace *tr, u32 gate);
/* … indirect jumps may lead to the trace from now on. */
void link_wake(struct trace *tr);
/* Drops the trace: undoes its links and takes it out of the index. */
void link_drop(struct trace *tr);

#endif
