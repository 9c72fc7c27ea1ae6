/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* A Pentium 4's counters and ESCRs, divided between the two logical processors of a core. */
#include "core/encode/p4/siblings.h"
#include "core/encode/fields/encoding.h"
#include "core/pmu/regs.h"

u32 pmc_p4_sibling_counter(u32 counter)
{
	return counter < P4_IQ_COUNTER4 ? counter ^ 2 : counter ^ 1;
}

static u32 sibling_counters(u32 counters)
{
	u32 i, siblings = 0;

	for (i = 0; i < P4_COUNTERS; i++)
		if (counters >> i & 1)
			siblings |= 1u << pmc_p4_sibling_counter(i);
	return siblings;
}

u8 pmc_p4_sibling_escr(u8 escr)
{
	u32 i;

	for (i = 0; i < P4_ESCRS; i++)
		if (pmc_p4_escr[i].select == pmc_p4_escr[escr].select &&
		    pmc_p4_escr[i].counters == sibling_counters(pmc_p4_escr[escr].counters))
			return (u8)i;
	return P4_NO_ESCR;
}

bool pmc_p4_is_sibling(u32 address)
{
	u8 escr = (u8)pmc_p4_escr_at(address);

	if (escr != P4_NO_ESCR)
		return pmc_p4_escr[escr].counters & P4_COUNTERS_SIBLING;
	if (address >= MSR_P4_CCCR0 && address < MSR_P4_CCCR0 + P4_COUNTERS)
		return P4_COUNTERS_SIBLING >> (address - MSR_P4_CCCR0) & 1;
	if (address >= MSR_P4_COUNTER0 && address < MSR_P4_COUNTER0 + P4_COUNTERS)
		return P4_COUNTERS_SIBLING >> (address - MSR_P4_COUNTER0) & 1;
	return false;
}

/* Keeps the lower of a pair of ESCRs. */
static bool confine_escrs(u8 *escr_of, u8 *n)
{
	u8 lower;

	if (*n != 2 || pmc_p4_sibling_escr(escr_of[0]) != escr_of[1])
		return false;
	lower = pmc_p4_escr[escr_of[0]].counters & P4_COUNTERS_LP0 ? escr_of[0] : escr_of[1];
	escr_of[0] = lower;
	*n = 1;
	return true;
}

bool pmc_p4_confine(struct encoding *enc)
{
	struct encoding e = *enc;

	if (e.pebs_enable || e.pebs_vert || e.cascade || !confine_escrs(e.escr_of, &e.n_escrs) ||
	    (e.n_upstream && !confine_escrs(e.upstream_of, &e.n_upstream)))
		return false;
	e.counters = (e.counters & P4_COUNTERS_LP0) |
		     sibling_counters((u32)e.counters & P4_COUNTERS_SIBLING);
	e.counters &= pmc_p4_escr[e.escr_of[0]].counters;
	if (!e.counters)
		return false;
	*enc = e;
	return true;
}

/* Swaps the flags of T0 (USR, OS: bits 2 and 3) and T1 (bits 0 and 1). */
static u32 swap_threads(u32 escr)
{
	return (escr & ~0xfu) | (escr >> 2 & 3) | (escr & 3) << 2;
}

void pmc_p4_for_sibling(const struct encoding *enc, struct encoding *sibling)
{
	u64 pmi = enc->select & (P4_CCCR_OVF_PMI_T0 | P4_CCCR_OVF_PMI_T1);

	*sibling = *enc;
	sibling->counters = sibling_counters((u32)enc->counters);
	sibling->escr = swap_threads(enc->escr);
	sibling->escr_of[0] = pmc_p4_sibling_escr(enc->escr_of[0]);
	if (pmi == P4_CCCR_OVF_PMI_T0 || pmi == P4_CCCR_OVF_PMI_T1)
		sibling->select ^= P4_CCCR_OVF_PMI_T0 | P4_CCCR_OVF_PMI_T1;
	if (enc->n_upstream) {
		sibling->upstream = swap_threads(enc->upstream);
		sibling->upstream_of[0] = pmc_p4_sibling_escr(enc->upstream_of[0]);
	}
}

/*
 * The manual's table of thread-specific and thread-independent events, by unit and event select.
 * All events of the floating-point and vector units are independent, and all of the bus except
 * global_power_events.
 */
static bool is_independent(u8 escr, u32 value)
{
	u32 event = value >> P4_ESCR_EVENT_SHIFT & 0x3f;

	switch (escr) {
	case P4_FIRM_ESCR0:
	case P4_FIRM_ESCR1:
		return true;
	case P4_FSB_ESCR0:
	case P4_FSB_ESCR1:
		return event != 0x13; /* global_power_events */
	case P4_TC_ESCR0:
	case P4_TC_ESCR1:
		return event == 0x01; /* TC_deliver_mode */
	case P4_PMH_ESCR0:
	case P4_PMH_ESCR1:
		return event == 0x01; /* page_walk_type */
	case P4_DAC_ESCR0:
	case P4_DAC_ESCR1:
		return event == 0x05; /* WC_Buffer */
	default:
		return false;
	}
}

bool pmc_p4_counts_both(const struct encoding *enc)
{
	return is_independent(enc->escr_of[0], enc->escr) ||
	       (enc->n_upstream && is_independent(enc->upstream_of[0], enc->upstream));
}
