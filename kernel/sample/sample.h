/* SPDX-License-Identifier: GPL-2.0 */
/* Contexts of sets that sample. */
#ifndef PMC_KERNEL_SAMPLE_H
#define PMC_KERNEL_SAMPLE_H

#include <linux/types.h>

struct context;

int sample_init(void);
void sample_exit(void);
/* Do the counters of this machine interrupt? */
bool sample_is_possible(void);

/* The bytes that a context of n events needs for its samples. */
size_t sample_size(u32 n);
/* A new context: its first samples are a period away. */
void sample_begin(struct context *context);
/* What the functions of count/context.h do for a context of a set that samples. */
void sample_resume(struct context *context);
void sample_suspend(struct context *context);
void sample_update(struct context *context);
void sample_restart(struct context *context);

#endif
