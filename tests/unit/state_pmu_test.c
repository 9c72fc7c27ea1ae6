/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the register models with the tables of registers, which were written independently. For
 * every PMU that has counters, the state has exactly the registers of the table, and a bit can be
 * written exactly if the table has it.
 */
#include "tests/tap.h"
#include "core/state/pmu.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"
#include "core/models/model.h"

static const struct pmc_signals none;

/* The state leaves these registers of the table to its host, since they do not affect counting. */
static bool hosts(const struct pmu *pmu, u32 address)
{
	/* OFFCORE_RSP0 and 1, PEBS_LD_LAT_THRESHOLD and PEBS_FRONTEND refine single events. */
	if (pmu->family == PMU_ARCH &&
	    (address == 0x1a6 || address == 0x1a7 || address == 0x3f6 || address == 0x3f7))
		return true;
	return address == MSR_TSC ||
	       (pmu->family == PMU_P4 &&
		(address == MSR_P4_PEBS_ENABLE || address == MSR_P4_PEBS_MATRIX_VERT));
}

static unsigned check_bits(struct pmc_state *s, const struct pmu *pmu, const struct pmu_reg_at *at)
{
	u64 bits = pmc_pmu_reg_bits(pmu, at), v;
	unsigned b, wrong = 0;
	char name[REG_NAME_MAX];

	for (b = 0; b < 64; b++) {
		bool has = bits >> b & 1, taken;
		struct pmc_state copy = *s;
		int err = pmc_state_wrmsr(&copy, 0, at->address, 1ull << b);

		if (at->reg->kind == REG_STATUS) {
			/* A write to a read-only register faults on Intel; AMD ignores it. */
			taken = pmu->family == PMU_AMD ? err != 0 : err != PMC_ACCESS_GP;
			has = false;
		} else if (at->reg->kind == REG_CLEAR) {
			taken = pmu->family == PMU_AMD ? has : !err;
		} else if (at->reg->kind == REG_COUNTER &&
			   (pmu->family == PMU_ARCH || pmu->family == PMU_P6)) {
			has = taken = false; /* written as 32 bits with their sign */
			wrong += err != 0;
		} else {
			taken = !err && !pmc_state_rdmsr(&copy, 0, at->address, &v) &&
				v == 1ull << b;
		}
		if (taken != has) {
			wrong++;
			note("%s: %s bit %u: state %d, table %d", pmu->model->name,
			     pmc_pmu_reg_name(at, name), b, taken, has);
		}
	}
	return wrong;
}

static unsigned check_model(const struct pmu_model *model)
{
	static const u32 ranges[][2] = { { 0, 0x2000 },
					 { 0xc0000000, 0xc0000400 },
					 { 0xc0010000, 0xc0010400 } };
	struct pmc_state s;
	struct pmu pmu;
	struct pmu_reg_at at;
	unsigned wrong = 0, i, r;
	u32 msr;
	u64 v;

	pmc_pmu_of_model(model, &pmu);
	if (!pmu.general) {
		ok(pmc_state_init(&s, &pmu, 0, &none) < 0, "%s has no counters", model->name);
		return 0;
	}
	if (pmc_state_init(&s, &pmu, 0, &none)) {
		note("%s: no state", model->name);
		return 1;
	}
	for (i = 0; pmc_pmu_reg(&pmu, i, &at); i++) {
		if (hosts(&pmu, at.address))
			continue;
		if (pmc_state_rdmsr(&s, 0, at.address, &v)) {
			note("%s: %x is in the table alone", model->name, at.address);
			wrong++;
			continue;
		}
		wrong += pmc_state_rdmsr(&s, 3, at.address, &v) != PMC_ACCESS_GP;
		wrong += check_bits(&s, &pmu, &at);
	}
	for (r = 0; r < 3; r++)
		for (msr = ranges[r][0]; msr < ranges[r][1]; msr++) {
			/*
			 * With core extensions the K7's addresses are aliases; the table leaves
			 * them out.
			 */
			if (pmu.family == PMU_AMD && msr >= MSR_K7_PERFEVTSEL0 &&
			    msr < MSR_K7_PERFEVTSEL0 + 8)
				continue;
			if (!pmc_state_rdmsr(&s, 0, msr, &v) && !pmc_pmu_reg_at(&pmu, msr, &at)) {
				note("%s: %x is in the state alone", model->name, msr);
				wrong++;
			}
		}
	return wrong;
}

int main(void)
{
	const struct pmu_model *model;
	u32 i;

	for (i = 0; (model = pmc_model_row(i)); i++)
		is_int(check_model(model), 0,
		       "%s: state and table have the same registers and bits", model->name);
	ok(i > 40, "%u models", i);
	return done();
}
