/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of the events of PMC_IOC_LIST, which are register values. Core decodes registers, as for
 * `pmc decode`. Most users type generic names, though, which it does not know; so each of those is
 * encoded, and compared.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/diag.h"
#include "core/encode/encode.h"
#include "core/encode/p4/siblings.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/event/generic.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"
#include "core/pmu/p4.h"
#include "core/pmu/regs.h"
#include "lib/backends/driver/naming.h"

void naming_init(struct naming *naming, const struct pmu *pmu)
{
	naming->pmu = *pmu;
	/* Siblings have one half of the counters each. */
	pmc_abi_limits_init(&naming->limits, &naming->pmu,
			    pmu->family == PMU_P4 && bits_count(pmu->general) < P4_COUNTERS);
}

/* ---- Interrupts ---- */

bool naming_samples(const struct naming *naming, const struct pmc_ioctl_event *event)
{
	if (naming->pmu.family < PMU_P6)
		return false;
	if (naming->pmu.family == PMU_P4)
		return event->select & P4_CCCR_OVF_PMI_T0;
	return event->select & EVTSEL_INT || event->fixed & FIXED_CTRL_PMI;
}

/* Clears the bits that the module sets in events that sample; event strings do not set them. */
static void leave_out_interrupt(const struct pmu *pmu, struct pmc_ioctl_event *event)
{
	if (pmu->family < PMU_P6)
		return;
	if (pmu->family == PMU_P4) {
		event->select &= ~(u64)P4_CCCR_OVF_PMI_T0;
		return;
	}
	event->select &= ~EVTSEL_INT;
	event->other_select &= ~EVTSEL_INT;
	event->fixed &= (u8)~FIXED_CTRL_PMI;
}

/* ---- Names ---- */

/* Would the module make this event of the encoding? */
static bool is_same(const struct naming *naming, const struct encoding *enc,
		    const struct pmc_ioctl_event *event)
{
	struct pmc_ioctl_event own;
	struct encoding checked;
	struct abi_scope scope;

	return !pmc_abi_from_encoding(enc, &own) &&
	       !pmc_abi_to_encoding(&naming->limits, &own, &checked, &scope) &&
	       !pmc_abi_from_encoding(&checked, &own) && !memcmp(&own, event, sizeof(own));
}

/* Tries a generic event, with the rings alone or with all modifiers of the decoded one. */
static bool try_generic(const struct naming *naming, const struct event_row *row, bool all,
			const struct pmc_ioctl_event *event, struct event *decoded)
{
	struct event ev = {
		.kind = (enum event_kind)row->kind,
		.id = row->id,
		.row = row,
		.group = -1,
		.mods = all ? decoded->mods : decoded->mods & MOD_RINGS,
		.cmask = all ? decoded->cmask : 0,
	};
	struct encoding enc;

	if (pmc_encode(&naming->pmu, row->name, &ev, 0, &enc, NULL) ||
	    !is_same(naming, &enc, event))
		return false;
	*decoded = ev;
	return true;
}

/* Replaces the event by a generic one if there is one that is the same. */
static void make_generic(const struct naming *naming, const struct pmc_ioctl_event *event,
			 struct event *decoded)
{
	const struct event_row *row;
	u32 i;

	for (i = 0; (row = pmc_generic_row(i)); i++)
		if ((row->kind == EVENT_HARDWARE || row->kind == EVENT_CACHE) &&
		    (try_generic(naming, row, false, event, decoded) ||
		     try_generic(naming, row, true, event, decoded)))
			return;
}

/*
 * Raw, with the register that the event needs besides: cpu/event=…,umask=…,offcore_rsp=…/. False:
 * this cannot be said so.
 */
static bool write_with_register(const struct naming *naming, const struct event *decoded,
				const struct pmc_ioctl_event *event, char *name, size_t size)
{
	struct catalogues cats = { &naming->pmu.model->events, 1, NULL };
	struct encoding enc;
	struct event ev;
	struct diag why;
	char mods[64];
	u32 n = 1;

	pmc_event_modifiers(decoded, mods, sizeof(mods));
	snprintf(name, size, "cpu/event=0x%x,umask=0x%x,%s%s=0x%" PRIx64 "/%s",
		 (unsigned)(decoded->raw & 0xff),
		 (unsigned)((decoded->raw >> 8 & 0xff) | (decoded->raw >> 40 & 0xff) << 8),
		 decoded->raw & EVTSEL_PC ? "pc=1," : "",
		 event->msr == MSR_PEBS_LD_LAT_THRESHOLD ? "ldlat" :
		 event->msr == MSR_PEBS_FRONTEND	 ? "frontend" :
							   "offcore_rsp",
		 (uint64_t)event->msr_value, mods);
	return !pmc_event_parse(name, strlen(name), &cats, &ev, &n, &why) && n == 1 &&
	       !pmc_encode(&naming->pmu, name, &ev, 0, &enc, NULL) && is_same(naming, &enc, event);
}

/* "MODEL::NAME:MODIFIERS" without the model, where it is not needed. */
static void write_name(const struct event *ev, char *name, size_t size)
{
	size_t len = pmc_event_name("", ev, name, size);
	const char *plain;
	char mods[64];

	if (pmc_event_modifiers(ev, mods, sizeof(mods)) && len < size)
		snprintf(name + len, size - len, ":%s", mods);
	plain = ev->kind == EVENT_MODEL ? strstr(name, "::") : NULL;
	if (plain && !pmc_generic_find(plain + 2, strcspn(plain + 2, ":")))
		memmove(name, plain + 2, strlen(plain + 2) + 1);
}

/*
 * On siblings the module tells the one ESCR of a pair that it has chosen. Whoever asks for the
 * event names both.
 */
static void name_both_escrs(struct pmc_ioctl_event *event)
{
	if (event->n_escrs == 1) {
		event->escr_of[1] = pmc_p4_sibling_escr(event->escr_of[0]);
		event->n_escrs = 2;
	}
	if (event->n_upstream == 1) {
		event->upstream_of[1] = pmc_p4_sibling_escr(event->upstream_of[0]);
		event->n_upstream = 2;
	}
}

void naming_event(const struct naming *naming, const struct pmc_ioctl_event *event, char *name,
		  size_t size)
{
	struct pmc_ioctl_event plain = *event, asked;
	struct reg_value regs[ENCODE_REGS];
	struct abi_scope scope;
	struct encoding enc;
	struct event ev;
	u32 n = 0;

	leave_out_interrupt(&naming->pmu, &plain);
	snprintf(name, size, "r%" PRIx64, (uint64_t)plain.select);
	asked = plain;
	if (naming->limits.siblings)
		name_both_escrs(&asked);
	if (pmc_abi_to_encoding(&naming->limits, &asked, &enc, &scope))
		return;
	/* The module leaves out what PEBS writes its records by; an event string does not. */
	if (enc.pebs_enable)
		enc.pebs_enable |= P4_PEBS_ENABLE_MY_THR;
	/* All its counters count the same, so any will do. */
	if (pmc_encode_on(&naming->pmu, &enc, bits_lowest(enc.counters), regs, &n, NULL) ||
	    !pmc_decode(&naming->pmu, regs, n, bits_lowest(enc.counters), &ev))
		return;
	make_generic(naming, &plain, &ev);
	if (ev.kind == EVENT_RAW && plain.msr &&
	    write_with_register(naming, &ev, &plain, name, size))
		return;
	write_name(&ev, name, size);
}
