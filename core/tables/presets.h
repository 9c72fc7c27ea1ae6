/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What the presets of PAPI are on the models. */
#ifndef PMC_CORE_PRESETS_H
#define PMC_CORE_PRESETS_H

#include "core/base/types.h"

/*
 * A preset (generic.h: EVENT_PRESET_LIST) is mapped to an event of a model when that one event
 * counts what PAPI's description of the preset says. PAPI itself also maps where the event is only
 * near to it (all mispredicted branches for the conditional ones, say), and adds and subtracts
 * events; pmc does not.
 *
 * Returns an event of the model's catalogue, or one of perf's generic names; NULL: none agrees.
 */
const char *pmc_preset_event(const char *model, u32 id);

#endif
