/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The fields behind the prefixes, as legacy and vector instructions share them: ModRM with its
 * group and its memory operand, and immediates. Inline, for they run for each instruction.
 */
#ifndef PMC_EMU_DECODE_FIELDS_H
#define PMC_EMU_DECODE_FIELDS_H

#include "emu/decode/decode.h"
#include "emu/decode/tables/row.h"

/* Columns of the tables with mandatory prefixes; also the pp field of VEX and EVEX. */
enum { PP_NONE, PP_66, PP_F3, PP_F2 };

/* The segment override in effect. */
enum { SEG_NONE, SEG_FS, SEG_GS };

struct prefixes {
	uint8_t seg; /* the last FS or GS override */
	uint8_t rep; /* PP_NONE, PP_F3 or PP_F2: the last of the two */
	uint8_t lock, opsize, addr32;
};

/* insn.rex */
#define REX_W	    8
#define REX_R	    4
#define REX_X	    2
#define REX_B	    1
#define REX_PRESENT 0x40 /* a real REX prefix byte is there */

/* ModRM and SIB. */
#define MODRM_REGISTERS 0xc0 /* from here on ModRM.rm is a register */
#define RM_SIB		4    /* ModRM.rm: a SIB byte follows */
#define RM_DISP32	5    /* ModRM.rm or SIB.base with mod 0: no base register */
#define INDEX_NONE	4    /* SIB.index: no index register */

/* The map field of XOP. Below the first value 8F is POP. */
#define XOP_MAP_MIN 8
#define XOP_MAP_MAX 10

/* clang-format off */
/* Immediates: bytes, and whether they are sign-extended. Some depend on more, see enum imm_type. */
static const struct { uint8_t size, is_signed; } immediates[] = {
	[IMM_IB] = { 1, 1 }, [IMM_UB] = { 1, 0 }, [IMM_IW] = { 2, 0 }, [IMM_IZ] = { 4, 1 },
	[IMM_UD] = { 4, 0 }, [IMM_IV] = { 4, 1 }, [IMM_JB] = { 1, 1 }, [IMM_JD] = { 4, 1 },
	[IMM_IWIB] = { 3, 0 }, [IMM_IBIB] = { 2, 0 }, [IMM_O] = { 0, 0 },
};
/* clang-format on */

static inline unsigned invalid(struct insn *in, unsigned len)
{
	in->kind = K_INVALID;
	in->len = len < INSN_MAX ? len : INSN_MAX;
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

static inline bool is_vsib(uint64_t row)
{
	return ROW_SP(row) == SP_VSIB || ROW_SP(row) == SP_GATHER;
}

/*
 * Reads the memory form of ModRM at p[n]: SIB and displacement (SDM volume 2, tables 2-2 and 2-3;
 * 2.2.1.6 for RIP-relative). Returns the offset behind them.
 */
static inline unsigned memory_operand(const uint8_t *p, unsigned n, uint64_t row, struct insn *in)
{
	unsigned mod = in->modrm >> 6, rm = in->modrm & 7;
	unsigned b = (in->rex & REX_B) << 3, size = mod == 1 ? 1 : mod == 2 ? 4 : 0;

	in->flags |= I_MEM;
	n++;
	if (rm == RM_SIB) {
		uint8_t sib = p[n++];
		unsigned index = (sib >> 3 & 7) | (in->rex & REX_X) << 2;

		in->sib = sib;
		if (index != INDEX_NONE && !is_vsib(row))
			in->regs |= 1u << index;
		if (mod == 0 && (sib & 7) == RM_DISP32)
			size = 4;
		else
			in->regs |= 1u << ((sib & 7) | b);
	} else if (mod == 0 && rm == RM_DISP32) {
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

/* Reads the immediate that the row asks for, at p[n]; 8 bytes may be read. Returns the offset
 * behind it. */
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

/* Sets the memory and segment flags as the row says. */
static inline void classify_memory(uint64_t row, unsigned seg, struct insn *in)
{
	unsigned flags = in->flags;
	bool accessed = (flags & I_MEM) && !(row & AGEN);

	if (accessed)
		flags |= (row & LD ? I_LOAD : 0) | (row & ST ? I_STORE : 0);
	flags |= (row & XL ? I_LOAD : 0) | (row & XS ? I_STORE : 0);
	flags |= row & SEGX ? I_IMPLICIT_MEM : 0;
	if (seg && (accessed || (row & SEGX)))
		flags |= seg == SEG_FS ? I_SEG_FS : I_SEG_GS;
	in->flags = (uint16_t)flags;
}

/* Goes from a group's row to the row that ModRM selects. What the group's row says holds for that
 * row too. Returns 0 when the encoding is undefined. */
static inline uint64_t to_group(uint64_t row, uint8_t modrm, const uint64_t (*groups)[16],
				const uint64_t (*leaves)[8])
{
	bool reg = modrm >= MODRM_REGISTERS;
	uint64_t parent = row & ~(GROUP | 0xffff), found = 0;

	found = groups[row & 0xffff][(reg ? 8 : 0) + (modrm >> 3 & 7)];
	if (found & GROUP) {
		parent |= found & ~(GROUP | 0xffff);
		found = leaves[found & 0xffff][modrm & 7];
	}
	return found ? found | parent | (reg ? REG : MEM) : 0;
}

#endif
