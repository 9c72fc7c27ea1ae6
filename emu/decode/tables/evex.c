/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Tables of the instructions with an EVEX prefix: AVX-512 and FP16.
 *
 * Constant data only; row.h explains the words. The columns of a row are pp: none, 66, F3, F2.
 * Sources: SDM volume 2, 2.7 and the instruction pages; the AVX512-FP16 specification.
 */
#include "emu/decode/tables/row.h"

/* clang-format off */

enum {
	EG_MOVSS_LOAD, EG_MOVSD_LOAD, EG_MOVSS_STORE, EG_MOVSD_STORE, EG_71, EG_72, EG_73,
	EG_PREFETCH,
};

#define ARITH	WR(FL_ALL)

/* Shapes of operands. The letters are the manual's: V is reg, H is vvvv, W is rm. */
#define FULL	(Wx | LD | LALL | MZ | BC)	/* VW of 32 or 64 bits, may be broadcast */
#define FULLH	(FULL | VV)			/* VHW */
#define BYTES	(Wx | LD | LALL | MZ)		/* VW without broadcast */
#define BYTESH	(BYTES | VV)
#define SCALAR	(Wx | LD | LIG | MZ)
#define SCALARH	(SCALAR | VV)
#define STORE	(Wx | ST | LALL | MZ)		/* WV */
#define KDEST	(REG_LT8)			/* the destination is an opmask */
#define CMPMASK	(KDEST | Wx | LD | LALL | MK | VV)
/* From a general register. The conversion of 32 bits to a double rounds nothing, and the CPU
 * ignores EVEX.b there, as in VCVTDQ2PD and VCVTUDQ2PD (seen on hardware). */
#define SI2S	(Wx | GRM | LD | LIG | VV | ER | WIG)
#define S2SI	(Wx | GREG | LD | LIG | WIG)	/* to a general register */
#define BIG(x)	((x) & ~L128)			/* 256 and 512 bits only */
#define ONLY512(x) ((x) & ~(L128 | L256))
#define ONLY128(x) ((x) & ~(L256 | L512))

#define PS_PD(x)	{ (x) | W0, (x) | W1 }
#define PS_PD_SS_SD(p, s) { (p) | W0, (p) | W1, (s) | W0, (s) | W1 }
#define WH(op)		[op] = P66(BYTESH | WIG)	/* bytes and words, W is ignored */
#define DH(op)		[op] = P66(FULLH | W0)
#define QH(op)		[op] = P66(FULLH | W1)
#define DQH(op)		[op] = P66(FULLH | WIG)
#define DQ(op)		[op] = P66(FULL | WIG)
#define BWH(op)		[op] = P66(BYTESH | WIG)	/* W chooses bytes or words */

/* FMA (base 0x96, 0xa6, 0xb6); w is the value of W. */
#define FMA_ROWS(base, w) \
	[(base)] = P66(FULLH | ER | (w)), [(base) + 1] = P66(FULLH | ER | (w)), \
	[(base) + 2] = P66(FULLH | ER | (w)), [(base) + 3] = P66(SCALARH | ER | (w)), \
	[(base) + 6] = P66(FULLH | ER | (w)), [(base) + 7] = P66(SCALARH | ER | (w)), \
	[(base) + 8] = P66(FULLH | ER | (w)), [(base) + 9] = P66(SCALARH | ER | (w))
#define FMA_45(base, w) \
	[(base) + 4] = P66(FULLH | ER | (w)), [(base) + 5] = P66(SCALARH | ER | (w))
/* The same with the four-iteration forms of AVX512_4FMAPS in the F2 column. */
#define FMA_45_4FMA(base) \
	[(base) + 4] = { 0, FULLH | ER | WIG, 0, Mx | LD | L512 | MZ | VV | W0 }, \
	[(base) + 5] = { 0, SCALARH | ER | WIG, 0, Mx | LD | LIG | MZ | VV | W0 }

#define GATHER	(Mx | LD | LALL | MK | KREQ | WIG | SP(SP_GATHER))
#define SCATTER	(Mx | ST | LALL | MK | KREQ | WIG | SP(SP_VSIB))

