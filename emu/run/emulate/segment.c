// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See segment.h. */
#include "emu/run/emulate/segment.h"

#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/decode/decode.h"

/* The register that ModRM.rm names. */
static u64 *rm_register(struct thread *t, const struct insn *in)
{
	return &t->cpu.r[modrm_rm(in)];
}

void segment_gsbase(struct thread *t, const struct insn *in)
{
	u64 *r = rm_register(t, in);

	if ((in->modrm >> 3 & 7) == 1) /* RDGSBASE */
		*r = in->rex & 8 ? t->gsbase : (u32)t->gsbase;
	else
		t->gsbase = in->rex & 8 ? *r : (u32)*r;
}

/* A null selector makes the base 0. */
static bool set_gs(struct thread *t, u64 selector)
{
	if ((u16)selector > 3)
		return false;
	t->gs_selector = (u16)selector;
	t->gsbase = 0;
	return true;
}

bool segment_mov_gs(struct thread *t, const struct insn *in)
{
	return !(in->flags & I_MEM) && set_gs(t, *rm_register(t, in));
}

bool segment_pop_gs(struct thread *t)
{
	u64 v = 0;

	if (copy_from_user(&v, t->cpu.r[RSP], 8) || !set_gs(t, v))
		return false;
	t->cpu.r[RSP] += 8;
	return true;
}
