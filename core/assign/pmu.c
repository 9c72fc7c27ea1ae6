/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Assignment for a given PMU. A Pentium 4's event has an option for each ESCR; another event has
 * one option, or two where either of two registers will do (OFFCORE_RSP0 and 1). */
#include "core/assign/pmu.h"
#include "core/base/bits.h"
#include "core/base/diag.h"
#include "core/encode/fields/encoding.h"
#include "core/event/event.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"

static const struct {
	u32 address;
	const char *name;
} shared[] = {
#define X(name) { MSR_##name, "MSR_" #name },
	ASSIGN_SHARED_LIST(X)
#undef X
};
#define SHARED (sizeof(shared) / sizeof(shared[0]))

u64 pmc_assign_counters(const struct pmu *pmu)
{
	return pmu->general | (u64)pmu->fixed << 32;
}

/* The tags that the upstream ESCR sets are resources besides the ESCR itself. */
static void p4_tags(const struct encoding *enc, struct assign_event *event, u32 slot, u8 *resource)
{
	u32 i;

	for (i = 0; i < 5; i++) {
		if (!(enc->tags >> i & 1))
			continue;
		event->value[slot] = enc->upstream;
		resource[slot++] = (u8)(ASSIGN_P4_TAG + i);
	}
}

/* The upstream ESCR with the lower (k = 0) or higher (k = 1) address, whatever their order in
 * the encoding. */
static u8 upstream(const struct encoding *enc, u32 k)
{
	return enc->n_upstream == 2 && enc->upstream_of[0] > enc->upstream_of[1] ?
		       enc->upstream_of[!k] :
		       enc->upstream_of[k];
}

/* Adds an option for each ESCR that detects the event, times each upstream ESCR that can tag it. */
static void p4_options(const struct encoding *enc, struct assign_event *event)
{
	u32 i, k, slot;

	event->cascade = (u8)((enc->cascade & CASCADE_PAIR ? ASSIGN_BY_PAIR : 0) |
			      (enc->cascade & CASCADE_EXTENDED ? ASSIGN_BY_EXTENDED : 0));
	event->value[0] = enc->escr;
	for (i = 0; i < enc->n_escrs; i++) {
		u64 counters = pmc_p4_escr[enc->escr_of[i]].counters & enc->counters;

		for (k = 0; counters && k < (enc->n_upstream ? enc->n_upstream : 1u); k++) {
			struct assign_option *o = &event->option[event->n_options++];

			o->counters = counters;
			o->resource[0] = (u8)(enc->escr_of[i] + 1);
			slot = 1;
			if (enc->n_upstream) {
				event->value[slot] = enc->upstream;
				o->resource[slot++] = (u8)(upstream(enc, k) + 1);
			}
			if (enc->pebs_enable || enc->pebs_vert) {
				event->value[slot] = (u64)enc->pebs_enable << 32 | enc->pebs_vert;
				o->resource[slot++] = ASSIGN_P4_PEBS;
			}
			p4_tags(enc, event, slot, o->resource);
		}
	}
}

/* The resource of a shared register; 0: none. */
static u8 shared_number(u32 address)
{
	u32 i;

	for (i = 0; address && i < SHARED; i++)
		if (shared[i].address == address)
			return (u8)(i + 1);
	return 0;
}

void pmc_assign_event(const struct pmu *pmu, const struct encoding *enc, const struct event *parsed,
		      struct assign_event *event)
{
	memset(event, 0, sizeof(*event));
	if (parsed) {
		event->pinned = parsed->mods & MOD_PINNED;
		if (parsed->group >= 0 && parsed->group < 255 && !(parsed->mods & MOD_WEAK))
			event->group = (u8)(parsed->group + 1);
	}
	if (pmu->family == PMU_P4) {
		p4_options(enc, event);
		return;
	}
	event->n_options = 1;
	event->option[0].counters = enc->counters & pmc_assign_counters(pmu);
	event->option[0].resource[0] = shared_number(enc->msr);
	event->value[0] = enc->msr_value;
	if (enc->other_msr) {
		/* Options are in the order of addresses, whichever register the encoding has
		 * now. */
		u32 now = enc->msr > enc->other_msr;

		event->n_options = 2;
		event->option[now] = event->option[0];
		event->option[!now].counters = enc->other_counters & pmc_assign_counters(pmu);
		event->option[!now].resource[0] = shared_number(enc->other_msr);
		event->option[!now].resource[1] = 0;
	}
}

