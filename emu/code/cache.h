/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The code cache: its memory. All changes happen under cache_lock.
 */
#ifndef PMC_EMU_CACHE_H
#define PMC_EMU_CACHE_H

#include "emu/code/moves.h"
#include "emu/code/trace.h"

struct cache_mark;

struct cache {
	u8 *start, *end; /* the whole of it, executable */
	u8 *tables_end;	 /* the tables of traces, exits and so on lie behind the code */
	u8 *hot, *cold;	 /* free room between: hot grows up, cold down */
	u64 *literals;	 /* the next constant among the cold code; at a multiple of 64: none */
	u8 *floor;	 /* first byte behind the fixed trampolines */
	u8 *tramp_exit, *tramp_miss;
	u8 *tramp_unpaired; /* a return whose call has not entered it: pair.h */
	u8 *tramp_near;	    /* a trace has found its cell negative: spend.h; or also … */
	u8 *tramp_near_rcx; /* … has the program's RCX in slot 0 */
	u8 *tramp_model;    /* emu/model/slow.S … */
	u8 *tramp_data[2];  /* … of reads and writes, [1] where the status flags are alive … */
	u8 *tramp_fetch[2]; /* … the same of fetches of a line … */
	u8 *tramp_lines;    /* … and of more than one */
	struct trace *traces;
	u32 n_traces, max_traces;
	u32 n_dropped; /* by this process, since the cache was empty */
	struct exit *exits;
	u32 n_exits, max_exits;
	struct irec *irecs;
	u32 n_irecs, max_irecs;
	u64 miss_page;	  /* 0: none */
	u32 epoch;	  /* flushes so far */
	bool large;	  /* the program has much code */
	bool pairs;	  /* calls and returns are those of the processor: pair.h */
	bool wants_pairs; /* from the next flush on … */
	bool unpaired;	  /* … or not any more, though the program is large: workset.h */
	bool bmi2;	  /* the processor has PEXT, and LAHF … */
	bool pext;	  /* … and it is quick */
	bool loops;	  /* LOOP is quick: it jumps where RCX was not 1, and keeps the flags */
};
extern struct cache cache;
extern volatile u32 cache_lock;

/* Where code goes when it leaves the cache: see boundary.S. */
struct cache_exits {
	const void *exit; /* T_EXIT tells why */
	const void *miss; /* an indirect jump found no trace for T_TARGET */
};

/* Maps the cache. Returns 0 or -errno. */
int cache_init(const struct cache_exits *to);
/* Fills the pages that most programs need. */
void cache_fill_first(void);
/* Before something is written to the cache: fills pages that will be needed, if they are many. */
void cache_fill_more(void);
/* Much of the code and of the tables will be filled at once: asks for huge pages. */
void cache_fills_much(void);
/* Puts code and tables in large pages, as far as they are used. */
void cache_collapse(void);
/* Only for as long as nobody runs code there. */
void cache_set_executable(bool is);
/* Makes the engine's page at this address lead where a jump without a trace goes. Returns whether
 * it could. */
bool cache_put_miss(u64 page);
/* The program has so much code that its calls and returns should be paired. */
void cache_is_large(void);
/* It should not after all, from the next flush on, or it should again: workset.h. */
void cache_turn_pairs(void);
/* Is there room for one more trace of any size? */
bool cache_room(void);
/* How full is it? */
void cache_mark(struct cache_mark *m);
/* Takes back what was made between the two marks, of which nobody else knows and where no thread
 * is. False: something was made since. */
bool cache_cut(const struct cache_mark *from, const struct cache_mark *to);
/* Drops everything. The caller holds the lock and no other thread is in the cache. */
void cache_flush(void);

/*
 * Traces and exits keep an address of the program as what is the same in all processes that share
 * their code (emu/heritage/heritage.h): as it is below MOVES_LOW, else its distance from the cache.
 * So those that others have left are right as they are, and a process pays for the pages that it
 * needs.
 */
#define CACHE_FAR (1ull << 62) /* so that no distance looks like an address below MOVES_LOW */

static inline u64 cache_keep(u64 pc)
{
	return pc < MOVES_LOW ? pc : pc - (u64)cache.start + CACHE_FAR;
}

static inline u64 cache_kept(u64 kept)
{
	return kept < MOVES_LOW ? kept : kept - CACHE_FAR + (u64)cache.start;
}

static inline u64 exit_target(const struct exit *x)
{
	return cache_kept(x->leads);
}

static inline u64 trace_pc(const struct trace *tr)
{
	return cache_kept(tr->begins);
}

static inline u8 *trace_body(const struct trace *tr)
{
	return cache.start + tr->body;
}

/* Where instruction i of the trace is in the program. */
static inline u64 cache_pc(const struct trace *tr, u32 i)
{
	return trace_pc(tr) + (u64)(s64)cache.irecs[tr->irec + i].dpc;
}

/* The trace whose hot code holds the address, or NULL (stub, entry code). */
struct trace *cache_at(u64 address);
static inline bool cache_has(u64 address)
{
	return (address >= (u64)cache.start && address < (u64)cache.end) ||
	       (cache.miss_page && PAGE_DOWN(address) == cache.miss_page);
}

/* The sum of the vectors of instructions [0, n) of a trace. */
u64 trace_prefix(const struct trace *tr, u32 n);

#endif
