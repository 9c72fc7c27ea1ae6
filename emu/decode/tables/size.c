/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Tables of the sizes of memory operands; size.h explains the words.
 *
 * Constant data only. An opcode has the same size with a legacy, a VEX and an EVEX prefix, as far as
 * the vector length does not decide; access.c has the few exceptions. Sources: SDM volume 2, the
 * operands on the instruction pages and the tuple types of EVEX (2.7.5); AMD APM volumes 3 to 6.
 */
#include "emu/decode/tables/size.h"

/* clang-format off */

#define TIMES2(base, ...)  [(base)] = __VA_ARGS__, [(base) + 1] = __VA_ARGS__
#define TIMES4(base, ...)  TIMES2(base, __VA_ARGS__), TIMES2((base) + 2, __VA_ARGS__)
#define TIMES8(base, ...)  TIMES4(base, __VA_ARGS__), TIMES4((base) + 4, __VA_ARGS__)
#define TIMES16(base, ...) TIMES8(base, __VA_ARGS__), TIMES8((base) + 8, __VA_ARGS__)

/* Forms with a byte, then with the operand size. */
#define B_V(base)	 [(base)] = 1, [(base) + 1] = SZ_V
#define ALU(base)	 B_V(base), B_V((base) + 2)

const uint8_t decode_size_map1[256] = {
	ALU(0x00), ALU(0x08), ALU(0x10), ALU(0x18), ALU(0x20), ALU(0x28), ALU(0x30), ALU(0x38),
	[0x63] = SZ_Z,					/* MOVSXD */
	[0x69] = SZ_V, [0x6b] = SZ_V,			/* IMUL */
	[0x80] = 1, [0x81] = SZ_V, [0x83] = SZ_V,
	B_V(0x84), B_V(0x86), B_V(0x88), B_V(0x8a),	/* TEST, XCHG, MOV */
	[0x8c] = 2, [0x8e] = 2,				/* MOV with a segment register */
	[0x8f] = SZ_V,					/* POP */
	B_V(0xa0), B_V(0xa2),				/* MOV, memory offset */
	B_V(0xc0), B_V(0xc6), B_V(0xd0), B_V(0xd2), B_V(0xf6), B_V(0xfe),
};

const uint8_t decode_size_x87[8][8] = {
	{ 4, 4, 4, 4, 4, 4, 4, 4 },
	{ 4, 0, 4, 4, SZ_FPU_ENV, 2, SZ_FPU_ENV, 2 },	/* FLD, FST, FSTP, FLDENV, FLDCW … */
	{ 4, 4, 4, 4, 4, 4, 4, 4 },
	{ 4, 4, 4, 4, 0, 10, 0, 10 },			/* FILD, FISTTP, FIST, FISTP, FLD, FSTP */
	{ 8, 8, 8, 8, 8, 8, 8, 8 },
	{ 8, 8, 8, 8, SZ_FPU_STATE, 0, SZ_FPU_STATE, 2 }, /* … FRSTOR, FNSAVE, FNSTSW */
	{ 2, 2, 2, 2, 2, 2, 2, 2 },
	{ 2, 2, 2, 2, 10, 8, 10, 8 },			/* … FBLD, FILD, FBSTP, FISTP */
};

/* The columns are: no prefix, 66, F3, F2. */
#define ALL(x)	   { x, x, x, x }
#define PACKED_SCALAR { 0, 0, 4, 8 }
#define MMX(op)	   [op] = { SZ_MMX }
#define SHIFT(op)  [op] = { SZ_COUNT, SZ_COUNT }

