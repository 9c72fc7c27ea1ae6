/* SPDX-License-Identifier: GPL-2.0 */
/* Sampling: what sample.c, record.c and chain.c know of each other, and part.c of them. */
#ifndef PMC_KERNEL_SAMPLE_H
#define PMC_KERNEL_SAMPLE_H

#include "kernel/driver.h"

struct pt_regs;

/* How far one event of one part is from its next sample. Changed on the CPU where the part counts, NMIs included. */
struct sample {
	u64 left;	/* events until then, when the counter was last set … */
	u64 chunk;	/* … of which it counts so many before it overflows */
	u64 off;	/* what setting the counter has taken off its value, all together */
	u64 period;	/* now: frequencies change it */
	u64 last;	/* virtual time of the last sample */
};

/* A counter of this CPU that interrupts. */
struct sampler {
	struct part *part;
	const struct plan_counter *counter;
	u64 tsc_in, ran_in; /* when the part came here, and its virtual time then */
	bool busy;	    /* being set up or put away: an NMI leaves it alone */
	bool throttled;
};

/* ---- record.c ---- */

/* One sample into the part's ring. regs: where the NMI came, or NULL: it is served late. */
void record_sample(const struct sampler *sampler, u64 period, struct pt_regs *regs);

/* ---- chain.c ---- */

u32 chain_user(const struct pt_regs *regs, u64 *to, u32 most);
u32 chain_kernel(struct pt_regs *regs, u64 *to, u32 most);

#endif
