/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The code cache: translated traces, the exits between them, and how both are found, linked and
 * dropped. All changes happen under cache_lock; looking up a trace needs no lock.
 */
#ifndef PMC_EMU_CACHE_H
#define PMC_EMU_CACHE_H

#include "emu/base/thread.h"

/* One translated instruction of a trace: how signals find their way back. */
struct irec {
	s32 dpc;  /* program address, from the trace's */
	u16 off;  /* address in the cache, from the trace's body; a clean point (see signal.c) */
	u8 cls;	  /* IC_*: what it counts for when passed */
	u8 spill; /* registers that are in spill slots while it executes: SP_* */
};

/* irec.cls: load, store, and in bits 2-5 the kind of branch. */
#define IC_LOAD	      0x01
#define IC_STORE      0x02
#define IC_BRANCH(s)  (((s) - EMU_COND_TAKEN + 1) << 2) /* s: a branch signal of enum emu_signal */
#define IC_SIGNAL(c)  (((c) >> 2) + EMU_COND_TAKEN - 1)

#define SP_NONE	  0
#define SP_RCX	  1    /* RCX is in slot 0 */
#define SP_RCX_RDX 2   /* ... and RDX is in slot 1 */
#define SP_ONE	  0x40 /* + register: it is in slot 2 */
#define SP_PAIR	  0x80 /* + even register: it is in slot 2, the next one in slot 3 */

struct trace {
	u64 pc;
	u8 *body;     /* where direct jumps enter */
	u8 *end;      /* end of the hot code */
	u8 *indirect; /* where indirect jumps enter, or NULL */
	u32 *tag;     /* in the indirect entry, what the target's bits 16 to 47 are compared with */
	u32 irec, n_irec;
	u32 incoming; /* first of the exits that jump here, EXIT_NONE */
	u32 source_len, source_hash; /* of TR_CHECKED: one stretch from pc */
	u32 count_exit; /* exit whose counter is added inside the trace, EXIT_NONE */
	u16 count_at;	/* ... at the beginning of this instruction */
	u8 flags;	/* TR_* */
};
#define TR_DEAD	   0x1 /* dropped; a thread may still be in it */
#define TR_FLAGS   0x2 /* status flags are alive at the entry */
#define TR_CHECKED 0x4 /* source may change without notice: never linked, compared at each entry */
#define TR_OWN	   0x10 /* the flags are dead at the entry by the bytes in pc's own page */

enum exit_kind {
	X_DIRECT,   /* to exit.target */
	X_INDIRECT, /* counted in place; has no stub */
	X_SPECIAL,  /* the engine carries out the instruction at exit.target */
};

struct exit {
	u64 target;	  /* where to; X_INDIRECT: the branch itself */
	u64 vec;
	u32 trace;	  /* it leaves this one */
	u32 id;		  /* its counter, EXIT_NONE: not yet */
	u32 patch;	  /* offset in the cache of the rel32 that jumps to stub or target, 0: none */
	u32 stub;	  /* offset of its stub, 0: none yet */
	u32 next;	  /* in the target's list of incoming exits */
	u32 to;		  /* trace index + 1 when linked */
	u8 kind;	  /* enum exit_kind */
	u8 counted;	  /* the trace itself adds to the counter before this exit */
};
#define EXIT_NONE 0xffffffffu

struct cache {
	u8 *start, *end;     /* the whole of it, executable */
	u8 *hot, *cold;	     /* free room between: hot grows up, cold down */
	u8 *floor;	     /* first byte after the fixed trampolines */
	u8 *tramp_exit, *tramp_miss;
	struct trace *traces;
	u32 n_traces, max_traces;
	struct exit *exits;
	u32 n_exits, max_exits;
	struct irec *irecs;
	u32 n_irecs, max_irecs;
	u32 *hash; /* trace index + 1; 0 free, ~0 deleted */
	u64 *filter; /* a bit per hash value: clear when no trace can be there */
	u32 hash_mask, hash_used;
	u8 **heads; /* [65536] first indirect entry by low 16 bits of the address */
	u32 epoch;  /* flushes so far */
	bool pext;  /* the processor has PEXT, and quickly */
};
extern struct cache cache;
extern volatile u32 cache_lock;

