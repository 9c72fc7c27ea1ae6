/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the Pentium 4's encoder (encode_p4.c), its raw events (encode_p4_raw.c) and its decoder
 * (decode_p4.c) share: which bits modifiers set, and what tags what.
 */
#ifndef PMC_CORE_ENCODE_P4_H
#define PMC_CORE_ENCODE_P4_H

#include "core/encode/fields/job.h"
#include "core/tables/intel/p4_replay.h"
#include "core/pmu/regs.h"

/* Event selects at CRU_ESCR2 and 3 of what counts tagged micro-ops. */
#define P4_FRONT_END_EVENT 0x08u
#define P4_REPLAY_EVENT	   0x09u
#define P4_EXECUTION_EVENT 0x0cu

#define P4_EXTENDED_COUNTERS 0xf000u /* IQ_COUNTER0 to 3: what 16 and 17 can start */

/* The modifiers, and what flags say as modifiers (ENCODE_PMI, ENCODE_T1). */
u32 p4_mods(const struct job *job);
/* Refuses modifiers that this PMU has not. */
int p4_check_mods(const struct job *job);

/* The ESCR's ring flags; the CCCR's bits that modifiers set; all of it but the ESCR's number; and which
 * logical processors IA32_PEBS_ENABLE is for. */
u32 p4_rings(u32 mods);
u32 p4_cccr_mods(u32 mods, u32 cmask);
u32 p4_cccr(u32 mods, u32 cmask);
u32 p4_pebs_threads(u32 mods);

/* An ESCR without rings. tag: 0 tags nothing. */
static inline u32 p4_escr_value(u32 event, u32 mask, u32 tag)
{
	return event << P4_ESCR_EVENT_SHIFT | mask << P4_ESCR_MASK_SHIFT |
	       (tag ? tag << P4_ESCR_TAG_SHIFT | P4_ESCR_TAG_ENABLE : 0);
}

/* Does the row count tagged micro-ops? Does `up` tag what `downstream` counts? */
bool p4_tagged_row(const struct model_event *row);
bool p4_tags(const struct model_event *downstream, const struct model_event *up);
/* The execution tags that an event mask of the row counts. */
u32 p4_tags_counted(const struct model_event *row, u32 mask);

/* The upstream ESCR that a replay metric needs, if it does, in the rings of enc->escr. */
void p4_metric_upstream(const struct pmu *pmu, const struct p4_replay *metric, struct encoding *enc);

/* Those of n ESCRs that this PMU has; how many. */
u32 p4_escrs(const struct pmu *pmu, const u8 *row_escr, u32 n, u8 *escr_of);
/* Sets enc->counters and enc->cascade by its ESCRs and its CCCR. */
void p4_counters(const struct pmu *pmu, struct encoding *enc);

#endif
