/* SPDX-License-Identifier: GPL-2.0 */
/* Sampling: what sample.c, record.c and chain.c know of each other, and context.c of them. */
#ifndef PMC_KERNEL_SAMPLE_H
#define PMC_KERNEL_SAMPLE_H

#include "kernel/driver.h"

struct pt_regs;

/* How far one event of one context is from its next sample. Changed on the CPU where the context counts, NMIs included. */
struct sample {
	u64 left;   /* events until then, when the counter was last set … */
	u64 chunk;  /* … of which it counts so many before it overflows */
	u64 off;    /* what setting the counter has taken off its value, all together */
	u64 period; /* now: frequencies change it */
	u64 last;   /* virtual time of the last sample */
};

/* A counter of this CPU that interrupts, with all that an NMI would have to look for elsewhere. */
struct sampler {
	struct context *context;
	const struct planned_counter *counter;
	struct sample *sample;
	struct ring *ring;
	u64 ticks;	    /* between samples of a frequency; 0: by period */
	u64 tsc_in, ran_in; /* when the context came here, and its virtual time then */
	u16 most;	    /* bytes of a record */
	u8 event;
	u8 what;     /* PMC_SAMPLE_… */
	bool kernel; /* it counts the kernel */
	bool more;   /* its records are not just heads, with the first namespace's numbers */
	bool busy;   /* being set up or put away: an NMI leaves it alone */
	bool throttled;
};

/* ---- record.c ---- */

int record_init(void);
void record_exit(void);
/* What the records of this counter are like: from its context, counter and ring. */
void record_prepare(struct sampler *sampler);
/* One sample into the context's ring. now: the time stamp; regs: where the NMI came. */
void record_sample(const struct sampler *sampler, u64 period, u64 now, struct pt_regs *regs);
/* The same outside of its NMI, when nobody knows any more where that came. */
void record_late(const struct sampler *sampler, u64 period, u64 now);

/* ---- chain.c ---- */

u32 chain_user(const struct pt_regs *regs, u64 *to, u32 most);
u32 chain_kernel(struct pt_regs *regs, u64 *to, u32 most);

#endif