const uint8_t decode_size_0f[256][4] = {
	[0x00] = ALL(2),				/* SLDT … */
	[0x01] = ALL(SZ_GRP(SG_01)),
	[0x02] = ALL(2), [0x03] = ALL(2),		/* LAR, LSL */
	[0x10] = PACKED_SCALAR, [0x11] = PACKED_SCALAR,	/* MOVUPS … */
	[0x12] = { 8, 8, 0, SZ_DUP }, [0x13] = { 8, 8 },	/* MOVLPS, MOVLPD, MOVDDUP */
	[0x16] = { 8, 8 }, [0x17] = { 8, 8 },		/* MOVHPS, MOVHPD */
	[0x2a] = { 8, 8, SZ_Y, SZ_Y },			/* CVTPI2PS, CVTSI2SS */
	[0x2b] = PACKED_SCALAR,				/* MOVNTPS; MOVNTSS, MOVNTSD */
	[0x2c] = { 8, 16, 4, 8 }, [0x2d] = { 8, 16, 4, 8 },	/* CVTTPS2PI, CVTTPD2PI … */
	[0x2e] = { 4, 8 }, [0x2f] = { 4, 8 },		/* UCOMISS, COMISS */
	TIMES16(0x40, ALL(SZ_V)),			/* CMOV */
	[0x51] = PACKED_SCALAR, [0x52] = PACKED_SCALAR, [0x53] = PACKED_SCALAR,
	[0x58] = PACKED_SCALAR, [0x59] = PACKED_SCALAR,	/* ADD, MUL */
	[0x5a] = { SZ_HALF, 0, 4, 8 },			/* CVTPS2PD … */
	TIMES4(0x5c, PACKED_SCALAR),			/* SUB, MIN, DIV, MAX */
	/* PUNPCKLBW, PUNPCKLWD, PUNPCKLDQ: of an MMX source the low half */
	[0x60] = { SZ_MMX_HALF }, [0x61] = { SZ_MMX_HALF }, [0x62] = { SZ_MMX_HALF },
	MMX(0x63), TIMES4(0x64, { SZ_MMX }), TIMES4(0x68, { SZ_MMX }),
	[0x6e] = { SZ_Y, SZ_Y },			/* MOVD, MOVQ */
	MMX(0x6f), MMX(0x70), MMX(0x74), MMX(0x75), MMX(0x76),
	/* VCVTTPS2UQQ, VCVTTPD2UQQ and their kin; TTSS2USI, USI2SS */
	[0x78] = { 0, SZ_HALF_W0, 4, 8 }, [0x79] = { 0, SZ_HALF_W0, 4, 8 },
	[0x7a] = { 0, SZ_HALF_W0, SZ_HALF_W0 }, [0x7b] = { 0, SZ_HALF_W0, SZ_Y, SZ_Y },
	[0x7e] = { SZ_Y, SZ_Y, 8 },			/* MOVD, MOVQ */
	MMX(0x7f),
	TIMES16(0x90, ALL(1)),				/* SETcc */
	[0xa3] = ALL(SZ_V), [0xa4] = ALL(SZ_V), [0xa5] = ALL(SZ_V),	/* BT, SHLD */
	[0xab] = ALL(SZ_V), [0xac] = ALL(SZ_V), [0xad] = ALL(SZ_V),	/* BTS, SHRD */
	[0xae] = { SZ_GRP(SG_AE), SZ_GRP(SG_AE), SZ_GRP(SG_AE_F3) },
	[0xaf] = ALL(SZ_V),				/* IMUL */
	[0xb0] = ALL(1), [0xb1] = ALL(SZ_V),		/* CMPXCHG */
	[0xb2] = ALL(SZ_P), [0xb4] = ALL(SZ_P), [0xb5] = ALL(SZ_P),	/* LSS, LFS, LGS */
	[0xb3] = ALL(SZ_V),
	[0xb6] = ALL(1), [0xb7] = ALL(2),		/* MOVZX */
	[0xb8] = ALL(SZ_V),				/* POPCNT */
	TIMES4(0xba, ALL(SZ_V)),			/* BT, BTC, BSF, BSR */
	[0xbe] = ALL(1), [0xbf] = ALL(2),		/* MOVSX */
	[0xc0] = ALL(1), [0xc1] = ALL(SZ_V),		/* XADD */
	[0xc2] = PACKED_SCALAR,				/* CMPPS … */
	[0xc3] = { SZ_Y },				/* MOVNTI */
	[0xc4] = { 2, 2 },				/* PINSRW */
	[0xc7] = ALL(SZ_GRP(SG_C7)),
	SHIFT(0xd1), SHIFT(0xd2), SHIFT(0xd3),
	[0xd4] = { SZ_MMX }, [0xd5] = { SZ_MMX },
	[0xd6] = { 0, 8 },				/* MOVQ */
	TIMES8(0xd8, { SZ_MMX }), MMX(0xe0), SHIFT(0xe1), SHIFT(0xe2), MMX(0xe3), MMX(0xe4),
	MMX(0xe5),
	[0xe6] = { 0, 0, SZ_HALF_W0 },			/* CVTDQ2PD, VCVTQQ2PD */
	MMX(0xe7), TIMES8(0xe8, { SZ_MMX }),
	SHIFT(0xf1), SHIFT(0xf2), SHIFT(0xf3), MMX(0xf4), MMX(0xf5), MMX(0xf6),
	TIMES4(0xf8, { SZ_MMX }), MMX(0xfc), MMX(0xfd), MMX(0xfe),
};

