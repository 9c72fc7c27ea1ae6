/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The wiring of the Pentium 4's PMU: 18 counters, each with its CCCR, and 45 ESCRs, each of which
 * feeds the counters of one group. A group is two counters, or three (IQ), that the same ESCRs
 * feed.
 *
 * SDM volume 3, "Performance Counter MSRs and Associated CCCR and ESCR MSRs" (tables 15-4 and later
 * 18-69, 20-75). Printings before 245472-007 swap selects 2 and 3 for CCCR 12, 13 and 16; RAT is 2
 * and SSU is 3.
 */
#ifndef PMC_CORE_P4_H
#define PMC_CORE_P4_H

#include "core/pmu/regs.h"

/* clang-format off */

/* The counters, in the order of their numbers (RDPMC) and addresses. */
#define P4_COUNTER_LIST(X) \
	X(BPU_COUNTER0) X(BPU_COUNTER1) X(BPU_COUNTER2) X(BPU_COUNTER3) \
	X(MS_COUNTER0) X(MS_COUNTER1) X(MS_COUNTER2) X(MS_COUNTER3) \
	X(FLAME_COUNTER0) X(FLAME_COUNTER1) X(FLAME_COUNTER2) X(FLAME_COUNTER3) \
	X(IQ_COUNTER0) X(IQ_COUNTER1) X(IQ_COUNTER2) X(IQ_COUNTER3) \
	X(IQ_COUNTER4) X(IQ_COUNTER5)
#define X(name) P4_##name,
enum p4_counter { P4_COUNTER_LIST(X) P4_COUNTERS };
#undef X

/* The groups of counters: masks of enum p4_counter. */
#define P4_BPU_LOW    0x00003u /* BPU_COUNTER0, 1 */
#define P4_BPU_HIGH   0x0000cu
#define P4_MS_LOW     0x00030u
#define P4_MS_HIGH    0x000c0u
#define P4_FLAME_LOW  0x00300u
#define P4_FLAME_HIGH 0x00c00u
#define P4_IQ_LOW     0x13000u /* IQ_COUNTER0, 1, 4 */
#define P4_IQ_HIGH    0x2c000u /* IQ_COUNTER2, 3, 5 */

/* X(name, address, counters that it feeds, its number in the select field of their CCCRs) */
#define P4_ESCR_LIST(X) \
	X(BSU_ESCR0, 0x3a0, P4_BPU_LOW, 7) X(BSU_ESCR1, 0x3a1, P4_BPU_HIGH, 7) \
	X(FSB_ESCR0, 0x3a2, P4_BPU_LOW, 6) X(FSB_ESCR1, 0x3a3, P4_BPU_HIGH, 6) \
	X(FIRM_ESCR0, 0x3a4, P4_FLAME_LOW, 1) X(FIRM_ESCR1, 0x3a5, P4_FLAME_HIGH, 1) \
	X(FLAME_ESCR0, 0x3a6, P4_FLAME_LOW, 0) X(FLAME_ESCR1, 0x3a7, P4_FLAME_HIGH, 0) \
	X(DAC_ESCR0, 0x3a8, P4_FLAME_LOW, 5) X(DAC_ESCR1, 0x3a9, P4_FLAME_HIGH, 5) \
	X(MOB_ESCR0, 0x3aa, P4_BPU_LOW, 2) X(MOB_ESCR1, 0x3ab, P4_BPU_HIGH, 2) \
	X(PMH_ESCR0, 0x3ac, P4_BPU_LOW, 4) X(PMH_ESCR1, 0x3ad, P4_BPU_HIGH, 4) \
	X(SAAT_ESCR0, 0x3ae, P4_FLAME_LOW, 2) X(SAAT_ESCR1, 0x3af, P4_FLAME_HIGH, 2) \
	X(U2L_ESCR0, 0x3b0, P4_FLAME_LOW, 3) X(U2L_ESCR1, 0x3b1, P4_FLAME_HIGH, 3) \
	X(BPU_ESCR0, 0x3b2, P4_BPU_LOW, 0) X(BPU_ESCR1, 0x3b3, P4_BPU_HIGH, 0) \
	X(IS_ESCR0, 0x3b4, P4_BPU_LOW, 1) X(IS_ESCR1, 0x3b5, P4_BPU_HIGH, 1) \
	X(ITLB_ESCR0, 0x3b6, P4_BPU_LOW, 3) X(ITLB_ESCR1, 0x3b7, P4_BPU_HIGH, 3) \
	X(CRU_ESCR0, 0x3b8, P4_IQ_LOW, 4) X(CRU_ESCR1, 0x3b9, P4_IQ_HIGH, 4) \
	X(IQ_ESCR0, 0x3ba, P4_IQ_LOW, 0) X(IQ_ESCR1, 0x3bb, P4_IQ_HIGH, 0) \
	X(RAT_ESCR0, 0x3bc, P4_IQ_LOW, 2) X(RAT_ESCR1, 0x3bd, P4_IQ_HIGH, 2) \
	X(SSU_ESCR0, 0x3be, P4_IQ_LOW, 3) \
	X(MS_ESCR0, 0x3c0, P4_MS_LOW, 0) X(MS_ESCR1, 0x3c1, P4_MS_HIGH, 0) \
	X(TBPU_ESCR0, 0x3c2, P4_MS_LOW, 2) X(TBPU_ESCR1, 0x3c3, P4_MS_HIGH, 2) \
	X(TC_ESCR0, 0x3c4, P4_MS_LOW, 1) X(TC_ESCR1, 0x3c5, P4_MS_HIGH, 1) \
	X(IX_ESCR0, 0x3c8, P4_BPU_LOW, 5) X(IX_ESCR1, 0x3c9, P4_BPU_HIGH, 5) \
	X(ALF_ESCR0, 0x3ca, P4_IQ_LOW, 1) X(ALF_ESCR1, 0x3cb, P4_IQ_HIGH, 1) \
	X(CRU_ESCR2, 0x3cc, P4_IQ_LOW, 5) X(CRU_ESCR3, 0x3cd, P4_IQ_HIGH, 5) \
	X(CRU_ESCR4, 0x3e0, P4_IQ_LOW, 6) X(CRU_ESCR5, 0x3e1, P4_IQ_HIGH, 6)
/* clang-format on */

#define X(name, ...) P4_##name,
enum p4_escr { P4_ESCR_LIST(X) P4_ESCRS, P4_NO_ESCR = 0xff };
#undef X

struct p4_escr_row {
	const char *name; /* "MSR_BSU_ESCR0" */
	u32 address;
	u32 counters; /* bit i: enum p4_counter */
	u8 select;    /* its number in their CCCRs */
};

extern const struct p4_escr_row pmc_p4_escr[P4_ESCRS];
extern const char *const pmc_p4_counter_name[P4_COUNTERS]; /* "MSR_BPU_COUNTER0" */
extern const char *const pmc_p4_cccr_name[P4_COUNTERS];	   /* "MSR_BPU_CCCR0" */

/* The ESCR at this address; P4_NO_ESCR: none. Models from 3 on have no IQ_ESCR0 and 1, which the
 * caller must check (PMU_IQ_ESCR). */
enum p4_escr pmc_p4_escr_at(u32 address);
/* The ESCR with this number in the counter's CCCR; P4_NO_ESCR: none. */
enum p4_escr pmc_p4_escr_selected(enum p4_counter counter, u32 select);

#endif
