/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Sending a kick: the signal by which one thread gets another out of translated code. What becomes
 * of it there is in emu/signal/kick.h.
 *
 * It is SIGFPE with a siginfo.code of its own. A standard signal arrives even when no more signals
 * can be queued (RLIMIT_SIGPENDING), though without its siginfo; and a fault of that kind that
 * comes at the same moment is not lost, since its instruction runs again.
 */
#ifndef PMC_EMU_KICK_H
#define PMC_EMU_KICK_H

#include "emu/base/types.h"

#define SIGKICK 8 /* SIGFPE */
/* siginfo.code. No other sender has it. */
#define KICK_CODE (-0x706d63)

struct thread;

/* Kicks the thread, if it is in THREAD_CACHE and no kick is on its way. Under threads_lock.
 * False: there is no such thread any more. */
bool kick_send(struct thread *t);

#endif
