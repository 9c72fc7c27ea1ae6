/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The language of the decoder's tables: each instruction has one 64-bit row, the words below or-ed
 * together. The words for operands are those of the SDM's appendix A (volume 2D, A.2): E is a
 * general register or memory named by ModRM.rm, G a general register named by ModRM.reg, W and V
 * are the same for vector registers, M is memory only, R and U are a register only; b is a byte, v
 * a word of the operand size.
 *
 * Rows are data; the code that applies a word is in emu/decode/. A row of 0 is no instruction.
 */
#ifndef PMC_EMU_DECODE_ROW_H
#define PMC_EMU_DECODE_ROW_H

#include <stdint.h>

#include "emu/decode/tables/class.h"

#define BIT64(n) ((uint64_t)1 << (n))

/* Bits 0-15: flags read, and flags overwritten for certain, as bytes with OF moved to bit 3. */
#define FL_PACK(f)   ((((uint64_t)(f)) & 0xd5) | (((uint64_t)(f)) & FL_OF) >> 8)
#define FL_UNPACK(b) (((b) & 0xd5) | ((b) & 8) << 8)
#define RD(f)	     (FL_PACK(f))
#define WR(f)	     (FL_PACK(f) << 8)
#define RDWR(f)	     (RD(f) | WR(f))
#define ROW_FL_READ(row)  FL_UNPACK((row) & 0xff)
#define ROW_FL_WRITE(row) FL_UNPACK((row) >> 8 & 0xff)

/* Bits 16-23: general registers mentioned implicitly; all are among the first eight. */
#define rA  BIT64(16)
#define rC  BIT64(17)
#define rD  BIT64(18)
#define rB  BIT64(19)
#define rSP BIT64(20)
#define rBP BIT64(21)
#define rSI BIT64(22)
#define rDI BIT64(23)
#define ROW_REGS(row) ((uint32_t)((row) >> 16) & 0xff)

/* Bits 24-28 in the legacy maps: enum insn_kind. (VEX, EVEX and XOP are all K_PLAIN, see below.) */
#define K(kind)	      ((uint64_t)(kind) << 24)
#define ROW_KIND(row) ((unsigned)((row) >> 24) & 31)

/* Bits 29-32: immediates. */
enum imm_type {
	IMM_NONE,
	IMM_IB,	  /* byte, sign-extended */
	IMM_UB,	  /* byte, zero-extended */
	IMM_IW,	  /* 16 bits, zero-extended */
	IMM_IZ,	  /* 16 bits with operand size 16, else 32 sign-extended */
	IMM_UD,	  /* 32 bits, zero-extended */
	IMM_IV,	  /* 16, 32, or 64 bits with REX.W */
	IMM_JB,	  /* branch displacement, 8 bits */
	IMM_JD,	  /* branch displacement, 32 bits whatever the operand size */
	IMM_IWIB, /* ENTER: 16 and 8 bits */
	IMM_IBIB, /* EXTRQ, INSERTQ: two bytes */
	IMM_O,	  /* MOFFS: an address of 8 bytes, 4 with 67h */
};
#define IMM(type)    ((uint64_t)(type) << 29)
#define ROW_IMM(row) ((unsigned)((row) >> 29) & 15)
#define Ib   IMM(IMM_IB)
#define Ub   IMM(IMM_UB)
#define Iw   IMM(IMM_IW)
#define Iz   IMM(IMM_IZ)
#define Ud   IMM(IMM_UD)
#define Iv   IMM(IMM_IV)
#define Jb   IMM(IMM_JB)
#define Jd   IMM(IMM_JD)
#define IwIb IMM(IMM_IWIB)
#define IbIb IMM(IMM_IBIB)
#define Ox   IMM(IMM_O)

/* Bits 33-41: ModRM, and memory. */
#define MODRM  BIT64(33) /* has a ModRM byte */
#define MEM    BIT64(34) /* rm may be memory */
#define REG    BIT64(35) /* rm may be a register */
#define LD     BIT64(36) /* a memory rm is read */
#define ST     BIT64(37) /* a memory rm is written */
#define RW     (LD | ST)
#define XL     BIT64(38) /* reads memory besides rm: stack, string, MOFFS, address in RAX or RDI */
#define XS     BIT64(39) /* writes memory besides rm */
#define SEGX   BIT64(40) /* a segment prefix moves that memory */
#define AGEN   BIT64(41) /* a memory rm is only an address; no segment applies (LEA, NOP) */

/* Bits 42-45: which fields name general registers. */
#define GREG   BIT64(42) /* ModRM.reg */
#define GRM    BIT64(43) /* ModRM.rm, when not memory */
#define REG8   BIT64(44) /* ModRM.reg, or the opcode's register, is a byte */
#define RM8    BIT64(45) /* ModRM.rm is a byte; without REX, 4-7 are AH-BH */

/* Bits 46-48: rules. */
#define OSZ    BIT64(46) /* in 0F maps: 66h is an operand size here, not part of the opcode */
#define BARE   BIT64(47) /* valid, without operands */
#define GROUP  BIT64(48) /* not a row: bits 0-15 are the index of a group, see to_group() */

