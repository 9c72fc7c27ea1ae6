// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Instructions without VEX, EVEX or XOP prefix: one table look-up for the opcode (two or three
 * where ModRM is part of it), then the fields that the row asks for. SDM volume 2, chapter 2 and
 * appendix A.
 */
#include "emu/decode/legacy.h"
#include "emu/decode/fields.h"

/* The bytes that lead from one opcode map to the next. */
#define ESCAPE	  0x0f /* a second one leads to 3DNow! */
#define ESCAPE_38 0x38
#define ESCAPE_3A 0x3a

/* Bits of insn.regs. */
#define RCX_BIT (1u << 1)
#define R11_BIT (1u << 11)

/* Segment registers in ModRM.reg. */
#define SEGMENT_CS 1
#define N_SEGMENTS 6

/* The register that holds a byte register. Without REX, 4-7 are AH, CH, DH and BH. */
static inline unsigned byte_reg(unsigned reg, const struct insn *in)
{
	return in->rex & REX_PRESENT ? reg : reg & 3;
}

/* MOV to and from control and debug registers takes every ModRM as a register form. */
static inline bool mod_is_ignored(uint64_t row)
{
	return ROW_SP(row) == SP_CR || ROW_SP(row) == SP_DR;
}

/* A shift's count: the CPU masks it to 5 bits, to 6 for a 64-bit operand. W is void for a byte. */
static inline unsigned shift_count(uint64_t row, const struct insn *in)
{
	return in->imm & ((in->rex & REX_W) && !(row & RM8) ? 63 : 31);
}

/* Applies what the row leaves to code. Returns false when the encoding is undefined. */
static inline bool special(uint64_t row, struct insn *in)
{
	unsigned reg = modrm_reg(in);

	switch ((enum special)ROW_SP(row)) {
	case SP_COUNT:
		if (!shift_count(row, in))
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
		return (reg & 7) < N_SEGMENTS;
	case SP_SREG_W:
		return (reg & 7) < N_SEGMENTS && (reg & 7) != SEGMENT_CS;
	case SP_CR:
		return reg == 0 || reg == 2 || reg == 3 || reg == 4 || reg == 8;
	case SP_DR:
		return reg < 8;
	case SP_JCC:
		in->cc = in->op & 15;
		return true;
	case SP_R11:
		in->regs |= R11_BIT;
		return true;
	case SP_INT1:
		in->imm = 1;
		return true;
	case SP_3DNOW:
		return decode_3dnow[in->op >> 5] >> (in->op & 31) & 1;
	case SP_ENTER:
		if ((in->imm >> 16 & 31) > 1) /* it copies the frame pointers of enclosing frames */
			in->flags |= I_LOAD;
		in->imm &= 0xffff;
		return true;
	default:
		return true;
	}
}

/* Finds the row of the opcode at p[*n], escape bytes included, and moves *n behind it. */
static inline uint64_t legacy_row(const uint8_t *p, unsigned *n, unsigned column, struct insn *in)
{
	const uint8_t *op = p + *n;

	if (op[0] != ESCAPE) {
		in->op = op[0];
		*n += 1;
		return decode_map1[in->op] ? decode_map1[in->op] | OSZ : 0;
	}
	switch (op[1]) {
	case ESCAPE:
		in->map = MAP_3DNOW;
		*n += 2;
		return Wx | LD | SP(SP_3DNOW);
	case ESCAPE_38:
		in->map = MAP_0F38;
		in->op = op[2];
		*n += 3;
		return decode_0f38[in->op][column];
	case ESCAPE_3A:
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
 * Reads ModRM at p[*n] and its operands, and moves *n behind them. Returns the row, which is
 * another one when ModRM is part of the opcode, or 0 when the encoding is undefined.
 */
static inline uint64_t legacy_modrm(const uint8_t *p, unsigned *n, uint64_t row, struct insn *in)
{
	unsigned reg, rm;

	in->modrm = p[*n];
	in->modrm_off = (uint8_t)*n;
	in->flags |= I_MODRM;
	reg = modrm_reg(in);
	rm = modrm_rm(in);
	if (row & GROUP)
		row = to_group(row, in->modrm, decode_group, decode_leaf);
	if (in->modrm < MODRM_REGISTERS && (row & MEM)) {
		*n = memory_operand(p, *n, row, in);
	} else {
		*n += 1;
		if (!(row & REG) || (in->modrm < MODRM_REGISTERS && !mod_is_ignored(row)))
			return 0;
		if (row & GRM)
			in->regs |= 1u << (row & RM8 ? byte_reg(rm, in) : rm);
	}
	if (row & GREG)
		in->regs |= 1u << (row & REG8 ? byte_reg(reg, in) : reg);
	return row;
}

unsigned decode_legacy(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in)
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
	if (ROW_IMM(row))
		n = immediate(p, n, row, opsize16, in);
	else if (in->map == MAP_3DNOW) /* the opcode is where an immediate would be */
		in->op = p[n++];
	if (n > INSN_MAX)
		return invalid(in, n);
	in->len = (uint8_t)n;
	in->kind = (uint8_t)ROW_KIND(row);
	in->regs |= ROW_REGS(row);
	in->fl_read = ROW_FL_READ(row);
	in->fl_write = ROW_FL_WRITE(row);
	if (opsize16 && (row & OSZ) && !(row & F_64))
		in->flags |= I_OPSIZE16;
	if (row & STR) {
		in->flags |= I_STRING;
		if (px->rep) {
			in->flags |= I_REP;
			in->regs |= RCX_BIT;
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
