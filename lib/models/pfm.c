/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes rows of a model's catalogue from the events of newer processors that the build took from
 * libpfm4 (pfm/tables.h).
 *
 * libpmc takes them when it is built, not when it runs. At run time libpfm4 would need an
 * environment variable, set before it is initialised, to encode for another processor than this
 * one. It also keeps global state, and takes longer to start than a short command takes to run. It
 * says nothing about counters; core does.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/pmu/regs.h"
#include "lib/base/array.h"
#include "lib/models/events.h"
#include "lib/models/model.h"
#include "lib/models/pfm.h"
#include "lib/models/pfm/models.h"

#ifdef PMC_PFM
#include "lib/models/pfm/tables.h"

static const struct pfm_pmu *find(const struct pmu_model *model)
{
	static const char *const pairs[][2] = {
#define X(model, pmu) { model, pmu },
		PFM_MODELS(X)
#undef X
	};
	const char *name = NULL;
	unsigned i;

	for (i = 0; !name && i < ARRAY_SIZE(pairs); i++)
		if (!strcmp(pairs[i][0], model->name))
			name = pairs[i][1];
	for (i = 0; name && i < pfm_n_pmus; i++)
		if (!strcmp(pfm_pmus[i].name, name))
			return &pfm_pmus[i];
	return NULL;
}

const char *pfm_pmu_of(const struct pmu_model *model)
{
	const struct pfm_pmu *pmu = find(model);

	return pmu ? pmu->name : NULL;
}

bool pfm_has(const struct pmu_model *model, const char *name, size_t len)
{
	const struct pfm_pmu *pmu = find(model);
	const char *s;
	u32 i;

	for (i = 0; pmu && i < pmu->n; i++) {
		s = pfm_text + pfm_events[pmu->first + i].name;
		if (text_equal_nocase(s, name, len))
			return true;
	}
	return false;
}

size_t pfm_count(const struct pmu_model *model)
{
	const struct pfm_pmu *pmu = find(model);
	const struct catalogue *c = model->events;
	size_t n = 0;
	const char *own;
	u32 i, k;

	for (i = 0; pmu && i < pmu->n; i++) {
		const struct pfm_event *e = &pfm_events[pmu->first + i];

		for (k = 0; (own = c->event(c, k)); k++)
			if (text_equal_nocase(own, pfm_text + e->name, strlen(pfm_text + e->name)))
				break;
		n += !own && !e->more;
	}
	return n;
}

/*
 * The register for an event's second value. SDM volume 3, tables "Off-Core Response Event
 * Encoding": B7H and BBH; on Atoms and Xeon Phi B7H with unit masks 01H and 02H; from Golden Cove
 * on 2AH and 2BH. "Load Latency": CDH; on Nehalem and Westmere 0BH. "FRONTEND_RETIRED": C6H.
 */
static u32 other_register(u64 select)
{
	static const struct {
		u16 select;
		u32 address;
	} of[] = {
		{ 0x01b7, MSR_OFFCORE_RSP0 },	       { 0x02b7, MSR_OFFCORE_RSP1 },
		{ 0x01bb, MSR_OFFCORE_RSP1 },	       { 0x012a, MSR_OFFCORE_RSP0 },
		{ 0x012b, MSR_OFFCORE_RSP1 },	       { 0x01cd, MSR_PEBS_LD_LAT_THRESHOLD },
		{ 0x100b, MSR_PEBS_LD_LAT_THRESHOLD }, { 0x01c6, MSR_PEBS_FRONTEND },
		{ 0x03c6, MSR_PEBS_FRONTEND },
	};
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(of); i++)
		if (of[i].select == (select & 0xffff))
			return of[i].address;
	return 0;
}

/*
 * If the event itself has no second value, its unit masks may have one; they all share the
 * register.
 */
static u32 register_of(const struct pfm_event *e)
{
	u32 msr = e->alone.msr ? other_register(e->alone.select) : 0;
	u32 j;

	for (j = 0; !msr && j < e->n_umasks; j++)
		if (pfm_umasks[e->umask + j].own.msr)
			msr = other_register(pfm_umasks[e->umask + j].own.select);
	return msr;
}

static void fill_umasks(const struct pfm_event *e, struct model_umask *umask)
{
	u32 j;

	for (j = 0; j < e->n_umasks; j++) {
		umask[j].name = pfm_text + pfm_umask_names[e->umask + j].name;
		umask[j].about = pfm_text + pfm_umask_names[e->umask + j].about;
		umask[j].bits = (u16)(pfm_umasks[e->umask + j].own.select >> 8 & 0xff);
	}
}

int pfm_append(struct pmc_model *m)
{
	const struct pfm_pmu *pmu = find(m->pmu.model);
	struct model_umask *umask;
	struct wide *wide;
	size_t umasks = 0;
	int err = 0;
	u32 i;

	for (i = 0; i < pmu->n; i++)
		umasks += pfm_events[pmu->first + i].n_umasks;
	m->pfm = calloc(1, pmu->n * sizeof(*wide) + umasks * sizeof(*umask));
	if (!m->pfm)
		return -ENOMEM;
	wide = m->pfm;
	umask = (struct model_umask *)(wide + pmu->n);
	for (i = 0; i < pmu->n && !err; i++, wide++) {
		const struct pfm_event *e = &pfm_events[pmu->first + i];
		struct model_event row = { .name = pfm_text + e->name,
					   .about = pfm_text + e->about };

		wide->alone = e->alone;
		wide->umask = &pfm_umasks[e->umask];
		wide->of_class = &pfm_classes[e->classes];
		wide->defaults = &pfm_defaults[e->defaults];
		wide->n_classes = e->n_classes;
		fill_umasks(e, umask);
		row.wide = wide;
		row.umask = umask;
		row.n_umasks = (u8)e->n_umasks;
		row.flags = (u8)((e->needs_umask ? ROW_NEEDS_UMASK : 0) | (e->more ? ROW_MORE : 0));
		row.code = (u16)((e->n_umasks ? wide->umask[0].own.select : e->alone.select) &
				 0xff);
		row.msr = register_of(e);
		err = model_events_append(m, &row);
		umask += e->n_umasks;
	}
	return err;
}

#else /* built without libpfm4 */

const char *pfm_pmu_of(const struct pmu_model *model)
{
	return NULL;
}

bool pfm_has(const struct pmu_model *model, const char *name, size_t len)
{
	return false;
}

size_t pfm_count(const struct pmu_model *model)
{
	return 0;
}

int pfm_append(struct pmc_model *m)
{
	return 0;
}

#endif
