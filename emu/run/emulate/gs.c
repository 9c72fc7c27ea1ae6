// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Instructions with a GS override that cannot be mended in place, because their operand is outside
 * ModRM (MOV with a 64-bit address, string sources, XLAT) or moves with RSP (POP): carried out here,
 * access by access. They are rare, so this is plain rather than fast.
 */
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/decode/decode.h"
#include "emu/signal/signal.h"

#define FLAG_DF 0x400ull

/* One instruction being carried out. */
struct work {
	struct thread *t;
	const struct insn *in;
	u64 pc;
	bool faulted;
};

/* The access at address + done was refused: the program faults at this instruction, which does not count. */
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
	count_vec_sub(t, class_vec(cls));
	t->cpu.rip = w->pc;
	if ((s64)at >> 47 != 0 && (s64)at >> 47 != -1) {
		signal_fault(t, SIGSEGV, 0x80 /* SI_KERNEL: #GP */, 0, 13, 0);
	} else {
		u8 vec;
		bool mapped = sys3(__NR_mincore, PAGE_DOWN(at), 1, &vec) != -ENOMEM;

		signal_fault(t, SIGSEGV, mapped ? 2 : 1, at, 14, 4 | (write ? 2 : 0) | mapped);
	}
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

/* RAX gets a value of that size. */
static void set_rax(struct cpu *c, u64 v, unsigned size)
{
	u64 keep = size == 1 ? ~0xffull : size == 2 ? ~0xffffull : 0;

	c->r[RAX] = (c->r[RAX] & keep) | v;
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

static void string(struct work *w, bool repne)
{
	const struct insn *in = w->in;
	struct cpu *c = &w->t->cpu;

	if (!(in->flags & I_REP)) {
		string_element(w);
		return;
	}
	while (by_address_size(in, c->r[RCX])) {
		string_element(w);
		if (w->faulted)
			return;
		c->r[RCX] = by_address_size(in, c->r[RCX] - 1);
		if ((in->op & 0xfe) == 0xa6 && !(c->rflags & FL_ZF) == !repne)
			return;
	}
}

/* POP r/m whose address is computed with the new RSP. */
static void pop(struct work *w, const u8 *b)
{
	const struct insn *in = w->in;
	struct cpu *c = &w->t->cpu;
	unsigned size = in->flags & I_OPSIZE16 ? 2 : 8, index = (in->sib >> 3 & 7) | (in->rex & 2) << 2;
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
	c->r[RSP] = rsp; /* a fault leaves it */
	put(w, w->t->gsbase + by_address_size(in, at), v, size);
	if (!w->faulted)
		c->r[RSP] = rsp + size;
}

bool gs_insn(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in)
{
	struct work w = {.t = t, .in = in, .pc = pc};
	struct cpu *c = &t->cpu;
	bool repne = false;
	u64 at = 0;

	if (in->map != MAP_1 || !(in->flags & I_SEG_GS))
		return false;
	for (unsigned i = 0; i < in->n_prefix; i++)
		if (bytes[i] == 0xf2 || bytes[i] == 0xf3)
			repne = bytes[i] == 0xf2;
	switch (in->op) {
	case 0xa0:
	case 0xa1: /* MOV accumulator, moffs */
	case 0xa2:
	case 0xa3: /* MOV moffs, accumulator */
		memcpy(&at, bytes + in->disp_off, in->disp_size == 4 ? 4 : 8);
		at += t->gsbase;
		if (in->op >= 0xa2) {
			put(&w, at, c->r[RAX], operand_size(in));
		} else {
			u64 v = get(&w, at, operand_size(in));

			if (!w.faulted)
				set_rax(c, v, operand_size(in));
		}
		return true;
	case 0xd7: { /* XLAT */
		u64 v = get(&w, t->gsbase + by_address_size(in, c->r[RBX] + (u8)c->r[RAX]), 1);

		if (!w.faulted)
			set_rax(c, v, 1);
		return true;
	}
	case 0xa4:
	case 0xa5:
	case 0xa6:
	case 0xa7:
	case 0xac:
	case 0xad:
		string(&w, repne);
		return true;
	case 0x8f:
		if ((in->modrm & 0xc0) == 0xc0 || (in->modrm & 7) != 4)
			return false;
		pop(&w, bytes);
		return true;
	default:
		return false;
	}
}
