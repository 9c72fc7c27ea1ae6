// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Instructions whose copy would mean something else: RIP-relative operands, operands with a GS
 * override (GS is the engine's), the pushes of calls, and the targets of indirect jumps.
 */
#include "emu/code/operand.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/moves.h"
#include "emu/code/select.h"

/* Prefix bytes. */
#define PREFIX_FS     0x64
#define PREFIX_GS     0x65
#define PREFIX_ADDR32 0x67

/* Hot code reads them as data, so they share lines of the processor's cache. */
#define LITERALS_SIZE 64ull

#define RIPREL_LOAD_SIZE 7 /* mov rcx, [rip+disp32] */

/* Where a RIP-relative operand is. */
u64 riprel_target(const struct step *s)
{
	s32 disp;
	u64 target;

	memcpy(&disp, s->bytes + s->in.disp_off, 4);
	target = s->pc + s->in.len + (u64)(s64)disp;
	return s->in.flags & I_ADDR32 ? (u32)target : target;
}

u64 *operand_literal(u64 value)
{
	u64 *l = cache.literals;

	if ((u64)l % LITERALS_SIZE == 0) {
		cache.cold = (u8 *)((u64)(cache.cold - LITERALS_SIZE) & ~(LITERALS_SIZE - 1));
		l = (u64 *)cache.cold;
	}
	*l = value;
	cache.literals = l + 1;
	return l;
}

/* movabs reg, address. One of 32 bits may have been cut off. */
static u8 *emit_address(u8 *p, unsigned reg, u64 address)
{
	p = emit_movabs(p, reg, address);
	moves_note(address >> 32 ? MOVE_ADDRESS : MOVE_NEVER, p - 8, address);
	return p;
}

/* A register below 8 that the instruction does not mention and that can be a plain base; -1:
 * none. */
static int free_register(const struct insn *in)
{
	static const u8 choice[] = { RAX, RCX, RDX, RSI, RDI, RBX };

	for (unsigned i = 0; i < ARRAY_SIZE(choice); i++)
		if (!(in->regs >> choice[i] & 1))
			return choice[i];
	return -1;
}

/* The first of two such registers, an even one and the next. */
static int free_pair(const struct insn *in)
{
	static const u8 choice[] = { RSI, RAX, RDX };

	for (unsigned i = 0; i < ARRAY_SIZE(choice); i++)
		if (!(in->regs >> choice[i] & 3))
			return choice[i];
	return -1;
}

/* Clears the B (and X) extension in the prefix of the copy, which is at offset off. */
static void clear_rex_bx(u8 *insn, const struct insn *in, unsigned off, bool x)
{
	if (in->flags & I_EVEX) {
		insn[off + 1] |= x ? 0x60 : 0x20;
	} else if (in->flags & I_VEX) {
		if (insn[off] != 0xc5)
			insn[off + 1] |= x ? 0x60 : 0x20;
	} else if ((insn[off] & 0xf0) == 0x40) {
		insn[off] &= (u8) ~(x ? 3 : 1);
	}
}

/* The offset behind ModRM, SIB and displacement. */
static unsigned disp_end(const struct insn *in)
{
	return in->disp_size ? in->disp_off + (unsigned)in->disp_size :
			       in->modrm_off + 1u + ((in->modrm & 7) == 4);
}

/*
 * Copies the instruction with another ModRM (and SIB, unless -1), without the prefixes drop1 and
 * drop2. Keeps the displacement byte when the new ModRM has one, and no other displacement.
 */
static u8 *copy_with_operand(u8 *p, const struct step *s, u8 modrm, int sib, bool x, u8 drop1,
			     u8 drop2)
{
	const struct insn *in = &s->in;
	u8 *start = p;
	unsigned dropped = 0;

	for (unsigned i = 0; i < in->n_prefix; i++) {
		if (s->bytes[i] == drop1 || s->bytes[i] == drop2)
			dropped++;
		else
			*p++ = s->bytes[i];
	}
	for (unsigned i = in->n_prefix; i < in->modrm_off; i++)
		*p++ = s->bytes[i];
	clear_rex_bx(start, in, in->op_off - dropped, x);
	*p++ = modrm;
	if (sib >= 0)
		*p++ = (u8)sib;
	/* Behind ModRM, SIB and displacement are an immediate, or 3DNow!'s opcode. */
	for (unsigned i = modrm >> 6 == 1 ? in->disp_off : disp_end(in); i < in->len; i++)
		*p++ = s->bytes[i];
	return p;
}

/* Is the SIB byte's index a vector? So it is in gathers, scatters and their prefetches. */
static bool has_vsib(const struct insn *in)
{
	if (in->map != MAP_0F38 || !(in->flags & (I_VEX | I_EVEX)))
		return false;
	return (in->op & 0xfc) == 0x90 ||
	       (in->flags & I_EVEX && ((in->op & 0xfc) == 0xa0 || (in->op & 0xfe) == 0xc6));
}

/*
 * A memory operand with a GS override, but GS is ours: the program's GS base and the address go to
 * two scratch registers. EVEX scales a displacement byte by what the instruction moves, so that
 * byte stays with the instruction.
 */
static u8 *emit_gs(u8 *p, const struct step *s, u8 *spill)
{
	const struct insn *in = &s->in;
	bool scaled = (in->flags & I_EVEX) && in->disp_size == 1, vsib = has_vsib(in);
	u8 mod = scaled ? 0x40 : 0, modrm = (u8)((in->modrm & 0x38) | 4 | mod);
	int a = free_pair(in);
	u8 *lea;

	if (a < 0)
		return NULL;
	if (in->map == MAP_1 && in->op == 0x8f && (in->modrm & 7) == 4 && (in->sib & 7) == 4)
		return NULL; /* POP computes an address by RSP after it has moved RSP */
	if (in->map == MAP_0F38 && in->op == 0x4b && in->flags & I_VEX)
		return NULL; /* of tiles the index is a stride */
	*spill = (u8)(SP_PAIR | a);
	p = emit_spill(p, (unsigned)a, T_SPILL2);
	p = emit_spill(p, (unsigned)a + 1, T_SPILL3);
	if (in->flags & I_RIPREL) {
		p = emit_address(p, (unsigned)a, riprel_target(s));
	} else {
		/* lea a, [the same operand] */
		if (in->flags & I_ADDR32)
			*p++ = PREFIX_ADDR32;
		BYTES(0x48 | (in->rex & (vsib ? 1 : 3)), 0x8d, (in->modrm & 0xc7) | a << 3);
		lea = p;
		for (unsigned i = in->modrm_off + 1u; i < disp_end(in); i++)
			*p++ = s->bytes[i];
		if (vsib)
			*lea = (u8)((in->sib & 7) | 0x20); /* no index */
		if (scaled)
			p[-1] = 0;
	}
	p = emit_reload(p, (unsigned)a + 1, T_GSBASE);
	if (vsib) {
		BYTES(0x48, 0x8d, 0x04 | a << 3, (a + 1) << 3 | a); /* lea a, [a + a+1] */
		p = copy_with_operand(p, s, modrm, (in->sib & 0xf8) | a, false, PREFIX_GS,
				      PREFIX_ADDR32);
	} else {
		p = copy_with_operand(p, s, modrm, (a + 1) << 3 | a, true, PREFIX_GS,
				      PREFIX_ADDR32);
	}
	p = emit_reload(p, (unsigned)a, T_SPILL2);
	return emit_reload(p, (unsigned)a + 1, T_SPILL3);
}

static u8 *emit_riprel(u8 *p, const struct step *s, u8 *spill)
{
	const struct insn *in = &s->in;
	u64 target = riprel_target(s);
	s64 rel = (s64)(target - ((u64)p + in->len));
	s32 disp;
	int r;

	if (rel == (s32)rel && !(in->flags & I_ADDR32)) {
		memcpy(p, s->bytes, in->len);
		disp = (s32)rel;
		memcpy(p + in->disp_off, &disp, 4);
		return p + in->len;
	}
	if (target < SIGNED_32_END && in->len < INSN_MAX) {
		/* An absolute address needs one SIB byte more. */
		u8 *at = p + in->modrm_off;

		moves_note(MOVE_NEVER, p, target);
		disp = (s32)target;
		memcpy(p, s->bytes, in->modrm_off);
		clear_rex_bx(p, in, in->op_off, true);
		at[0] = (u8)((in->modrm & 0x38) | 4);
		at[1] = 0x25;
		memcpy(at + 2, &disp, 4);
		memcpy(at + 6, s->bytes + in->disp_off + 4, in->len - in->disp_off - 4u);
		return p + in->len + 1;
	}
	r = free_register(in);
	if (r < 0)
		return NULL;
	*spill = (u8)(SP_ONE | r);
	p = emit_spill(p, (unsigned)r, T_SPILL2);
	p = emit_address(p, (unsigned)r, target);
	p = copy_with_operand(p, s, (u8)((in->modrm & 0x38) | r), -1, false, PREFIX_ADDR32,
			      PREFIX_ADDR32);
	return emit_reload(p, (unsigned)r, T_SPILL2);
}

u8 *emit_plain(u8 *p, const struct step *s, u8 *spill)
{
	if (s->in.flags & I_SEG_GS)
		return emit_gs(p, s, spill);
	if (s->in.flags & I_RIPREL)
		return emit_riprel(p, s, spill);
	memcpy(p, s->bytes, 16);
	return p + s->in.len;
}

u8 *emit_push(u8 *p, u64 ret)
{
	if (ret < SIGNED_32_END) {
		moves_note(MOVE_NEVER, p, ret);
		*p++ = 0x68;
		WORD(ret);
	} else {
		u64 *l = operand_literal(ret);

		moves_note(MOVE_ADDRESS, (u8 *)l, ret);
		BYTES(0xff, 0x35); /* push qword [rip+l] */
		REL32(l);
	}
	return p;
}

/*
 * The operand of an indirect jump or call as that of MOV RCX, r/m64: REX.W, 8B, the same ModRM with
 * reg = 1. Only the prefixes for segment and address size stay.
 */
static void make_load(struct step *load, const struct step *jump)
{
	struct insn *in = &load->in;
	unsigned tail = jump->in.len - jump->in.modrm_off - 1u, n = 0;
	u8 *b = load->bytes;

	*load = *jump;
	for (unsigned i = 0; i < jump->in.n_prefix; i++) {
		u8 prefix = jump->bytes[i];

		if (prefix == PREFIX_FS || prefix == PREFIX_GS || prefix == PREFIX_ADDR32)
			b[n++] = prefix;
	}
	in->n_prefix = (u8)n;
	in->op_off = (u8)n;
	b[n++] = 0x48 | (in->rex & 3); /* REX.W, X and B */
	b[n++] = 0x8b;
	in->disp_off = (u8)(in->disp_off - in->modrm_off + n);
	in->modrm_off = (u8)n;
	in->modrm = (u8)((jump->in.modrm & 0xc7) | RCX << 3);
	b[n++] = in->modrm;
	memcpy(b + n, jump->bytes + jump->in.modrm_off + 1, tail);
	n += tail;
	/* RIP-relative counts from the original's end: pc + len stays. */
	load->pc += (u64)((s64)jump->in.len - (s64)n);
	in->len = (u8)n;
	in->regs |= 1u << RCX;
}

/* mov rcx, gs:[operand]: the program's GS base plus the operand, with RDX as the second register */
static u8 *emit_load_gs(u8 *p, const struct step *load)
{
	const struct insn *in = &load->in;

	p = emit_spill(p, RDX, T_SPILL1);
	if (in->flags & I_RIPREL) {
		p = emit_address(p, RCX, riprel_target(load));
	} else {
		if (in->flags & I_ADDR32)
			*p++ = PREFIX_ADDR32;
		BYTES(0x48 | (in->rex & 3), 0x8d); /* lea rcx, [operand] */
		memcpy(p, load->bytes + in->modrm_off, in->len - in->modrm_off);
		p += in->len - in->modrm_off;
	}
	p = emit_reload(p, RDX, T_GSBASE);
	BYTES(0x48, 0x8b, 0x0c, 0x11); /* mov rcx, [rcx+rdx] */
	return emit_reload(p, RDX, T_SPILL1);
}

u8 *emit_load_target(u8 *p, const struct step *s)
{
	const struct insn *in = &s->in;
	struct step load;
	u8 spill;

	if (!(in->flags & I_MEM)) {
		BYTES(0x48 | (in->rex & 1) << 2, 0x89,
		      0xc1 | (in->modrm & 7) << 3); /* mov rcx, r */
		return p;
	}
	make_load(&load, s);
	if (in->flags & I_SEG_GS)
		return emit_load_gs(p, &load);
	if (in->flags & I_RIPREL) {
		u64 target = riprel_target(&load);
		s64 rel = (s64)(target - ((u64)p + RIPREL_LOAD_SIZE));

		if (rel != (s32)rel || (in->flags & (I_ADDR32 | I_SEG_FS))) {
			p = emit_address(p, RCX, target);
			if (in->flags & I_SEG_FS)
				*p++ = PREFIX_FS;
			BYTES(0x48, 0x8b, 0x09); /* mov rcx, [rcx] */
			return p;
		}
	}
	return emit_plain(p, &load, &spill);
}
