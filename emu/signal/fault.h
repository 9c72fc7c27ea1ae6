/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signals that an instruction has raised.
 */
#ifndef PMC_EMU_SIGNAL_FAULT_H
#define PMC_EMU_SIGNAL_FAULT_H

struct siginfo;
struct thread;
struct ucontext;

/* In the kernel's signal handler. */
void fault_received(struct thread *t, int sig, struct siginfo *info, struct ucontext *uc);

#endif
