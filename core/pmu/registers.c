/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The registers of a PMU: which ones it has, their names, addresses and bits. */
#include "core/pmu/registers.h"
#include "core/base/bits.h"
#include "core/base/text.h"
#include "core/pmu/constraint.h"
#include "core/pmu/regs.h"

static bool has(const struct pmu *pmu, u32 needs, u32 lacks)
{
	return (pmu->caps & needs) == needs && !(pmu->caps & lacks);
}

/* The counters that have the row's register, one bit each; bit 0 for a single register. */
static u32 numbers(const struct pmu *pmu, const struct pmu_reg *reg)
{
	if (!has(pmu, reg->needs, reg->lacks))
		return 0;
	if (reg->needs & PMU_EXTRA && !pmc_constraint_of(pmu, reg->address))
		return 0;
	return reg->each == 'g' ? pmu->general : reg->each == 'f' ? pmu->fixed : 1;
}

static void place(const struct pmu_reg *reg, u32 number, struct pmu_reg_at *at)
{
	at->reg = reg;
	at->index = reg->each ? number : reg->number;
	at->address = reg->address + number * reg->stride;
}

bool pmc_pmu_reg(const struct pmu *pmu, u32 i, struct pmu_reg_at *at)
{
	const struct reg_list *list = pmu->model->registers;
	u32 row, bit;

	for (row = 0; row < list->n; row++) {
		u32 have = numbers(pmu, &list->reg[row]);

		for (bit = 0; bit < 32; bit++) {
			if (!(have >> bit & 1))
				continue;
			if (!i--) {
				place(&list->reg[row], bit, at);
				return true;
			}
		}
	}
	return false;
}

bool pmc_pmu_reg_at(const struct pmu *pmu, u32 address, struct pmu_reg_at *at)
{
	const struct reg_list *list = pmu->model->registers;
	u32 row, bit;

	for (row = 0; row < list->n; row++) {
		const struct pmu_reg *reg = &list->reg[row];
		u32 have = numbers(pmu, reg);

		for (bit = 0; address >= reg->address && bit < 32; bit++) {
			if (have >> bit & 1 && reg->address + bit * reg->stride == address) {
				place(reg, bit, at);
				return true;
			}
		}
	}
	return false;
}

const char *pmc_pmu_reg_name(const struct pmu_reg_at *at, char buf[REG_NAME_MAX])
{
	size_t n = text_length(at->reg->name);

	if (n > REG_NAME_MAX - 4)
		n = REG_NAME_MAX - 4;
	memcpy(buf, at->reg->name, n);
	if (at->reg->each) {
		if (at->index >= 10)
			buf[n++] = (char)('0' + at->index / 10);
		buf[n++] = (char)('0' + at->index % 10);
	}
	buf[n] = 0;
	return buf;
}

bool pmc_pmu_reg_named(const struct pmu *pmu, const char *name, size_t len, struct pmu_reg_at *at)
{
	char buf[REG_NAME_MAX];
	struct pmu_reg_at try;
	u32 i;

	for (i = 0; pmc_pmu_reg(pmu, i, &try); i++) {
		if (text_equal_nocase(pmc_pmu_reg_name(&try, buf), name, len)) {
			*at = try;
			return true;
		}
	}
	return false;
}

u64 pmc_pmu_field_bits(const struct pmu *pmu, const struct pmu_field *field)
{
	u64 bits = 0;
	u32 i;

	if (!has(pmu, field->needs, field->lacks))
		return 0;
	switch (field->size) {
	case FIELD_GENERAL:
		return (u64)pmu->general << field->lo;
	case FIELD_FIXED:
		return (u64)pmu->fixed << field->lo;
	case FIELD_FIXED4:
		for (i = 0; i < 16; i++)
			if (pmu->fixed >> i & 1)
				bits |= bits_mask(field->width)
					<< (field->lo + i * FIXED_CTRL_BITS);
		return bits;
	case FIELD_COUNT:
		return bits_mask(pmu->general_width);
	default:
		return bits_mask(field->width) << field->lo;
	}
}

u64 pmc_pmu_reg_bits(const struct pmu *pmu, const struct pmu_reg_at *at)
{
	const struct extra_rule *extra;
	u64 bits = 0;
	u32 i;

	if (at->reg->kind == REG_FIXED)
		return bits_mask(pmu->fixed_width);
	/* Each event of a shared register may use other bits of it. */
	for (extra = pmu->model->extra; extra && extra->msr; extra++)
		if (extra->msr == at->address)
			bits |= extra->bits;
	if (bits)
		return bits;
	for (i = 0; i < at->reg->n_fields; i++) {
		const struct pmu_field *field = &at->reg->fields[i];

		if (!field->only || field->only == at->index + 1)
			bits |= pmc_pmu_field_bits(pmu, field);
	}
	return bits;
}

static u32 global_register(const struct pmu *pmu, u32 intel, u32 amd)
{
	if (!(pmu->caps & PMU_GLOBAL))
		return 0;
	return pmu->family == PMU_AMD ? amd : intel;
}

u32 pmc_pmu_global_ctrl(const struct pmu *pmu)
{
	return global_register(pmu, MSR_GLOBAL_CTRL, MSR_AMD_GLOBAL_CTL);
}

u32 pmc_pmu_global_status(const struct pmu *pmu)
{
	return global_register(pmu, MSR_GLOBAL_STATUS, MSR_AMD_GLOBAL_STATUS);
}

u32 pmc_pmu_global_clear(const struct pmu *pmu)
{
	return global_register(pmu, MSR_GLOBAL_OVF_CTRL, MSR_AMD_GLOBAL_STATUS_CLR);
}
