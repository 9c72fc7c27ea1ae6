/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The decoder: bytes to what a translator has to know of an x86-64 instruction. It is no
 * disassembler: it finds the length and the places of the fields, and it classifies.
 *
 * Rules: freestanding, no tables built at run time, never reads past bytes[avail - 1]. 64-bit mode
 * only. Intel SDM volume 2 (chapter 2, appendix A), AMD APM volume 3 (XOP, 3DNow!).
 */
#ifndef PMC_EMU_DECODE_H
#define PMC_EMU_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/decode/tables/class.h"

/* Bits of insn.flags. */
#define I_MODRM	    0x0001u /* has a ModRM byte at modrm_off */
#define I_MEM	    0x0002u /* ModRM names memory */
#define I_RIPREL    0x0004u /* ... RIP-relative: disp32 at disp_off counts from the end */
#define I_LOAD	    0x0008u /* reads memory (explicit, stack or string operand), see below */
#define I_STORE	    0x0010u /* writes memory */
#define I_ADDR32    0x0020u /* 67h prefix */
/* An explicit FS (GS) override in effect, on an instruction with an operand that it moves: I_MEM,
 * but not LEA and NOP, which use no segment, or I_IMPLICIT_MEM. The last of FS and GS counts. */
#define I_SEG_FS    0x0040u
#define I_SEG_GS    0x0080u
#define I_REP	    0x0100u /* REP or REPNE on a string instruction */
#define I_STRING    0x0200u /* string instruction (MOVS, STOS, LODS, CMPS, SCAS, INS, OUTS) */
#define I_LOCK	    0x0400u
#define I_OPSIZE16  0x0800u /* 66h as operand size, in effect: not part of the opcode, no REX.W, no
			     * near branch (there Intel ignores 66h, and so do we) */
#define I_VEX	    0x1000u /* VEX or XOP */
#define I_EVEX	    0x2000u
#define I_IMPLICIT_MEM 0x4000u /* memory operand outside ModRM that a segment prefix would move:
				* string source, XLAT, MOFFS (A0-A3), MASKMOVQ/DQU, CLZERO,
				* MONITOR */

/*
 * I_LOAD / I_STORE: set when the instruction reads (writes) at least one byte of data memory by any
 * operand: ModRM memory, push/pop/call/ret stack, strings, XLAT, ENTER/LEAVE. Conditional ones
 * (CMOV from memory loads; masked moves, gathers, scatters) count by their operand whatever the
 * mask; CMPXCHG stores always; REP counts whatever RCX. LEA, NOP r/m, UD0, UD1, prefetches,
 * CLFLUSH and its family, INVLPG, and system descriptor reads do not count.
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

struct insn {
	uint8_t len;	    /* total length, 1-15; for K_INVALID: bytes looked at */
	uint8_t kind;	    /* enum insn_kind */
	uint8_t map;	    /* enum insn_map */
	uint8_t op;	    /* opcode byte within its map; of 3DNow! the one at the end */
	uint16_t flags;	    /* I_* */
	uint8_t rex;	    /* effective REX (W R X B in bits 3..0), from VEX/EVEX too, not
			     * inverted; 0x40 set too when a real REX prefix byte is there */
	uint8_t modrm;	    /* the byte */
	uint8_t sib;
	uint8_t n_prefix;   /* legacy prefix bytes before REX/VEX/EVEX/opcode; a REX that another
			     * prefix follows is void and is counted here */
	uint8_t op_off;	    /* offset of the REX, VEX or EVEX prefix if there is one, else of the
			     * opcode (escape bytes 0F, 0F38 included) */
	uint8_t modrm_off;  /* offset of ModRM, 0: none */
	uint8_t disp_off, disp_size; /* displacement of ModRM or moffs; size 0: none */
	uint8_t imm_off, imm_size;   /* immediate(s) or branch displacement; size 0: none */
	uint8_t cc;	    /* K_JCC: condition */
	int64_t imm;	    /* branch displacement or immediate, sign-extended where the CPU does,
			     * else zero-extended; of ENTER the first, of EXTRQ and INSERTQ both */
	uint16_t fl_read;   /* status flags that may be read */
	uint16_t fl_write;  /* status flags surely overwritten (undefined counts as written; flags
			     * that stay when a count is 0, as in SHL r,CL, are not in here) */
	uint32_t regs;	    /* general registers (bit n = register n, RSP = 4) that the instruction
			     * mentions in any way, explicit or implicit, read or written. A
			     * superset is allowed; a register may never be missing. */
};

/*
 * Decode one instruction.
 * bytes, avail: where it starts and how many bytes may be read (only the first 15 matter).
 * Returns its length and fills *in; -1 when avail bytes end before the instruction does.
 * An undefined encoding is no error: kind is K_INVALID, len the number of bytes looked at (never
 * more than avail), and the other fields are worth nothing. What Zydis 4.0.0 calls invalid is
 * undefined, but for what is newer (see tests/diff/zydis_test.c).
 */
int insn_decode(const uint8_t *bytes, unsigned avail, struct insn *in);

#endif