void pmc_assign_taken(const struct pmu *pmu, const struct assign_plan *plan, u32 i,
		      struct encoding *enc)
{
	if (pmu->family == PMU_P4) {
		/* In p4_options() the upstream ESCRs are the inner loop; the first one is used. */
		if (enc->n_upstream == 2 &&
		    enc->upstream_of[0] != upstream(enc, plan->option[i] & 1)) {
			u8 first = enc->upstream_of[0];

			enc->upstream_of[0] = enc->upstream_of[1];
			enc->upstream_of[1] = first;
		}
	} else if (enc->other_msr && (enc->msr > enc->other_msr) != (plan->option[i] == 1)) {
		pmc_encode_take_other(enc);
	}
}

/* ---- Sentences ---- */

/* Writes what stands before an item of a list: "a, b and c". */
static void separate(struct diag *d, bool first, bool last)
{
	if (!first)
		pmc_diag_add(d, last ? " and " : ", ");
}

static u32 add_events(struct diag *d, u64 events, const char *const *name)
{
	u32 i, n = 0;

	for (i = 0; i < ASSIGN_EVENTS; i++) {
		if (!(events >> i & 1))
			continue;
		separate(d, !n++, !(events >> i >> 1));
		pmc_diag_add(d, name[i]);
	}
	return n;
}

static void add_counters(struct diag *d, const struct pmu *pmu, u64 counters)
{
	bool first = true;
	u32 i;

	for (i = 0; i < 64; i++) {
		if (!(counters >> i & 1))
			continue;
		separate(d, first, !(counters >> i >> 1));
		first = false;
		if (pmu->family == PMU_P4 && i < P4_COUNTERS) {
			pmc_diag_add(d, pmc_p4_counter_name[i]);
		} else if (i >= FIXED_COUNTER(0)) {
			pmc_diag_add(d, "fixed counter ");
			pmc_diag_add_number(d, i - FIXED_COUNTER(0));
		} else {
			pmc_diag_add(d, "counter ");
			pmc_diag_add_number(d, i);
		}
	}
}

static const char *const p4_tag_name[] = { "tag 0", "tag 1", "tag 2", "tag 3" };

static void add_resources(struct diag *d, const struct pmu *pmu, u64 resources)
{
	bool first = true;
	u32 i;

	for (i = 1; i < ASSIGN_RESOURCES; i++) {
		if (!(resources >> i & 1))
			continue;
		separate(d, first, !(resources >> i >> 1));
		first = false;
		if (i == ASSIGN_P4_PEBS)
			pmc_diag_add(d, "the PEBS registers");
		else if (pmu->family == PMU_P4 && i == ASSIGN_P4_TAG + 4)
			pmc_diag_add(d, "the front end's tags");
		else if (pmu->family == PMU_P4 && i >= ASSIGN_P4_TAG)
			pmc_diag_add(d, p4_tag_name[i - ASSIGN_P4_TAG]);
		else if (pmu->family == PMU_P4 && i <= P4_ESCRS)
			pmc_diag_add(d, pmc_p4_escr[i - 1].name);
		else
			pmc_diag_add(d, i <= SHARED ? shared[i - 1].name : "a shared register");
	}
}

void pmc_assign_explain(const struct pmu *pmu, const struct assign_plan *plan,
			const char *const *name, struct diag *d)
{
	u32 n;

	pmc_diag_none(d);
	n = add_events(d, plan->conflict, name);
	switch (plan->why) {
	case ASSIGN_FITS:
		pmc_diag_add(d, "fits");
		break;
	case ASSIGN_NO_COUNTER:
		pmc_diag_add(d, ": this PMU has no counter for it");
		break;
	case ASSIGN_COUNTERS:
		pmc_diag_add(d, n > 1 ? " cannot be counted together: they need " :
					" cannot be counted: it needs ");
		pmc_diag_add_number(d, n);
		pmc_diag_add(d, n > 1 ? " counters, but can use only " :
					" counter, but can use only ");
		add_counters(d, pmu, plan->counters);
		break;
	case ASSIGN_RESOURCE:
		pmc_diag_add(d,
			     n > 1 ? " cannot be counted together: they need different values in " :
				     " cannot be counted: it needs two values in ");
		add_resources(d, pmu, plan->resources);
		break;
	case ASSIGN_CASCADE:
		pmc_diag_add(d, " cannot be counted together: no free counter is left that starts "
				"another free one");
		break;
	default:
		pmc_diag_add(d, ": the search for a plan took too long and was stopped");
		break;
	}
}
