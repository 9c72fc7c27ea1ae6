/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * From one piece of translated code to the next. boundary.S calls these and goes on at the address
 * in the code cache that they return.
 */
#ifndef PMC_EMU_RUN_DISPATCH_H
#define PMC_EMU_RUN_DISPATCH_H

#include "emu/base/types.h"

struct thread;

/* The thread has left the code cache; t->exit tells by which exit. */
u64 dispatch_exit(struct thread *t);
/* The thread is to run the program from t->cpu on. */
u64 dispatch_enter(struct thread *t);

#endif
