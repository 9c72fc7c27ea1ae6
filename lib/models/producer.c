/* SPDX-License-Identifier: BSD-2-Clause */
/* See producer.h. SDM volume 3, table "Events That Can Be Counted with the P6 Family
 * Performance-Monitoring Counters", column "Unit". */
#include "lib/models/producer.h"

#include <stddef.h>

#include "core/event/catalogue.h"

const char *producer_of(const struct model_event *row)
{
	static const char *const names[UNITS] = {
		[UNIT_DCU] = "data cache unit",
		[UNIT_IFU] = "instruction fetch unit",
		[UNIT_L2] = "L2 cache",
		[UNIT_EBL] = "external bus logic",
		[UNIT_FPU] = "floating-point unit",
		[UNIT_ORDERING] = "memory ordering",
		[UNIT_DECODING] = "instruction decoding and retirement",
		[UNIT_INTERRUPTS] = "interrupts",
		[UNIT_BRANCHES] = "branches",
		[UNIT_STALLS] = "stalls",
		[UNIT_SEGMENTS] = "segment register loads",
		[UNIT_CLOCKS] = "clocks",
		[UNIT_MMX] = "MMX unit",
		[UNIT_RENAMING] = "segment register renaming",
	};

	return row->unit < UNITS ? names[row->unit] : NULL;
}
