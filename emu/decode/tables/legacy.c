/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Tables of the instructions without VEX or EVEX prefix: the one-byte map, the maps 0F, 0F 38 and
 * 0F 3A with their groups, x87 and 3DNow!.
 *
 * Rules: constant data only. The words are in decode_tables.h. Sources: SDM volume 2, appendix A
 * (tables: opcode maps and groups: x87) and the instruction pages for
 * flags; AMD APM volume 3, appendix A, for what only AMD has.
 */
#include "emu/decode/tables/row.h"

/* clang-format off */

enum {
	G_1, G_2, G_2CL, G_3B, G_3V, G_4, G_5, G_11B, G_11V, G_1A,
	G_D8, G_D9, G_DA, G_DB, G_DC, G_DD, G_DE, G_DF,
	G_6, G_7, G_7_66, G_7_F3, G_7_F2, G_P, G_16, G_8,
	G_12, G_13, G_14, G_14_66, G_NOP, G_0F1C, G_0F1E_F3,
	G_15, G_15_66, G_15_F3, G_15_F2, G_9, G_9_66, G_9_F3, G_9_F2, G_17,
	G_WIDE, G_DC_F3, G_F8_F3, G_F8_F2, G_HRESET, G_A6, G_A7, G_A7_F3,
};

enum {
	L_XABORT, L_XBEGIN,
	L_7_0, L_7_0_66, L_7_0_F3, L_7_0_F2, L_7_1, L_7_1_66, L_7_2, L_7_3, L_7_5, L_7_5_F3,
	L_7_5_F2, L_7_7, L_7_7_66, L_7_7_F3, L_7_7_F2, L_RM0, L_RM0_AX, L_RM1, L_D9_4, L_D9_5,
	L_DB_4, L_ENDBR,
	L_XSTORE, L_XCRYPT, L_MONTMUL,
};

#define LEAF(n) GRP(n)

#define ARITH	WR(FL_ALL)
#define ST_POP	(rSP | XL)
#define ST_PUSH	(rSP | XS)

/* Status flags that the sixteen conditions read (SDM volume 1, appendix B). */
#define CONDITIONS(base, x) \
	[(base) + 0x0] = x(FL_OF),         [(base) + 0x1] = x(FL_OF), \
	[(base) + 0x2] = x(FL_CF),         [(base) + 0x3] = x(FL_CF), \
	[(base) + 0x4] = x(FL_ZF),         [(base) + 0x5] = x(FL_ZF), \
	[(base) + 0x6] = x(FL_CF | FL_ZF), [(base) + 0x7] = x(FL_CF | FL_ZF), \
	[(base) + 0x8] = x(FL_SF),         [(base) + 0x9] = x(FL_SF), \
	[(base) + 0xa] = x(FL_PF),         [(base) + 0xb] = x(FL_PF), \
	[(base) + 0xc] = x(FL_SF | FL_OF), [(base) + 0xd] = x(FL_SF | FL_OF), \
	[(base) + 0xe] = x(FL_SF | FL_OF | FL_ZF), [(base) + 0xf] = x(FL_SF | FL_OF | FL_ZF)

#define JCC8(f)	 (K(K_JCC) | SP(SP_JCC) | Jb | F_64 | RD(f))
#define JCC32(f) ALL(K(K_JCC) | SP(SP_JCC) | Jd | F_64 | RD(f))
#define SETCC(f) ALL(Eb | ST | RD(f))
#define CMOV(f)	 ALL(Gv | Ev | LD | RD(f))

#define TIMES8(base, x) \
	[(base)] = x, [(base) + 1] = x, [(base) + 2] = x, [(base) + 3] = x, \
	[(base) + 4] = x, [(base) + 5] = x, [(base) + 6] = x, [(base) + 7] = x

/* The six forms of an arithmetic instruction; st: whether its destination is written. */
#define ALU(base, st, fl) \
	[(base) + 0] = Eb | Gb | LD | (st) | (fl), [(base) + 1] = Ev | Gv | LD | (st) | (fl), \
	[(base) + 2] = Eb | Gb | LD | (fl),        [(base) + 3] = Ev | Gv | LD | (fl), \
	[(base) + 4] = rA | Ib | (fl),             [(base) + 5] = rA | Iz | (fl)

/* Table A-2: the one-byte map. Prefixes and escapes (26, 2E, 36, 3E, 40-4F, 62, 64-67, C4, C5, F0,
 * F2, F3, 0F) have no row here: decode.c knows them. */
