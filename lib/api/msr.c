/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Single registers of the PMU. The driver carries an access out if it is there, since it knows who
 * counts; else /dev/cpu/N/msr. Both get only addresses of PMU registers, and values without
 * reserved bits.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/pmu/registers.h"
#include "core/pmu/regs.h"
#include "lib/backends/driver/registers.h"
#include "lib/backends/msr/registers.h"
#include "lib/base/diag.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

/* Finds the PMU. *driver: it is the driver's. */
static int find_pmu(struct pmu *pmu, bool *driver, struct pmc_diag *diag)
{
	int err = driver_registers_pmu(pmu, diag);

	*driver = !err;
	if (err != -ENODEV)
		return err;
	if (model_pmu_here(pmu))
		return diag_say(diag, -EINVAL, "this processor has no CPUID");
	return 0;
}

static bool find_register(const struct pmu *pmu, const char *name, struct pmu_reg_at *at)
{
	unsigned long long address;
	char *end;

	if (pmc_pmu_reg_named(pmu, name, strlen(name), at))
		return true;
	if (name[0] < '0' || name[0] > '9')
		return false;
	errno = 0;
	address = strtoull(name, &end, 0);
	return !*end && !errno && address <= 0xffffffffu && pmc_pmu_reg_at(pmu, (u32)address, at);
}

/* The register that clears bits of the status register: each PMU with the one has the other. */
static const char *clearing(const struct pmu *pmu, char name[REG_NAME_MAX])
{
	struct pmu_reg_at at;
	u32 i;

	for (i = 0; pmc_pmu_reg(pmu, i, &at) && at.reg->kind != REG_CLEAR; i++)
		;
	return pmc_pmu_reg_name(&at, name);
}

static int check_write(const struct pmu *pmu, const struct pmu_reg_at *at, const char *name,
		       uint64_t value, struct pmc_diag *diag)
{
	uint64_t reserved = value & ~pmc_pmu_reg_bits(pmu, at);
	char clear[REG_NAME_MAX];

	if (at->address == MSR_TSC)
		return diag_say(diag, -EROFS,
				"%s can only be read here, since the kernel's clock may run by it",
				name);
	if (at->reg->kind == REG_STATUS)
		return diag_say(diag, -EROFS,
				"%s can only be read: the processor sets it; to clear its bits, "
				"write %s",
				name, clearing(pmu, clear));
	if (reserved)
		return diag_say(diag, -ERANGE,
				"%s: the value %#" PRIx64 " sets reserved bits: %#" PRIx64
				"; these may be set: %#" PRIx64,
				name, value, reserved, (uint64_t)pmc_pmu_reg_bits(pmu, at));
	return 0;
}

/* Puts the register and the CPU before the sentence. */
static void put_place(struct pmc_diag *diag, const char *name, unsigned cpu)
{
	struct pmc_diag why;

	if (!diag)
		return;
	why = *diag;
	diag_say(diag, 0, "%s of CPU %u: %.500s", name, cpu, why.sentence);
}

static int use(unsigned cpu, const char *text, bool write, uint64_t *value, struct pmc_diag *diag)
{
	char name[REG_NAME_MAX];
	struct pmu_reg_at at;
	struct pmu pmu;
	u64 number = write ? *value : 0;
	bool driver;
	int err = find_pmu(&pmu, &driver, diag);

	if (err)
		return err;
	if (!find_register(&pmu, text, &at))
		return diag_say(diag, -EINVAL,
				"'%.60s' is no register of the PMU of %s; 'pmc info --model %s' "
				"lists them, and pmc knows no others",
				text, pmu.model->title, pmu.model->name);
	pmc_pmu_reg_name(&at, name);
	err = write ? check_write(&pmu, &at, name, *value, diag) : 0;
	if (err)
		return err;
	err = driver ? driver_register(cpu, at.address, write, &number, diag) :
		       msr_register(cpu, at.address, write, &number, diag);
	if (err)
		put_place(diag, name, cpu);
	else
		*value = number;
	return err;
}

int pmc_msr_read(unsigned cpu, const char *name, uint64_t *value, struct pmc_diag *diag)
{
	return use(cpu, name, false, value, diag);
}

int pmc_msr_write(unsigned cpu, const char *name, uint64_t value, struct pmc_diag *diag)
{
	return use(cpu, name, true, &value, diag);
}