const uint64_t decode_evex_map[5][256][4] = { {
	/* ---- map 1: 0F ---- */
	[0x10] = { BYTES | W0, BYTES | W1, GRP(EG_MOVSS_LOAD), GRP(EG_MOVSD_LOAD) },
	[0x11] = { STORE | W0, STORE | W1, GRP(EG_MOVSS_STORE), GRP(EG_MOVSD_STORE) },
	/* VMOVLPS, VMOVHLPS; VMOVLPD; VMOVSLDUP; VMOVDDUP */
	[0x12] = { Wx | LD | L128 | VV | W0, Mx | LD | L128 | VV | W1, BYTES | W0, BYTES | W1 },
	[0x13] = PS_PD(Mx | ST | L128),
	[0x14] = PS_PD(FULLH), [0x15] = PS_PD(FULLH),			/* VUNPCKL, VUNPCKH */
	[0x16] = { Wx | LD | L128 | VV | W0, Mx | LD | L128 | VV | W1, BYTES | W0 },
	[0x17] = PS_PD(Mx | ST | L128),
	[0x28] = PS_PD(BYTES), [0x29] = PS_PD(STORE),			/* VMOVAPS */
	[0x2a] = { 0, 0, SI2S, SI2S },					/* VCVTSI2SS, VCVTSI2SD */
	[0x2b] = PS_PD(Mx | ST | LALL),					/* VMOVNTPS */
	/* VCVTTSS2SI */
	[0x2c] = { 0, 0, S2SI | SAE, S2SI | SAE },
	[0x2d] = { 0, 0, S2SI | ER, S2SI | ER },
	[0x2e] = PS_PD(Wx | LD | LIG | SAE | ARITH), [0x2f] = PS_PD(Wx | LD | LIG | SAE | ARITH),
	[0x51] = PS_PD_SS_SD(FULL | ER, SCALARH | ER),			/* VSQRT */
	[0x54] = PS_PD(FULLH), [0x55] = PS_PD(FULLH), [0x56] = PS_PD(FULLH), [0x57] = PS_PD(FULLH),
	[0x58] = PS_PD_SS_SD(FULLH | ER, SCALARH | ER),			/* VADD */
	[0x59] = PS_PD_SS_SD(FULLH | ER, SCALARH | ER),			/* VMUL */
	/* VCVTPS2PD, VCVTPD2PS, VCVTSS2SD, VCVTSD2SS */
	[0x5a] = { FULL | SAE | W0, FULL | ER | W1, SCALARH | SAE | W0, SCALARH | ER | W1 },
	/* VCVTDQ2PS, QQ2PS; PS2DQ; TTPS2DQ */
	[0x5b] = { FULL | ER | WIG, FULL | ER | W0, FULL | SAE | W0 },
	[0x5c] = PS_PD_SS_SD(FULLH | ER, SCALARH | ER),			/* VSUB */
	[0x5d] = PS_PD_SS_SD(FULLH | SAE, SCALARH | SAE),		/* VMIN */
	[0x5e] = PS_PD_SS_SD(FULLH | ER, SCALARH | ER),			/* VDIV */
	[0x5f] = PS_PD_SS_SD(FULLH | SAE, SCALARH | SAE),		/* VMAX */

	WH(0x60), WH(0x61), DH(0x62), WH(0x63),				/* VPUNPCKL, VPACKSSWB */
	/* VPCMPGT */
	[0x64] = P66(CMPMASK | WIG), [0x65] = P66(CMPMASK | WIG), [0x66] = P66(CMPMASK | BC | W0),
	WH(0x67), WH(0x68), WH(0x69), DH(0x6a), DH(0x6b), QH(0x6c), QH(0x6d),
	[0x6e] = P66(Wx | GRM | LD | L128 | WIG),			/* VMOVD, VMOVQ */
	/* VMOVDQA32/64, U32/64, U8/16 */
	[0x6f] = { 0, BYTES | WIG, BYTES | WIG, BYTES | WIG },
	[0x70] = { 0, FULL | W0 | Ub, BYTES | WIG | Ub, BYTES | WIG | Ub }, /* VPSHUFD, HW, LW */
	[0x71] = P66(GRP(EG_71) | Ub), [0x72] = P66(GRP(EG_72) | Ub), [0x73] = P66(GRP(EG_73) | Ub),
	/* VPCMPEQ */
	[0x74] = P66(CMPMASK | WIG), [0x75] = P66(CMPMASK | WIG), [0x76] = P66(CMPMASK | BC | W0),
	/* VCVTTPS2UDQ, TTPD2UDQ; TTPS2UQQ, TTPD2UQQ; TTSS2USI; TTSD2USI */
	[0x78] = {
		FULL | SAE | WIG, FULL | SAE | WIG, S2SI | SAE, S2SI | SAE,
	},
	[0x79] = {
		FULL | ER | WIG, FULL | ER | WIG, S2SI | ER, S2SI | ER,
	},
	/* VCVTTPS2QQ, TTPD2QQ; UDQ2PD, UQQ2PD; UDQ2PS, UQQ2PS */
	[0x7a] = { 0, FULL | SAE | WIG, FULL | ER | WIG, FULL | ER | WIG },
	/* VCVTPS2QQ, PD2QQ; USI2SS; USI2SD */
	[0x7b] = { 0, FULL | ER | WIG, SI2S, SI2S },
	[0x7e] = { 0, Wx | GRM | ST | L128 | WIG, Wx | LD | L128 | W1 },	/* VMOVD; VMOVQ */
	[0x7f] = { 0, STORE | WIG, STORE | WIG, STORE | WIG },

	[0xc2] = {	/* VCMPPS … */
		CMPMASK | BC | SAE | W0 | Ub, CMPMASK | BC | SAE | W1 | Ub,
		CMPMASK | SAE | W0 | Ub, CMPMASK | SAE | W1 | Ub,
	},
	[0xc4] = P66(Wx | GRM | LD | L128 | VV | WIG | Ub),		/* VPINSRW */
	[0xc5] = P66(Ux | GREG | L128 | WIG | Ub),			/* VPEXTRW */
	[0xc6] = PS_PD(FULLH | Ub),					/* VSHUFPS */
	WH(0xd1), [0xd2] = P66(BYTESH | W0), [0xd3] = P66(BYTESH | W1),	/* VPSRLW, D, Q by an XMM */
	QH(0xd4), WH(0xd5),
	[0xd6] = P66(Wx | ST | L128 | W1),				/* VMOVQ */
	WH(0xd8), WH(0xd9), WH(0xda), DQH(0xdb), WH(0xdc), WH(0xdd), WH(0xde), DQH(0xdf),
	WH(0xe0), WH(0xe1), [0xe2] = P66(BYTESH | WIG), WH(0xe3), WH(0xe4), WH(0xe5),
	/* VCVTTPD2DQ; DQ2PD, QQ2PD; PD2DQ */
	[0xe6] = { 0, FULL | SAE | W1, FULL | ER | WIG, FULL | ER | W1 },
	[0xe7] = P66(Mx | ST | LALL | W0),				/* VMOVNTDQ */
	WH(0xe8), WH(0xe9), WH(0xea), DQH(0xeb), WH(0xec), WH(0xed), WH(0xee), DQH(0xef),
	WH(0xf1), [0xf2] = P66(BYTESH | W0), [0xf3] = P66(BYTESH | W1),	/* VPSLLW, D, Q */
	/* VPMULUDQ, VPMADDWD, VPSADBW */
	QH(0xf4), WH(0xf5), [0xf6] = P66(Wx | LD | LALL | VV | WIG),
	WH(0xf8), WH(0xf9), DH(0xfa), QH(0xfb), WH(0xfc), WH(0xfd), DH(0xfe),
}, {
	/* ---- map 2: 0F 38 ---- */
	/* VPSHUFB, VPMADDUBSW, VPMULHRSW */
	WH(0x00), WH(0x04), WH(0x0b),
	DH(0x0c), QH(0x0d),						/* VPERMILPS, VPERMILPD */
	/* VPSRLVW, VPSRAVW, VPSLLVW, VCVTPH2PS, VPRORV, VPROLV; VPMOVUSWB, USDB, USQB, USDW, USQW,
	 * USQD */
	[0x10] = { 0, BYTESH | W1, STORE | W0 }, [0x11] = { 0, BYTESH | W1, STORE | W0 },
	[0x12] = { 0, BYTESH | W1, STORE | W0 }, [0x13] = { 0, BYTES | SAE | W0, STORE | W0 },
	[0x14] = { 0, FULLH | WIG, STORE | W0 }, [0x15] = { 0, FULLH | WIG, STORE | W0 },
	[0x16] = P66(BIG(FULLH) | WIG),					/* VPERMPS, VPERMPD */
	/* VBROADCASTSS, F32X2, SD */
	[0x18] = P66(BYTES | W0), [0x19] = P66(BIG(BYTES) | WIG),
	[0x1a] = P66(Mx | LD | LBIG | MZ | WIG), [0x1b] = P66(Mx | LD | L512 | MZ | WIG),
	[0x1c] = P66(BYTES | WIG), [0x1d] = P66(BYTES | WIG),		/* VPABS */
	[0x1e] = P66(FULL | W0), [0x1f] = P66(FULL | W1),
	/* VPMOVSX; VPMOVSWB, SDB, SQB, SDW, SQW, SQD */
	[0x20] = { 0, BYTES | WIG, STORE | W0 }, [0x21] = { 0, BYTES | WIG, STORE | W0 },
	[0x22] = { 0, BYTES | WIG, STORE | W0 }, [0x23] = { 0, BYTES | WIG, STORE | W0 },
	[0x24] = { 0, BYTES | WIG, STORE | W0 }, [0x25] = { 0, BYTES | W0, STORE | W0 },
	/* VPTESTMB, W; VPTESTNMB, W */
	[0x26] = { 0, CMPMASK | WIG, CMPMASK | WIG },
	/* VPTESTMD, Q; VPTESTNMD, Q */
	[0x27] = { 0, CMPMASK | BC | WIG, CMPMASK | BC | WIG },
	[0x28] = { 0, FULLH | W1, Ux | LALL | WIG },		/* VPMULDQ; VPMOVM2B, W */
	/* VPCMPEQQ; VPMOVB2M, W2M */
	[0x29] = { 0, CMPMASK | BC | W1, Ux | KDEST | LALL | WIG },
	[0x2a] = { 0, Mx | LD | LALL | W0, Ux | LALL | W1 },	/* VMOVNTDQA; VPBROADCASTMB2Q */
	DH(0x2b),							/* VPACKUSDW */
	[0x2c] = P66(FULLH | ER | WIG), [0x2d] = P66(SCALARH | ER | WIG), /* VSCALEF */
	/* VPMOVZX; VPMOVWB, DB, QB, DW, QW, QD */
	[0x30] = { 0, BYTES | WIG, STORE | W0 }, [0x31] = { 0, BYTES | WIG, STORE | W0 },
	[0x32] = { 0, BYTES | WIG, STORE | W0 }, [0x33] = { 0, BYTES | WIG, STORE | W0 },
	[0x34] = { 0, BYTES | WIG, STORE | W0 }, [0x35] = { 0, BYTES | W0, STORE | W0 },
	[0x36] = P66(BIG(FULLH) | WIG),					/* VPERMD, VPERMQ */
	[0x37] = P66(CMPMASK | BC | W1),				/* VPCMPGTQ */
	[0x38] = { 0, BYTESH | WIG, Ux | LALL | WIG },		/* VPMINSB; VPMOVM2D, Q */
	/* VPMINSD, Q; VPMOVD2M, Q2M */
	[0x39] = { 0, FULLH | WIG, Ux | KDEST | LALL | WIG },
	[0x3a] = { 0, BYTESH | WIG, Ux | LALL | W0 },		/* VPMINUW; VPBROADCASTMW2D */
	/* VPMIN, VPMAX, VPMULLD, Q */
	DQH(0x3b), WH(0x3c), DQH(0x3d), WH(0x3e), DQH(0x3f), DQH(0x40),
	[0x42] = P66(FULL | SAE | WIG), [0x43] = P66(SCALARH | SAE | WIG), /* VGETEXP */
	/* VPLZCNT, VPSRLV, VPSRAV, VPSLLV */
	DQ(0x44), DQH(0x45), DQH(0x46), DQH(0x47),
	/* VRCP14, VRSQRT14 */
	DQ(0x4c), [0x4d] = P66(SCALARH | WIG), DQ(0x4e), [0x4f] = P66(SCALARH | WIG),
	DH(0x50), DH(0x51),						/* VPDPBUSD */
	/* VPDPWSSD; VDPBF16PS; VP4DPWSSD */
	[0x52] = { 0, FULLH | W0, FULLH | W0, Mx | LD | L512 | MZ | VV | W0 },
	[0x53] = { 0, FULLH | W0, 0, Mx | LD | L512 | MZ | VV | W0 },
	[0x54] = P66(BYTES | WIG), DQ(0x55),				/* VPOPCNT */
	[0x58] = P66(BYTES | W0), [0x59] = P66(BYTES | WIG),		/* VPBROADCASTD, I32X2, Q */
	[0x5a] = P66(Mx | LD | LBIG | MZ | WIG), [0x5b] = P66(Mx | LD | L512 | MZ | WIG),
	[0x62] = P66(BYTES | WIG), [0x63] = P66(STORE | WIG),		/* VPEXPANDB, VPCOMPRESSB */
	DQH(0x64), DQH(0x65), BWH(0x66),				/* VPBLENDM, VBLENDM */
	[0x68] = PF2(KDEST | Wx | LD | LALL | VV | BC | WIG),		/* VP2INTERSECT */
	[0x70] = P66(BYTESH | W1), DQH(0x71),				/* VPSHLDV */
	/* VPSHRDVW; VCVTNEPS2BF16; VCVTNE2PS2BF16 */
	[0x72] = { 0, BYTESH | W1, FULL | W0, FULLH | W0 },
	DQH(0x73),
	BWH(0x75), DQH(0x76), DQH(0x77),				/* VPERMI2 */
	[0x78] = P66(BYTES | W0), [0x79] = P66(BYTES | W0),		/* VPBROADCASTB, W */
	[0x7a] = P66(Ux | GRM | LALL | MZ | W0), [0x7b] = P66(Ux | GRM | LALL | MZ | W0),
	[0x7c] = P66(Ux | GRM | LALL | MZ | WIG),
	BWH(0x7d), DQH(0x7e), DQH(0x7f),				/* VPERMT2 */
	QH(0x83),							/* VPMULTISHIFTQB */
	[0x88] = P66(BYTES | WIG), [0x89] = P66(BYTES | WIG),		/* VEXPANDPS, VPEXPANDD */
	/* VCOMPRESSPS, VPCOMPRESSD */
	[0x8a] = P66(STORE | WIG), [0x8b] = P66(STORE | WIG),
	/* VPERMB, W; VPSHUFBITQMB */
	BWH(0x8d), [0x8f] = P66(CMPMASK | W0),
	[0x90] = P66(GATHER), [0x91] = P66(GATHER), [0x92] = P66(GATHER), [0x93] = P66(GATHER),
	FMA_ROWS(0x96, WIG), FMA_45_4FMA(0x96),
	[0xa0] = P66(SCATTER), [0xa1] = P66(SCATTER), [0xa2] = P66(SCATTER), [0xa3] = P66(SCATTER),
	FMA_ROWS(0xa6, WIG), FMA_45_4FMA(0xa6),
	QH(0xb4), QH(0xb5),						/* VPMADD52 */
	FMA_ROWS(0xb6, WIG), FMA_45(0xb6, WIG),
	DQ(0xc4),							/* VPCONFLICT */
	[0xc6] = P66(GRP(EG_PREFETCH)), [0xc7] = P66(GRP(EG_PREFETCH)),
	/* VEXP2, VRCP28, VRSQRT28 */
	[0xc8] = P66(ONLY512(FULL) | SAE | WIG),
	[0xca] = P66(ONLY512(FULL) | SAE | WIG), [0xcb] = P66(SCALARH | SAE | WIG),
	[0xcc] = P66(ONLY512(FULL) | SAE | WIG), [0xcd] = P66(SCALARH | SAE | WIG),
	[0xcf] = P66(BYTESH | W0),					/* VGF2P8MULB */
	/* VAESENC … */
	[0xdc] = P66(Wx | LD | LALL | VV | WIG), [0xdd] = P66(Wx | LD | LALL | VV | WIG),
	[0xde] = P66(Wx | LD | LALL | VV | WIG), [0xdf] = P66(Wx | LD | LALL | VV | WIG),
}, {
	/* ---- map 3: 0F 3A; all have an immediate ---- */
	[0x00] = P66(BIG(FULL) | W1 | Ub), [0x01] = P66(BIG(FULL) | W1 | Ub), /* VPERMQ, VPERMPD */
	[0x03] = P66(FULLH | WIG | Ub),					/* VALIGN */
	[0x04] = P66(FULL | W0 | Ub), [0x05] = P66(FULL | W1 | Ub),	/* VPERMILPS, PD */
	[0x08] = { FULL | SAE | W0 | Ub, FULL | SAE | W0 | Ub },	/* VRNDSCALEPH, PS */
	[0x09] = P66(FULL | SAE | W1 | Ub),
	[0x0a] = { SCALARH | SAE | W0 | Ub, SCALARH | SAE | W0 | Ub },	/* VRNDSCALESH, SS */
	[0x0b] = P66(SCALARH | SAE | W1 | Ub),
	[0x0f] = P66(BYTESH | WIG | Ub),				/* VPALIGNR */
	/* VPEXTR */
	[0x14] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	[0x15] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	[0x16] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	[0x17] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	/* VINSERTF32X4 … */
	[0x18] = P66(BIG(BYTESH) | WIG | Ub), [0x19] = P66(BIG(STORE) | WIG | Ub),
	[0x1a] = P66(ONLY512(BYTESH) | WIG | Ub), [0x1b] = P66(ONLY512(STORE) | WIG | Ub),
	[0x1d] = P66(STORE | SAE | W0 | Ub),				/* VCVTPS2PH */
	/* VPCMPUD, VPCMPD */
	[0x1e] = P66(CMPMASK | BC | WIG | Ub), [0x1f] = P66(CMPMASK | BC | WIG | Ub),
	[0x20] = P66(Wx | GRM | LD | L128 | VV | WIG | Ub),		/* VPINSRB */
	[0x21] = P66(Wx | LD | L128 | VV | W0 | Ub),			/* VINSERTPS */
	[0x22] = P66(Wx | GRM | LD | L128 | VV | WIG | Ub),		/* VPINSRD */
	[0x23] = P66(BIG(FULLH) | WIG | Ub),				/* VSHUFF32X4 */
	[0x25] = P66(FULLH | WIG | Ub),					/* VPTERNLOG */
	[0x26] = { FULL | SAE | W0 | Ub, FULL | SAE | WIG | Ub },	/* VGETMANT */
	[0x27] = { SCALARH | SAE | W0 | Ub, SCALARH | SAE | WIG | Ub },
	/* VINSERTI32X4 … */
	[0x38] = P66(BIG(BYTESH) | WIG | Ub), [0x39] = P66(BIG(STORE) | WIG | Ub),
	[0x3a] = P66(ONLY512(BYTESH) | WIG | Ub), [0x3b] = P66(ONLY512(STORE) | WIG | Ub),
	[0x3e] = P66(CMPMASK | WIG | Ub), [0x3f] = P66(CMPMASK | WIG | Ub), /* VPCMPUB, VPCMPB */
	[0x42] = P66(BYTESH | W0 | Ub),					/* VDBPSADBW */
	[0x43] = P66(BIG(FULLH) | WIG | Ub),				/* VSHUFI32X4 */
	[0x44] = P66(Wx | LD | LALL | VV | WIG | Ub),			/* VPCLMULQDQ */
	[0x50] = P66(FULLH | SAE | WIG | Ub), [0x51] = P66(SCALARH | SAE | WIG | Ub), /* VRANGE */
	/* VFIXUPIMM */
	[0x54] = P66(FULLH | SAE | WIG | Ub), [0x55] = P66(SCALARH | SAE | WIG | Ub),
	[0x56] = { FULL | SAE | W0 | Ub, FULL | SAE | WIG | Ub },	/* VREDUCE */
	[0x57] = { SCALARH | SAE | W0 | Ub, SCALARH | SAE | WIG | Ub },
	/* VFPCLASS */
	[0x66] = {
		KDEST | Wx | LD | LALL | MK | BC | W0 | Ub,
		KDEST | Wx | LD | LALL | MK | BC | WIG | Ub,
	},
	[0x67] = { KDEST | Wx | LD | LIG | MK | W0 | Ub, KDEST | Wx | LD | LIG | MK | WIG | Ub },
	[0x70] = P66(BYTESH | W1 | Ub), [0x71] = P66(FULLH | WIG | Ub),	/* VPSHLD */
	[0x72] = P66(BYTESH | W1 | Ub), [0x73] = P66(FULLH | WIG | Ub),	/* VPSHRD */
	[0xc2] = { CMPMASK | BC | SAE | W0 | Ub, 0, CMPMASK | SAE | W0 | Ub },	/* VCMPPH, VCMPSH */
	[0xce] = P66(FULLH | W1 | Ub), [0xcf] = P66(FULLH | W1 | Ub),	/* VGF2P8AFFINE */
}, {
	/* ---- map 5: FP16 ---- */
	[0x10] = { 0, 0, GRP(EG_MOVSS_LOAD) }, [0x11] = { 0, 0, GRP(EG_MOVSS_STORE) },	/* VMOVSH */
	[0x1d] = { SCALARH | ER | W0, FULL | ER | W0 },			/* VCVTSS2SH, VCVTPS2PHX */
	[0x2a] = PF3(SI2S),		/* VCVTSI2SH */
	[0x2c] = PF3(S2SI | SAE),
	[0x2d] = PF3(S2SI | ER),
	[0x2e] = { Wx | LD | LIG | SAE | ARITH | W0 },
	[0x2f] = { Wx | LD | LIG | SAE | ARITH | W0 },
	[0x51] = { FULL | ER | W0, 0, SCALARH | ER | W0 },		/* VSQRT */
	[0x58] = { FULLH | ER | W0, 0, SCALARH | ER | W0 },		/* VADD */
	[0x59] = { FULLH | ER | W0, 0, SCALARH | ER | W0 },		/* VMUL */
	/* VCVTPH2PD, VCVTPD2PH, VCVTSH2SD, VCVTSD2SH */
	[0x5a] = { FULL | SAE | W0, FULL | ER | W1, SCALARH | SAE | W0, SCALARH | ER | W1 },
	/* VCVTDQ2PH, QQ2PH; PH2DQ; TTPH2DQ */
	[0x5b] = { FULL | ER | WIG, FULL | ER | W0, FULL | SAE | W0 },
	[0x5c] = { FULLH | ER | W0, 0, SCALARH | ER | W0 },		/* VSUB */
	[0x5d] = { FULLH | SAE | W0, 0, SCALARH | SAE | W0 },		/* VMIN */
	[0x5e] = { FULLH | ER | W0, 0, SCALARH | ER | W0 },		/* VDIV */
	[0x5f] = { FULLH | SAE | W0, 0, SCALARH | SAE | W0 },		/* VMAX */
	/* VMOVW */
	[0x6e] = P66(Wx | GRM | LD | L128 | WIG), [0x7e] = P66(Wx | GRM | ST | L128 | WIG),
	/* VCVTTPH2UDQ, UQQ; SH2USI */
	[0x78] = { FULL | SAE | W0, FULL | SAE | W0, S2SI | SAE },
	[0x79] = { FULL | ER | W0, FULL | ER | W0, S2SI | ER },
	/* VCVTTPH2QQ; VCVTUDQ2PH, UQQ2PH */
	[0x7a] = { 0, FULL | SAE | W0, 0, FULL | ER | WIG },
	[0x7b] = { 0, FULL | ER | W0, SI2S },			/* VCVTPH2QQ; VCVTUSI2SH */
	[0x7c] = { FULL | SAE | W0, FULL | SAE | W0 },			/* VCVTTPH2UW, VCVTTPH2W */
	/* VCVTPH2UW, VCVTPH2W, VCVTW2PH, VCVTUW2PH */
	[0x7d] = { FULL | ER | W0, FULL | ER | W0, FULL | ER | W0, FULL | ER | W0 },
}, {
	/* ---- map 6: FP16 ---- */
	[0x13] = { SCALARH | SAE | W0, FULL | SAE | W0 },		/* VCVTSH2SS, VCVTPH2PSX */
	[0x2c] = P66(FULLH | ER | W0), [0x2d] = P66(SCALARH | ER | W0),	/* VSCALEF */
	[0x42] = P66(FULL | SAE | W0), [0x43] = P66(SCALARH | SAE | W0), /* VGETEXP */
	[0x4c] = P66(FULL | W0), [0x4d] = P66(SCALARH | W0),		/* VRCP */
	[0x4e] = P66(FULL | W0), [0x4f] = P66(SCALARH | W0),		/* VRSQRT */
	/* VFMADDCPH, VFCMADDCPH: the destination must differ from both sources */
	[0x56] = { 0, 0, FULLH | ER | W0 | SP(SP_DISTINCT), FULLH | ER | W0 | SP(SP_DISTINCT) },
	[0x57] = { 0, 0, SCALARH | ER | W0 | SP(SP_DISTINCT), SCALARH | ER | W0 | SP(SP_DISTINCT) },
	FMA_ROWS(0x96, W0), FMA_45(0x96, W0), FMA_ROWS(0xa6, W0), FMA_45(0xa6, W0),
	FMA_ROWS(0xb6, W0), FMA_45(0xb6, W0),
	/* VFMULCPH */
	[0xd6] = { 0, 0, FULLH | ER | W0 | SP(SP_DISTINCT), FULLH | ER | W0 | SP(SP_DISTINCT) },
	[0xd7] = { 0, 0, SCALARH | ER | W0 | SP(SP_DISTINCT), SCALARH | ER | W0 | SP(SP_DISTINCT) },
} };

