/* SPDX-License-Identifier: BSD-2-Clause */
/* Which of the engine's signals make up an event. */
#ifndef PMC_LIB_EMULATED_EVENT_H
#define PMC_LIB_EMULATED_EVENT_H

#include "core/event/event.h"

/* One bit for each signal of the engine whose sum is the event; 0: the engine cannot count it. */
u32 event_signals(enum event_kind kind, u32 id);

#endif
