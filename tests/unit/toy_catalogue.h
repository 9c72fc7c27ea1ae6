/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The catalogue of an invented PMU, for testing and fuzzing the parser. It has few events with unit
 * masks. One unit mask is spelled like modifiers, and one event like a raw event.
 */
#ifndef PMC_TESTS_TOY_CATALOGUE_H
#define PMC_TESTS_TOY_CATALOGUE_H

#include "core/event/event.h"
#include "core/event/catalogue.h"

static const char *const toy_events[] = { "INST_RETIRED", "UOPS.ISSUED", "L2_LINES_IN", "rabbit" };
static const char *const toy_umasks[][4] = {
	{ "ANY", "LOADS", "k" },
	{ "FUSED" },
	{ "SELF", "PREFETCH", "ANY" },
	{ NULL },
};

static const char *toy_event(const struct catalogue *c, u32 i)
{
	return i < 4 ? toy_events[i] : NULL;
}

static const char *toy_umask(const struct catalogue *c, u32 i, u32 j)
{
	return j < 4 ? toy_umasks[i][j] : NULL;
}

static const struct catalogue toy = { "toy", "Toy", toy_event, toy_umask };
static const struct catalogue *const toy_list[] = { &toy };
static const struct catalogues toys = { toy_list, 1 };

#endif
