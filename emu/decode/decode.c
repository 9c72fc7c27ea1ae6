/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The decoder, see decode.h: prefixes, then one table look-up for the opcode (two or three where
 * ModRM is part of it), then the fields that the row asks for.
 *
 * Rules: one pass, no state. It works on at least READABLE bytes, so that no step has to ask
 * whether there is one more; insn_decode() sees to that, and compares the length afterwards. That
 * is sound because what is decoded depends on no byte past the length that comes out.
 * SDM volume 2, chapter 2 (instruction format), and appendix A.
 */
#include <stddef.h>
#include "emu/decode/decode.h"
#include "emu/decode/tables/row.h"

/* The longest instruction; the CPU raises #GP beyond (SDM volume 2, 2.3.11). */
#define MAX_LEN 15
/* 14 prefixes, EVEX with its opcode 5, ModRM, SIB, displacement 4, and 8 for any immediate. */
#define READABLE 40

/* What a leading byte is. 0: an opcode of the one-byte map. */
/* clang-format off */
enum lead {
	LEAD_OPCODE, LEAD_REX, LEAD_SEG, LEAD_FS, LEAD_GS, LEAD_66, LEAD_67, LEAD_LOCK, LEAD_F2,
	LEAD_F3, LEAD_0F, LEAD_VEX2, LEAD_VEX3, LEAD_EVEX, LEAD_8F,
};

static const uint8_t lead_byte[256] = {
	[0x0f] = LEAD_0F,
	[0x26] = LEAD_SEG, [0x2e] = LEAD_SEG, [0x36] = LEAD_SEG, [0x3e] = LEAD_SEG,
	[0x40] = LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX,
	LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX,
	[0x62] = LEAD_EVEX, [0x64] = LEAD_FS, [0x65] = LEAD_GS, [0x66] = LEAD_66, [0x67] = LEAD_67,
	[0x8f] = LEAD_8F, [0xc4] = LEAD_VEX3, [0xc5] = LEAD_VEX2,
	[0xf0] = LEAD_LOCK, [0xf2] = LEAD_F2, [0xf3] = LEAD_F3,
};

/* Immediates: bytes, and whether they are sign-extended. Some depend on more, see enum imm_type. */
static const struct { uint8_t size, is_signed; } immediates[] = {
	[IMM_IB] = { 1, 1 }, [IMM_UB] = { 1, 0 }, [IMM_IW] = { 2, 0 }, [IMM_IZ] = { 4, 1 },
	[IMM_UD] = { 4, 0 }, [IMM_IV] = { 4, 1 }, [IMM_JB] = { 1, 1 }, [IMM_JD] = { 4, 1 },
	[IMM_IWIB] = { 3, 0 }, [IMM_IBIB] = { 2, 0 }, [IMM_O] = { 0, 0 },
};
/* clang-format on */

/* Columns of the tables with mandatory prefixes; also the pp field of VEX and EVEX. */
enum { PP_NONE, PP_66, PP_F3, PP_F2 };

struct prefixes {
	uint8_t seg; /* 0, LEAD_FS or LEAD_GS: the last of these two */
	uint8_t rep; /* PP_NONE, PP_F3 or PP_F2: the last of the two */
	uint8_t lock, opsize, addr32;
};

static unsigned invalid(struct insn *in, unsigned len)
{
	in->kind = K_INVALID;
	in->len = len < MAX_LEN ? len : MAX_LEN;
	return in->len;
}

