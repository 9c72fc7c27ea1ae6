/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The end of a program's signal handler.
 */
#ifndef PMC_EMU_SIGNAL_SIGRETURN_H
#define PMC_EMU_SIGNAL_SIGRETURN_H

struct thread;

/*
 * The program's rt_sigreturn(2): the program goes on where its frame says. Returns only when the
 * frame cannot be read; then the program is at the handler of SIGSEGV.
 */
void sigreturn(struct thread *t);

#endif
