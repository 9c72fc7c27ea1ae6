/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A trace before it is code: the instructions that were selected for it, what becomes of each, and
 * where the status flags are dead. Under cache_lock.
 */
#ifndef PMC_EMU_SELECT_H
#define PMC_EMU_SELECT_H

#include "emu/base/types.h"
#include "emu/decode/decode.h"

#define MAX_INSNS  64
#define MAX_COND   24 /* conditional branches */
#define MAX_FOLLOW 12 /* jumps, calls and returns each */
/* Indirect jumps and calls together: a vector has three bits for either (launch.h). */
#define MAX_INDIRECT 7

/* What becomes of an instruction. */
enum role {
	R_PLAIN,    /* a copy of it */
	R_SIDE,	    /* conditional branch: leaves when taken, else the trace goes on behind it */
	R_SIDE_INV, /* conditional branch: leaves when not taken, else goes on at its target */
	R_OPEN,	    /* conditional branch: the trace ends, and later goes on the first way taken */
	R_FOLLOW_JMP, /* nothing: the trace goes on at the target, which a slot may tell (slot.h) */
	R_CALL,	     /* pushes the return address; the trace goes on at the target, or ends there */
	R_RET_CHECK, /* a return that should go to step.ret */
	R_JMP_CHECK, /* a jump that should lead to step.to (slot.h, guess.h) */
	R_CALL_CHECK, /* such a call */
	R_RET,
	R_JMP_IND,
	R_CALL_IND,
	R_SPECIAL, /* the engine carries it out */
};

struct step {
	struct insn in;
	u64 pc, ret, to;
	u16 live; /* status flags that are alive before it */
	u8 role, cls;
	u8 redo;     /* it compares, and may overwrite the flags: redo.h */
	s32 moved;   /* by so much the instructions since then have moved the stack pointer */
	bool judged; /* it is a guess that counters must judge */
	bool asks;   /* where it leads is to be learnt, or is a guess (guess.h) */
	u8 bytes[16];
};

/* An instruction of a trace, which is expected to be executed next. */
struct along {
	bool known;
	u32 trace, at;
};

struct selection {
	struct step s[MAX_INSNS];
	unsigned n;
	u64 next;   /* where the trace goes on when it does not end in an indirect jump */
	bool open;  /* it ends in a direct exit to next */
	bool model; /* the trace asks the models: set before */
	bool once;  /* it is one jump, which will soon lead elsewhere */
	/* A piece (PIECE in translate.h) goes the way of a trace that is neither dropped nor
	 * TR_CHECKED: where from, set before; and where to, afterwards. */
	struct along along;
	u64 head; /* where the trace begins */
	/* Pages behind the exits whose code lets the flags be dead there. When one of them changes,
	 * the trace must be dropped, too. */
	u64 relies[MAX_COND + 4];
	unsigned n_relies;
};
extern struct selection sel;

/* What has gone into the trace so far. It bounds the selection, also when the trace grows. */
struct budget {
	unsigned insns, cond, jumps, calls, returns, indirect, depth;
	bool overlaps;	      /* it is hot, and goes on where other traces begin */
	bool piece;	      /* it is executed once, at once (PIECE in translate.h) */
	u64 rets[MAX_FOLLOW]; /* the return addresses of calls in the trace; depth of them */
};

/*
 * Selects from pc on, for the trace that begins at head, and fills sel. Uses up the budget. one: a
 * single instruction; checked: one stretch of code that can be compared. False: the first
 * instruction cannot be fetched.
 */
bool select_trace(u64 head, u64 pc, struct budget *bud, bool one, bool checked);
/* May a trace end at a branch, and later go on the way that is taken first? */
bool select_may_grow(void);
/* Fills in step.live; or says that all flags are alive, which needs no search. */
void select_flags(u64 head);
void select_flags_alive(void);
/* Do the selected instructions in the page of the first one overwrite the flags, before anything
 * reads them and before any exit? */
bool select_owns_flags(void);
/* Finds the step before which the trace may add to the counter of its end, because the flags are
 * dead there. Returns sel.n for the place behind the last step (if end_too), or -1 if there is no
 * such step. */
int select_count_place(u64 head, bool end_too);

#endif
