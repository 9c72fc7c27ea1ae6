/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* /proc/cpuinfo of the processor that is shown. */
#ifndef PMC_EMU_CPUINFO_H
#define PMC_EMU_CPUINFO_H

#include "emu/base/types.h"

struct level;

#define CPUINFO_SIZE 1280 /* bytes that suffice */

/* Writes it for one CPU, as Linux does. Returns its length. */
u32 cpuinfo_write(const struct level *level, char *text, u32 size);

#endif
