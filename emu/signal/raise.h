/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signals that the engine raises by itself: for instructions that it emulates, and for code that
 * cannot be fetched. t->cpu.rip is the faulting instruction, or for a trap the one behind it.
 * Afterwards t->cpu is the program at its handler; without a handler the process ends. While
 * another signal is pending, a fault changes nothing: that one comes first, and the program will
 * be at this instruction again.
 */
#ifndef PMC_EMU_SIGNAL_RAISE_H
#define PMC_EMU_SIGNAL_RAISE_H

#include "emu/base/types.h"

struct thread;

/* What the processor's error code says of a page fault (SDM volume 3, "Interrupt 14"). */
#define PF_WRITE 0x2
#define PF_FETCH 0x10

/* #GP: SIGSEGV without an address. */
void raise_gp(struct thread *t);
/* #PF: SIGSEGV at the address, which is canonical. access: 0 for a read, PF_WRITE or PF_FETCH. */
void raise_page_fault(struct thread *t, u64 address, u32 access);
/* #UD: SIGILL. */
void raise_invalid_opcode(struct thread *t);
/* SIGTRAP of INT3, of INT1, and of TF. */
void raise_int3(struct thread *t);
void raise_int1(struct thread *t);
void raise_trace(struct thread *t);
/* SIGSYS of a system call that PR_SET_SYSCALL_USER_DISPATCH dispatches; rip is behind it. */
void raise_dispatched_call(struct thread *t, u32 nr);

#endif
