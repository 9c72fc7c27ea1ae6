/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Sending pending signals on, with their siginfo.
 *
 * The kernel lets only the thread itself send a siginfo that says kill(2). For another thread it
 * says sigqueue(3) and has a mark, and the engine mends it where the program would see it: in a
 * handler, in the result of rt_sigtimedwait(2), in what it reads from a signalfd.
 */
#ifndef PMC_EMU_SIGNAL_FORWARD_H
#define PMC_EMU_SIGNAL_FORWARD_H

#include "emu/base/types.h"

struct siginfo;
struct thread;

/* siginfo.pad: it was sent to a thread, though siginfo.code does not say so. */
#define MARK_THREAD 0x706d63

/* t sends the signal to `to`, itself or another thread of the process. False: it could not. */
bool forward_send(struct thread *t, struct thread *to, const struct siginfo *info);
/* As it was before forward_send(). */
void forward_restore(struct siginfo *info);
/* The same for the results of a call of the program. */
void forward_mend_results(struct thread *t, long nr, const u64 a[6], long ret);
/* Before the program's rt_tgsigqueueinfo(2): marks what is to be sent, in a copy. */
void forward_mark(u64 a[6], struct siginfo *copy);

#endif
