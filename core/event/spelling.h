/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The canonical spelling of a parsed event: parsing it again gives the same event. */
#ifndef PMC_CORE_SPELLING_H
#define PMC_CORE_SPELLING_H

#include "core/base/types.h"

struct event;

/*
 * Writes the canonical name of an event, without modifiers: "branches" for "branch-instructions",
 * "r1c4" for "r01C4", "p4::uop_type:TAGLOADS". Like snprintf, it returns the whole length, cuts
 * what does not fit, and adds a zero byte when size > 0.
 */
size_t pmc_event_name(const char *text, const struct event *event, char *buf, size_t size);
/* Writes its modifiers in canonical order, without a colon in front: "ukpp", "u:t1:c=2"; "" for
 * none. Where the letters alone would be read as a unit mask of the event, both rings are named
 * as well: "uke". */
size_t pmc_event_modifiers(const struct event *event, char *buf, size_t size);

#endif
