/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Checks before the accesses of an instruction: what a filter of the modelled machine does not let
 * pass goes to the model (emu/model/).
 */
#ifndef PMC_EMU_CHECK_H
#define PMC_EMU_CHECK_H

#include "emu/base/types.h"

struct step;

/* What the checks of a trace have done so far. */
struct checked {
	u64 line;  /* of code, that the last step ended in, or CHECK_NO_LINE */
	u32 times; /* of those that the trace has taken, so many are given away */
};
#define CHECK_NO_LINE	(~0ull)
#define CHECKED_NOTHING ((struct checked){ CHECK_NO_LINE, 0 })

/* What stands once at the beginning of a trace, whose first step this is. */
u8 *check_emit_begin(u8 *p, const struct step *s);
/*
 * Writes the checks of a step at p, before its code: of the fetch, unless its bytes lie in the line
 * that the step before it in the trace ended in, and of its data. Returns the end of what it wrote.
 * Uses scratch registers (scratch.h); those that the step needs are in place again behind it.
 */
u8 *check_emit(u8 *p, const struct step *s, struct checked *so_far);
#endif
