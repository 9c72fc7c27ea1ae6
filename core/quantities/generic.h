/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* perf's generic events of caches, TLBs and branches. */
#ifndef PMC_CORE_QUANTITIES_GENERIC_H
#define PMC_CORE_QUANTITIES_GENERIC_H

#include "core/quantities/events.h"

/* The formula of a generic event whose last level is LEVEL_L2 or LEVEL_LL; NULL: none. */
const struct machine_formula *pmc_machine_generic_row(u32 last, enum event_kind kind, u32 id);

#endif
