// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Instructions with VEX, XOP or EVEX prefix: the prefix says more than a legacy one, so much of the
 * work is to refuse what the row does not allow. SDM volume 2, 2.3 and 2.7; AMD APM volume 3 for
 * XOP.
 */
#include "emu/decode/vector.h"
#include "emu/decode/fields.h"

#include <stddef.h>

/* What VEX, XOP and EVEX prefixes say besides rex and map. Registers have their numbers here, not
 * the inverted ones of the encoding. */
struct vector {
	uint8_t l;    /* vector length: 0, 1, 2 for 128, 256, 512 bits */
	uint8_t vvvv; /* 0-31 */
	uint8_t r2;   /* EVEX.R', 16 or 0 */
	uint8_t aaa;
	bool evex, b, z;
};

/* Does the row allow everything in the prefix (SDM volume 2, 2.3.6 for VEX, 2.7.6-2.7.11 for
 * EVEX)? */
static inline bool vector_fields_ok(uint64_t row, const struct vector *v, const struct insn *in)
{
	bool mem = in->flags & I_MEM;

	if (!(row & (in->rex & REX_W ? W1 : W0)))
		return false;
	if (v->b && !mem) {
		if (!(row & (ER | SAE)))
			return false; /* else L'L is the rounding: 512 bits, or scalar */
	} else if (v->l > 2 || !(row & L128 << v->l) || (v->b && !(row & BC))) {
		return false;
	}
	/* with VSIB, V' belongs to the index */
	if (!(row & VV) && (is_vsib(row) ? v->vvvv & 15 : v->vvvv))
		return false;
	if (v->aaa ? !(row & MK) : (row & KREQ) || v->z)
		return false;
	return !v->z || ((row & ZR) && !(mem && (row & ST)));
}

/* May the operands' registers be combined so? */
static inline bool vector_registers_ok(uint64_t row, const struct vector *v, const struct insn *in)
{
	unsigned reg = modrm_reg(in) | v->r2;
	unsigned rm = modrm_rm(in);
	unsigned index = (in->sib >> 3 & 7) | (in->rex & REX_X) << 2 | (v->vvvv & 16);
	bool mem = in->flags & I_MEM;

	if ((row & REG_LT8) && reg > 7)
		return false;
	if ((row & GREG) && reg > 15)
		return false;
	if ((row & VV_LT8) && v->vvvv > 7)
		return false;
	if ((row & VG) && v->vvvv > 15)
		return false;
	if ((row & RM_LT8) && !mem && rm > 7)
		return false;
	if (v->evex && !mem && !(row & (GRM | RM_LT8)))
		rm |= (in->rex & REX_X) << 3;
	switch (ROW_SP(row)) {
	case SP_GATHER:
		if ((in->modrm & 7) != RM_SIB || reg == index)
			return false;
		return v->evex || (v->vvvv != index && v->vvvv != reg);
	case SP_VSIB:
	case SP_SIBMEM:
		return (in->modrm & 7) == RM_SIB;
	case SP_TMM:
		return reg != rm && reg != v->vvvv && rm != v->vvvv;
	case SP_DISTINCT:
		return reg != v->vvvv && (mem || reg != rm);
	default:
		return true;
	}
}

