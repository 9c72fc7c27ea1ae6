/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What a name means: a generic event, a raw event, or an event of a catalogue. */
#ifndef PMC_CORE_NAMES_H
#define PMC_CORE_NAMES_H

#include "core/event/scanner.h"

/* Looks up ev->word, and reads on when it is the model of "model::name". */
int parse_name(struct parser *p, struct event *ev);

#endif
