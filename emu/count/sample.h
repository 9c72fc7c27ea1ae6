/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Samples that are due go to the log. */
#ifndef PMC_EMU_SAMPLE_H
#define PMC_EMU_SAMPLE_H

struct thread;

/* The thread has executed something: writes the sample if one is due. Also without samples. */
void sample_after(struct thread *t);

#endif