const uint64_t decode_map1[256] = {
	ALU(0x00, ST | LK, ARITH),			/* ADD */
	ALU(0x08, ST | LK, ARITH),			/* OR */
	ALU(0x10, ST | LK, ARITH | RD(FL_CF)),		/* ADC */
	ALU(0x18, ST | LK, ARITH | RD(FL_CF)),		/* SBB */
	ALU(0x20, ST | LK, ARITH),			/* AND */
	ALU(0x28, ST | LK, ARITH),			/* SUB */
	ALU(0x30, ST | LK, ARITH),			/* XOR */
	ALU(0x38, 0, ARITH),				/* CMP */

	TIMES8(0x50, OPREG | ST_PUSH),			/* PUSH r64 */
	TIMES8(0x58, OPREG | ST_POP),			/* POP r64 */

	[0x63] = Gv | Ev | LD,				/* MOVSXD */
	[0x68] = Iz | ST_PUSH,				/* PUSH imm */
	[0x69] = Gv | Ev | LD | Iz | ARITH,		/* IMUL */
	[0x6a] = Ib | ST_PUSH,
	[0x6b] = Gv | Ev | LD | Ib | ARITH,
	[0x6c] = STR | rDI | rD | XS,			/* INS */
	[0x6d] = STR | rDI | rD | XS,
	[0x6e] = STR | rSI | rD | XL | SEGX,		/* OUTS */
	[0x6f] = STR | rSI | rD | XL | SEGX,

	CONDITIONS(0x70, JCC8),

	[0x80] = GRP(G_1) | Eb | Ib,
	[0x81] = GRP(G_1) | Ev | Iz,
	[0x83] = GRP(G_1) | Ev | Ib,
	[0x84] = Eb | Gb | LD | ARITH,			/* TEST */
	[0x85] = Ev | Gv | LD | ARITH,
	[0x86] = Eb | Gb | RW | LK,			/* XCHG */
	[0x87] = Ev | Gv | RW | LK,
	[0x88] = Eb | Gb | ST,				/* MOV */
	[0x89] = Ev | Gv | ST,
	[0x8a] = Eb | Gb | LD,
	[0x8b] = Ev | Gv | LD,
	[0x8c] = Ev | ST | SP(SP_SREG),			/* MOV Ev, Sw */
	[0x8d] = Gv | Mx | AGEN,			/* LEA */
	[0x8e] = Ev | LD | SP(SP_SREG_W) | K(K_MOV_TO_SREG),
	[0x8f] = GRP(G_1A) | Ev,

	[0x90] = OPREG | rA | SP(SP_NOP),		/* NOP, PAUSE, XCHG r8, rAX */
	[0x91] = OPREG | rA, [0x92] = OPREG | rA, [0x93] = OPREG | rA, [0x94] = OPREG | rA,
	[0x95] = OPREG | rA, [0x96] = OPREG | rA, [0x97] = OPREG | rA,	/* XCHG r, rAX */
	[0x98] = rA,					/* CBW, CWDE, CDQE */
	[0x99] = rA | rD,				/* CWD, CDQ, CQO */
	[0x9b] = BARE,					/* FWAIT */
	[0x9c] = K(K_PUSHF) | ST_PUSH | RD(FL_ALL),
	[0x9d] = K(K_POPF) | ST_POP | WR(FL_ALL),
	[0x9e] = rA | WR(FL_ALL & ~FL_OF),		/* SAHF */
	[0x9f] = rA | RD(FL_ALL & ~FL_OF),		/* LAHF */

	[0xa0] = rA | Ox | XL | SEGX,			/* MOV, memory offset */
	[0xa1] = rA | Ox | XL | SEGX,
	[0xa2] = rA | Ox | XS | SEGX,
	[0xa3] = rA | Ox | XS | SEGX,
	[0xa4] = STR | rSI | rDI | XL | XS | SEGX,	/* MOVS */
	[0xa5] = STR | rSI | rDI | XL | XS | SEGX,
	[0xa6] = STR | rSI | rDI | XL | SEGX | ARITH | SP(SP_REPFL), /* CMPS */
	[0xa7] = STR | rSI | rDI | XL | SEGX | ARITH | SP(SP_REPFL),
	[0xa8] = rA | Ib | ARITH,			/* TEST */
	[0xa9] = rA | Iz | ARITH,
	[0xaa] = STR | rA | rDI | XS,			/* STOS */
	[0xab] = STR | rA | rDI | XS,
	[0xac] = STR | rA | rSI | XL | SEGX,		/* LODS */
	[0xad] = STR | rA | rSI | XL | SEGX,
	[0xae] = STR | rA | rDI | XL | ARITH | SP(SP_REPFL), /* SCAS */
	[0xaf] = STR | rA | rDI | XL | ARITH | SP(SP_REPFL),

	TIMES8(0xb0, OPREG | REG8 | Ib),		/* MOV r8, imm */
	/* MOV r, imm; the one with a 64-bit immediate */
	TIMES8(0xb8, OPREG | Iv),

	[0xc0] = GRP(G_2) | Eb | Ub | SP(SP_COUNT),
	[0xc1] = GRP(G_2) | Ev | Ub | SP(SP_COUNT),
	[0xc2] = K(K_RET) | Iw | ST_POP | F_64,
	[0xc3] = K(K_RET) | ST_POP | F_64,
	[0xc6] = GRP(G_11B) | Eb,
	[0xc7] = GRP(G_11V) | Ev,
	[0xc8] = IwIb | rBP | ST_PUSH | SP(SP_ENTER),
	[0xc9] = rBP | ST_POP,				/* LEAVE */
	[0xca] = K(K_FAR) | Iw | ST_POP,
	[0xcb] = K(K_FAR) | ST_POP,
	[0xcc] = K(K_INT3) | RD(FL_ALL),
	[0xcd] = K(K_INT) | Ub | RD(FL_ALL),
	[0xcf] = K(K_FAR) | ST_POP | WR(FL_ALL),	/* IRET */

	[0xd0] = GRP(G_2) | Eb,				/* shifts by 1 */
	[0xd1] = GRP(G_2) | Ev,
	[0xd2] = GRP(G_2CL) | Eb | rC,
	[0xd3] = GRP(G_2CL) | Ev | rC,
	[0xd7] = rA | rB | XL | SEGX,			/* XLAT */
	[0xd8] = GRP(G_D8), [0xd9] = GRP(G_D9), [0xda] = GRP(G_DA), [0xdb] = GRP(G_DB),
	[0xdc] = GRP(G_DC), [0xdd] = GRP(G_DD), [0xde] = GRP(G_DE), [0xdf] = GRP(G_DF),

	[0xe0] = K(K_LOOP) | Jb | rC | RD(FL_ZF) | F_64, /* LOOPNE */
	[0xe1] = K(K_LOOP) | Jb | rC | RD(FL_ZF) | F_64, /* LOOPE */
	[0xe2] = K(K_LOOP) | Jb | rC | F_64,
	[0xe3] = K(K_JRCXZ) | Jb | rC | F_64,
	[0xe4] = rA | Ub,				/* IN */
	[0xe5] = rA | Ub,
	[0xe6] = rA | Ub,				/* OUT */
	[0xe7] = rA | Ub,
	[0xe8] = K(K_CALL) | Jd | ST_PUSH | F_64,
	[0xe9] = K(K_JMP) | Jd | F_64,
	[0xeb] = K(K_JMP) | Jb | F_64,
	[0xec] = rA | rD,				/* IN, OUT with DX */
	[0xed] = rA | rD,
	[0xee] = rA | rD,
	[0xef] = rA | rD,

	[0xf1] = K(K_INT) | SP(SP_INT1) | RD(FL_ALL),			/* INT1 */
	[0xf4] = BARE,					/* HLT */
	[0xf5] = RDWR(FL_CF),				/* CMC */
	[0xf6] = GRP(G_3B) | Eb,
	[0xf7] = GRP(G_3V) | Ev,
	[0xf8] = WR(FL_CF),				/* CLC */
	[0xf9] = WR(FL_CF),				/* STC */
	[0xfa] = BARE,					/* CLI */
	[0xfb] = BARE,					/* STI */
	[0xfc] = BARE,					/* CLD */
	[0xfd] = BARE,					/* STD */
	[0xfe] = GRP(G_4) | Eb,
	[0xff] = GRP(G_5),
};

/* Table A-3: the map 0F. Columns: no prefix, 66, F3, F2. */
#define PS_PD(x)	{ x, x }
#define PS_PD_SS_SD(x)	{ x, x, x, x }
#define PS_SS(x)	{ x, 0, x }
#define VW		(Wx | LD)		/* vector destination, vector or memory source */
#define VW2(op)		[op] = NP_66(VW)	/* MMX and SSE2 forms */

