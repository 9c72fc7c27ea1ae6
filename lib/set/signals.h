/* SPDX-License-Identifier: BSD-2-Clause */
/* Which of the engine's signals make up an event. */
#ifndef PMC_LIB_SIGNALS_H
#define PMC_LIB_SIGNALS_H

#include "core/event/event.h"

/* One bit for each signal of the engine whose sum is the event; 0: the engine cannot count it. */
u32 event_signals(enum event_kind kind, u32 id);
/* Their sum, of the sums of all EMU_NSIGNALS signals. */
u64 event_value(enum event_kind kind, u32 id, const u64 *signal);

#endif
