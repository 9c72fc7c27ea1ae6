/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Writing a heritage. Under cache_lock. */
#ifndef PMC_EMU_BEQUEATH_H
#define PMC_EMU_BEQUEATH_H

#include "emu/code/heritage.h"

/* Translation begins with this interpreter's code, of which nothing was inherited. */
void bequeath_begin(const struct heritage_of *of);
/* A trace is about to be translated at pc: if the program begins there, the heritage ends. */
void bequeath_ends_at(u64 pc);
/* The process is about to have a child, or to execute another program: if it has not inherited, it
 * writes engine.heritage_fd, once. Where that is not possible, descendants translate anew. */
void bequeath(void);

#endif
