/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* CPUID of the host, as far as the program may see it. */
#ifndef PMC_EMU_MACHINE_HOST_H
#define PMC_EMU_MACHINE_HOST_H

#include "emu/base/types.h"

void host_cpuid(u32 leaf, u32 sub, u32 r[4]);

#endif
