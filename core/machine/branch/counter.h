/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Two-bit counters: 2 and 3 predict "taken". They begin at 0. */
#ifndef PMC_CORE_MACHINE_COUNTER_H
#define PMC_CORE_MACHINE_COUNTER_H

#include "core/base/types.h"

static inline bool counter_predicts(u8 counter)
{
	return counter >= 2;
}

static inline u8 counter_moved(u8 counter, bool taken)
{
	if (taken)
		return counter < 3 ? counter + 1 : 3;
	return counter ? counter - 1 : 0;
}

#endif
