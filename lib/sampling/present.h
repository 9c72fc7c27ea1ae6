/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What processes are like when sampling begins, as /proc shows it: records of their names and of
 * the code that they have mapped, with time 0.
 */
#ifndef PMC_LIB_SAMPLING_PRESENT_H
#define PMC_LIB_SAMPLING_PRESENT_H

#include <sys/types.h>

struct queue;

/* One process: its threads' names, and its code. What cannot be read is left out. */
void present_process(struct queue *queue, pid_t pid);
/* Every process. */
void present_all(struct queue *queue);

#endif