static inline uint32_t get32(const uint8_t *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t get64(const uint8_t *p)
{
	return get32(p) | (uint64_t)get32(p + 4) << 32;
}

#define REX_W 8
#define REX_R 4
#define REX_X 2
#define REX_B 1

static inline bool is_vsib(uint64_t row)
{
	return ROW_SP(row) == SP_VSIB || ROW_SP(row) == SP_GATHER;
}

/*
 * The memory form of ModRM at p[n]: SIB and displacement (SDM volume 2, tables 2-2, 2-3; 2.2.1.6
 * for RIP-relative). Returns the offset behind them.
 */
static inline unsigned memory_operand(const uint8_t *p, unsigned n, uint64_t row, struct insn *in)
{
	unsigned mod = in->modrm >> 6, rm = in->modrm & 7;
	unsigned b = (in->rex & REX_B) << 3, size = mod == 1 ? 1 : mod == 2 ? 4 : 0;

	in->flags |= I_MEM;
	n++;
	if (rm == 4) {
		uint8_t sib = p[n++];
		unsigned index = (sib >> 3 & 7) | (in->rex & REX_X) << 2;

		in->sib = sib;
		if (index != 4 && !is_vsib(row))
			in->regs |= 1u << index;
		if (mod == 0 && (sib & 7) == 5)
			size = 4;
		else
			in->regs |= 1u << ((sib & 7) | b);
	} else if (mod == 0 && rm == 5) {
		in->flags |= I_RIPREL;
		size = 4;
	} else {
		in->regs |= 1u << (rm | b);
	}
	if (size) {
		in->disp_off = (uint8_t)n;
		in->disp_size = (uint8_t)size;
	}
	return n + size;
}

/* The immediate that row asks for, at p[n] (8 bytes may be read). Returns the offset behind it. */
static inline unsigned immediate(const uint8_t *p, unsigned n, uint64_t row, bool opsize16,
				 struct insn *in)
{
	unsigned type = ROW_IMM(row), size = immediates[type].size, spare;

	if (type == IMM_O) {
		in->disp_off = (uint8_t)n;
		in->disp_size = in->flags & I_ADDR32 ? 4 : 8;
		return n + in->disp_size;
	}
	if (opsize16 && (type == IMM_IZ || type == IMM_IV))
		size = 2;
	if (type == IMM_IV && (in->rex & REX_W))
		size = 8;
	spare = 64 - 8 * size;
	in->imm = immediates[type].is_signed ? (int64_t)(get64(p + n) << spare) >> spare :
					       (int64_t)(get64(p + n) << spare >> spare);
	in->imm_off = (uint8_t)n;
	in->imm_size = (uint8_t)size;
	return n + size;
}

/* A byte register's number: without REX, 4-7 are AH, CH, DH, BH. */
static inline unsigned byte_reg(unsigned reg, const struct insn *in)
{
	return in->rex & 0x40 ? reg : reg & 3;
}

/* Memory and segment flags, from the row. */
static inline void classify_memory(uint64_t row, unsigned seg, struct insn *in)
{
	unsigned flags = in->flags;
	bool accessed = (flags & I_MEM) && !(row & AGEN);

	if (accessed)
		flags |= (row & LD ? I_LOAD : 0) | (row & ST ? I_STORE : 0);
	flags |= (row & XL ? I_LOAD : 0) | (row & XS ? I_STORE : 0);
	flags |= row & SEGX ? I_IMPLICIT_MEM : 0;
	if (seg && (accessed || (row & SEGX)))
		flags |= seg == LEAD_FS ? I_SEG_FS : I_SEG_GS;
	in->flags = (uint16_t)flags;
}

/* From a group's row to the one that ModRM names. Words of the parent hold for the child. */
static inline uint64_t to_group(uint64_t row, uint8_t modrm, const uint64_t (*groups)[16],
				const uint64_t (*leaves)[8])
{
	bool reg = modrm >= 0xc0;
	uint64_t parent = row & ~(GROUP | 0xffff), found = 0;

	found = groups[row & 0xffff][(reg ? 8 : 0) + (modrm >> 3 & 7)];
	if (found & GROUP) {
		parent |= found & ~(GROUP | 0xffff);
		found = leaves[found & 0xffff][modrm & 7];
	}
	return found ? found | parent | (reg ? REG : MEM) : 0;
}

/* MOV to and from control and debug registers takes every ModRM as a register form. */
static inline bool mod_is_ignored(uint64_t row)
{
	return ROW_SP(row) == SP_CR || ROW_SP(row) == SP_DR;
}

/* What only code can say. Returns false when the encoding is undefined. */
static inline bool special(uint64_t row, struct insn *in)
{
	unsigned reg = (in->modrm >> 3 & 7) | (in->rex & REX_R) << 1;

	switch ((enum special)ROW_SP(row)) {
	case SP_COUNT: /* masked to 5 bits, to 6 with a 64-bit operand; with a byte W is void */
		if (!(in->imm & ((in->rex & REX_W) && !(row & RM8) ? 63 : 31)))
			in->fl_write = 0;
		return true;
	case SP_REPFL:
		if (in->flags & I_REP)
			in->fl_write = 0;
		return true;
	case SP_NOP:
		if (!(in->rex & REX_B))
			in->regs = 0;
		return true;
	case SP_SREG:
		return (reg & 7) < 6;
	case SP_SREG_W:
		return (reg & 7) < 6 && (reg & 7) != 1;
	case SP_CR:
		return reg == 0 || reg == 2 || reg == 3 || reg == 4 || reg == 8;
	case SP_DR:
		return reg < 8;
	case SP_JCC:
		in->cc = in->op & 15;
		return true;
	case SP_R11:
		in->regs |= 1u << 11;
		return true;
	case SP_INT1:
		in->imm = 1;
		return true;
	case SP_3DNOW:
		return decode_3dnow[in->op >> 5] >> (in->op & 31) & 1;
	case SP_ENTER:
		if ((in->imm >> 16 & 31) > 1) /* copies frame pointers of enclosing frames */
			in->flags |= I_LOAD;
		in->imm &= 0xffff;
		return true;
	default:
		return true;
	}
}

/* The row of the opcode at p[*n], escape bytes included; *n is moved behind it. */
static inline uint64_t legacy_row(const uint8_t *p, unsigned *n, unsigned column, struct insn *in)
{
	const uint8_t *op = p + *n;

	if (op[0] != 0x0f) {
		in->op = op[0];
		*n += 1;
		return decode_map1[in->op] ? decode_map1[in->op] | OSZ : 0;
	}
	switch (op[1]) {
	case 0x0f:
		in->map = MAP_3DNOW;
		*n += 2;
		return Wx | LD | SP(SP_3DNOW);
	case 0x38:
		in->map = MAP_0F38;
		in->op = op[2];
		*n += 3;
		return decode_0f38[in->op][column];
	case 0x3a:
		in->map = MAP_0F3A;
		in->op = op[2];
		*n += 3;
		return decode_0f3a[in->op][column];
	default:
		in->map = MAP_0F;
		in->op = op[1];
		*n += 2;
		return decode_0f[in->op][column];
	}
}

/*
 * ModRM at p[*n] and its operands; *n is moved behind them. Returns the row, which is another one
 * when ModRM is part of the opcode, or 0 when the encoding is undefined.
 */
static inline uint64_t legacy_modrm(const uint8_t *p, unsigned *n, uint64_t row, struct insn *in)
{
	unsigned reg, rm;

	in->modrm = p[*n];
	in->modrm_off = (uint8_t)*n;
	in->flags |= I_MODRM;
	reg = (in->modrm >> 3 & 7) | (in->rex & REX_R) << 1;
	rm = (in->modrm & 7) | (in->rex & REX_B) << 3;
	if (row & GROUP)
		row = to_group(row, in->modrm, decode_group, decode_leaf);
	if (in->modrm < 0xc0 && (row & MEM)) {
		*n = memory_operand(p, *n, row, in);
	} else {
		*n += 1;
		if (!(row & REG) || (in->modrm < 0xc0 && !mod_is_ignored(row)))
			return 0;
		if (row & GRM)
			in->regs |= 1u << (row & RM8 ? byte_reg(rm, in) : rm);
	}
	if (row & GREG)
		in->regs |= 1u << (row & REG8 ? byte_reg(reg, in) : reg);
	return row;
}

/* An instruction without VEX, EVEX or XOP prefix; its opcode begins at p[n]. */
static unsigned decode_legacy(const uint8_t *p, unsigned n, const struct prefixes *px,
			      struct insn *in)
{
	unsigned column = px->rep ? px->rep : px->opsize ? PP_66 : PP_NONE;
	bool opsize16 = px->opsize && !(in->rex & REX_W);
	uint64_t row = legacy_row(p, &n, column, in);

	if (row & MODRM)
		row = legacy_modrm(p, &n, row, in);
	if (!row)
		return invalid(in, n);
	if (row & OPREG) {
		unsigned reg = (in->op & 7) | (in->rex & REX_B) << 3;

		in->regs |= 1u << (row & REG8 ? byte_reg(reg, in) : reg);
	}
	if (row & IMM(15))
		n = immediate(p, n, row, opsize16, in);
	else if (in->map == MAP_3DNOW) /* the opcode stands where an immediate would be */
		in->op = p[n++];
	if (n > MAX_LEN)
		return invalid(in, n);
	in->len = (uint8_t)n;
	in->kind = (uint8_t)ROW_KIND(row);
	in->regs |= ROW_REGS(row);
	in->fl_read = FL_UNPACK(row & 0xff);
	in->fl_write = FL_UNPACK(row >> 8 & 0xff);
	if (opsize16 && (row & OSZ) && !(row & F_64))
		in->flags |= I_OPSIZE16;
	if (row & STR) {
		in->flags |= I_STRING;
		if (px->rep) {
			in->flags |= I_REP;
			in->regs |= 1u << 1;
		}
	}
	classify_memory(row, px->seg, in);
	if (px->lock) {
		if (!(row & LK) || !(in->flags & I_MEM))
			return invalid(in, n);
		in->flags |= I_LOCK;
	}
	if (ROW_SP(row) && !special(row, in))
		return invalid(in, n);
	return n;
}

/* What VEX, XOP and EVEX prefixes say besides rex and map. Registers are numbered as meant, not as
 * encoded (inverted). */
struct vector {
	uint8_t l;    /* vector length: 0, 1, 2 for 128, 256, 512 bits */
	uint8_t vvvv; /* 0-31 */
	uint8_t r2;   /* EVEX.R', 16 or 0 */
	uint8_t aaa;
	bool evex, b, z;
};

/* Is everything in the prefix allowed by the row (SDM volume 2, 2.3.6 VEX; 2.7.6-2.7.11 EVEX)? */
static inline bool vector_fields_ok(uint64_t row, const struct vector *v, const struct insn *in)
{
	bool mem = in->flags & I_MEM;

	if (!(row & (in->rex & REX_W ? W1 : W0)))
		return false;
	if (v->b && !mem) {
		if (!(row & (ER | SAE)))
			return false; /* else the length is 512 bits, or the instruction scalar */
	} else if (v->l > 2 || !(row & L128 << v->l) || (v->b && !(row & BC))) {
		return false;
	}
	if (!(row & VV) &&
	    (is_vsib(row) ? v->vvvv & 15 : v->vvvv)) /* with VSIB V' belongs to the index */
		return false;
	if (v->aaa ? !(row & MK) : (row & KREQ) || v->z)
		return false;
	return !v->z || ((row & ZR) && !(mem && (row & ST)));
}

/* Are the registers of the operands right? */
static inline bool vector_registers_ok(uint64_t row, const struct vector *v, const struct insn *in)
{
	unsigned reg = (in->modrm >> 3 & 7) | (in->rex & REX_R) << 1 | v->r2;
	unsigned rm = (in->modrm & 7) | (in->rex & REX_B) << 3;
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
		if ((in->modrm & 7) != 4 || reg == index)
			return false;
		return v->evex || (v->vvvv != index && v->vvvv != reg);
	case SP_VSIB:
	case SP_SIBMEM:
		return (in->modrm & 7) == 4;
	case SP_TMM:
		return reg != rm && reg != v->vvvv && rm != v->vvvv;
	case SP_DISTINCT:
		return reg != v->vvvv && (mem || reg != rm);
	default:
		return true;
	}
}

