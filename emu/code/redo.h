/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Status flags that a comparison may overwrite. Where a trace compares whether a return or an
 * indirect branch goes where it should, nobody reads the flags if it does, as a rule. If it does
 * not, the flags must be what the program has made of them: the cold code makes them again, from
 * what is left of the last instruction's operands.
 */
#ifndef PMC_EMU_REDO_H
#define PMC_EMU_REDO_H

#include "emu/base/types.h"

struct step;

/* Can the flags before the selection's step s, which compares, be made again? Sets s->redo. */
bool redo_find(struct step *s);
/* Makes them again, where s->redo is set. The program's RCX is in its spill slot, and changes.
 * pushed: bytes by which the stack pointer is lower than before the step. */
u8 *redo_emit(u8 *p, const struct step *s, u32 pushed);

#endif
