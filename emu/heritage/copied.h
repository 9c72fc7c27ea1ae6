/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Pages of the program that children of fork write. Each is copied at its first write, by a page
 * fault of its own, and most children of a process write the same few: the stack, and variables of
 * the program, libc and ld.so. So one child tells its parent which pages it has of its own when it
 * ends, and for the children after it they are copied at the fork, in a few calls.
 *
 * The parent takes only private memory that may be written to, so a page that is copied in vain
 * costs time alone. Under threads_lock or in a process of one thread.
 */
#ifndef PMC_EMU_COPIED_H
#define PMC_EMU_COPIED_H

#include "emu/base/types.h"

/* The process is about to fork, and has one thread. */
void copied_forking(void);
/* In the child. */
void copied_forked(void);
/* The child ends, or its program does, and has one thread. */
void copied_tell(u64 sp);
/* It tells no more: it goes into a sandbox. */
void copied_give_up(void);

#endif
