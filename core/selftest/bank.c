/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#include "core/selftest/bank.h"

#include "core/encode/encode.h"
#include "core/pmu/regs.h"

/* Registers that act when they are written, and those that cannot be, have nothing to save. */
static bool keeps(const struct pmu_reg_at *at)
{
	return at->reg->kind != REG_CLEAR && at->reg->kind != REG_STATUS &&
	       at->reg->kind != REG_ALIAS && at->address != MSR_TSC;
}

int pmc_bank_init(struct bank *bank, const struct pmu *pmu, const struct selftest_host *host)
{
	struct reg_value *reg;
	struct pmu_reg_at at;
	u32 i;
	int err;

	bank->pmu = pmu;
	bank->host = host;
	bank->n = 0;
	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++) {
		if (!keeps(&at))
			continue;
		if (bank->n == SELFTEST_REGS)
			return -PMC_CORE_ENOSPC;
		reg = &bank->saved[bank->n];
		/* A processor may lack some, as PEBS. */
		err = host->get(host->data, at.address, &reg->value);
		if (err == SELFTEST_REFUSED)
			continue;
		if (err)
			return err;
		reg->address = at.address;
		reg->mask = pmc_pmu_reg_bits(pmu, &at);
		bank->n++;
	}
	return 0;
}

bool pmc_bank_in_use(struct bank *bank)
{
	u32 counter;

	/* Then nobody can tell. */
	if (pmc_pmu_always_counts(bank->pmu))
		return false;
	for (counter = 0; counter < 64; counter++)
		if (pmc_decode(bank->pmu, bank->saved, bank->n, counter, &bank->event))
			return true;
	return false;
}

/* Does a register go on by itself? */
static bool moves(const struct bank *bank, u32 address)
{
	struct pmu_reg_at at;

	return pmc_pmu_always_counts(bank->pmu) && pmc_pmu_reg_at(bank->pmu, address, &at) &&
	       at.reg->kind == REG_COUNTER;
}

bool pmc_bank_restore(struct bank *bank)
{
	const struct selftest_host *host = bank->host;
	const struct reg_value *reg;
	u32 i = bank->n;
	bool restored = true;
	u64 now;

	while (i-- > 0) {
		reg = &bank->saved[i];
		if (!host->get(host->data, reg->address, &now) && now == reg->value)
			continue;
		if (host->set(host->data, reg->address, reg->value & reg->mask) ||
		    host->get(host->data, reg->address, &now) ||
		    (now != reg->value && !moves(bank, reg->address)))
			restored = false;
	}
	return restored;
}

bool pmc_bank_counter(const struct bank *bank, u32 counter, struct pmu_reg_at *at)
{
	u8 kind = counter >= FIXED_COUNTER(0) ? REG_FIXED : REG_COUNTER;
	u32 i;

	/* The first one: version 6 has the same counters at a second address. */
	for (i = 0; pmc_pmu_reg(bank->pmu, i, at); i++)
		if (at->reg->kind == kind && at->index == counter % 32 && at->address != MSR_TSC)
			return true;
	return false;
}

int pmc_bank_change(struct bank *bank, u32 address, u64 mask, u64 value)
{
	const struct selftest_host *host = bank->host;
	u64 now;
	int err = host->get(host->data, address, &now);

	return err ? err : host->set(host->data, address, (now & ~mask) | (value & mask));
}

int pmc_bank_select(struct bank *bank, const struct reg_value *regs, u32 n, bool on)
{
	u32 i;
	int err = 0;

	for (i = 0; i < n && !err; i++)
		err = pmc_bank_change(bank, regs[i].address, regs[i].mask, on ? regs[i].value : 0);
	return err;
}
