// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See scratch.h. */
#include "emu/code/scratch.h"

#include "emu/base/cpu.h"
#include "emu/base/offsets.h"
#include "emu/code/emit.h"
#include "emu/code/select.h"

#define N 3

const u32 scratch_slots[N] = { T_MODEL_RCX, T_MODEL_RDX, T_MODEL_THIRD };

/* saved: the slot has the program's value. out: only the slot has it. */
static struct {
	unsigned reg;
	bool saved, out;
} scratch[N];

static unsigned mentions(unsigned reg)
{
	unsigned n = 0;

	for (unsigned i = 0; i < sel.n; i++)
		n += sel.s[i].in.regs >> reg & 1;
	return n;
}

void scratch_begin(void)
{
	static const u8 choice[] = { RDX, RSI, RDI, 8, 9, 10, 11, RBX, 15, 14, 13, 12 };
	unsigned least[N - 1] = { ~0u, ~0u };

	for (unsigned i = 0; i < N; i++) {
		scratch[i].saved = scratch[i].out = false;
		scratch[i].reg = RCX;
	}
	for (unsigned i = 0; i < sizeof(choice); i++) {
		unsigned n = mentions(choice[i]);

		if (n < least[0]) {
			least[1] = least[0];
			scratch[2].reg = scratch[1].reg;
			least[0] = n;
			scratch[1].reg = choice[i];
		} else if (n < least[1]) {
			least[1] = n;
			scratch[2].reg = choice[i];
		}
	}
}

struct scratch scratch_pair(u32 regs, bool rcx)
{
	unsigned a = scratch[1].reg, b = scratch[2].reg;

	if (!rcx && !(regs >> RCX & 1)) {
		if (regs >> a & 1)
			return (struct scratch){ RCX, b };
		if (regs >> b & 1)
			return (struct scratch){ RCX, a };
	}
	if (!rcx)
		return (struct scratch){ a, b };
	return (struct scratch){ RCX, regs >> a & 1 ? b : a };
}

static unsigned index_of(unsigned reg)
{
	return reg == RCX ? 0 : reg == scratch[1].reg ? 1 : 2;
}

bool scratch_is_out(unsigned reg)
{
	return scratch[index_of(reg)].out;
}

u8 *scratch_load(u8 *p, unsigned reg)
{
	return emit_reload(p, reg, scratch_slots[index_of(reg)]);
}

u8 *scratch_save_aside(u8 *p, unsigned reg)
{
	return emit_spill(p, reg, scratch_slots[index_of(reg)]);
}

u8 *scratch_save(u8 *p, unsigned reg)
{
	unsigned i = index_of(reg);

	if (!scratch[i].saved)
		p = scratch_save_aside(p, reg);
	scratch[i].saved = true;
	return p;
}

u8 *scratch_take(u8 *p, struct scratch two, u32 regs)
{
	p = scratch_restore(p, regs);
	p = scratch_save(p, two.a);
	p = scratch_save(p, two.b);
	scratch[index_of(two.a)].out = scratch[index_of(two.b)].out = true;
	return p;
}

u8 *scratch_restore(u8 *p, u32 regs)
{
	for (unsigned i = 0; i < N; i++) {
		if (!scratch[i].out || !(regs >> scratch[i].reg & 1))
			continue;
		p = emit_reload(p, scratch[i].reg, scratch_slots[i]);
		scratch[i].out = false;
	}
	return p;
}

void scratch_forget(u32 regs)
{
	for (unsigned i = 0; i < N; i++)
		if (regs >> scratch[i].reg & 1)
			scratch[i].saved = false;
}

u8 scratch_out(void)
{
	return (u8)(scratch[0].out | scratch[1].out << 1 | scratch[2].out << 2);
}

u8 scratch_names(void)
{
	return (u8)(scratch[1].reg | scratch[2].reg << 4);
}

unsigned scratch_name(u8 names, unsigned i)
{
	return i == 0 ? RCX : i == 1 ? names & 15 : names >> 4;
}
