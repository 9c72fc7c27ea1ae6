/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A Pentium 4's PMU with Hyper-Threading: two logical processors of a core, siblings, share the
 * counters, CCCRs and ESCRs, so each must leave the other's registers alone. The registers come in
 * pairs: ESCR0 of a unit feeds one group of counters, ESCR1 another, and either detects what the
 * unit does for either logical processor, selected by its T0 and T1 flags. So logical processor 0
 * is given the lower register of each pair, nine counters in all, and its sibling, logical
 * processor 1, the upper; no register belongs to both.
 *
 * Events are assigned for logical processor 0. For the sibling, each register is replaced by the
 * other of its pair, with the T0 and T1 flags swapped. SDM volume 3, "Performance Monitoring and
 * Intel Hyper-Threading Technology in Processors Based on Intel NetBurst Microarchitecture".
 */
#ifndef PMC_CORE_SIBLINGS_H
#define PMC_CORE_SIBLINGS_H

#include "core/pmu/p4.h"
#include "core/encode/fields/encoding.h"

struct encoding;

/* The counters of logical processor 0, and those of its sibling. */
#define P4_COUNTERS_LP0	    (P4_BPU_LOW | P4_MS_LOW | P4_FLAME_LOW | P4_IQ_LOW)
#define P4_COUNTERS_SIBLING (P4_BPU_HIGH | P4_MS_HIGH | P4_FLAME_HIGH | P4_IQ_HIGH)

/* The other counter of a pair. */
u32 pmc_p4_sibling_counter(u32 counter);
/* The other ESCR of a pair; P4_NO_ESCR: it has none. */
u8 pmc_p4_sibling_escr(u8 escr);
/* Whether the register at this address (counter, CCCR or ESCR) belongs to the sibling. */
bool pmc_p4_is_sibling(u32 address);

/*
 * Confines an event to the registers of logical processor 0. False: that is impossible, because the
 * event needs a register that exists once (only one ESCR detects it, or it tags replays with the
 * PEBS registers), or because it cascades, which goes from one half of the counters to the other.
 */
bool pmc_p4_confine(struct encoding *enc);
/* A confined event for the sibling. */
void pmc_p4_for_sibling(const struct encoding *enc, struct encoding *sibling);
/* Whether it counts for both logical processors whatever its flags say (the manual's
 * thread-independent events). */
bool pmc_p4_counts_both(const struct encoding *enc);

#endif
