// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The translator cannot rewrite a GS-relative operand that is outside ModRM (MOV with a 64-bit
 * address, string sources, XLAT), or that moves with RSP (POP). The engine emulates these
 * instructions access by access. They are rare, so this is plain rather than fast.
 */
#include "emu/run/emulate/gs_operand.h"

#include "emu/base/rflags.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"
#include "emu/signal/raise.h"

/* The instruction that is being emulated. */
struct work {
	struct thread *t;
	const struct insn *in;
	u64 pc;
	bool faulted;
};

/* The program faults at this access. The instruction does not retire. */
static void fault(struct work *w, u64 address, unsigned size, bool write)
{
	struct thread *t = w->t;
	u64 at = address, last = address + size - 1;
	u8 cls = (w->in->flags & I_LOAD ? IC_LOAD : 0) | (w->in->flags & I_STORE ? IC_STORE : 0);
	u8 byte;

	w->faulted = true;
	if (PAGE_DOWN(at) != PAGE_DOWN(last) && !copy_from_user(&byte, at, 1) &&
	    (!write || !copy_to_user(at, &byte, 1)))
		at = PAGE_DOWN(last);
	count_sub(t, w->pc, cls);
	t->cpu.rip = w->pc;
	if ((s64)at >> 47 != 0 && (s64)at >> 47 != -1)
		raise_gp(t);
	else
		raise_page_fault(t, at, write ? PF_WRITE : 0);
}

static u64 get(struct work *w, u64 address, unsigned size)
{
	u64 v = 0;

	if (!w->faulted && copy_from_user(&v, address, size))
		fault(w, address, size, false);
	return v;
}

static void put(struct work *w, u64 address, u64 v, unsigned size)
{
	if (w->faulted)
		return;
	pages_prepare_write(address, size);
	if (copy_to_user(address, &v, size))
		fault(w, address, size, true);
}

static unsigned operand_size(const struct insn *in)
{
	if (!(in->op & 1))
		return 1;
	return in->rex & 8 ? 8 : in->flags & I_OPSIZE16 ? 2 : 4;
}

static u64 by_address_size(const struct insn *in, u64 v)
{
	return in->flags & I_ADDR32 ? (u32)v : v;
}

/* Writes a value of that size to AL, AX, EAX or RAX. */
static void set_rax(struct cpu *c, u64 v, unsigned size)
{
	u64 kept = size == 1 ? ~0xffull : size == 2 ? ~0xffffull : 0;

	c->r[RAX] = (c->r[RAX] & kept) | v;
}

/* The flags of a - b. */
static void compare(struct cpu *c, u64 a, u64 b, unsigned size)
{
	unsigned top = size * 8 - 1;
	u64 mask = ~0ull >> (63 - top), r = (a - b) & mask, f = 0;

	f |= a < b ? FL_CF : 0;
	f |= __builtin_parity((u8)r) ? 0 : FL_PF;
	f |= (a ^ b ^ r) & 0x10 ? FL_AF : 0;
	f |= r ? 0 : FL_ZF;
	f |= r >> top & 1 ? FL_SF : 0;
	f |= ((a ^ b) & (a ^ r)) >> top & 1 ? FL_OF : 0;
	c->rflags = (c->rflags & ~(u64)FL_ALL) | f;
}

static void step_index(const struct work *w, unsigned reg, unsigned size)
{
	struct cpu *c = &w->t->cpu;

	c->r[reg] = by_address_size(w->in, c->r[reg] + (c->rflags & FLAG_DF ? -(u64)size : size));
}

/* LODS, MOVS, CMPS: one element. */
static void string_element(struct work *w)
{
	const struct insn *in = w->in;
	struct cpu *c = &w->t->cpu;
	unsigned size = operand_size(in);
	u64 source = w->t->gsbase + by_address_size(in, c->r[RSI]);
	u64 v = get(w, source, size), other, rdi = by_address_size(in, c->r[RDI]);

	switch (in->op & 0xfe) {
	case 0xac: /* LODS */
		if (!w->faulted)
			set_rax(c, v, size);
		break;
	case 0xa4: /* MOVS */
		put(w, rdi, v, size);
		break;
	default: /* CMPS */
		other = get(w, rdi, size);
		if (!w->faulted)
			compare(c, v, other, size);
	}
	if (w->faulted)
		return;
	step_index(w, RSI, size);
	if ((in->op & 0xfe) != 0xac)
		step_index(w, RDI, size);
}

