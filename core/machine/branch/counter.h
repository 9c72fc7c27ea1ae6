/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Two-bit counters: 2 and 3 predict "taken". They begin at 0. */
#ifndef PMC_CORE_MACHINE_COUNTER_H
#define PMC_CORE_MACHINE_COUNTER_H

#include "core/base/types.h"

static inline bool counter_predicts(u8 counter)
{
	return counter >= 2;
}

/* Without jumps: outcomes are what a processor cannot foresee either. */
static inline u8 counter_moved(u8 counter, bool taken)
{
	return (u8)(counter + (taken & (counter < 3)) - (!taken & (counter > 0)));
}

#endif
