/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A trace before it is code: the instructions that were selected for it, what each will become, and
 * where the status flags are dead. All under cache_lock.
 */
#ifndef PMC_EMU_SELECT_H
#define PMC_EMU_SELECT_H

#include "emu/base/types.h"
#include "emu/decode/decode.h"

#define MAX_INSNS  64
#define MAX_COND   24
#define MAX_FOLLOW 12 /* jumps, calls, returns each */
enum role {
	R_PLAIN,
	R_SIDE,	      /* conditional branch: taken leaves, the trace goes on behind it */
	R_SIDE_INV,   /* ... not taken leaves, the trace goes on at its target */
	R_OPEN,	      /* ... the trace ends here for now, and goes on the way that is taken first */
	R_FOLLOW_JMP, /* nothing to emit */
	R_CALL, /* pushes its return address; the trace goes on at (or ends before) the target */
	R_RET_CHECK, /* a return that should go to step.ret */
	R_RET,
	R_JMP_IND,
	R_CALL_IND,
	R_SPECIAL, /* the engine carries it out */
};

struct step {
	struct insn in;
	u64 pc, ret;
	u16 live; /* status flags alive before it */
	u8 role, cls;
	u8 bytes[16];
};

struct selection {
	struct step s[MAX_INSNS];
	unsigned n;
	u64 next;  /* where the trace goes on when it does not end in an indirect jump */
	bool open; /* it ends in a direct exit to next */
	/* Pages of code behind the exits that lets the flags be dead there: when one of them
	 * changes, the trace is to be dropped, too. */
	u64 relies[MAX_COND + 4];
	unsigned n_relies;
};
extern struct selection sel;

/* What has gone into the trace so far: selection is bounded by it, also when the trace grows. */
struct budget {
	unsigned insns, cond, jumps, calls, returns, depth;
	u64 rets[MAX_FOLLOW];
};

/*
 * Select from pc on, for the trace that begins at head, within the budget (which is used up). one:
 * a single instruction; checked: one stretch of code that can be compared. False: the first
 * instruction cannot be fetched. Fills sel.
 */
bool select_trace(u64 head, u64 pc, struct budget *bud, bool one, bool checked);
/* Long enough, and another trace begins here: better to go over than to repeat it. */
bool select_joins(u64 pc, unsigned n);
/* Fill in step.live. */
void select_flags(u64 head);
/* Are the flags overwritten by the selected instructions in the page of the first one, before
 * anything reads them and before any exit? */
bool select_owns_flags(void);
/* Before which step may the counter of the end be added with the flags dead? sel.n: behind the last
 * (if end_too). -1: nowhere. */
int select_count_place(u64 head, bool end_too);

#endif