/* PMOVSX and PMOVZX load what VPMOVWB and its kin (F3) store. */
#define EXTEND(op, s) [op] = { 0, s, s }
/* FMA: packed and scalar forms alternate from 98 on. */
#define FMA(base, ...) \
	[(base) + 3] = __VA_ARGS__, [(base) + 5] = __VA_ARGS__, [(base) + 7] = __VA_ARGS__, \
	[(base) + 9] = __VA_ARGS__

const uint8_t decode_size_0f38[256][4] = {
	TIMES8(0x00, { SZ_MMX }), TIMES4(0x08, { SZ_MMX }),	/* SSSE3 */
	/* VPMOVUSWB, USDB, USQB, USDW, USQW, USQD */
	[0x10] = { 0, 0, SZ_HALF }, [0x11] = { 0, 0, SZ_QUARTER }, [0x12] = { 0, 0, SZ_EIGHTH },
	[0x13] = { 0, SZ_HALF, SZ_HALF },		/* and VCVTPH2PS */
	[0x14] = { 0, 0, SZ_QUARTER }, [0x15] = { 0, 0, SZ_HALF },
	/* VBROADCASTSS; SD, F32X2; F128, F32X4; F32X8 */
	[0x18] = { 0, 4 }, [0x19] = { 0, 8 }, [0x1a] = { 0, 16 }, [0x1b] = { 0, 32 },
	[0x1c] = { SZ_MMX }, [0x1d] = { SZ_MMX }, [0x1e] = { SZ_MMX },	/* PABS */
	EXTEND(0x20, SZ_HALF), EXTEND(0x21, SZ_QUARTER), EXTEND(0x22, SZ_EIGHTH),
	EXTEND(0x23, SZ_HALF), EXTEND(0x24, SZ_QUARTER), EXTEND(0x25, SZ_HALF),
	EXTEND(0x30, SZ_HALF), EXTEND(0x31, SZ_QUARTER), EXTEND(0x32, SZ_EIGHTH),
	EXTEND(0x33, SZ_HALF), EXTEND(0x34, SZ_QUARTER), EXTEND(0x35, SZ_HALF),
	[0x43] = { 0, SZ_Y },				/* VGETEXPSS */
	[0x49] = { 64, 64 },				/* LDTILECFG, STTILECFG */
	[0x4d] = { 0, SZ_Y }, [0x4f] = { 0, SZ_Y },	/* VRCP14SS, VRSQRT14SS */
	[0x52] = { 0, 0, 0, 16 }, [0x53] = { 0, 0, 0, 16 },	/* VP4DPWSSD */
	/* VPBROADCASTD; Q, I32X2; I128, I32X4; I32X8 */
	[0x58] = { 0, 4 }, [0x59] = { 0, 8 }, [0x5a] = { 0, 16 }, [0x5b] = { 0, 32 },
	[0x78] = { 0, 1 }, [0x79] = { 0, 2 },		/* VPBROADCASTB, W */
	[0x80] = ALL(16), [0x81] = ALL(16), [0x82] = ALL(16),	/* INVEPT, INVVPID, INVPCID */
	FMA(0x96, { 0, SZ_Y, 0, 16 }), FMA(0xa6, { 0, SZ_Y, 0, 16 }), FMA(0xb6, { 0, SZ_Y }),
	[0x9a] = { 0, 0, 0, 16 }, [0xaa] = { 0, 0, 0, 16 },	/* V4FMADDPS, V4FNMADDPS */
	[0xb1] = ALL(2),				/* VBCSTNEBF162PS */
	[0xcb] = { 0, SZ_Y }, [0xcd] = { 0, SZ_Y },	/* VRCP28SS, VRSQRT28SS */
	/* AESENCWIDE128KL …; AESENC128KL, AESDEC128KL, AESENC256KL, AESDEC256KL */
	[0xd8] = ALL(SZ_GRP(SG_D8_WIDE)),
	[0xdc] = { 0, 0, 48 }, [0xdd] = { 0, 0, 48 }, [0xde] = { 0, 0, 64 }, [0xdf] = { 0, 0, 64 },
	TIMES16(0xe0, ALL(SZ_Y)),			/* CMPccXADD */
	[0xf0] = { SZ_V, SZ_V, 0, 1 }, [0xf1] = { SZ_V, SZ_V, 0, SZ_V },	/* MOVBE, CRC32 */
	/* ANDN, BLSR; WRUSS, BZHI; WRSS, ADCX, MULX; BEXTR; MOVDIR64B; MOVDIRI; AADD */
	[0xf2] = ALL(SZ_Y), [0xf3] = ALL(SZ_Y), [0xf5] = ALL(SZ_Y), [0xf6] = ALL(SZ_Y),
	[0xf7] = ALL(SZ_Y), [0xf8] = ALL(64), [0xf9] = ALL(SZ_Y), [0xfc] = ALL(SZ_Y),
};