/* Bits 49-53: what code must do. */
enum special {
	SP_NONE,
	SP_JCC,	     /* the condition is in the opcode */
	SP_COUNT,    /* shift by immediate: no flag changes when the count is 0 */
	SP_REPFL,    /* CMPS, SCAS: no flag changes when REP finds RCX = 0 */
	SP_NOP,	     /* 90: XCHG only with REX.B */
	SP_ENTER,    /* loads when the level is above 1 */
	SP_INT1,     /* the vector is 1 */
	SP_R11,	     /* SYSCALL, SYSRET: mentions R11 too */
	SP_SREG,     /* ModRM.reg is a segment register, 0-5 */
	SP_SREG_W,   /* the same, written: not CS */
	SP_CR,	     /* MOV CRn */
	SP_DR,	     /* MOV DRn */
	SP_3DNOW,    /* decode_3dnow[] knows the opcode */
	SP_VSIB,     /* requires SIB, whose index is a vector */
	SP_GATHER,   /* the same; index, mask and destination must differ */
	SP_SIBMEM,   /* requires SIB (AMX) */
	SP_TMM,	     /* three different tile registers */
	SP_DISTINCT, /* the destination must differ from both sources */
};
#define SP(x)	    ((uint64_t)(x) << 49)
#define ROW_SP(row) ((unsigned)((row) >> 49) & 31)

/* Bits 54-57, legacy maps. */
#define STR    BIT64(54) /* string instruction */
#define LK     BIT64(55) /* the memory form allows LOCK */
#define OPREG  BIT64(56) /* the opcode's low three bits name a general register */
#define F_64   BIT64(57) /* the operand size is 64 whatever the prefixes (near branches) */

/* Bits 54-63, VEX, EVEX and XOP maps: what the prefix may hold (SDM volume 2, 2.3 and 2.7). */
#define W0     BIT64(54)
#define W1     BIT64(55)
#define L128   BIT64(56)
#define L256   BIT64(57)
#define L512   BIT64(58)
#define VV     BIT64(59) /* vvvv names an operand; otherwise it must be 1111 */
#define VG     BIT64(60) /* vvvv names a general register */
#define BC     BIT64(61) /* EVEX.b with memory: broadcast */
#define ER     BIT64(62) /* EVEX.b with registers: rounding in L'L */
#define SAE    BIT64(63) /* EVEX.b with registers: exceptions suppressed */
#define WIG    (W0 | W1)
#define LX     (L128 | L256)
#define LALL   (L128 | L256 | L512)
#define LBIG   (L256 | L512)
#define LIG    LALL

/* Bits 44-46 in these maps, which have no byte registers and no operand size. */
#define MK     BIT64(44) /* EVEX.aaa may name an opmask */
#define ZR     BIT64(45) /* EVEX.z is allowed, except with a memory destination */
#define KREQ   BIT64(46) /* the opmask may not be k0 */
#define MZ     (MK | ZR)

/* Bits 24-26 in these maps: the operand is one of eight, a tile or an opmask of EVEX. (Opmasks of
 * VEX are not checked, see vex.c.) */
#define REG_LT8 BIT64(24) /* ModRM.reg */
#define VV_LT8	BIT64(25) /* vvvv */
#define RM_LT8	BIT64(26) /* ModRM.rm */

/* Operands, in the manual's words. */
#define Ev (MODRM | MEM | REG | GRM)
#define Eb (Ev | RM8)
#define Gv (MODRM | GREG)
#define Gb (Gv | REG8)
#define Mx (MODRM | MEM)
#define Rv (MODRM | REG | GRM)
#define Rb (Rv | RM8)
#define Wx (MODRM | MEM | REG)
#define Ux (MODRM | REG)

/* A row that leads to a group. */
#define GRP(n)	 (GROUP | MODRM | (uint64_t)(n))

/* Columns of a row in the maps with mandatory prefixes: none, 66, F3, F2. */
#define ALL(x)	  { (x) | OSZ, (x) | OSZ, (x) | OSZ, (x) | OSZ }
#define NP_66(x)  { x, x }
#define NP_66_F3_F2(x) { x, x, x, x }
#define P66(x)	  { 0, x }
#define PF3(x)	  { 0, 0, x }
#define PF2(x)	  { 0, 0, 0, x }

/* Rows of a group: memory forms 0-7, register forms 8-15. */
#define MEMS8(x) [0] = x, [1] = x, [2] = x, [3] = x, [4] = x, [5] = x, [6] = x, [7] = x
#define REGS8(x) [8] = x, [9] = x, [10] = x, [11] = x, [12] = x, [13] = x, [14] = x, [15] = x
#define BOTH(n, x) [n] = x, [8 + (n)] = x

extern const uint64_t decode_map1[256];
extern const uint64_t decode_0f[256][4];
extern const uint64_t decode_0f38[256][4];
extern const uint64_t decode_0f3a[256][4];
extern const uint64_t decode_group[][16]; /* by ModRM.reg; 0-7 memory, 8-15 register */
extern const uint64_t decode_leaf[][8];	  /* register forms by ModRM.rm */
extern const uint32_t decode_3dnow[8];	  /* a bit for each suffix */

extern const uint64_t decode_vex_map[3][256][4];  /* maps 1-3 */
extern const uint64_t decode_xop_map[3][256];     /* maps 8-10; pp is always 0 */
extern const uint64_t decode_evex_map[5][256][4]; /* maps 1-3, 5, 6 */
extern const uint64_t decode_vex_group[][16];
extern const uint64_t decode_vex_leaf[][8];
extern const uint64_t decode_evex_group[][16];

#endif
