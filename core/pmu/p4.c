/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The Pentium 4's ESCRs, CCCRs and counters as tables, made from the lists in p4.h. */
#include "core/pmu/p4.h"

/* clang-format off */
const struct p4_escr_row pmc_p4_escr[P4_ESCRS] = {
#define X(name, address, counters, select) { "MSR_" #name, address, counters, select },
	P4_ESCR_LIST(X)
#undef X
};

const char *const pmc_p4_counter_name[P4_COUNTERS] = {
#define X(name) "MSR_" #name,
	P4_COUNTER_LIST(X)
#undef X
};

/* The manual names a CCCR like its counter: MSR_BPU_CCCR0 belongs to MSR_BPU_COUNTER0. */
const char *const pmc_p4_cccr_name[P4_COUNTERS] = {
	"MSR_BPU_CCCR0", "MSR_BPU_CCCR1", "MSR_BPU_CCCR2", "MSR_BPU_CCCR3",
	"MSR_MS_CCCR0", "MSR_MS_CCCR1", "MSR_MS_CCCR2", "MSR_MS_CCCR3",
	"MSR_FLAME_CCCR0", "MSR_FLAME_CCCR1", "MSR_FLAME_CCCR2", "MSR_FLAME_CCCR3",
	"MSR_IQ_CCCR0", "MSR_IQ_CCCR1", "MSR_IQ_CCCR2", "MSR_IQ_CCCR3",
	"MSR_IQ_CCCR4", "MSR_IQ_CCCR5",
};
/* clang-format on */

enum p4_escr pmc_p4_escr_at(u32 address)
{
	u32 i;

	for (i = 0; i < P4_ESCRS; i++)
		if (pmc_p4_escr[i].address == address)
			return (enum p4_escr)i;
	return P4_NO_ESCR;
}

enum p4_escr pmc_p4_escr_selected(enum p4_counter counter, u32 select)
{
	u32 i;

	for (i = 0; i < P4_ESCRS; i++)
		if (pmc_p4_escr[i].select == select && pmc_p4_escr[i].counters >> counter & 1)
			return (enum p4_escr)i;
	return P4_NO_ESCR;
}