static void string(struct work *w, const u8 *bytes)
{
	const struct insn *in = w->in;
	struct cpu *c = &w->t->cpu;
	bool repne = false;

	if (!(in->flags & I_REP)) {
		string_element(w);
		return;
	}
	for (unsigned i = 0; i < in->n_prefix; i++) /* the last prefix counts */
		if (bytes[i] == 0xf2 || bytes[i] == 0xf3)
			repne = bytes[i] == 0xf2;
	while (by_address_size(in, c->r[RCX])) {
		string_element(w);
		if (w->faulted)
			return;
		c->r[RCX] = by_address_size(in, c->r[RCX] - 1);
		if ((in->op & 0xfe) == 0xa6 && !(c->rflags & FL_ZF) == !repne) /* CMPS */
			return;
	}
}

/* POP to memory. The address is computed with the new RSP. */
static void pop(struct work *w, const u8 *b)
{
	const struct insn *in = w->in;
	struct cpu *c = &w->t->cpu;
	unsigned size = in->flags & I_OPSIZE16 ? 2 : 8;
	unsigned index = (in->sib >> 3 & 7) | (in->rex & 2) << 2;
	u64 rsp = c->r[RSP], v = get(w, rsp, size), at;

	if (w->faulted)
		return;
	c->r[RSP] = rsp + size;
	at = c->r[(in->sib & 7) | (in->rex & 1) << 3];
	if (index != 4)
		at += c->r[index] << (in->sib >> 6);
	if (in->disp_size == 1)
		at += (u64)(s8)b[in->disp_off];
	else if (in->disp_size == 4)
		at += (u64)(s64) * (const s32 *)(b + in->disp_off);
	c->r[RSP] = rsp; /* until the store is done: a fault leaves it */
	put(w, w->t->gsbase + by_address_size(in, at), v, size);
	if (!w->faulted)
		c->r[RSP] = rsp + size;
}

/* MOV between the accumulator and an address in the instruction. */
static void mov_moffs(struct work *w, const u8 *bytes)
{
	const struct insn *in = w->in;
	struct cpu *c = &w->t->cpu;
	u64 at = 0, v;

	memcpy(&at, bytes + in->disp_off, in->disp_size == 4 ? 4 : 8);
	at += w->t->gsbase;
	if (in->op >= 0xa2) { /* to memory */
		put(w, at, c->r[RAX], operand_size(in));
		return;
	}
	v = get(w, at, operand_size(in));
	if (!w->faulted)
		set_rax(c, v, operand_size(in));
}

static void xlat(struct work *w)
{
	struct cpu *c = &w->t->cpu;
	u64 v = get(w, w->t->gsbase + by_address_size(w->in, c->r[RBX] + (u8)c->r[RAX]), 1);

	if (!w->faulted)
		set_rax(c, v, 1);
}

bool gs_operand_emulate(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in)
{
	struct work w = { .t = t, .in = in, .pc = pc };

	if (in->map != MAP_1 || !(in->flags & I_SEG_GS))
		return false;
	switch (in->op) {
	case 0xa0: /* MOV AL, moffs */
	case 0xa1: /* MOV eAX, moffs */
	case 0xa2: /* MOV moffs, AL */
	case 0xa3: /* MOV moffs, eAX */
		mov_moffs(&w, bytes);
		return true;
	case 0xd7: /* XLAT */
		xlat(&w);
		return true;
	case 0xa4: /* MOVS */
	case 0xa5:
	case 0xa6: /* CMPS */
	case 0xa7:
	case 0xac: /* LODS */
	case 0xad:
		string(&w, bytes);
		return true;
	case 0x8f: /* POP */
		if ((in->modrm & 0xc0) == 0xc0 || (in->modrm & 7) != 4)
			return false;
		pop(&w, bytes);
		return true;
	default:
		return false;
	}
}