const uint64_t decode_0f[256][4] = {
	[0x00] = ALL(GRP(G_6)),
	[0x01] = { GRP(G_7), GRP(G_7_66), GRP(G_7_F3), GRP(G_7_F2) },
	[0x02] = ALL(Gv | Ev | LD | WR(FL_ZF)),		/* LAR */
	[0x03] = ALL(Gv | Ev | LD | WR(FL_ZF)),		/* LSL */
	[0x05] = ALL(K(K_SYSCALL) | rC | RD(FL_ALL) | SP(SP_R11)), /* RIP to RCX, flags to R11 */
	[0x06] = ALL(BARE),				/* CLTS */
	[0x07] = ALL(K(K_FAR) | rC | WR(FL_ALL) | SP(SP_R11)),	/* SYSRET */
	[0x08] = ALL(BARE),				/* INVD */
	[0x09] = ALL(BARE),				/* WBINVD, WBNOINVD */
	[0x0b] = ALL(K(K_UD)),				/* UD2 */
	[0x0d] = ALL(GRP(G_P) | Gv),				/* PREFETCHW and AMD's */
	[0x0e] = ALL(BARE),				/* FEMMS */
	/* 0F 0F: 3DNow!, decode.c */

	[0x10] = PS_PD_SS_SD(Wx | LD),			/* MOVUPS, MOVUPD, MOVSS, MOVSD */
	[0x11] = PS_PD_SS_SD(Wx | ST),
	/* MOVLPS/MOVHLPS, MOVLPD, MOVSLDUP, MOVDDUP */
	[0x12] = { Wx | LD, Mx | LD, Wx | LD, Wx | LD },
	[0x13] = PS_PD(Mx | ST),
	[0x14] = PS_PD(VW),				/* UNPCKL */
	[0x15] = PS_PD(VW),				/* UNPCKH */
	[0x16] = { Wx | LD, Mx | LD, Wx | LD },		/* MOVHPS/MOVLHPS, MOVHPD, MOVSHDUP */
	[0x17] = PS_PD(Mx | ST),
	[0x18] = ALL(GRP(G_16) | Gv),
	[0x19] = ALL(Gv | Ev | AGEN),			/* NOP */
	/* MPX: BNDLDX, BNDMOV, BNDCL, BNDCU; BNDSTX, BNDMOV, BNDMK, BNDCN. NOPs that access nothing
	 * on a CPU without MPX, as all are today, whatever registers they name. */
	[0x1a] = NP_66_F3_F2(Gv | Ev | AGEN),
	[0x1b] = NP_66_F3_F2(Gv | Ev | AGEN),
	[0x1c] = { GRP(G_0F1C) | Gv, Gv | Ev | AGEN | OSZ, Gv | Ev | AGEN, Gv | Ev | AGEN },
	[0x1d] = ALL(Gv | Ev | AGEN),
	[0x1e] = { Gv | Ev | AGEN, Gv | Ev | AGEN, GRP(G_0F1E_F3) | Gv, Gv | Ev | AGEN },
	[0x1f] = ALL(Gv | Ev | AGEN),

	[0x20] = ALL(Rv | SP(SP_CR)),			/* MOV r64, CRn */
	[0x21] = ALL(Rv | SP(SP_DR)),
	[0x22] = ALL(Rv | SP(SP_CR)),
	[0x23] = ALL(Rv | SP(SP_DR)),
	[0x28] = PS_PD(Wx | LD),			/* MOVAPS */
	[0x29] = PS_PD(Wx | ST),
	[0x2a] = { VW, VW, Ev | LD, Ev | LD },		/* CVTPI2PS, CVTPI2PD, CVTSI2SS, CVTSI2SD */
	[0x2b] = PS_PD_SS_SD(Mx | ST),			/* MOVNTPS; F3, F2: SSE4A */
	[0x2c] = { VW, VW, Gv | Wx | LD, Gv | Wx | LD }, /* CVTTPS2PI …, CVTTSS2SI … */
	[0x2d] = { VW, VW, Gv | Wx | LD, Gv | Wx | LD },
	[0x2e] = PS_PD(VW | ARITH),			/* UCOMISS, UCOMISD */
	[0x2f] = PS_PD(VW | ARITH),			/* COMISS, COMISD */

	[0x30] = ALL(rA | rC | rD),			/* WRMSR */
	[0x31] = ALL(K(K_RDTSC) | rA | rD),
	[0x32] = ALL(rA | rC | rD),			/* RDMSR */
	[0x33] = ALL(K(K_RDPMC) | rA | rC | rD),
	[0x34] = ALL(K(K_FAR) | rSP),			/* SYSENTER */
	[0x35] = ALL(K(K_FAR) | rSP | rC | rD),		/* SYSEXIT */
	[0x37] = { rA | rB | rC | rD },			/* GETSEC */

	CONDITIONS(0x40, CMOV),

	[0x50] = PS_PD(Gv | Ux),			/* MOVMSKPS */
	[0x51] = PS_PD_SS_SD(VW),			/* SQRT */
	[0x52] = PS_SS(VW),				/* RSQRT */
	[0x53] = PS_SS(VW),				/* RCP */
	/* AND … XOR */
	[0x54] = PS_PD(VW), [0x55] = PS_PD(VW), [0x56] = PS_PD(VW), [0x57] = PS_PD(VW),
	[0x58] = PS_PD_SS_SD(VW), [0x59] = PS_PD_SS_SD(VW), /* ADD, MUL */
	[0x5a] = PS_PD_SS_SD(VW),			/* CVTPS2PD … */
	[0x5b] = { VW, VW, VW },			/* CVTDQ2PS, CVTPS2DQ, CVTTPS2DQ */
	[0x5c] = PS_PD_SS_SD(VW), [0x5d] = PS_PD_SS_SD(VW), /* SUB, MIN */
	[0x5e] = PS_PD_SS_SD(VW), [0x5f] = PS_PD_SS_SD(VW), /* DIV, MAX */

	VW2(0x60), VW2(0x61), VW2(0x62), VW2(0x63), VW2(0x64), VW2(0x65), VW2(0x66), VW2(0x67),
	VW2(0x68), VW2(0x69), VW2(0x6a), VW2(0x6b),	/* PUNPCK, PACK, PCMPGT */
	[0x6c] = P66(VW), [0x6d] = P66(VW),		/* PUNPCKLQDQ, PUNPCKHQDQ */
	[0x6e] = NP_66(Ev | LD),			/* MOVD, MOVQ from r/m */
	[0x6f] = { VW, VW, VW },			/* MOVQ, MOVDQA, MOVDQU */
	[0x70] = PS_PD_SS_SD(VW | Ub),			/* PSHUFW, PSHUFD, PSHUFHW, PSHUFLW */
	[0x71] = NP_66(GRP(G_12) | Ub),
	[0x72] = NP_66(GRP(G_13) | Ub),
	[0x73] = { GRP(G_14) | Ub, GRP(G_14_66) | Ub },
	VW2(0x74), VW2(0x75), VW2(0x76),		/* PCMPEQ */
	[0x77] = { BARE },				/* EMMS */
	/* VMREAD; SSE4A: EXTRQ, INSERTQ */
	[0x78] = { Ev | Gv | ST | ARITH, GRP(G_17), 0, Ux | IbIb },
	[0x79] = { Gv | Ev | LD | ARITH, Ux, 0, Ux },		/* VMWRITE; EXTRQ, INSERTQ */
	[0x7c] = { 0, VW, 0, VW },			/* HADDPD, HADDPS */
	[0x7d] = { 0, VW, 0, VW },			/* HSUBPD, HSUBPS */
	[0x7e] = { Ev | ST, Ev | ST, VW },		/* MOVD to r/m; MOVQ */
	[0x7f] = { Wx | ST, Wx | ST, Wx | ST },

	CONDITIONS(0x80, JCC32),
	CONDITIONS(0x90, SETCC),

	[0xa0] = ALL(ST_PUSH),				/* PUSH FS */
	[0xa1] = ALL(K(K_POP_FSGS) | ST_POP),
	[0xa2] = ALL(K(K_CPUID) | rA | rB | rC | rD),
	[0xa3] = ALL(Ev | Gv | LD | WR(FL_ALL & ~FL_ZF)), /* BT */
	[0xa4] = ALL(Ev | Gv | RW | Ub | ARITH | SP(SP_COUNT)), /* SHLD */
	[0xa5] = ALL(Ev | Gv | RW | rC),
	[0xa6] = PF3(GRP(G_A6)),			/* VIA PadLock */
	[0xa7] = { GRP(G_A7), GRP(G_A7), GRP(G_A7_F3) },
	[0xa8] = ALL(ST_PUSH),				/* PUSH GS */
	[0xa9] = ALL(K(K_POP_FSGS) | ST_POP),
	[0xaa] = ALL(K(K_FAR) | WR(FL_ALL)),		/* RSM */
	[0xab] = ALL(Ev | Gv | RW | LK | WR(FL_ALL & ~FL_ZF)), /* BTS */
	[0xac] = ALL(Ev | Gv | RW | Ub | ARITH | SP(SP_COUNT)), /* SHRD */
	[0xad] = ALL(Ev | Gv | RW | rC),
	[0xae] = { GRP(G_15), GRP(G_15_66), GRP(G_15_F3), GRP(G_15_F2) },
	[0xaf] = ALL(Gv | Ev | LD | ARITH),		/* IMUL */

	[0xb0] = ALL(Eb | Gb | rA | RW | LK | ARITH),	/* CMPXCHG */
	[0xb1] = ALL(Ev | Gv | rA | RW | LK | ARITH),
	[0xb2] = ALL(Gv | Mx | LD | K(K_LOAD_FARPTR)),
	[0xb3] = ALL(Ev | Gv | RW | LK | WR(FL_ALL & ~FL_ZF)), /* BTR */
	[0xb4] = ALL(Gv | Mx | LD | K(K_LOAD_FARPTR)),
	[0xb5] = ALL(Gv | Mx | LD | K(K_LOAD_FARPTR)),
	[0xb6] = ALL(Gv | Eb | LD),			/* MOVZX */
	[0xb7] = ALL(Gv | Ev | LD),
	[0xb8] = { 0, 0, Gv | Ev | LD | ARITH | OSZ },	/* POPCNT */
	[0xb9] = ALL(Gv | Ev | AGEN | K(K_UD)),		/* UD1 */
	[0xba] = ALL(GRP(G_8) | Ev | Ub),
	[0xbb] = ALL(Ev | Gv | RW | LK | WR(FL_ALL & ~FL_ZF)), /* BTC */
	[0xbc] = ALL(Gv | Ev | LD | ARITH),		/* BSF, TZCNT */
	[0xbd] = ALL(Gv | Ev | LD | ARITH),		/* BSR, LZCNT */
	[0xbe] = ALL(Gv | Eb | LD),			/* MOVSX */
	[0xbf] = ALL(Gv | Ev | LD),

	[0xc0] = ALL(Eb | Gb | RW | LK | ARITH),	/* XADD */
	[0xc1] = ALL(Ev | Gv | RW | LK | ARITH),
	[0xc2] = PS_PD_SS_SD(VW | Ub),			/* CMPPS … */
	[0xc3] = { Mx | Gv | ST },			/* MOVNTI */
	[0xc4] = NP_66(Ev | LD | Ub),			/* PINSRW */
	[0xc5] = NP_66(Gv | Ux | Ub),			/* PEXTRW */
	[0xc6] = PS_PD(VW | Ub),			/* SHUFPS */
	[0xc7] = { GRP(G_9), GRP(G_9_66), GRP(G_9_F3), GRP(G_9_F2) },
	TIMES8(0xc8, ALL(OPREG)),			/* BSWAP */

	[0xd0] = { 0, VW, 0, VW },			/* ADDSUBPD, ADDSUBPS */
	VW2(0xd1), VW2(0xd2), VW2(0xd3), VW2(0xd4), VW2(0xd5),
	[0xd6] = { 0, Wx | ST, Ux, Ux },		/* MOVQ; MOVQ2DQ, MOVDQ2Q */
	[0xd7] = NP_66(Gv | Ux),			/* PMOVMSKB */
	VW2(0xd8), VW2(0xd9), VW2(0xda), VW2(0xdb), VW2(0xdc), VW2(0xdd), VW2(0xde), VW2(0xdf),
	VW2(0xe0), VW2(0xe1), VW2(0xe2), VW2(0xe3), VW2(0xe4), VW2(0xe5),
	[0xe6] = { 0, VW, VW, VW },			/* CVTTPD2DQ, CVTDQ2PD, CVTPD2DQ */
	[0xe7] = NP_66(Mx | ST),			/* MOVNTQ, MOVNTDQ */
	VW2(0xe8), VW2(0xe9), VW2(0xea), VW2(0xeb), VW2(0xec), VW2(0xed), VW2(0xee), VW2(0xef),
	[0xf0] = { 0, 0, 0, Mx | LD },			/* LDDQU */
	VW2(0xf1), VW2(0xf2), VW2(0xf3), VW2(0xf4), VW2(0xf5), VW2(0xf6),
	[0xf7] = NP_66(Ux | rDI | XS | SEGX),		/* MASKMOVQ, MASKMOVDQU */
	VW2(0xf8), VW2(0xf9), VW2(0xfa), VW2(0xfb), VW2(0xfc), VW2(0xfd), VW2(0xfe),
	[0xff] = ALL(Gv | Ev | AGEN | K(K_UD)),		/* UD0 */
};

