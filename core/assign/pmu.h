/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Assignment for a given PMU: from encoded events to what assign.h works on, and from its answer to a
 * sentence.
 */
#ifndef PMC_CORE_ASSIGN_PMU_H
#define PMC_CORE_ASSIGN_PMU_H

#include "core/assign/assign.h"
#include "core/encode/fields/encoding.h"

struct diag;
struct encoding;
struct event;
struct pmu;

/* Resources: on Pentium 4 1 + enum p4_escr, one for the two PEBS registers of replay tagging and sampling,
 * and one for each tag that an upstream ESCR gives (two events that tag different things with one tag
 * would count each other's); on others the registers that events need besides their own (OFFCORE_RSP0 …), in this order from 1 on. */
#define ASSIGN_P4_TAG \
	56 /* and the four after it; enum as encoding.tags: the fifth is the front end's */
#define ASSIGN_P4_PEBS 63
#define ASSIGN_SHARED_LIST(X) \
	X(OFFCORE_RSP0) X(OFFCORE_RSP1) X(PEBS_LD_LAT_THRESHOLD) X(PEBS_FRONTEND)

/* The counters that the PMU has. */
u64 pmc_assign_counters(const struct pmu *pmu);

/*
 * An encoded event as assign.h wants it. parsed: what it was encoded from, for its group and for :D (pinned)
 * and :W (a group that may be taken apart), or NULL for none of these. When enc->cascade says that it
 * begins with an overflow, whose that is is the caller's to say (event->after).
 */
void pmc_assign_event(const struct pmu *pmu, const struct encoding *enc, const struct event *parsed,
		      struct assign_event *event);

/*
 * Make an encoding what the plan says of event i: where one of two registers can serve it, the one that was
 * taken (OFFCORE_RSP0 or 1, an upstream ESCR of a Pentium 4). To be called before pmc_encode_on() with
 * plan->counter[i].
 */
void pmc_assign_taken(const struct pmu *pmu, const struct assign_plan *plan, u32 i,
		      struct encoding *enc);

/*
 * Why there is no plan, as one sentence about no column: which events, which counters or registers.
 * name[i] is what to call event i.
 */
void pmc_assign_explain(const struct pmu *pmu, const struct assign_plan *plan,
			const char *const *name, struct diag *diag);

#endif
