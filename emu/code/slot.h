/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Jumps and calls by way of a constant address, which the dynamic linker has filled in: those of
 * procedure linkage tables, and those of code that is compiled without such tables. Where one leads
 * seldom changes, so a trace goes on there, behind a comparison; or without one, where the linker
 * has made its table read-only.
 */
#ifndef PMC_EMU_SLOT_H
#define PMC_EMU_SLOT_H

#include "emu/base/types.h"

struct step;

/* Does the jump or call go by way of such an address? Finds where it leads now. */
bool slot_leads(const struct step *s, u64 *to);
/* Will it lead there until a call of the program's changes the memory that tells (constant.h)? */
bool slot_stays(const struct step *s);
/* Does the dynamic linker wait there, to find the function and fill in its address? */
bool slot_is_unbound(u64 to);
/* Is `to` code of the same mapping as the step? */
bool slot_stays_inside(const struct step *s, u64 to);

#endif
