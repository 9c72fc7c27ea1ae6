/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Assignment for a given PMU: from encoded events to the input of assign.h, and from its answer to
 * a sentence.
 */
#ifndef PMC_CORE_ASSIGN_PMU_H
#define PMC_CORE_ASSIGN_PMU_H

#include "core/assign/assign.h"
#include "core/encode/fields/encoding.h"

struct diag;
struct encoding;
struct event;
struct pmu;

/* Resources. On a Pentium 4: 1 + enum p4_escr, one for the two PEBS registers, and one for each
 * tag that an upstream ESCR sets (two events that tag different micro-ops with one tag would
 * count each other's). On others: the registers of ASSIGN_SHARED_LIST, from 1 on. */
#define ASSIGN_P4_TAG  56 /* the first of five, in the order of encoding.tags */
#define ASSIGN_P4_PEBS 63
#define ASSIGN_SHARED_LIST(X) \
	X(OFFCORE_RSP0) X(OFFCORE_RSP1) X(PEBS_LD_LAT_THRESHOLD) X(PEBS_FRONTEND)

/* All counters of the PMU. */
u64 pmc_assign_counters(const struct pmu *pmu);

/*
 * Makes the input for an encoded event. parsed: what it was encoded from, for its group, :D
 * (pinned) and :W (a group that may be divided), or NULL. When enc->cascade is set, the caller must
 * set event->after to the event that starts this one.
 */
void pmc_assign_event(const struct pmu *pmu, const struct encoding *enc, const struct event *parsed,
		      struct assign_event *event);

/*
 * Changes the encoding of event i to the option that the plan took: OFFCORE_RSP0 or 1, or one of
 * two upstream ESCRs. Call it before pmc_encode_on() with plan->counter[i].
 */
void pmc_assign_taken(const struct pmu *pmu, const struct assign_plan *plan, u32 i,
		      struct encoding *enc);

/*
 * Why there is no plan, as one sentence: which events, and which counters or registers. name[i] is
 * how the sentence calls event i.
 */
void pmc_assign_explain(const struct pmu *pmu, const struct assign_plan *plan,
			const char *const *name, struct diag *diag);

#endif
