// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The fields of a vector, and from a class to a vector. */
#include "emu/count/vector.h"

const struct vector_field vector_fields[EMU_NSIGNALS] = {
#define FIELD(signal, shift_, bits_) [signal] = { shift_, bits_ },
	EMU_VECTOR_FIELDS(FIELD)
#undef FIELD
};

const u64 vector_unit[EMU_NSIGNALS] = {
#define UNIT(signal, shift, bits) [signal] = 1ull << (shift),
	EMU_VECTOR_FIELDS(UNIT)
#undef UNIT
};

u64 class_vec(u8 cls)
{
	u64 v = vector_unit[EMU_INSTRUCTIONS];

	if (cls & IC_LOAD)
		v += vector_unit[EMU_LOADS];
	if (cls & IC_STORE)
		v += vector_unit[EMU_STORES];
	if (cls >> 2)
		v += vector_unit[IC_SIGNAL(cls)];
	return v;
}
