/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Indirect branches to an address that is not canonical.
 */
#ifndef PMC_EMU_RUN_CANONICAL_H
#define PMC_EMU_RUN_CANONICAL_H

#include "emu/base/types.h"

struct exit;
struct thread;

/* Can a program jump to this address? */
bool canonical(u64 address);
/*
 * The branch at this exit went to an address that is not canonical: takes it back, with its count.
 * The thread is in state THREAD_CACHE.
 */
void canonical_undo(struct thread *t, const struct exit *from);

#endif
