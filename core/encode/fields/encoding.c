/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Encodings, and lists of registers with their values. */
#include "core/encode/fields/encoding.h"

void pmc_encode_take_other(struct encoding *enc)
{
	u64 select = enc->select, counters = enc->counters;
	u32 msr = enc->msr;

	if (!enc->other_msr)
		return;
	enc->select = enc->other_select;
	enc->counters = enc->other_counters;
	enc->msr = enc->other_msr;
	enc->other_select = select;
	enc->other_counters = counters;
	enc->other_msr = msr;
}

void reg_put(struct reg_value *regs, u32 *n, u32 address, u64 value, u64 mask)
{
	regs[*n].address = address;
	regs[*n].value = value;
	regs[*n].mask = mask;
	++*n;
}

bool reg_value_of(const struct reg_value *regs, u32 n, u32 address, u64 *value)
{
	u32 i;

	for (i = 0; i < n; i++) {
		if (regs[i].address == address) {
			*value = regs[i].value;
			return true;
		}
	}
	return false;
}
