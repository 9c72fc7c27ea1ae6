/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes call chains. */
#ifndef PMC_LIB_PROFILE_WRITE_STACKS_H
#define PMC_LIB_PROFILE_WRITE_STACKS_H

struct writer;

/* The sections of frames and of stacks. */
void write_stacks(struct writer *w);

#endif
