/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The end of the process.
 */
#ifndef PMC_EMU_SIGNAL_EXIT_H
#define PMC_EMU_SIGNAL_EXIT_H

struct thread;

/* Stops the other threads and makes all counts of the process final. */
void exit_end_counting(struct thread *self);
/* The process, or the vfork child, ends with this status. */
_Noreturn void exit_group(struct thread *t, long status);
/* The process dies of the signal, as by the kernel's default. */
_Noreturn void exit_by_signal(struct thread *t, int sig);
/* The same as soon as the calling thread lets the signal through. */
void exit_arrange_signal(int sig);

#endif
