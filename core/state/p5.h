/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The PMU of the Pentium, the Pentium MMX, Cyrix's 6x86MX and the WinChip C6 as software sees it:
 * CESR with a half for each of two counters; and VIA's C3, which has one counter and a register
 * with its event. Intel SDM volume 3, "Performance Monitoring (Pentium Processors)"; the data books
 * of the others.
 *
 * There is no interrupt. Each counter has a pin, which signals increments or overflows.
 */
#ifndef PMC_CORE_STATE_P5_H
#define PMC_CORE_STATE_P5_H

#include "core/pmu/regs.h"
#include "core/state/state.h"

enum pmc_p5_layout {
	P5_LAYOUT,	 /* rings, duration and pin in each half */
	P5_LAYOUT_CYRIX, /* the same, and bit 6 of the event select is bit 10 of a half */
	P5_LAYOUT_C6,	 /* eight bits of event in each half; all rings count, always */
	P5_LAYOUT_C3, /* EVNTSEL1 with nine bits of event, PERFCTR1; RDPMC knows it as counter 1 */
};

struct pmc_p5_config {
	u8 layout;  /* enum pmc_p5_layout */
	u8 width;   /* 40; 6x86MX 48 */
	bool rdpmc; /* the first Pentium has no RDPMC */
};

/* A row of signals has the event's number. Its unit mask, with `any`, is the counters that can
 * count it: bit 0 for CTR0, bit 1 for CTR1. On the other counter the event counts nothing. */
struct pmc_p5 {
	struct pmc_p5_config config;
	const struct pmc_signals *signals;
	u32 cesr; /* C3: EVNTSEL1 in the half of counter 1 */
	u64 counter[2];
	u8 pin; /* counters whose pin was asserted since the host last took it */
	u64 counts[2];
};

/* See pmc_arch_… in arch.h. */
void pmc_p5_init(struct pmc_p5 *pmu, const struct pmc_p5_config *config,
		 const struct pmc_signals *signals);
int pmc_p5_rdmsr(const struct pmc_p5 *pmu, unsigned cpl, u32 msr, u64 *value);
int pmc_p5_wrmsr(struct pmc_p5 *pmu, unsigned cpl, u32 msr, u64 value);
int pmc_p5_rdpmc(const struct pmc_p5 *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value);
void pmc_p5_advance(struct pmc_p5 *pmu, const struct pmc_run *run);
u64 pmc_p5_next(const struct pmc_p5 *pmu, const struct pmc_run *run);
/* Counters, one bit each, whose pin PM0/BP0 or PM1/BP1 was asserted since the last call. */
u8 pmc_p5_take_pins(struct pmc_p5 *pmu);

#endif