/* An instruction with VEX, XOP or EVEX prefix. row: what its map says; p[n]: behind its opcode. */
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
		if (!(row & (in->modrm >= 0xc0 ? REG : MEM)))
			return invalid(in, n + 1);
		if (in->modrm < 0xc0)
			n = memory_operand(p, n, row, in);
		else
			n++;
		if (row & GREG)
			in->regs |= 1u << ((in->modrm >> 3 & 7) | (in->rex & REX_R) << 1);
		if ((row & GRM) && in->modrm >= 0xc0)
			in->regs |= 1u << ((in->modrm & 7) | (in->rex & REX_B) << 3);
		if (row & VG)
			in->regs |= 1u << (v->vvvv & 15);
	}
	if (row & IMM(15))
		n = immediate(p, n, row, false, in);
	if (n > MAX_LEN || !vector_fields_ok(row, v, in) || !vector_registers_ok(row, v, in))
		return invalid(in, n);
	in->len = (uint8_t)n;
	in->regs |= ROW_REGS(row);
	in->fl_read = FL_UNPACK(row & 0xff);
	in->fl_write = FL_UNPACK(row >> 8 & 0xff);
	classify_memory(row, px->seg, in);
	return n;
}

static unsigned decode_vex2(const uint8_t *p, unsigned n, const struct prefixes *px,
			    struct insn *in)
{
	uint8_t b = p[n + 1];
	struct vector v = { .vvvv = ~b >> 3 & 15, .l = b >> 2 & 1 };

