/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Reading modifiers, which are common to all events. */
#ifndef PMC_CORE_EVENT_MODIFIERS_H
#define PMC_CORE_EVENT_MODIFIERS_H

#include "core/event/scanner.h"

/* What the ':' sections of modifiers set. */
struct mods {
	u32 bits;
	u32 precise;
	u32 cmask;
	u64 counters; /* as in struct event */
	bool active;  /* active= was given */
};

/*
 * Reads one section of modifiers. of: what they belong to, for the message. quiet: a section that
 * is not made of modifiers is refused without a message, since it may be a unit mask.
 */
int parse_mods(struct parser *p, struct span section, struct span of, struct mods *m, bool quiet);
/* Adds them to those that the event has. */
void parse_apply_mods(struct event *ev, const struct mods *m);

#endif
