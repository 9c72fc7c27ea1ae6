/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Finding a model by its name, and the PMU of a model. */
#include "core/models/model.h"
#include "core/base/bits.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/models/table.h"

const struct pmu_model *pmc_model_row(u32 i)
{
	return i < pmc_models_n ? &pmc_models[i] : NULL;
}

static const struct pmu_model *find(const char *name, size_t len)
{
	u32 i;

	for (i = 0; i < pmc_models_n; i++)
		if (text_equal_nocase(pmc_models[i].name, name, len))
			return &pmc_models[i];
	return NULL;
}

const struct pmu_model *pmc_model_find(const char *name, size_t len, struct diag *diag)
{
	const struct pmu_model *model = find(name, len);
	struct nearest near;
	u32 i;

	if (model || !diag)
		return model;
	pmc_nearest_init(&near, name, len);
	for (i = 0; i < pmc_models_n; i++)
		pmc_nearest_offer(&near, pmc_models[i].name);
	pmc_diag_at(diag, 0, name, len);
	pmc_diag_add(diag, "no model is named ");
	pmc_diag_add_quoted(diag, name, len);
	pmc_nearest_add(&near, diag, "; 'pmc list --models' shows them");
	return NULL;
}

void pmc_pmu_of_model(const struct pmu_model *model, struct pmu *pmu)
{
	memset(pmu, 0, sizeof(*pmu));
	pmu->model = model;
	pmu->family = model->family;
	pmu->version = model->version;
	/* The C3's one counter is number 1: PERFCTR0 is the time stamp counter. */
	pmu->general = model->family == PMU_C3 ? 2 : (u32)bits_mask(model->general);
	pmu->general_width = model->general_width;
	pmu->fixed = model->fixed;
	pmu->fixed_width = model->fixed_width;
	pmu->caps = model->caps;
	pmu->arch_events = model->arch_events;
}