/* Table A-4: the map 0F 38. */
const uint64_t decode_0f38[256][4] = {
	VW2(0x00), VW2(0x01), VW2(0x02), VW2(0x03), VW2(0x04), VW2(0x05), VW2(0x06), VW2(0x07),
	VW2(0x08), VW2(0x09), VW2(0x0a), VW2(0x0b),	/* SSSE3 */
	[0x10] = P66(VW),				/* PBLENDVB */
	[0x14] = P66(VW), [0x15] = P66(VW),		/* BLENDVPS, BLENDVPD */
	[0x17] = P66(VW | ARITH),			/* PTEST */
	VW2(0x1c), VW2(0x1d), VW2(0x1e),		/* PABS */
	[0x20] = P66(VW), [0x21] = P66(VW), [0x22] = P66(VW),	/* PMOVSX */
	[0x23] = P66(VW), [0x24] = P66(VW), [0x25] = P66(VW),
	[0x28] = P66(VW), [0x29] = P66(VW),		/* PMULDQ, PCMPEQQ */
	[0x2a] = P66(Mx | LD),				/* MOVNTDQA */
	[0x2b] = P66(VW),				/* PACKUSDW */
	[0x30] = P66(VW), [0x31] = P66(VW), [0x32] = P66(VW),	/* PMOVZX */
	[0x33] = P66(VW), [0x34] = P66(VW), [0x35] = P66(VW),
	[0x37] = P66(VW),				/* PCMPGTQ */
	[0x38] = P66(VW), [0x39] = P66(VW), [0x3a] = P66(VW), [0x3b] = P66(VW), /* PMIN, PMAX */
	[0x3c] = P66(VW), [0x3d] = P66(VW), [0x3e] = P66(VW), [0x3f] = P66(VW),
	[0x40] = P66(VW), [0x41] = P66(VW),		/* PMULLD, PHMINPOSUW */
	[0x80] = P66(Gv | Mx | LD | ARITH),		/* INVEPT */
	[0x81] = P66(Gv | Mx | LD | ARITH),		/* INVVPID */
	[0x82] = P66(Gv | Mx | LD),			/* INVPCID */
	[0xc8] = { VW }, [0xc9] = { VW }, [0xca] = { VW },	/* SHA1NEXTE, SHA1MSG1, SHA1MSG2 */
	/* SHA256RNDS2, SHA256MSG1, SHA256MSG2 */
	[0xcb] = { VW }, [0xcc] = { VW }, [0xcd] = { VW },
	[0xcf] = P66(VW),				/* GF2P8MULB */
	[0xd8] = { 0, 0, GRP(G_WIDE) },			/* AESENCWIDE128KL … */
	[0xdb] = P66(VW),				/* AESIMC */
	[0xdc] = { 0, VW, GRP(G_DC_F3) },		/* AESENC; AESENC128KL, LOADIWKEY */
	[0xdd] = { 0, VW, Mx | LD | ARITH },		/* AESENCLAST; AESDEC128KL */
	[0xde] = { 0, VW, Mx | LD | ARITH },		/* AESDEC; AESENC256KL */
	[0xdf] = { 0, VW, Mx | LD | ARITH },		/* AESDECLAST; AESDEC256KL */
	/* MOVBE; CRC32. 66 with F2: operand size */
	[0xf0] = { Gv | Mx | LD, Gv | Mx | LD | OSZ, 0, Gv | Eb | LD | OSZ },
	[0xf1] = { Gv | Mx | ST, Gv | Mx | ST | OSZ, 0, Gv | Ev | LD | OSZ },
	[0xf5] = P66(Gv | Mx | ST),			/* WRUSS */
	/* WRSS, ADCX, ADOX */
	[0xf6] = { Gv | Mx | ST, Gv | Ev | LD | RDWR(FL_CF), Gv | Ev | LD | RDWR(FL_OF) },
	/* MOVDIR64B; ENQCMDS, ENQCMD */
	[0xf8] = { 0, Gv | Mx | LD | XS, GRP(G_F8_F3), GRP(G_F8_F2) },
	[0xf9] = { Gv | Mx | ST },			/* MOVDIRI */
	[0xfa] = { 0, 0, Gv | Rv | ARITH },		/* ENCODEKEY128 */
	[0xfb] = { 0, 0, Gv | Rv | ARITH },		/* ENCODEKEY256 */
	[0xfc] = PS_PD_SS_SD(Gv | Mx | RW),		/* AADD, AAND, AXOR, AOR */
};

