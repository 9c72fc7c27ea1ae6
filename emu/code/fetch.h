/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Reading the program's code for a translation, through a window of it that is kept meanwhile.
 * Under cache_lock.
 */
#ifndef PMC_EMU_FETCH_H
#define PMC_EMU_FETCH_H

#include "emu/base/types.h"

/* Forgets what was read: memory may have changed. as_is: pages that are read from now on are not
 * write-protected, for an instruction that is about to write to its own page. */
void fetch_reset(bool as_is);
/* Finds up to INSN_MAX bytes at pc. Returns how many there are, 0 when none may be executed.
 * INSN_READABLE bytes can be read there. */
unsigned fetch_code(u64 pc, const u8 **bytes);
/* Has a page become hot since fetch_reset()? What was selected may rely on its protection. */
bool fetch_found_hot(void);
/* A page that was not read since fetch_reset(), because it is absent and the program itself has to
 * fill it in; 0: none. The caller reads it without cache_lock and tries again. */
u64 fetch_absent(void);
/* Is the code that was fetched last in a shared mapping? */
bool fetch_is_shared(void);

#endif
