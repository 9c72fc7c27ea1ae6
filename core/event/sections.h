/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What follows an event or a group after ':': unit masks, from= and modifiers. */
#ifndef PMC_CORE_SECTIONS_H
#define PMC_CORE_SECTIONS_H

#include "core/event/modifiers.h"
#include "core/event/scanner.h"

/* Reads ":section:section…" of an event, or of a group (ev is NULL then). of: what they belong
 * to, for messages. */
int parse_sections(struct parser *p, struct event *ev, struct span of, struct mods *m);

#endif