/* Table A-5: the map 0F 3A. */
const uint64_t decode_0f3a[256][4] = {
	[0x08] = P66(VW | Ub), [0x09] = P66(VW | Ub),	/* ROUND */
	[0x0a] = P66(VW | Ub), [0x0b] = P66(VW | Ub),
	[0x0c] = P66(VW | Ub), [0x0d] = P66(VW | Ub), [0x0e] = P66(VW | Ub), /* BLEND */
	[0x0f] = NP_66(VW | Ub),			/* PALIGNR */
	[0x14] = P66(Ev | ST | Ub), [0x15] = P66(Ev | ST | Ub),	/* PEXTRB, PEXTRW */
	[0x16] = P66(Ev | ST | Ub), [0x17] = P66(Ev | ST | Ub),	/* PEXTRD, EXTRACTPS */
	[0x20] = P66(Ev | LD | Ub),			/* PINSRB */
	[0x21] = P66(VW | Ub),				/* INSERTPS */
	[0x22] = P66(Ev | LD | Ub),			/* PINSRD */
	[0x40] = P66(VW | Ub), [0x41] = P66(VW | Ub),	/* DPPS, DPPD */
	[0x42] = P66(VW | Ub),				/* MPSADBW */
	[0x44] = P66(VW | Ub),				/* PCLMULQDQ */
	[0x60] = P66(VW | Ub | rA | rD | ARITH),	/* PCMPESTRM */
	[0x61] = P66(VW | Ub | rA | rC | rD | ARITH),	/* PCMPESTRI */
	[0x62] = P66(VW | Ub | ARITH),			/* PCMPISTRM */
	[0x63] = P66(VW | Ub | rC | ARITH),		/* PCMPISTRI */
	[0xcc] = { VW | Ub },				/* SHA1RNDS4 */
	[0xce] = P66(VW | Ub), [0xcf] = P66(VW | Ub),	/* GF2P8AFFINE(INV)QB */
	[0xdf] = P66(VW | Ub),				/* AESKEYGENASSIST */
	[0xf0] = { 0, 0, GRP(G_HRESET) | Ub },
};

