/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signal actions: the program's, and what the kernel has in their place.
 */
#ifndef PMC_EMU_SIGNAL_ACTION_H
#define PMC_EMU_SIGNAL_ACTION_H

#include "emu/base/types.h"

struct ksigaction;
struct thread;

/* At the start of an image: reads the actions that exec left, and takes the synchronous signals. */
void action_init(void);
/* The program's rt_sigaction(2). */
long action_sigaction(struct thread *t, u64 sig, u64 act, u64 old, u64 size);
/*
 * Copies the action for a signal that is being delivered. With SA_RESETHAND the default takes its
 * place. False: the program has no handler.
 */
bool action_take(struct thread *t, int sig, struct ksigaction *a);
/* In a child of CLONE_CLEAR_SIGHAND: the default takes the place of every handler. */
void action_clear(struct thread *t);
/* The kernel's own default from now on. */
void action_set_default(int sig);
/* The process has begun to end, so no signal may end it or stop it any more. */
void action_ignore_all(struct thread *t);
/*
 * Right before execve, with all signals blocked: the kernel gets what the next image is to inherit.
 * From then on the program's memory must not be touched. After one that failed: back.
 */
void action_before_exec(struct thread *t);
void action_after_exec(struct thread *t);
/* The process leaves the engine: the kernel gets the program's actions. */
void action_hand_over(struct thread *t);

#endif
