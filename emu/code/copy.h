/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Copies of a trace's code: it means the same elsewhere in the cache. What is relative to RIP is
 * written anew, but for jumps within the trace. Jumps that are exits lead where they led.
 */
#ifndef PMC_EMU_COPY_H
#define PMC_EMU_COPY_H

#include "emu/base/types.h"

struct trace;

/*
 * What a copy leaves out. A trace that has grown beside other threads (translate.c) keeps the jump
 * behind its branch: where it goes on behind the branch, that jump is a NOP, and where it goes on
 * at the branch's target, the branch jumps over it. The copy has no such NOP, and a branch that
 * leaves where the jump did.
 */
#define COPY_CUTS 24

struct copy_cut {
	u32 at, size; /* which bytes, as offsets from trace_body() */
	bool turns;   /* the branch in front does what the jump at their end did */
};

struct copy {
	struct copy_cut cut[COPY_CUTS];
	u32 n_cuts;
};

/* Can it be copied to any place in the cache? */
bool copy_can(const struct trace *tr);
/* Plans the copy. patches: where exits have the rel32 of their jumps, as struct exit has them. */
void copy_plan(struct copy *c, const struct trace *tr, const u32 *patches, u32 n);
/* Where an offset in the trace's code is in that of the copy; and one of those rel32. */
u32 copy_place(const struct copy *c, u32 off);
u32 copy_patch(const struct copy *c, u32 off);
/* Writes the copy. Returns its end. */
u8 *copy_code(u8 *to, const struct trace *tr, const struct copy *c);

#endif
