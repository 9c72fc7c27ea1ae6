// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See address.h. */
#include "emu/run/emulate/address.h"

#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/decode/decode.h"

#include <asm/prctl.h>

static u64 segment_base(const struct thread *t, const struct insn *in)
{
	u64 base = 0;

	if (in->flags & I_SEG_GS)
		base = t->gsbase;
	else if (in->flags & I_SEG_FS)
		sys2(__NR_arch_prctl, ARCH_GET_FS, &base);
	return base;
}

u64 address_of_operand(const struct thread *t, const u8 *b, const struct insn *in)
{
	unsigned mod = in->modrm >> 6, rm = in->modrm & 7;
	unsigned index = (in->sib >> 3 & 7) | (in->rex & 2) << 2;
	const struct cpu *c = &t->cpu;
	u64 at = 0;
	s32 disp;

	if (in->flags & I_RIPREL)
		at = c->rip;
	else if (rm != 4)
		at = c->r[rm | (in->rex & 1) << 3];
	else if (mod || (in->sib & 7) != 5)
		at = c->r[(in->sib & 7) | (in->rex & 1) << 3];
	if (rm == 4 && index != 4)
		at += c->r[index] << (in->sib >> 6);
	if (in->disp_size == 1) {
		at += (u64)(s8)b[in->disp_off];
	} else if (in->disp_size == 4) {
		memcpy(&disp, b + in->disp_off, sizeof(disp));
		at += (u64)(s64)disp;
	}
	return (in->flags & I_ADDR32 ? (u32)at : at) + segment_base(t, in);
}
