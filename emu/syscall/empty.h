/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A table of indirect jumps that knows no address. Threads map it from the engine's file.
 */
#ifndef PMC_EMU_SYSCALL_EMPTY_H
#define PMC_EMU_SYSCALL_EMPTY_H

#include "emu/base/types.h"

extern const u64 jumps_empty[65536];

#endif
