// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See gates.h. */
#include "emu/code/gates.h"
#include "emu/code/cache.h"
#include "emu/code/index.h"

#define LINE 64
#define OPEN (~0xffffull) /* the low 16 bits have led to the entry: they are equal */

/* How many there are. */
static u32 most(void)
{
	return gate_of(INDEX_RANGES);
}

u64 gates_size(void)
{
	return (most() * sizeof(u64) + LINE - 1) / LINE * LINE;
}

u8 *gates_at(u32 gate)
{
	return cache.start + gate * sizeof(u64);
}

void gates_begin(void)
{
	u64 *gates = (u64 *)cache.start;

	for (u32 i = 0; i < most(); i++)
		gates[i] = 0;
	gates_open(GATE_OPEN);
}

void gates_open(u32 gate)
{
	__atomic_store_n((u64 *)gates_at(gate), OPEN, __ATOMIC_RELEASE);
}