const uint8_t decode_size_0f3a[256][4] = {
	[0x08] = { SZ_VECTOR_FP16 },			/* VRNDSCALEPH */
	[0x0a] = { 2, 4 }, [0x0b] = { 0, 8 },		/* VRNDSCALESH, ROUNDSS, ROUNDSD */
	[0x0f] = { SZ_MMX },				/* PALIGNR */
	[0x14] = { 0, 1 }, [0x15] = { 0, 2 }, [0x16] = { 0, SZ_Y }, [0x17] = { 0, 4 }, /* PEXTR */
	/* VINSERTF128, F32X4, F32X8 and the reverse */
	[0x18] = { 0, 16 }, [0x19] = { 0, 16 }, [0x1a] = { 0, 32 }, [0x1b] = { 0, 32 },
	[0x1d] = { 0, SZ_HALF },			/* VCVTPS2PH */
	[0x20] = { 0, 1 }, [0x21] = { 0, 4 }, [0x22] = { 0, SZ_Y },	/* PINSRB, INSERTPS, PINSRD */
	[0x26] = { SZ_VECTOR_FP16 }, [0x27] = { 2, SZ_Y },	/* VGETMANT */
	[0x38] = { 0, 16 }, [0x39] = { 0, 16 }, [0x3a] = { 0, 32 }, [0x3b] = { 0, 32 },
	[0x51] = { 0, SZ_Y }, [0x55] = { 0, SZ_Y },	/* VRANGESS, VFIXUPIMMSS */
	[0x56] = { SZ_VECTOR_FP16 }, [0x57] = { 2, SZ_Y },	/* VREDUCE */
	[0x66] = { SZ_VECTOR_FP16 }, [0x67] = { 2, SZ_Y },	/* VFPCLASS */
	/* FMA4: two packed, SS, SD */
	[0x6a] = { 0, 4 }, [0x6b] = { 0, 8 }, [0x6e] = { 0, 4 }, [0x6f] = { 0, 8 },
	[0x7a] = { 0, 4 }, [0x7b] = { 0, 8 }, [0x7e] = { 0, 4 }, [0x7f] = { 0, 8 },
	[0xc2] = { SZ_VECTOR_FP16, 0, 2 },		/* VCMPPH, VCMPSH */
	[0xf0] = { 0, 0, 0, SZ_Y },			/* RORX */
};

#define PH_SH { SZ_VECTOR_FP16, 0, 2 }

