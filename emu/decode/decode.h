/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The decoder turns bytes into what a translator must know of an x86-64 instruction. It is no
 * disassembler: it finds the length and the places of the fields, and it classifies.
 *
 * It is freestanding, builds no tables at run time, never reads past bytes[avail - 1], and knows
 * 64-bit mode only. Intel SDM volume 2 (chapter 2, appendix A), AMD APM volume 3 (XOP, 3DNow!).
 */
#ifndef PMC_EMU_DECODE_H
#define PMC_EMU_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/decode/tables/class.h"

/* clang-format off */
/* Bits of insn.flags. */
#define I_MODRM	       0x0001u /* has a ModRM byte at modrm_off */
#define I_MEM	       0x0002u /* ModRM names memory */
#define I_RIPREL       0x0004u /* RIP-relative: disp32 at disp_off counts from the end */
#define I_LOAD	       0x0008u /* reads data memory, see below */
#define I_STORE	       0x0010u /* writes data memory, see below */
#define I_ADDR32       0x0020u /* has a 67h prefix */
#define I_SEG_FS       0x0040u /* an FS override moves an operand, see below */
#define I_SEG_GS       0x0080u /* a GS override does */
#define I_REP	       0x0100u /* REP or REPNE on a string instruction */
#define I_STRING       0x0200u /* MOVS, STOS, LODS, CMPS, SCAS, INS, OUTS */
#define I_LOCK	       0x0400u
#define I_OPSIZE16     0x0800u /* 66h makes the operand size 16 bits, see below */
#define I_VEX	       0x1000u /* VEX or XOP */
#define I_EVEX	       0x2000u
#define I_IMPLICIT_MEM 0x4000u /* a memory operand outside ModRM would move with a segment prefix */
/* clang-format on */

/*
 * I_LOAD and I_STORE: the instruction reads (writes) at least one byte of data memory by any
 * operand: ModRM memory, the stack of push, pop, call and ret, strings, XLAT, ENTER and LEAVE.
 * Conditional operands count whatever happens: CMOV from memory loads, masked moves, gathers and
 * scatters count for any mask, CMPXCHG always stores, REP counts for any RCX. LEA, NOP r/m, UD0,
 * UD1, prefetches, CLFLUSH and its family, INVLPG, and system descriptor reads do not count.
 *
 * I_SEG_FS and I_SEG_GS: the override is explicit and the instruction has an operand that it moves,
 * I_MEM or I_IMPLICIT_MEM. LEA and NOP have I_MEM but use no segment. The last of FS and GS counts.
 *
 * I_OPSIZE16: not set where 66h is part of the opcode, with REX.W, and on near branches, where
 * Intel's processors ignore 66h, and so do we.
 *
 * I_IMPLICIT_MEM: string sources, XLAT, MOFFS (A0-A3), MASKMOVQ and MASKMOVDQU, CLZERO, MONITOR.
 */

enum insn_map {
	MAP_1,
	MAP_0F,
	MAP_0F38,
	MAP_0F3A,
	MAP_3DNOW,
	MAP_EVEX5,
	MAP_EVEX6,
	MAP_XOP8,
	MAP_XOP9,
	MAP_XOPA,
};

/* The longest instruction; the CPU raises #GP beyond (SDM volume 2, 2.3.11). */
#define INSN_MAX 15

struct insn {
	/* Total length, 1-15. For K_INVALID: how many bytes were looked at. */
	uint8_t len;
	uint8_t kind; /* enum insn_kind */
	uint8_t map;  /* enum insn_map */
	/* The opcode byte within its map; of 3DNow! the one at the end. */
	uint8_t op;
	uint16_t flags; /* I_* */
	/* The effective REX (W, R, X, B in bits 3 to 0), from VEX and EVEX too, not inverted; 0x40
	 * as well when a real REX prefix byte is there. */
	uint8_t rex;
	uint8_t modrm; /* the byte */
	uint8_t sib;
	/* How many legacy prefix bytes precede REX, VEX, EVEX or the opcode. A REX that another
	 * prefix follows is void, and counted here. */
	uint8_t n_prefix;
	/* Offset of the REX, VEX or EVEX prefix if there is one, else of the opcode with its escape
	 * bytes 0F, 0F 38. */
	uint8_t op_off;
	uint8_t modrm_off;	     /* offset of ModRM, 0: none */
	uint8_t disp_off, disp_size; /* displacement of ModRM or moffs; size 0: none */
	uint8_t imm_off, imm_size;   /* immediates or branch displacement; size 0: none */
	uint8_t cc;		     /* K_JCC: the condition */
	/* Branch displacement or immediate, sign-extended where the CPU does so, else
	 * zero-extended; of ENTER the first, of EXTRQ and INSERTQ both. */
	int64_t imm;
	uint16_t fl_read; /* status flags that may be read */
	/* Status flags that are overwritten for certain. Undefined ones count as written; those
	 * that stay when a count is 0, as in SHL r, CL, do not. */
	uint16_t fl_write;
	/* The general registers (bit n: register n, RSP is 4) that the instruction mentions in any
	 * way: explicit or implicit, read or written. May hold too many, never too few. */
	uint32_t regs;
};

/* The register that ModRM.reg names, with REX.R, and the one that ModRM.rm names, with REX.B. */
static inline unsigned modrm_reg(const struct insn *in)
{
	return (in->modrm >> 3 & 7) | (in->rex & 4) << 1;
}

static inline unsigned modrm_rm(const struct insn *in)
{
	return (in->modrm & 7) | (in->rex & 1) << 3;
}

/*
 * Decodes one instruction. bytes, avail: where it starts and how many bytes may be read (only the
 * first 15 matter). Returns its length and fills *in; -1 when avail bytes end before the
 * instruction does. An undefined encoding is no error: kind is then K_INVALID, len the number of
 * bytes looked at (never more than avail), and the other fields mean nothing. What Zydis 4.0.0
 * calls invalid is undefined, except for newer instructions (see tests/diff/zydis_test.c).
 */
int insn_decode(const uint8_t *bytes, unsigned avail, struct insn *in);

/* So many bytes must be readable for this, whatever they are: the same, without a copy. */
#define INSN_READABLE 40
int insn_decode_readable(const uint8_t *bytes, unsigned avail, struct insn *in);

#endif
