/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Sharing of signal actions between threads.
 */
#ifndef PMC_EMU_SYSCALL_SIGHAND_H
#define PMC_EMU_SYSCALL_SIGHAND_H

#include "emu/base/types.h"

struct sighand;

/* One more reference to these actions, or a copy of them (share = false). NULL: no memory. */
struct sighand *sighand_get(struct sighand *s, bool share);
void sighand_put(struct sighand *s);

#endif