const uint8_t decode_size_map5[256][4] = {
	[0x10] = { 0, 0, 2 }, [0x11] = { 0, 0, 2 },	/* VMOVSH */
	[0x1d] = { 4 },					/* VCVTSS2SH; PS2PHX */
	[0x2a] = { 0, 0, SZ_Y }, [0x2c] = { 0, 0, 2 }, [0x2d] = { 0, 0, 2 }, /* VCVTSI2SH … */
	[0x2e] = { 2 }, [0x2f] = { 2 },			/* VUCOMISH */
	[0x51] = PH_SH, [0x58] = PH_SH, [0x59] = PH_SH, TIMES4(0x5c, PH_SH),
	[0x5a] = { SZ_QUARTER_FP16, 0, 2, 8 },		/* VCVTPH2PD, PD2PH, SH2SD, SD2SH */
	[0x5b] = { 0, SZ_HALF_FP16, SZ_HALF_FP16 },	/* VCVTDQ2PH; PH2DQ, TTPH2DQ */
	[0x6e] = { 0, 2 }, [0x7e] = { 0, 2 },		/* VMOVW */
	/* VCVTPH2UDQ, PH2UQQ, SH2USI */
	[0x78] = { SZ_HALF_FP16, SZ_QUARTER_FP16, 2 }, [0x79] = { SZ_HALF_FP16, SZ_QUARTER_FP16, 2 },
	[0x7a] = { 0, SZ_QUARTER_FP16 },		/* VCVTTPH2QQ; UDQ2PH, UQQ2PH */
	[0x7b] = { 0, SZ_QUARTER_FP16, SZ_Y },		/* VCVTPH2QQ, USI2SH */
	/* VCVTPH2UW … */
	[0x7c] = ALL(SZ_VECTOR_FP16), [0x7d] = ALL(SZ_VECTOR_FP16),
};

const uint8_t decode_size_map6[256][4] = {
	[0x13] = { 2, SZ_HALF_FP16 },			/* VCVTSH2SS, PH2PSX */
	[0x2c] = { 0, SZ_VECTOR_FP16 }, [0x2d] = { 0, 2 },	/* VSCALEF */
	[0x42] = { 0, SZ_VECTOR_FP16 }, [0x43] = { 0, 2 },	/* VGETEXP */
	[0x4c] = { 0, SZ_VECTOR_FP16 }, [0x4d] = { 0, 2 },	/* VRCP */
	[0x4e] = { 0, SZ_VECTOR_FP16 }, [0x4f] = { 0, 2 },	/* VRSQRT */
	/* complex numbers, pairs of two elements: VFMADDCPH, VFMULCPH and their kin */
	[0x57] = { 0, 0, 4, 4 }, [0xd7] = { 0, 0, 4, 4 },
#define FMA_PACKED(base) \
	[(base)] = { 0, SZ_VECTOR_FP16 }, [(base) + 1] = { 0, SZ_VECTOR_FP16 }, \
	[(base) + 2] = { 0, SZ_VECTOR_FP16 }, [(base) + 4] = { 0, SZ_VECTOR_FP16 }, \
	[(base) + 6] = { 0, SZ_VECTOR_FP16 }, [(base) + 8] = { 0, SZ_VECTOR_FP16 }
	FMA_PACKED(0x96), FMA(0x96, { 0, 2 }), FMA_PACKED(0xa6), FMA(0xa6, { 0, 2 }),
	FMA_PACKED(0xb6), FMA(0xb6, { 0, 2 }),
};

const uint8_t decode_size_group[][8] = {
	/* SGDT, SIDT, LGDT, LIDT, SMSW, RSTORSSP, LMSW */
	[SG_01] = { 10, 10, 10, 10, 2, 8, 2 },
	/* FXSAVE, FXRSTOR, LDMXCSR, STMXCSR, XSAVE, XRSTOR, XSAVEOPT */
	[SG_AE] = { SZ_FXSAVE, SZ_FXSAVE, 4, 4, SZ_XSAVE, SZ_XSAVE, SZ_XSAVE },
	[SG_AE_F3] = { [4] = SZ_Y, [6] = 8 },		/* PTWRITE, CLRSSBSY */
	/* CMPXCHG8B, XRSTORS, XSAVEC, XSAVES, VMPTRLD, VMPTRST */
	[SG_C7] = { 0, SZ_PAIR, 0, SZ_XSAVE, SZ_XSAVE, SZ_XSAVE, 8, 8 },
	[SG_D8_WIDE] = { 48, 48, 64, 64 },
};
