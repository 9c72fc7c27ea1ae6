/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A Pentium 4's PMU between the two logical processors of a core (Hyper-Threading). Both see the same
 * counters, CCCRs and ESCRs, so who counts for one of them must leave the other its own. The registers come
 * in twins: ESCR0 of a unit feeds one group of counters, ESCR1 another, and either detects what the unit
 * does for either logical processor, by its T0 and T1 flags. So logical processor 0 is given the lower of
 * each pair, nine counters, and logical processor 1 the upper; no register belongs to both.
 *
 * An event is planned for logical processor 0; the registers for the other are its twins, with the flags
 * of T0 and T1 changed over. SDM volume 3, "Performance Monitoring and Intel Hyper-Threading Technology in
 * Processors Based on Intel NetBurst Microarchitecture".
 */
#ifndef PMC_CORE_P4_HT_H
#define PMC_CORE_P4_HT_H

#include "core/encode/encode.h"

#define P4_LOWER (P4_BPU_LOW | P4_MS_LOW | P4_FLAME_LOW | P4_IQ_LOW)
#define P4_UPPER (P4_BPU_HIGH | P4_MS_HIGH | P4_FLAME_HIGH | P4_IQ_HIGH)

/* The counter, or the ESCR, that is the same for the other logical processor; P4_NO_ESCR: there is none. */
u32 pmc_p4_twin_counter(u32 counter);
u8 pmc_p4_twin_escr(u8 escr);
/* Is the register (counter, CCCR or ESCR, by address) the upper one of its pair? */
bool pmc_p4_is_upper(u32 address);

/*
 * Confines an event to the registers of logical processor 0. False: it cannot be counted so, since it needs
 * a register that there is once: one ESCR alone detects it, or it tags replays by the PEBS registers; or it
 * cascades, which goes from one half to the other.
 */
bool pmc_p4_confine(struct encoding *enc);
/* What was confined, for logical processor 1. */
void pmc_p4_twin(const struct encoding *enc, struct encoding *twin);
/* Does it count for both, whatever its flags say (the manual's thread-independent events)? */
bool pmc_p4_counts_both(const struct encoding *enc);

#endif
