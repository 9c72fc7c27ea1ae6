/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From passages through traces to counts of instructions: a passage counts each instruction of the
 * trace up to the one that it ends with. A failure stays in space.err.
 */
#ifndef PMC_LIB_EMULATED_WALK_H
#define PMC_LIB_EMULATED_WALK_H

#include "core/base/types.h"

struct emu_log_mostly;
struct emu_passage;
struct space;

/* Counts passages that a counter of the space has counted. */
void walk_counter(struct space *s, u64 counter, u64 n, unsigned thread);
/* The same of passages without a counter, which may be negative, as the log had it at the
 * position. */
void walk_passage(struct space *s, const struct emu_passage *p, u64 position, unsigned thread);
/* From now on it is known where an indirect branch mostly goes. */
void walk_mostly(struct space *s, const struct emu_log_mostly *r, u64 position);

#endif
