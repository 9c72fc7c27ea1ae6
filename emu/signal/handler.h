/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The one signal handler that the kernel knows in this process.
 */
#ifndef PMC_EMU_SIGNAL_HANDLER_H
#define PMC_EMU_SIGNAL_HANDLER_H

struct siginfo;
struct ucontext;

void signal_handler(int sig, struct siginfo *info, struct ucontext *uc);

#endif