/* Where code in the cache goes when it leaves: see boundary.S. */
struct cache_exits {
	const void *exit; /* T_EXIT tells why */
	const void *miss; /* an indirect jump found no trace for T_TARGET */
};

/* Map the cache. Returns 0 or -errno. */
int cache_init(const struct cache_exits *to);
/* The live trace at pc, or NULL. No lock needed. */
struct trace *cache_find(u64 pc);
void cache_insert(struct trace *tr);
/* The trace whose hot code holds the address, or NULL (stub, entry code). */
struct trace *cache_at(u64 address);
static inline bool cache_has(u64 address)
{
	return address >= (u64)cache.start && address < (u64)cache.end;
}
/* Is there room for one more trace of any size? */
bool cache_room(void);
/* Drop everything. The caller holds the lock and no other thread is in the cache. */
void cache_flush(struct thread *t);

/* The stub that leaves the cache with this exit index: made once, and kept for when a link is undone. */
u8 *cache_stub(u32 exit);
/* Point the jump of an exit somewhere, atomically. */
void cache_patch(struct exit *x, const u8 *to);
/* Link the exit to the trace for good: gives it a counter when it has none. */
void cache_link(u32 exit, struct trace *tr);
/* Is this an address at all? (canonical.c) */
bool canonical(u64 address);
/* An indirect branch went to one that is not: back to before it, the count too. State THREAD_CACHE. */
void canonical_undo(struct thread *t, const struct exit *from);
/* Make the trace enterable by indirect jumps; returns the entry (NULL: it cannot have one). While the trace has no body yet, the
 * entry is written where the body will follow. An entry that finds another target passes it on to
 * the next entry with the same low 16 bits, the last one to run_miss. */
u8 *cache_indirect(struct trace *tr);
/* Code that counts an edge into counter id (flags kept when asked). Returns the end of what it wrote. */
u8 *emit_count(u8 *p, u32 id, bool keep_flags);

void cache_kill(struct trace *tr);

/* pages.c: which traces come from which page; write protection of code that may be written */
void pages_init(void *memory, u64 size);
u64 pages_size(unsigned scale);
void pages_reset(void);
void pages_add(struct trace *tr, u64 page);
void pages_protect(u64 address);
/* Drop all traces with code in [start, end). */
void pages_invalidate(u64 start, u64 end);
/* The page was write-protected by us: drop its traces, make it writable. False: not ours. */
bool pages_write_fault(u64 address);
/* Before a system call writes to the program's memory there. */
void pages_prepare_write(u64 start, u64 size);
/* The page is written so often that its code is compared instead of protected. */
bool pages_hot(u64 address);
void pages_unprotect_all(void);
bool pages_room(void);
extern volatile u32 pages_protected; /* how many pages are write-protected at the moment */

/* maps.c */
struct map {
	u64 start, end;
	u8 prot;   /* PROT_* as the program asked */
	u8 shared; /* a second mapping may change it unseen */
};
/* The executable mapping at address. False: none. */
bool maps_find(u64 address, struct map *m);
void maps_shared(u64 start, u64 end, bool on);
int maps_prot(u64 address); /* of executable memory; 0: it is none */
bool maps_any(u64 start, u64 end); /* anything executable in the range? */
extern volatile u32 maps_lock;

/* translate.c */
/* Translate at pc (the lock is held, there is room). NULL: the first instruction cannot be fetched. */
enum translate_how {
	FROM_ENGINE,   /* the engine will jump to the body */
	FROM_EXIT,     /* link the exit `first` to it, the counting code before the body */
	FROM_INDIRECT, /* an indirect entry before the body */
	ONE_SHOT,      /* one instruction that nothing will ever link to */
};
struct trace *translate(u64 pc, enum translate_how how, u32 first);
/* The exit was just taken for the first time: when it is an open end of the newest trace, and nothing
 * was translated since, the trace goes on there. Returns where, NULL: it cannot. The exit must not
 * be counted then: the trace's later exits count what lies before them. */
u8 *translate_grow(u32 exit);
/* Does a TR_CHECKED trace still say what the program's memory says? */
bool translate_still_true(const struct trace *tr);

/* Sum of the vectors of instructions [0, n) of a trace. */
u64 trace_prefix(const struct trace *tr, u32 n);
u64 class_vec(u8 cls);

#endif
