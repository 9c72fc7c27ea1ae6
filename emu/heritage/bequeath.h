/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Writing a heritage. Under cache_lock. */
#ifndef PMC_EMU_BEQUEATH_H
#define PMC_EMU_BEQUEATH_H

#include "emu/heritage/heritage.h"

/* The process may leave heritages. Call it before anything is translated. */
void bequeath_begin(void);
/* The cache holds a heritage, which this program has written or another one, and so many traces of
 * it are another one's. n_rounds: how often it has grown by little since it was kept, ~0: it never
 * was. n_gathered: as in its header. */
void bequeath_took(bool is_own, u32 n_foreign, u32 n_rounds, u32 n_gathered);

/* The process is about to have a child: if there is nothing for that to begin with, leaves what it
 * has. */
void bequeath_first(void);
/* In a child of fork: its parent leaves what both have. */
void bequeath_forked(void);
/* The image is about to end, and no other thread runs: leaves what it has, if that is much more
 * than what lies on the shelf. Where it is not possible, others translate anew. */
void bequeath(void);
/* Has it much more, and not only little by which what is kept grows, too? */
bool bequeath_has_much(void);
/* Will others begin with what the process leaves at its end? The first one of the tree is also the
 * last one, as a rule. */
bool bequeath_has_heirs(s32 pid);

#endif
