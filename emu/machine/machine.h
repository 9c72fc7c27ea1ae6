/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The machine that the program sees: the host, or one that is the same everywhere (struct
 * emu_header: cpu, cpus).
 */
#ifndef PMC_EMU_MACHINE_H
#define PMC_EMU_MACHINE_H

#include "emu/base/types.h"

struct level;

/* The processor that is shown; NULL: the host's. */
const struct level *machine_level(void);
/* How many CPUs the program sees; 0: those of the host. */
u32 machine_cpus(void);

/* What CPUID says to the program. */
void machine_cpuid(u32 leaf, u32 sub, u32 r[4]);
/* XCR0 of the processor that is shown instead of the host's: the components of XSAVE's area. */
u64 machine_components(void);

/* The values of AT_HWCAP, AT_HWCAP2 and AT_MINSIGSTKSZ; host: what the kernel says. */
u64 machine_hwcap(u64 host);
u64 machine_hwcap2(u64 host);
u64 machine_min_signal_stack(u64 host);

#endif
