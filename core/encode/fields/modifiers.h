/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Which modifiers a PMU can do. */
#ifndef PMC_CORE_ENCODE_MODIFIERS_H
#define PMC_CORE_ENCODE_MODIFIERS_H

#include "core/encode/fields/job.h"

#define CAN_FROM 0x1000000u /* beside MOD_…: the PMU tags micro-ops, so from= is possible */

/* Refuses the event's modifiers that are not in `can` (MOD_…, CAN_FROM). */
int encode_check_mods(const struct job *job, u32 can);

#endif
