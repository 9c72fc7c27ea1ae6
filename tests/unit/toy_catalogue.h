/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A catalogue of a PMU that does not exist, for tests and fuzzing of the parser: few events, with unit
 * masks, one of which is spelled like modifiers and one event like a raw one.
 */
#ifndef PMC_TESTS_TOY_CATALOGUE_H
#define PMC_TESTS_TOY_CATALOGUE_H

#include "core/event/event.h"

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
