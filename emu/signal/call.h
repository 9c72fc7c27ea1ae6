/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The one SYSCALL instruction by which the program's calls reach the kernel.
 */
#ifndef PMC_EMU_SIGNAL_CALL_H
#define PMC_EMU_SIGNAL_CALL_H

/* The result of a call that has not begun, because a signal is waiting. No error number is so
 * low. */
#define CALL_NOT_BEGUN (-4096)

#ifndef __ASSEMBLER__
#include "emu/base/types.h"

struct thread;

/*
 * Passes a call of the program on to the kernel, and returns its result or CALL_NOT_BEGUN. A signal
 * that comes between call_begin and call_insn abandons this function: the handler's frame is built
 * with the program before its call, and the engine goes on at boundary.enter.
 */
long call_kernel(struct thread *t, long nr, const u64 arg[6]);
extern char call_begin[], call_insn[], call_end[];

/* The call of the instruction at t->syscall_pc has not begun: the program is there again, and the
 * instruction has not counted. */
void call_not_begun(struct thread *t);
/*
 * Has a signal abandoned call_kernel()? mc: the machine context that it found. Then the program is
 * at its SYSCALL again, which counts once more when the kernel wants it restarted, as it does
 * natively, but not when the call had not begun.
 */
bool call_leave(struct thread *t, const u64 *mc);
#endif

#endif