/* Decodes behind the opcode, at p[n]. row: what the map says of the opcode. */
static unsigned decode_vector(const uint8_t *p, unsigned n, uint64_t row, const struct prefixes *px,
			      const struct vector *v, struct insn *in)
{
	in->flags |= v->evex ? I_EVEX : I_VEX;
	if (!row)
		return invalid(in, n);
	if (row & MODRM) {
		in->modrm = p[n];
		in->modrm_off = (uint8_t)n;
		in->flags |= I_MODRM;
		if (row & GROUP)
			row = v->evex ? to_group(row, in->modrm, decode_evex_group, NULL) :
					to_group(row, in->modrm, decode_vex_group, decode_vex_leaf);
		if (!(row & (in->modrm >= MODRM_REGISTERS ? REG : MEM)))
			return invalid(in, n + 1);
		if (in->modrm < MODRM_REGISTERS)
			n = memory_operand(p, n, row, in);
		else
			n++;
		if (row & GREG)
			in->regs |= 1u << modrm_reg(in);
		if ((row & GRM) && in->modrm >= MODRM_REGISTERS)
			in->regs |= 1u << modrm_rm(in);
		if (row & VG)
			in->regs |= 1u << (v->vvvv & 15);
	}
	if (ROW_IMM(row))
		n = immediate(p, n, row, false, in);
	if (n > INSN_MAX || !vector_fields_ok(row, v, in) || !vector_registers_ok(row, v, in))
		return invalid(in, n);
	in->len = (uint8_t)n;
	in->regs |= ROW_REGS(row);
	in->fl_read = ROW_FL_READ(row);
	in->fl_write = ROW_FL_WRITE(row);
	classify_memory(row, px->seg, in);
	return n;
}

unsigned decode_vex2(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in)
{
	uint8_t b = p[n + 1];
	struct vector v = { .vvvv = ~b >> 3 & 15, .l = b >> 2 & 1 };

	in->rex = b & 0x80 ? 0 : REX_R;
	in->map = MAP_0F;
	in->op = p[n + 2];
	return decode_vector(p, n + 3, decode_vex_map[0][in->op][b & 3], px, &v, in);
}

unsigned decode_vex3(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in)
{
	uint8_t b1 = p[n + 1], b2 = p[n + 2];
	struct vector v = { .vvvv = ~b2 >> 3 & 15, .l = b2 >> 2 & 1 };
	unsigned map = b1 & 31;

	in->rex = (uint8_t)((~b1 >> 5 & 7) | (b2 >> 4 & REX_W));
	if (map < 1 || map > 3)
		return invalid(in, n + 2);
	in->map = (uint8_t)(MAP_0F + map - 1);
	in->op = p[n + 3];
	return decode_vector(p, n + 4, decode_vex_map[map - 1][in->op][b2 & 3], px, &v, in);
}

unsigned decode_xop(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in)
{
	uint8_t b1 = p[n + 1], b2 = p[n + 2];
	struct vector v = { .vvvv = ~b2 >> 3 & 15, .l = b2 >> 2 & 1 };
	unsigned map = b1 & 31;

	in->rex = (uint8_t)((~b1 >> 5 & 7) | (b2 >> 4 & REX_W));
	if (map > XOP_MAP_MAX || (b2 & 3))
		return invalid(in, n + 3);
	in->map = (uint8_t)(MAP_XOP8 + map - XOP_MAP_MIN);
	in->op = p[n + 3];
	return decode_vector(p, n + 4, decode_xop_map[map - XOP_MAP_MIN][in->op], px, &v, in);
}

unsigned decode_evex(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in)
{
	/* by the field mmm: enum insn_map, and the index in decode_evex_map[] */
	static const uint8_t maps[8] = {
		0, MAP_0F, MAP_0F38, MAP_0F3A, 0, MAP_EVEX5, MAP_EVEX6, 0
	};
	static const uint8_t tables[8] = { 0, 0, 1, 2, 0, 3, 4, 0 };
	uint8_t b1 = p[n + 1], b2 = p[n + 2], b3 = p[n + 3];
	struct vector v = {
		.l = b3 >> 5 & 3,
		.vvvv = (~b2 >> 3 & 15) | (b3 & 8 ? 0 : 16),
		.r2 = b1 & 0x10 ? 0 : 16,
		.aaa = b3 & 7,
		.evex = true,
		.b = b3 & 0x10,
		.z = b3 & 0x80,
	};

	in->rex = (uint8_t)((~b1 >> 5 & 7) | (b2 >> 4 & REX_W));
	in->map = maps[b1 & 7];
	if (!in->map || (b1 & 8) || !(b2 & 4))
		return invalid(in, n + 4);
	in->op = p[n + 4];
	return decode_vector(p, n + 5, decode_evex_map[tables[b1 & 7]][in->op][b2 & 3], px, &v, in);
}