#define RMP_FLAGS WR(FL_ALL & ~FL_CF)
#define FCOMI	 WR(FL_CF | FL_PF | FL_ZF)
#define BIT_OP	 WR(FL_ALL & ~FL_ZF)

/*
 * Table A-6: opcode extensions by ModRM.reg; 0-7 the memory forms, 8-15 the register forms. What a
 * row's parent says (operands, immediates) holds for all its rows.
 */
const uint64_t decode_group[][16] = {
	[G_1] = {
		BOTH(0, RW | LK | ARITH), BOTH(1, RW | LK | ARITH),	/* ADD, OR */
		BOTH(2, RW | LK | ARITH | RD(FL_CF)),			/* ADC */
		BOTH(3, RW | LK | ARITH | RD(FL_CF)),			/* SBB */
		BOTH(4, RW | LK | ARITH), BOTH(5, RW | LK | ARITH),	/* AND, SUB */
		BOTH(6, RW | LK | ARITH), BOTH(7, LD | ARITH),		/* XOR, CMP */
	},
	[G_1A] = { BOTH(0, ST | ST_POP) },				/* POP r/m */
	[G_2] = {
		BOTH(0, RW | WR(FL_CF | FL_OF)), BOTH(1, RW | WR(FL_CF | FL_OF)), /* ROL, ROR */
		BOTH(2, RW | RD(FL_CF) | WR(FL_CF | FL_OF)),		/* RCL */
		BOTH(3, RW | RD(FL_CF) | WR(FL_CF | FL_OF)),		/* RCR */
		BOTH(4, RW | ARITH), BOTH(5, RW | ARITH),		/* SHL, SHR */
		BOTH(6, RW | ARITH), BOTH(7, RW | ARITH),		/* SAL, SAR */
	},
	[G_2CL] = {	/* the count may be 0: nothing is surely written */
		BOTH(0, RW), BOTH(1, RW), BOTH(2, RW | RD(FL_CF)), BOTH(3, RW | RD(FL_CF)),
		BOTH(4, RW), BOTH(5, RW), BOTH(6, RW), BOTH(7, RW),
	},
	[G_3B] = {
		BOTH(0, LD | Ib | ARITH), BOTH(1, LD | Ib | ARITH),	/* TEST */
		BOTH(2, RW | LK), BOTH(3, RW | LK | ARITH),		/* NOT, NEG */
		BOTH(4, LD | rA | ARITH), BOTH(5, LD | rA | ARITH),	/* MUL, IMUL */
		BOTH(6, LD | rA | ARITH), BOTH(7, LD | rA | ARITH),	/* DIV, IDIV */
	},
	[G_3V] = {
		BOTH(0, LD | Iz | ARITH), BOTH(1, LD | Iz | ARITH),
		BOTH(2, RW | LK), BOTH(3, RW | LK | ARITH),
		BOTH(4, LD | rA | rD | ARITH), BOTH(5, LD | rA | rD | ARITH),
		BOTH(6, LD | rA | rD | ARITH), BOTH(7, LD | rA | rD | ARITH),
	},
	[G_4] = { BOTH(0, RW | LK | WR(FL_ALL & ~FL_CF)), BOTH(1, RW | LK | WR(FL_ALL & ~FL_CF)) },
	[G_5] = {
		BOTH(0, GRM | RW | LK | WR(FL_ALL & ~FL_CF)),		/* INC */
		BOTH(1, GRM | RW | LK | WR(FL_ALL & ~FL_CF)),		/* DEC */
		BOTH(2, GRM | LD | ST_PUSH | K(K_CALL_IND) | F_64),
		[3] = LD | ST_PUSH | K(K_FAR),
		BOTH(4, GRM | LD | K(K_JMP_IND) | F_64),
		[5] = LD | K(K_FAR),
		BOTH(6, GRM | LD | ST_PUSH),				/* PUSH r/m */
	},
	[G_11B] = { BOTH(0, ST | Ib), [15] = LEAF(L_XABORT) },		/* MOV */
	[G_11V] = { BOTH(0, ST | Iz), [15] = LEAF(L_XBEGIN) },

	/* x87, tables */
	[G_D8] = { MEMS8(LD), REGS8(BARE) },
	[G_D9] = {
		[0] = LD, [2] = ST, [3] = ST, [4] = LD, [5] = LD, [6] = ST, [7] = ST,
		[8] = BARE, [9] = BARE, [10] = LEAF(L_RM0), [11] = BARE,
		[12] = LEAF(L_D9_4), [13] = LEAF(L_D9_5), [14] = BARE, [15] = BARE,
	},
	[G_DA] = {
		MEMS8(LD), [8] = RD(FL_CF), [9] = RD(FL_ZF), [10] = RD(FL_CF | FL_ZF),
		[11] = RD(FL_PF),
		[13] = LEAF(L_RM1),					/* FUCOMPP */
	},
	[G_DB] = {
		[0] = LD, [1] = ST, [2] = ST, [3] = ST, [5] = LD, [7] = ST,
		[8] = RD(FL_CF), [9] = RD(FL_ZF), [10] = RD(FL_CF | FL_ZF), [11] = RD(FL_PF),
		[12] = LEAF(L_DB_4), [13] = FCOMI, [14] = FCOMI,
	},
	[G_DC] = { MEMS8(LD), REGS8(BARE) },
	[G_DD] = {
		[0] = LD, [1] = ST, [2] = ST, [3] = ST, [4] = LD, [6] = ST, [7] = ST,
		[8] = BARE, [9] = BARE, [10] = BARE, [11] = BARE, [12] = BARE, [13] = BARE,
	},
	[G_DE] = {
		MEMS8(LD), [8] = BARE, [9] = BARE, [10] = BARE, [11] = LEAF(L_RM1),	/* FCOMPP */
		[12] = BARE, [13] = BARE, [14] = BARE, [15] = BARE,
	},
	[G_DF] = {
		[0] = LD, [1] = ST, [2] = ST, [3] = ST, [4] = LD, [5] = LD, [6] = ST, [7] = ST,
		[8] = BARE, [9] = BARE, [10] = BARE, [11] = BARE,
		[12] = LEAF(L_RM0_AX), [13] = FCOMI, [14] = FCOMI,	/* FNSTSW AX */
	},

	/* 0F 00: SLDT, STR, LLDT, LTR, VERR, VERW */
	[G_6] = {
		BOTH(0, Ev | ST), BOTH(1, Ev | ST), BOTH(2, Ev | LD), BOTH(3, Ev | LD),
		BOTH(4, Ev | LD | WR(FL_ZF)), BOTH(5, Ev | LD | WR(FL_ZF)),
	},
	/* 0F 01: SGDT, SIDT, LGDT, LIDT, SMSW, LMSW, INVLPG; 66, F3 and F2 are ignored there */
	[G_7] = {
		[0] = ST, [1] = ST, [2] = LD, [3] = LD, [4] = ST, [6] = LD, [7] = BARE,
		[8] = LEAF(L_7_0), [9] = LEAF(L_7_1), [10] = LEAF(L_7_2), [11] = LEAF(L_7_3),
		[12] = Rv, [13] = LEAF(L_7_5), [14] = Rv, [15] = LEAF(L_7_7),
	},
	[G_7_66] = {
		[0] = ST, [1] = ST, [2] = LD, [3] = LD, [4] = ST | OSZ, [6] = LD | OSZ, [7] = BARE,
		[8] = LEAF(L_7_0_66), [9] = LEAF(L_7_1_66), [11] = LEAF(L_7_3),
		[12] = Rv | OSZ, [14] = Rv | OSZ, [15] = LEAF(L_7_7_66),
	},
	[G_7_F3] = {
		/* RSTORSSP */
		[0] = ST, [1] = ST, [2] = LD, [3] = LD, [4] = ST, [5] = RW | WR(FL_ALL),
		[6] = LD, [7] = BARE,
		[8] = LEAF(L_7_0_F3), [11] = LEAF(L_7_3), [12] = Rv, [13] = LEAF(L_7_5_F3),
		[14] = Rv,
		[15] = LEAF(L_7_7_F3),
	},
	[G_7_F2] = {
		[0] = ST, [1] = ST, [2] = LD, [3] = LD, [4] = ST, [6] = LD, [7] = BARE,
		[8] = LEAF(L_7_0_F2), [11] = LEAF(L_7_3), [12] = Rv, [13] = LEAF(L_7_5_F2),
		[14] = Rv,
		[15] = LEAF(L_7_7_F2),
	},
	[G_P] = { MEMS8(BARE), REGS8(Ev) },				/* PREFETCH; NOP */
	[G_16] = { MEMS8(BARE), REGS8(Ev) },				/* PREFETCHNTA …; NOP */
	[G_NOP] = { MEMS8(AGEN), REGS8(GRM) },
	[G_0F1C] = {							/* CLDEMOTE; NOP */
		BARE, AGEN, AGEN, AGEN, AGEN, AGEN, AGEN, AGEN, REGS8(GRM),
	},
	[G_0F1E_F3] = {							/* RDSSP, ENDBR; NOP */
		MEMS8(AGEN), GRM, GRM, GRM, GRM, GRM, GRM, GRM, LEAF(L_ENDBR),
	},
	[G_8] = {							/* BT, BTS, BTR, BTC */
		BOTH(4, LD | BIT_OP), BOTH(5, RW | LK | BIT_OP), BOTH(6, RW | LK | BIT_OP),
		BOTH(7, RW | LK | BIT_OP),
	},
	[G_9] = {	/* CMPXCHG8B; XRSTORS, XSAVEC, XSAVES; VMPTRLD, VMPTRST; RDRAND, RDSEED */
		[1] = RW | LK | rA | rB | rC | rD | WR(FL_ZF),
		[3] = LD | rA | rD, [4] = ST | rA | rD, [5] = ST | rA | rD,
		[6] = LD | ARITH, [7] = ST | ARITH,
		[14] = GRM | K(K_RDRAND) | ARITH | OSZ, [15] = GRM | K(K_RDSEED) | ARITH | OSZ,
	},
	[G_9_66] = {
		[1] = RW | LK | rA | rB | rC | rD | WR(FL_ZF),
		[6] = LD | ARITH,					/* VMCLEAR */
		[14] = GRM | K(K_RDRAND) | ARITH | OSZ, [15] = GRM | K(K_RDSEED) | ARITH | OSZ,
	},
	[G_9_F3] = {
		[1] = RW | LK | rA | rB | rC | rD | WR(FL_ZF),
		[6] = LD | ARITH,					/* VMXON */
		[14] = GRM, [15] = GRM,					/* SENDUIPI, RDPID */
	},
	[G_9_F2] = { [1] = RW | LK | rA | rB | rC | rD | WR(FL_ZF) },
	[G_12] = { [10] = BARE, [12] = BARE, [14] = BARE },		/* PSRLW, PSRAW, PSLLW */
	[G_13] = { [10] = BARE, [12] = BARE, [14] = BARE },		/* PSRLD, PSRAD, PSLLD */
	[G_14] = { [10] = BARE, [14] = BARE },				/* PSRLQ, PSLLQ */
	[G_14_66] = { [10] = BARE, [11] = BARE, [14] = BARE, [15] = BARE }, /* and PSRLDQ, PSLLDQ */
	/* FXSAVE, FXRSTOR, LDMXCSR, STMXCSR, XSAVE, XRSTOR, XSAVEOPT, CLFLUSH; fences */
	[G_15] = {
		[0] = ST, [1] = LD, [2] = LD, [3] = ST,
		[4] = RW | rA | rD, [5] = LD | rA | rD, [6] = RW | rA | rD, [7] = BARE,
		[13] = BARE, [14] = BARE, [15] = BARE,
	},
	/* CLWB, CLFLUSHOPT; TPAUSE */
	[G_15_66] = { [6] = BARE, [7] = BARE, [14] = GRM | rA | rD | ARITH },
	[G_15_F3] = {	/* PTWRITE, CLRSSBSY; RDFSBASE …, PTWRITE, INCSSP, UMONITOR */
		[4] = LD, [6] = RW | WR(FL_ALL),
		[8] = GRM, [9] = GRM | K(K_GSBASE), [10] = GRM, [11] = GRM | K(K_GSBASE),
		[12] = GRM, [13] = GRM, [14] = GRM,
	},
	[G_15_F2] = { [14] = GRM | rA | rD | ARITH },			/* UMWAIT */
	[G_17] = { [8] = IbIb },					/* EXTRQ */
	[G_WIDE] = { [0] = LD | ARITH, [1] = LD | ARITH, [2] = LD | ARITH, [3] = LD | ARITH },
	[G_DC_F3] = { MEMS8(LD | ARITH), REGS8(rA | ARITH) },		/* AESENC128KL; LOADIWKEY */
	[G_F8_F3] = { MEMS8(Gv | LD | XS | ARITH), REGS8(Gv | GRM) },	/* ENQCMDS; UWRMSR */
	[G_F8_F2] = { MEMS8(Gv | LD | XS | ARITH), REGS8(Gv | GRM) },	/* ENQCMD; URDMSR */
	[G_HRESET] = { [8] = LEAF(L_RM0_AX) },
	[G_A6] = { [8] = LEAF(L_MONTMUL), [9] = LEAF(L_XCRYPT), [10] = LEAF(L_XCRYPT) },
	[G_A7] = { [8] = LEAF(L_XSTORE) },
	[G_A7_F3] = { [8] = LEAF(L_XSTORE), [9] = LEAF(L_XCRYPT), [10] = LEAF(L_XCRYPT),
		   [11] = LEAF(L_XCRYPT), [12] = LEAF(L_XCRYPT), [13] = LEAF(L_XCRYPT) },
};

