/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The fields of a Pentium 4's registers: what modifiers set in them, and which events tag micro-ops
 * for which others. The encoder, its raw events and the decoder share this.
 */
#ifndef PMC_CORE_ENCODE_P4_FIELDS_H
#define PMC_CORE_ENCODE_P4_FIELDS_H

#include "core/encode/fields/encoding.h"
#include "core/encode/fields/job.h"
#include "core/pmu/regs.h"
#include "core/event/catalogue.h"

struct model_event;
struct p4_replay;

/* Event selects at CRU_ESCR2 and 3 of the events that count tagged micro-ops. */
#define P4_FRONT_END_EVENT 0x08u
#define P4_REPLAY_EVENT	   0x09u
#define P4_EXECUTION_EVENT 0x0cu

/* The modifiers, with what flags add to them (ENCODE_PMI, ENCODE_SIBLING). */
u32 p4_mods(const struct job *job);
/* Refuses modifiers that this PMU cannot do. */
int p4_check_mods(const struct job *job);

/* The ESCR's ring flags. */
u32 p4_rings(u32 mods);
/* The CCCR's bits that modifiers set. */
u32 p4_cccr_mods(u32 mods, u32 cmask);
/* The whole CCCR, without the ESCR's number. */
u32 p4_cccr(u32 mods, u32 cmask);
/* The logical processors that IA32_PEBS_ENABLE tags for. */
u32 p4_pebs_threads(u32 mods);

/* An ESCR without rings. tag: 0 tags nothing. */
static inline u32 p4_escr_value(u32 event, u32 mask, u32 tag)
{
	return event << P4_ESCR_EVENT_SHIFT | mask << P4_ESCR_MASK_SHIFT |
	       (tag ? tag << P4_ESCR_TAG_SHIFT | P4_ESCR_TAG_ENABLE : 0);
}

/* Whether the row counts tagged micro-ops. */
bool p4_tagged_row(const struct model_event *row);
/* Whether the upstream row tags what the downstream row counts. */
bool p4_tags(const struct model_event *downstream, const struct model_event *upstream);
/* The execution tags that an event mask of the row counts. */
u32 p4_tags_counted(const struct model_event *row, u32 mask);

/* Sets the upstream ESCR that a replay metric needs, if it needs one, in the rings of enc->escr. */
void p4_metric_upstream(const struct pmu *pmu, const struct p4_replay *metric,
			struct encoding *enc);

/* Copies those of n ESCRs that this PMU has; returns how many. */
u32 p4_escrs(const struct pmu *pmu, const u8 *row_escr, u32 n, u8 *escr_of);
/* Sets enc->counters and enc->cascade from its ESCRs and its CCCR. */
void p4_counters(const struct pmu *pmu, struct encoding *enc);

#endif