#define SHIFT	 (LD | LALL | MZ | VV)
#define PREFETCHV (L512 | MK | KREQ | WIG | SP(SP_VSIB))

/* By ModRM.reg: 0-7 the memory forms, 8-15 the register forms. */
const uint64_t decode_evex_group[][16] = {
	[EG_MOVSS_LOAD] = { MEMS8(LD | LIG | MZ | W0), REGS8(VV | LIG | MZ | W0) },
	[EG_MOVSD_LOAD] = { MEMS8(LD | LIG | MZ | W1), REGS8(VV | LIG | MZ | W1) },
	[EG_MOVSS_STORE] = { MEMS8(ST | LIG | MZ | W0), REGS8(VV | LIG | MZ | W0) },
	[EG_MOVSD_STORE] = { MEMS8(ST | LIG | MZ | W1), REGS8(VV | LIG | MZ | W1) },
	/* VPSRLW, VPSRAW, VPSLLW */
	[EG_71] = { BOTH(2, SHIFT | WIG), BOTH(4, SHIFT | WIG), BOTH(6, SHIFT | WIG) },
	/* VPROR, VPROL, VPSRLD, VPSRAD and VPSRAQ, VPSLLD */
	[EG_72] = {
		BOTH(0, SHIFT | BC | WIG), BOTH(1, SHIFT | BC | WIG), BOTH(2, SHIFT | BC | W0),
		BOTH(4, SHIFT | BC | WIG), BOTH(6, SHIFT | BC | W0),
	},
	/* VPSRLQ, VPSRLDQ, VPSLLQ, VPSLLDQ */
	[EG_73] = {
		BOTH(2, SHIFT | BC | W1), BOTH(3, LD | LALL | VV | WIG), BOTH(6, SHIFT | BC | W1),
		BOTH(7, LD | LALL | VV | WIG),
	},
	/* VGATHERPF0, VGATHERPF1, VSCATTERPF0, VSCATTERPF1: prefetches access nothing */
	[EG_PREFETCH] = { [1] = PREFETCHV, [2] = PREFETCHV, [5] = PREFETCHV, [6] = PREFETCHV },
};
