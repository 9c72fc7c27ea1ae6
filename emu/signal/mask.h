/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the program blocks, and signals that wait for it to block them no more.
 */
#ifndef PMC_EMU_SIGNAL_MASK_H
#define PMC_EMU_SIGNAL_MASK_H

#include "emu/base/types.h"

struct siginfo;
struct thread;

/* At the start of an image: reads the mask that exec left. */
void mask_init(void);
/* The program's rt_sigprocmask(2) and rt_sigpending(2). */
long mask_sigprocmask(struct thread *t, u64 how, u64 set, u64 old, u64 size);
long mask_sigpending(struct thread *t, u64 set, u64 size);
/* Has a signal that came at the wrong time wait in the kernel, or here if the engine must not
 * block it. */
void mask_send_again(struct thread *t, int sig, const struct siginfo *info);

#endif