	in->rex = b & 0x80 ? 0 : REX_R;
	in->map = MAP_0F;
	in->op = p[n + 2];
	return decode_vector(p, n + 3, decode_vex_map[0][in->op][b & 3], px, &v, in);
}

static unsigned decode_vex3(const uint8_t *p, unsigned n, const struct prefixes *px,
			    struct insn *in)
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

static unsigned decode_xop(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in)
{
	uint8_t b1 = p[n + 1], b2 = p[n + 2];
	struct vector v = { .vvvv = ~b2 >> 3 & 15, .l = b2 >> 2 & 1 };
	unsigned map = b1 & 31;

	in->rex = (uint8_t)((~b1 >> 5 & 7) | (b2 >> 4 & REX_W));
	if (map > 10 || (b2 & 3))
		return invalid(in, n + 3);
	in->map = (uint8_t)(MAP_XOP8 + map - 8);
	in->op = p[n + 3];
	return decode_vector(p, n + 4, decode_xop_map[map - 8][in->op], px, &v, in);
}

static unsigned decode_evex(const uint8_t *p, unsigned n, const struct prefixes *px,
			    struct insn *in)
{
	/* by the field mmm: enum insn_map, and which of decode_evex[] */
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

/* Decode from at least READABLE bytes. */
static unsigned decode(const uint8_t *p, struct insn *in)
{
	struct prefixes px = { 0 };
	unsigned n = 0;
	uint8_t rex = 0;

	*in = (struct insn){ 0 };
	for (;; n++) {
		unsigned lead = lead_byte[p[n]];

		if (n >= MAX_LEN)
			return invalid(in, n);
		switch (lead) {
		case LEAD_REX: /* counts only right before the opcode */
			rex = p[n];
			continue;
		case LEAD_SEG: /* ES, CS, SS, DS are ignored and leave an earlier FS or GS in force
				*/
			break;
		case LEAD_FS:
		case LEAD_GS:
			px.seg = (uint8_t)lead;
			break;
		case LEAD_66:
			px.opsize = 1;
			break;
		case LEAD_67:
			px.addr32 = 1;
			break;
		case LEAD_LOCK:
			px.lock = 1;
			break;
		case LEAD_F2:
			px.rep = PP_F2;
			break;
		case LEAD_F3:
			px.rep = PP_F3;
			break;
		default:
			in->flags = px.addr32 ? I_ADDR32 : 0;
			in->n_prefix = (uint8_t)(rex ? n - 1 : n);
			in->op_off = in->n_prefix;
			if (lead == LEAD_8F && (p[n + 1] & 31) < 8)
				lead = LEAD_OPCODE; /* POP; XOP's map is 8 or more */
			if (lead == LEAD_OPCODE || lead == LEAD_0F) {
				in->rex = rex;
				return decode_legacy(p, n, &px, in);
			}
			/* SDM volume 2, 2.3.2-2.3.4: these prefixes before VEX are #UD. */
			if (rex || px.rep || px.opsize || px.lock)
				return invalid(in, n + 2);
			if (lead == LEAD_VEX2)
				return decode_vex2(p, n, &px, in);
			if (lead == LEAD_EVEX)
				return decode_evex(p, n, &px, in);
			if (lead == LEAD_8F)
				return decode_xop(p, n, &px, in);
			return decode_vex3(p, n, &px, in);
		}
		rex = 0;
	}
}

int insn_decode(const uint8_t *bytes, unsigned avail, struct insn *in)
{
	uint8_t copy[READABLE] = { 0 };
	unsigned len;

	if (avail < sizeof(copy)) {
		for (unsigned i = 0; i < avail; i++)
			copy[i] = bytes[i];
		bytes = copy;
	}
	len = decode(bytes, in);
	return len <= avail ? (int)len : -1;
}
