/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Sentences for when a limit leaves room for the program, but not for the program and the engine.
 */
#ifndef PMC_EMU_SHORTAGE_H
#define PMC_EMU_SHORTAGE_H

#include "emu/base/types.h"

/* There is no memory for something, so many bytes of the engine, or 0: the program itself. Gives
 * up, and names the limit that is in the way, if there is one. */
_Noreturn void shortage_fatal(const char *what, u64 bytes);
/* A call of the program has failed. If it would have succeeded natively, a note says which limit
 * was in the way. */
void shortage_check(long nr, const u64 a[6], long ret);

#endif
