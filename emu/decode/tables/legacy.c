/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Tables of the instructions without VEX or EVEX prefix: the one-byte map and the maps 0F, 0F 38
 * and 0F 3A.
 *
 * Constant data only; row.h explains the words. Sources: SDM volume 2, appendix A (tables A-2 to
 * A-5, the opcode maps) and the instruction pages for flags; AMD APM volume 3, appendix A, for what
 * only AMD has.
 */
#include "emu/decode/tables/legacy.h"

/* clang-format off */

/* The status flags that the sixteen conditions read (SDM volume 1, appendix B). */
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

/* The six forms of an arithmetic instruction; st says whether it writes its destination. */
#define ALU(base, st, fl) \
	[(base) + 0] = Eb | Gb | LD | (st) | (fl), [(base) + 1] = Ev | Gv | LD | (st) | (fl), \
	[(base) + 2] = Eb | Gb | LD | (fl),        [(base) + 3] = Ev | Gv | LD | (fl), \
	[(base) + 4] = rA | Ib | (fl),             [(base) + 5] = rA | Iz | (fl)

/* Table A-2: the one-byte map. Prefixes and escapes (26, 2E, 36, 3E, 40-4F, 62, 64-67, C4, C5, F0,
 * F2, F3, 0F) have no row here: decode.c handles them. */
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
	/* MOV r, imm: the only one with a 64-bit immediate */
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
	[0x05] = ALL(K(K_SYSCALL) | rC | RD(FL_ALL) | SP(SP_R11)), /* RIP to RCX, RFLAGS to R11 */
	[0x06] = ALL(BARE),				/* CLTS */
	[0x07] = ALL(K(K_FAR) | rC | WR(FL_ALL) | SP(SP_R11)),	/* SYSRET */
	[0x08] = ALL(BARE),				/* INVD */
	[0x09] = ALL(BARE),				/* WBINVD, WBNOINVD */
	[0x0b] = ALL(K(K_UD)),				/* UD2 */
	[0x0d] = ALL(GRP(G_P) | Gv),				/* PREFETCHW and AMD's */
	[0x0e] = ALL(BARE),				/* FEMMS */
	/* 0F 0F is 3DNow!: legacy_row() in decode/legacy.c */

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
	/* MPX: BNDLDX, BNDMOV, BNDCL, BNDCU; BNDSTX, BNDMOV, BNDMK, BNDCN. On a CPU without MPX, as
	 * all are today, they are NOPs that access nothing, whatever registers they name. */
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
	/* MOVBE; CRC32. 66 beside F2 is the operand size */
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
