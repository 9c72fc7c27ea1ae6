// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Deterministic RDRAND and RDSEED. A number is always ready, which CF says. */
#include "emu/run/emulate/rdrand.h"

#include "emu/base/thread.h"
#include "emu/decode/decode.h"
#include "emu/hide/random.h"

void rdrand_emulate(struct cpu *c, const struct insn *in)
{
	unsigned r = modrm_rm(in);
	u64 v = random_next();

	if (in->rex & 8)
		c->r[r] = v;
	else if (in->flags & I_OPSIZE16)
		c->r[r] = (c->r[r] & ~0xffffull) | (v & 0xffff);
	else
		c->r[r] = (u32)v;
	c->rflags = (c->rflags & ~(u64)FL_ALL) | FL_CF;
}
