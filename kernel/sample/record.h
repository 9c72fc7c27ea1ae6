/* SPDX-License-Identifier: GPL-2.0 */
/* The record of a sample. */
#ifndef PMC_KERNEL_RECORD_H
#define PMC_KERNEL_RECORD_H

#include <linux/types.h>

struct pt_regs;
struct sampler;

int record_init(void);
void record_exit(void);
/* Fills in what the records of this sampler are like, from its context, counter and ring. */
void record_prepare(struct sampler *sampler);
/* Writes one sample to the sampler's ring. now: the time stamp; regs: where the NMI came. */
void record_sample(const struct sampler *sampler, u64 period, u64 now, struct pt_regs *regs);
/* The same outside of the sample's NMI, when nobody knows any more where that came. */
void record_late(const struct sampler *sampler, u64 period, u64 now);

#endif
