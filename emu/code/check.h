/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Checks before the accesses of an instruction: what a filter of the modelled machine does not let
 * pass goes to the model (emu/model/).
 */
#ifndef PMC_EMU_CHECK_H
#define PMC_EMU_CHECK_H

#include "emu/base/types.h"

struct step;

/* What stands once at the beginning of a trace, whose first step this is. */
u8 *check_emit_begin(u8 *p, const struct step *s);
/*
 * Writes the checks of a step at p, before its code: of the fetch, unless its bytes lie in the line
 * that the step before it in the trace ended in, and of its data. *line: that line, or
 * CHECK_NO_LINE; it becomes the one that this step ends in. Returns the end of what it wrote. Uses
 * scratch registers (scratch.h); those that the step needs are in place again behind it.
 */
u8 *check_emit(u8 *p, const struct step *s, u64 *line);
#define CHECK_NO_LINE (~0ull)
#endif
