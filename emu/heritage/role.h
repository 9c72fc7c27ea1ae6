/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A program may be many processes that do different work, and says by its first argument what each
 * is there for. They have little code in common, so each such role has a heritage of its own
 * (heritage.h): one for all of them would be larger than any of them needs, or have no room.
 */
#ifndef PMC_EMU_ROLE_H
#define PMC_EMU_ROLE_H

#include "emu/base/types.h"

/* Remembers what the program's arguments say. */
void role_init(u64 argc, char *const *argv);

/* A number for the process's role; 0: it has none. */
u64 role_number(void);

#endif
