// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A program makes room for the state components that CPUID tells of, and asks XSAVE for "all". The
 * host may have more, which would be written beyond that room. So the engine carries the
 * instruction out for the components that are shown: the program's vector registers are still in
 * the processor. SDM volume 1, chapter 13; volume 2, XSAVE, XRSTOR.
 */
#include "emu/run/emulate/xsave.h"

#include "emu/base/cpuid.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"
#include "emu/machine/level.h"
#include "emu/machine/machine.h"
#include "emu/run/emulate/address.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/raise.h"

#define HEADER	   512 /* offset in the area */
#define MXCSR_BITS 0xffffu
#define COMPACTED  (1ull << 63) /* of the header's second word */
#define SSE	   2u
#define AVX	   4u

/* ModRM.reg */
#define C7_XSAVEC 4
#define AE_XRSTOR 5

/* The instruction that is being carried out. */
struct work {
	struct thread *t;
	const struct insn *in;
	u64 pc, at, mask;
};

/* Before the instruction, which does not retire. */
static struct thread *fault(struct work *w)
{
	u8 cls = (w->in->flags & I_LOAD ? IC_LOAD : 0) | (w->in->flags & I_STORE ? IC_STORE : 0);

	count_sub(w->t, w->pc, cls);
	w->t->cpu.rip = w->pc;
	return w->t;
}

/* The area lies in one page or two. True: it can be used. */
static bool probe(struct work *w, bool write)
{
	u64 size = w->mask & AVX ? LEVEL_XSAVE_SIZE : LEVEL_XSAVE_SSE;
	const u64 ends[] = { w->at, w->at + size - 1 };
	u8 byte;

	if (w->at % 64 || (s64)w->at < 0) {
		raise_gp(fault(w));
		return false;
	}
	if (write)
		pages_prepare_write(w->at, size);
	for (u32 i = 0; i < ARRAY_SIZE(ends); i++) {
		if (copy_from_user(&byte, ends[i], 1) ||
		    (write && copy_to_user(ends[i], &byte, 1))) {
			raise_page_fault(fault(w), ends[i], write ? PF_WRITE : 0);
			return false;
		}
	}
	return true;
}

static void save(struct work *w, bool compacted)
{
	void *to = (void *)w->at;
	u32 low = (u32)w->mask, high = 0;

	if (!probe(w, true))
		return;
	if (compacted && w->in->rex & 8)
		__asm__ volatile("xsavec64 (%0)" : : "r"(to), "a"(low), "d"(high) : "memory");
	else if (compacted)
		__asm__ volatile("xsavec (%0)" : : "r"(to), "a"(low), "d"(high) : "memory");
	else if (w->in->rex & 8)
		__asm__ volatile("xsave64 (%0)" : : "r"(to), "a"(low), "d"(high) : "memory");
	else
		__asm__ volatile("xsave (%0)" : : "r"(to), "a"(low), "d"(high) : "memory");
}

/* Does XRSTOR load MXCSR from the area? */
static bool loads_mxcsr(const struct work *w, const u64 *header)
{
	if (header[1] & COMPACTED)
		return w->mask & header[0] & SSE;
	return w->mask & (SSE | AVX);
}

/* Would XRSTOR raise #GP for what is in the area? */
static bool is_bad(const struct work *w)
{
	const u64 *header = (const u64 *)(w->at + HEADER);
	u32 mxcsr, i;

	memcpy(&mxcsr, (const u8 *)w->at + 24, sizeof(mxcsr));
	if ((mxcsr & ~MXCSR_BITS && loads_mxcsr(w, header)) || header[0] & ~machine_components())
		return true;
	if (header[1] && (!(header[1] & COMPACTED) || header[0] & ~header[1] ||
			  header[1] & ~(machine_components() | COMPACTED)))
		return true;
	for (i = 2; i < (header[1] ? 8 : 3); i++)
		if (header[i])
			return true;
	return false;
}

static void restore(struct work *w)
{
	const void *from = (const void *)w->at;
	u32 low = (u32)w->mask, high = 0;

	if (!probe(w, false))
		return;
	if (is_bad(w))
		raise_gp(fault(w));
	else if (w->in->rex & 8)
		__asm__ volatile("xrstor64 (%0)" : : "r"(from), "a"(low), "d"(high) : "memory");
	else
		__asm__ volatile("xrstor (%0)" : : "r"(from), "a"(low), "d"(high) : "memory");
	/* A signal that came meanwhile has the FP state from before. */
	if (w->t->pending_sig)
		w->t->pending.fp_size = fpstate_save(w->t->pending.fp, sizeof(w->t->pending.fp));
}

/* Has the host's processor the instruction, and does its kernel let programs use it? */
static bool host_has(bool compacted)
{
	u32 r[4];

	cpuid_features(r);
	if (!(r[2] >> 27 & 1)) /* OSXSAVE */
		return false;
	cpuid(0xd, 1, r);
	return !compacted || r[0] >> 1 & 1;
}

void xsave_emulate(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in)
{
	struct work w = { .t = t, .in = in, .pc = pc };
	bool compacted = in->op == 0xc7;

	w.at = address_of_operand(t, bytes, in);
	w.mask = ((t->cpu.r[RDX] << 32) | (u32)t->cpu.r[RAX]) & machine_components();
	if (!host_has(compacted))
		raise_invalid_opcode(fault(&w));
	else if (compacted && (in->modrm >> 3 & 7) != C7_XSAVEC) /* XSAVES, XRSTORS */
		raise_gp(fault(&w));
	else if (!compacted && (in->modrm >> 3 & 7) == AE_XRSTOR)
		restore(&w);
	else
		save(&w, compacted);
}
