/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A trace: program code that was translated in one piece, with one entry and many exits.
 */
#ifndef PMC_EMU_TRACE_H
#define PMC_EMU_TRACE_H

#include "emu/base/types.h"

/* One translated instruction of a trace. From these records signals find their way back. */
struct irec {
	s32 dpc;  /* program address, less trace_pc() */
	u16 off;  /* address in the cache, less trace_body(): a clean point (signal/handler.c) */
	u8 cls;	  /* IC_*: what it counts for */
	u8 spill; /* registers that are in spill slots while it executes: SP_* */
	/* Scratch registers of checks whose values only their slots have (scratch.h): a bit for
	 * each of the three, at the clean point and, from bit 4 on, while it executes. */
	u8 out, names;
};

/* irec.spill */
#define SP_NONE	   0
#define SP_RCX	   1	/* RCX is in slot 0 */
#define SP_RCX_RDX 2	/* RCX is in slot 0, RDX in slot 1 */
#define SP_ONE	   0x40 /* | register: it is in slot 2 */
#define SP_PAIR	   0x80 /* | even register: it is in slot 2, the next one in slot 3 */

struct trace {
	u64 begins; /* where in the program: trace_pc(), cache.h */
	/* Offsets in the cache, 0: none. */
	u32 body;     /* where direct jumps enter: trace_body() */
	u32 end;      /* end of the hot code */
	u32 indirect; /* where indirect jumps enter */
	u32 match;    /* in the indirect entry: the rel8 by which a target that matches goes on */
	u32 irec, n_irec;
	u32 incoming;		     /* first of the exits that jump here, EXIT_NONE */
	u32 source_len, source_hash; /* of TR_CHECKED: one stretch from pc */
	u32 count_exit;		     /* exit whose counter is added inside the trace, EXIT_NONE */
	u16 count_at;		     /* it is added at the beginning of this instruction */
	u16 most; /* with samples: how often the event happens in a passage, at most */
	u16 look; /* where it looks at its cell, as count_at; NO_LOOK: not in front of its end */
	u8 check; /* with bursts: bytes of the body that look whether the next phase is near */
	u8 flags; /* TR_* */
};
#define NO_LOOK	   0xffff
#define TR_DEAD	   0x1	/* dropped; a thread may still be in it; TR_CHECKED, too: untrue */
#define TR_FLAGS   0x2	/* status flags are alive at the entry */
#define TR_CHECKED 0x4	/* its source may change unseen: never linked, compared at each entry */
#define TR_ALONE   0x8	/* one instruction that runs once; nothing is linked to it */
#define TR_OWN	   0x10 /* code in pc's own page proves that the flags are dead at the entry */
#define TR_MODEL   0x20 /* asks the models of a machine */
#define TR_STAYS   0x40 /* its code serves at these addresses only (moves.h) */
#define TR_COUNTED 0x80 /* with samples: exits have counters, which judge a guess (guess.h) */

enum exit_kind {
	X_DIRECT,   /* to its target */
	X_INDIRECT, /* counted in place; has no stub */
	X_SPECIAL,  /* the engine carries out the instruction at its target */
	X_ENTRY,    /* from exit number exit.stub, an X_INDIRECT, to its target (target.c) */
};

struct exit {
	u64 leads;   /* where it goes; X_INDIRECT: where the branch is: exit_target(), cache.h */
	u64 vec;     /* what the trace counts when it is left here */
	u32 trace;   /* index of the trace that it leaves */
	u32 id;	     /* its counter, EXIT_NONE: not yet */
	u32 patch;   /* offset in the cache of the rel32 that jumps to stub or target, 0: none;
		     * X_ENTRY: of a rel8, as trace.match */
	u32 stub;    /* offset of its stub, 0: none yet; X_INDIRECT: guess.c; X_ENTRY: target.c */
	u32 next;    /* in the target's list of incoming exits; X_INDIRECT: target.c */
	u32 to;	     /* trace index + 1 when linked; X_INDIRECT: target.c */
	u16 n;	     /* instructions of the trace on the way here */
	u8 last;     /* what the last of them counts for on this way: IC_* */
	u8 kind;     /* enum exit_kind */
	u8 call : 1; /* for the call tree: it is a call */
	u8 counted : 1; /* the trace itself adds to the counter before this exit */
	u8 asks : 1;	/* X_INDIRECT: it comes to the engine now and then (guess.h) */
	u16 entries;	/* X_INDIRECT: so many entries are its own (target.c) */
};
#define EXIT_NONE 0xffffffffu
/* In place of a counter: passages are counted down only (path.h). */
#define EXIT_UNCOUNTED 0xfffffffeu

#endif