/* Register forms that ModRM.rm tells apart. */
const uint64_t decode_leaf[][8] = {
	[L_XABORT] = { K(K_XEND) | Ub | rA },
	[L_XBEGIN] = { K(K_XBEGIN) | Iz | rA },
	/* 0F 01 C0-C7: ENCLV, VMCALL, VMLAUNCH, VMRESUME, VMXOFF, PCONFIG, WRMSRNS */
	[L_7_0] = {
		rA | rB | rC | rD, ARITH, ARITH, ARITH, ARITH, rA | rB | rC | rD | ARITH,
		rA | rC | rD,
	},
	[L_7_0_66] = { 0 },
	[L_7_0_F3] = { [6] = rA | rC | rD | rSI | rDI },		/* WRMSRLIST */
	[L_7_0_F2] = { [6] = rA | rC | rD | rSI | rDI },		/* RDMSRLIST */
	/* 0F 01 C8-CF: MONITOR, MWAIT, CLAC, STAC, ENCLS */
	[L_7_1] = { rA | rC | rD | SEGX, rA | rC, BARE, BARE, 0, 0, 0, rA | rB | rC | rD },
	/* TDCALL, SEAMRET, SEAMOPS, SEAMCALL */
	[L_7_1_66] = { [4] = rA | rC, [5] = ARITH, [6] = rA | ARITH, [7] = rA | ARITH },
	/* 0F 01 D0-D7: XGETBV, XSETBV, VMFUNC, XEND, XTEST, ENCLU */
	[L_7_2] = {
		rA | rC | rD, rA | rC | rD, 0, 0, rA | rC, K(K_XEND),
		K(K_XEND) | ARITH, rA | rB | rC | rD,
	},
	/* 0F 01 D8-DF, AMD: VMRUN, VMMCALL, VMLOAD, VMSAVE, STGI, CLGI, SKINIT, INVLPGA */
	[L_7_3] = { rA, BARE, rA, rA, BARE, BARE, rA, rA | rC },
	/* 0F 01 E8-EF: SERIALIZE, RDPKRU, WRPKRU */
	[L_7_5] = { BARE, 0, 0, 0, 0, 0, rA | rC | rD, rA | rC | rD },
	/* SETSSBSY, SAVEPREVSSP, UIRET, TESTUI, CLUI, STUI */
	[L_7_5_F3] = { BARE, 0, BARE, 0, K(K_FAR) | ST_POP | WR(FL_ALL), ARITH, BARE, BARE },
	[L_7_5_F2] = { BARE, BARE },					/* XSUSLDTRK, XRESLDTRK */
	/* 0F 01 F8-FF: SWAPGS, RDTSCP, MONITORX, MWAITX, CLZERO, RDPRU, INVLPGB, TLBSYNC */
	[L_7_7] = {
		BARE, K(K_RDTSC) | rA | rC | rD, rA | rC | rD | SEGX, rA | rB | rC, rA | XS | SEGX,
		rA | rC | rD, rA | rC | rD, BARE,
	},
	[L_7_7_66] = { BARE, K(K_RDTSC) | rA | rC | rD, 0, 0, rA | XS | SEGX, rA | rC | rD },
	/* MCOMMIT, RMPADJUST, PSMASH */
	[L_7_7_F3] = {
		BARE, K(K_RDTSC) | rA | rC | rD, WR(FL_CF), 0, rA | XS | SEGX, rA | rC | rD,
		rA | rC | rD | RMP_FLAGS, rA | RMP_FLAGS,
	},
	/* RMPUPDATE, PVALIDATE */
	[L_7_7_F2] = {
		BARE, K(K_RDTSC) | rA | rC | rD, 0, 0, rA | XS | SEGX, rA | rC | rD,
		rA | rC | RMP_FLAGS, rA | rC | rD | ARITH,
	},
	[L_RM0] = { BARE },						/* FNOP */
	[L_RM0_AX] = { rA },
	[L_RM1] = { 0, BARE },
	[L_D9_4] = { BARE, BARE, 0, 0, BARE, BARE },			/* FCHS, FABS, FTST, FXAM */
	[L_D9_5] = { BARE, BARE, BARE, BARE, BARE, BARE, BARE },	/* FLD1 … FLDZ */
	/* FNENI, FNDISI, FNCLEX, FNINIT, FNSETPM */
	[L_DB_4] = { BARE, BARE, BARE, BARE, BARE },
	[L_ENDBR] = { GRM, GRM, BARE, BARE, GRM, GRM, GRM, GRM },	/* FA ENDBR64, FB ENDBR32 */
	[L_XSTORE] = { rA | rC | rD | rDI | XS },
	[L_MONTMUL] = { rA | rC | rD | rSI | XL },
	[L_XCRYPT] = { rA | rB | rC | rD | rSI | rDI | XL | XS },
};

/* AMD APM volume 3, table A-12 (3DNow! opcodes): the suffixes that are defined. */
#define S(n) (1u << ((n) & 31))
const uint32_t decode_3dnow[8] = {
	[0x00 / 32] = S(0x0c) | S(0x0d) | S(0x1c) | S(0x1d),
	[0x80 / 32] = S(0x8a) | S(0x8e) | S(0x90) | S(0x94) | S(0x96) | S(0x97) | S(0x9a) | S(0x9e),
	[0xa0 / 32] = S(0xa0) | S(0xa4) | S(0xa6) | S(0xa7) | S(0xaa) | S(0xae) | S(0xb0) |
		      S(0xb4) | S(0xb6) | S(0xb7) | S(0xbb) | S(0xbf),
};
