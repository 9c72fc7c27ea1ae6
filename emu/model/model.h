/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The machine that is modelled (core/machine/), for each thread of the program. Translated code
 * asks the filters of a thread's state before each access (code/check.c); the model sees what does
 * not pass.
 */
#ifndef PMC_EMU_MODEL_H
#define PMC_EMU_MODEL_H

#include "emu/base/thread.h"

struct machine_state;

/* Prepares the models, before the first thread. Returns 0 or -ENOMEM. */
int model_init(void);
/* In a child of fork. */
void model_forked(void);

/* The program's FS base may be another one from now on. */
void model_forget_fs(struct thread *t);

/* How many bytes a thread's block has for its state, in whole pages; 0: nothing is modelled. */
u64 model_size(void);
/* How many more bytes, reserved only, it has behind that for the table of what instructions are
 * told (emu/count/told.h). */
u64 model_told_size(void);
static inline struct machine_state *model_state(struct thread *t)
{
	return (struct machine_state *)((u64)t + T_STATE);
}

/* Makes the thread's machine cold. */
void model_begin(struct thread *t);
/* The thread counts into this task record from now on. */
void model_attach(struct thread *t, u32 task);
/* Moves what one task record has to another one. */
void model_move(u32 from, u32 to);

/* What of the machine the emitted code must know. */
struct model_facts {
	bool data, fetch; /* which accesses are told */
	bool branches;
	bool evicts_code;	  /* an access may take a line out of L1I */
	bool stores_apart;	  /* stores have a filter of their own */
	bool fetch_apart;	  /* the lines of a fetch may be told one by one */
	bool ips;		  /* a prefetcher wants addresses of instructions */
	bool filters;		  /* false: every access goes to the model */
	bool load_times;	  /* the filter of data has times … */
	bool fetch_times;	  /* … and that of code */
	u8 load_bits, fetch_bits; /* an address >> these is a line */
	/* For a profile: the counts that instructions are told, as offsets in struct
	 * machine_counts, and who is told that an instruction has counted. */
	u32 n_told;
	const u16 *told;
	void (*tell)(struct thread *t, u64 pc, u32 what, u64 n);
};
extern struct model_facts model_facts;

/* A trace takes so many times of the state's clock when it begins, and gives its accesses that pass
 * one each. What the model sees meanwhile is later than all of them, so it ends with as many more,
 * and the rest of the trace is later still. */
#define MODEL_TIMES 128

#endif
