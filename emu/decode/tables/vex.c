/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Tables of the instructions with a VEX or XOP prefix.
 *
 * Constant data only; row.h explains the words. The columns of a row are pp: none, 66, F3, F2.
 * Sources: SDM volume 2, appendix A, the instruction pages for W, L and vvvv, and the Instruction
 * Set Extensions reference for newer ones; AMD APM volume 4 (FMA4), 6 (XOP) and 3 (TBM, LWP).
 */
#include "emu/decode/tables/row.h"

/* clang-format off */

enum {
	VG_MOVS_LOAD, VG_MOVS_STORE, VG_71, VG_73, VG_AE, VG_F3,
	VG_49, VG_49_66, VG_49_F2, VG_XOP01, VG_XOP02, VG_XOP12, VG_XOPA12,
};

enum { VL_RELEASE, VL_ZERO };

#define ARITH	WR(FL_ALL)

/* Shapes of operands: the destination is in reg, the last source in rm. */
#define VW	(Wx | LD | LX | WIG)		/* one source */
#define VHW	(VW | VV)			/* two sources */
#define VWS	(Wx | LD | LIG | WIG)		/* scalar, one source */
#define VHWS	(VWS | VV)
#define WV	(Wx | ST | LX | WIG)		/* the destination is in rm */
#define ONLY_W0(x) ((x) & ~W1)
#define ONLY_W1(x) ((x) & ~W0)
#define ONLY_128(x) ((x) & ~(L256 | L512))
#define ONLY_256(x) ((x) & ~(L128 | L512))

#define PS_PD(x)	{ x, x }
#define ARITH_4(op)	[op] = { VHW, VHW, VHWS, VHWS }
#define H66(op)		[op] = P66(VHW)
/* Opmasks above k7 raise #UD on Intel's processors; AMD's Zen 4 takes the lower three bits. They
 * are valid here, so that the CPU decides. */
#define KKK		(Ux | L256 | WIG | VV)
#define KK		(Ux | L128 | WIG)
#define TMM3		(Ux | L128 | W0 | VV | REG_LT8 | VV_LT8 | RM_LT8 | SP(SP_TMM))
#define BMI(x)		((x) | L128 | WIG)

/* FMA3 (base 0x96, 0xa6, 0xb6): ADDSUB, SUBADD, then packed and scalar forms alternate. */
#define FMA(base) \
	H66(base), H66((base) + 1), H66((base) + 2), [(base) + 3] = P66(VHWS), \
	H66((base) + 4), [(base) + 5] = P66(VHWS), H66((base) + 6), [(base) + 7] = P66(VHWS), \
	H66((base) + 8), [(base) + 9] = P66(VHWS)

/* FMA4: packed PS, PD, scalar SS, SD. An immediate holds the fourth operand. */
#define FMA4(base) \
	[(base)] = P66(VHW | Ub), [(base) + 1] = P66(VHW | Ub), \
	[(base) + 2] = P66(VHWS | Ub), [(base) + 3] = P66(VHWS | Ub)

#define CMPCCXADD(op) [op] = P66(Gv | Mx | RW | L128 | WIG | VV | VG | ARITH)

const uint64_t decode_vex_map[3][256][4] = { {
	/* ---- map 1: 0F ---- */
	/* VMOVUPS, VMOVUPD, VMOVSS, VMOVSD */
	[0x10] = { VW, VW, GRP(VG_MOVS_LOAD), GRP(VG_MOVS_LOAD) },
	[0x11] = { WV, WV, GRP(VG_MOVS_STORE), GRP(VG_MOVS_STORE) },
	/* VMOVLPS, VMOVSLDUP, VMOVDDUP */
	[0x12] = { ONLY_128(VHW), Mx | LD | VV | L128 | WIG, VW, VW },
	[0x13] = PS_PD(Mx | ST | L128 | WIG),
	[0x14] = PS_PD(VHW), [0x15] = PS_PD(VHW),			/* VUNPCKL, VUNPCKH */
	[0x16] = { ONLY_128(VHW), Mx | LD | VV | L128 | WIG, VW },	/* VMOVHPS, VMOVSHDUP */
	[0x17] = PS_PD(Mx | ST | L128 | WIG),
	[0x28] = PS_PD(VW), [0x29] = PS_PD(WV),				/* VMOVAPS */
	[0x2a] = { 0, 0, VHWS | GRM, VHWS | GRM },			/* VCVTSI2SS */
	[0x2b] = PS_PD(Mx | ST | LX | WIG),				/* VMOVNTPS */
	[0x2c] = { 0, 0, VWS | GREG, VWS | GREG },			/* VCVTTSS2SI */
	[0x2d] = { 0, 0, VWS | GREG, VWS | GREG },
	[0x2e] = PS_PD(VWS | ARITH), [0x2f] = PS_PD(VWS | ARITH),	/* VUCOMISS, VCOMISS */

	/* opmasks: KAND, KANDN, KNOT, KOR, KXNOR, KXOR, KADD, KUNPCK */
	[0x41] = NP_66(KKK), [0x42] = NP_66(KKK), [0x44] = NP_66(KK), [0x45] = NP_66(KKK),
	[0x46] = NP_66(KKK), [0x47] = NP_66(KKK), [0x4a] = NP_66(KKK),
	[0x4b] = { KKK, ONLY_W0(KKK) },

	[0x50] = PS_PD(Ux | GREG | LX | WIG),				/* VMOVMSKPS */
	[0x51] = { VW, VW, VHWS, VHWS },				/* VSQRT */
	[0x52] = { VW, 0, VHWS }, [0x53] = { VW, 0, VHWS },		/* VRSQRTPS, VRCPPS */
	[0x54] = PS_PD(VHW), [0x55] = PS_PD(VHW), [0x56] = PS_PD(VHW), [0x57] = PS_PD(VHW),
	ARITH_4(0x58), ARITH_4(0x59),					/* VADD, VMUL */
	[0x5a] = { VW, VW, VHWS, VHWS },				/* VCVTPS2PD … */
	[0x5b] = { VW, VW, VW },					/* VCVTDQ2PS … */
	ARITH_4(0x5c), ARITH_4(0x5d), ARITH_4(0x5e), ARITH_4(0x5f),	/* VSUB, VMIN, VDIV, VMAX */

	H66(0x60), H66(0x61), H66(0x62), H66(0x63), H66(0x64), H66(0x65), H66(0x66), H66(0x67),
	H66(0x68), H66(0x69), H66(0x6a), H66(0x6b), H66(0x6c), H66(0x6d),
	[0x6e] = P66(Wx | GRM | LD | L128 | WIG),			/* VMOVD, VMOVQ */
	[0x6f] = { 0, VW, VW },						/* VMOVDQA, VMOVDQU */
	[0x70] = { 0, VW | Ub, VW | Ub, VW | Ub },			/* VPSHUFD … */
	[0x71] = P66(GRP(VG_71) | Ub), [0x72] = P66(GRP(VG_71) | Ub), [0x73] = P66(GRP(VG_73) | Ub),
	H66(0x74), H66(0x75), H66(0x76),
	[0x77] = { BARE | LX | WIG },					/* VZEROUPPER, VZEROALL */
	[0x7c] = { 0, VHW, 0, VHW }, [0x7d] = { 0, VHW, 0, VHW },	/* VHADDPD, VHSUBPD */
	[0x7e] = { 0, Wx | GRM | ST | L128 | WIG, ONLY_128(VW) },	/* VMOVD; VMOVQ */
	[0x7f] = { 0, WV, WV },

	/* KMOV from k or memory, to memory, from and to general registers; KORTEST, KTEST */
	[0x90] = NP_66(Wx | LD | L128 | WIG),
	[0x91] = NP_66(Mx | ST | L128 | WIG),
	[0x92] = { Rv | L128 | W0, Rv | L128 | W0, 0, Rv | L128 | WIG },
	[0x93] = { Gv | Ux | L128 | W0, Gv | Ux | L128 | W0, 0, Gv | Ux | L128 | WIG },
	[0x98] = NP_66(KK | ARITH), [0x99] = NP_66(KK | ARITH),

	[0xae] = { GRP(VG_AE) },
	[0xc2] = { VHW | Ub, VHW | Ub, VHWS | Ub, VHWS | Ub },		/* VCMPPS */
	[0xc4] = P66(Wx | GRM | LD | VV | L128 | WIG | Ub),		/* VPINSRW */
	[0xc5] = P66(Ux | GREG | L128 | WIG | Ub),			/* VPEXTRW */
	[0xc6] = PS_PD(VHW | Ub),					/* VSHUFPS */
	[0xd0] = { 0, VHW, 0, VHW },					/* VADDSUBPD */
	H66(0xd1), H66(0xd2), H66(0xd3), H66(0xd4), H66(0xd5),
	[0xd6] = P66(ONLY_128(WV)),					/* VMOVQ */
	[0xd7] = P66(Ux | GREG | LX | WIG),				/* VPMOVMSKB */
	H66(0xd8), H66(0xd9), H66(0xda), H66(0xdb), H66(0xdc), H66(0xdd), H66(0xde), H66(0xdf),
	H66(0xe0), H66(0xe1), H66(0xe2), H66(0xe3), H66(0xe4), H66(0xe5),
	[0xe6] = { 0, VW, VW, VW },					/* VCVTTPD2DQ … */
	[0xe7] = P66(Mx | ST | LX | WIG),				/* VMOVNTDQ */
	H66(0xe8), H66(0xe9), H66(0xea), H66(0xeb), H66(0xec), H66(0xed), H66(0xee), H66(0xef),
	[0xf0] = PF2(Mx | LD | LX | WIG),				/* VLDDQU */
	H66(0xf1), H66(0xf2), H66(0xf3), H66(0xf4), H66(0xf5), H66(0xf6),
	[0xf7] = P66(Ux | L128 | WIG | rDI | XS | SEGX),		/* VMASKMOVDQU */
	H66(0xf8), H66(0xf9), H66(0xfa), H66(0xfb), H66(0xfc), H66(0xfd), H66(0xfe),
}, {
	/* ---- map 2: 0F 38 ---- */
	H66(0x00), H66(0x01), H66(0x02), H66(0x03), H66(0x04), H66(0x05), H66(0x06), H66(0x07),
	H66(0x08), H66(0x09), H66(0x0a), H66(0x0b),
	[0x0c] = P66(ONLY_W0(VHW)), [0x0d] = P66(ONLY_W0(VHW)),		/* VPERMILPS, VPERMILPD */
	[0x0e] = P66(ONLY_W0(VW) | ARITH), [0x0f] = P66(ONLY_W0(VW) | ARITH), /* VTESTPS, VTESTPD */
	[0x13] = P66(ONLY_W0(VW)),					/* VCVTPH2PS */
	[0x16] = P66(ONLY_W0(ONLY_256(VHW))),				/* VPERMPS */
	[0x17] = P66(VW | ARITH),					/* VPTEST */
	[0x18] = P66(ONLY_W0(VW)), [0x19] = P66(ONLY_W0(ONLY_256(VW))),	/* VBROADCASTSS, SD, F128 */
	[0x1a] = P66(Mx | LD | L256 | W0),
	[0x1c] = P66(VW), [0x1d] = P66(VW), [0x1e] = P66(VW),		/* VPABS */
	[0x20] = P66(VW), [0x21] = P66(VW), [0x22] = P66(VW),		/* VPMOVSX */
	[0x23] = P66(VW), [0x24] = P66(VW), [0x25] = P66(VW),
	H66(0x28), H66(0x29),						/* VPMULDQ, VPCMPEQQ */
	[0x2a] = P66(Mx | LD | LX | WIG),				/* VMOVNTDQA */
	H66(0x2b),
	[0x2c] = P66(Mx | LD | VV | LX | W0), [0x2d] = P66(Mx | LD | VV | LX | W0), /* VMASKMOVPS */
	[0x2e] = P66(Mx | ST | VV | LX | W0), [0x2f] = P66(Mx | ST | VV | LX | W0),
	[0x30] = P66(VW), [0x31] = P66(VW), [0x32] = P66(VW),		/* VPMOVZX */
	[0x33] = P66(VW), [0x34] = P66(VW), [0x35] = P66(VW),
	[0x36] = P66(ONLY_W0(ONLY_256(VHW))),				/* VPERMD */
	H66(0x37), H66(0x38), H66(0x39), H66(0x3a), H66(0x3b), H66(0x3c), H66(0x3d), H66(0x3e),
	H66(0x3f), H66(0x40),
	[0x41] = P66(ONLY_128(VW)),					/* VPHMINPOSUW */
	/* VPSRLV, VPSRAVD, VPSLLV */
	[0x45] = P66(VHW), [0x46] = P66(ONLY_W0(VHW)), [0x47] = P66(VHW),
	/* AMX: LDTILECFG, TILERELEASE; STTILECFG; TILEZERO */
	[0x49] = { GRP(VG_49), GRP(VG_49_66), 0, GRP(VG_49_F2) },
	/* TILELOADDT1, TILESTORED, TILELOADD */
	[0x4b] = {
		0, Mx | LD | L128 | W0 | REG_LT8 | SP(SP_SIBMEM),
		Mx | ST | L128 | W0 | REG_LT8 | SP(SP_SIBMEM),
		Mx | LD | L128 | W0 | REG_LT8 | SP(SP_SIBMEM),
	},
	/* AVX-VNNI (66), AVX-VNNI-INT8 (others) */
	[0x50] = { ONLY_W0(VHW), ONLY_W0(VHW), ONLY_W0(VHW), ONLY_W0(VHW) },
	[0x51] = { ONLY_W0(VHW), ONLY_W0(VHW), ONLY_W0(VHW), ONLY_W0(VHW) },
	[0x52] = P66(ONLY_W0(VHW)), [0x53] = P66(ONLY_W0(VHW)),
	[0x58] = P66(ONLY_W0(VW)), [0x59] = P66(ONLY_W0(VW)),		/* VPBROADCASTD, Q, I128 */
	[0x5a] = P66(Mx | LD | L256 | W0),
	[0x5c] = { 0, 0, TMM3, TMM3 },					/* TDPBF16PS, TDPFP16PS */
	[0x5e] = { TMM3, TMM3, TMM3, TMM3 },				/* TDPBUUD … */
	/* TCMMRLFP16PS, TCMMIMFP16PS */
	[0x6c] = { TMM3, TMM3 },
	[0x72] = PF3(ONLY_W0(VW)),					/* VCVTNEPS2BF16 */
	[0x78] = P66(ONLY_W0(VW)), [0x79] = P66(ONLY_W0(VW)),		/* VPBROADCASTB, W */
	/* VPMASKMOV */
	[0x8c] = P66(Mx | LD | VV | LX | WIG), [0x8e] = P66(Mx | ST | VV | LX | WIG),
	/* VPGATHERDD … VGATHERQPS */
	[0x90] = P66(Mx | LD | VV | LX | WIG | SP(SP_GATHER)),
	[0x91] = P66(Mx | LD | VV | LX | WIG | SP(SP_GATHER)),
	[0x92] = P66(Mx | LD | VV | LX | WIG | SP(SP_GATHER)),
	[0x93] = P66(Mx | LD | VV | LX | WIG | SP(SP_GATHER)),
	FMA(0x96), FMA(0xa6), FMA(0xb6),
	/* AVX-NE-CONVERT */
	[0xb0] = { Mx | LD | LX | W0, Mx | LD | LX | W0, Mx | LD | LX | W0, Mx | LD | LX | W0 },
	[0xb1] = { 0, Mx | LD | LX | W0, Mx | LD | LX | W0 },
	[0xb4] = P66(ONLY_W1(VHW)), [0xb5] = P66(ONLY_W1(VHW)),		/* AVX-IFMA: VPMADD52 */
	/* SHA512 */
	[0xcb] = PF2(Ux | VV | L256 | W0), [0xcc] = PF2(Ux | L256 | W0),
	[0xcd] = PF2(Ux | L256 | W0),
	[0xcf] = P66(ONLY_W0(VHW)),					/* VGF2P8MULB */
	/* AVX-VNNI-INT16 */
	[0xd2] = { ONLY_W0(VHW), ONLY_W0(VHW), ONLY_W0(VHW) },
	[0xd3] = { ONLY_W0(VHW), ONLY_W0(VHW), ONLY_W0(VHW) },
	/* SM3, SM4 */
	[0xda] = { ONLY_128(ONLY_W0(VHW)), ONLY_128(ONLY_W0(VHW)), ONLY_W0(VHW), ONLY_W0(VHW) },
	[0xdb] = P66(ONLY_128(VW)),					/* VAESIMC */
	H66(0xdc), H66(0xdd), H66(0xde), H66(0xdf),			/* VAESENC … */
	CMPCCXADD(0xe0), CMPCCXADD(0xe1), CMPCCXADD(0xe2), CMPCCXADD(0xe3),
	CMPCCXADD(0xe4), CMPCCXADD(0xe5), CMPCCXADD(0xe6), CMPCCXADD(0xe7),
	CMPCCXADD(0xe8), CMPCCXADD(0xe9), CMPCCXADD(0xea), CMPCCXADD(0xeb),
	CMPCCXADD(0xec), CMPCCXADD(0xed), CMPCCXADD(0xee), CMPCCXADD(0xef),
	[0xf2] = { BMI(Gv | Ev | LD | VV | VG | ARITH) },		/* ANDN */
	[0xf3] = { GRP(VG_F3) },					/* BLSR, BLSMSK, BLSI */
	/* BZHI, PEXT, PDEP; MULX; BEXTR, SHLX, SARX, SHRX */
	[0xf5] = {
		BMI(Gv | Ev | LD | VV | VG | ARITH), 0, BMI(Gv | Ev | LD | VV | VG),
		BMI(Gv | Ev | LD | VV | VG),
	},
	[0xf6] = PF2(BMI(Gv | Ev | LD | VV | VG | rD)),
	[0xf7] = {
		BMI(Gv | Ev | LD | VV | VG | ARITH), BMI(Gv | Ev | LD | VV | VG),
		BMI(Gv | Ev | LD | VV | VG),
		BMI(Gv | Ev | LD | VV | VG),
	},
}, {
	/* ---- map 3: 0F 3A; all have an immediate ---- */
	/* VPERMQ, VPERMPD: AMD's processors ignore W, so both values are valid here. */
	[0x00] = P66(ONLY_256(VW) | Ub), [0x01] = P66(ONLY_256(VW) | Ub),
	[0x02] = P66(ONLY_W0(VHW) | Ub),				/* VPBLENDD */
	[0x04] = P66(ONLY_W0(VW) | Ub), [0x05] = P66(ONLY_W0(VW) | Ub),	/* VPERMILPS */
	[0x06] = P66(ONLY_W0(ONLY_256(VHW)) | Ub),			/* VPERM2F128 */
	[0x08] = P66(VW | Ub), [0x09] = P66(VW | Ub),			/* VROUND */
	[0x0a] = P66(VHWS | Ub), [0x0b] = P66(VHWS | Ub),
	[0x0c] = P66(VHW | Ub), [0x0d] = P66(VHW | Ub), [0x0e] = P66(VHW | Ub),
	[0x0f] = P66(VHW | Ub),
	[0x14] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	[0x15] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	[0x16] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	[0x17] = P66(Wx | GRM | ST | L128 | WIG | Ub),
	[0x18] = P66(ONLY_W0(ONLY_256(VHW)) | Ub),			/* VINSERTF128 */
	[0x19] = P66(ONLY_W0(ONLY_256(WV)) | Ub),			/* VEXTRACTF128 */
	[0x1d] = P66(ONLY_W0(WV) | Ub),					/* VCVTPS2PH */
	[0x20] = P66(Wx | GRM | LD | VV | L128 | WIG | Ub),		/* VPINSRB */
	[0x21] = P66(ONLY_128(VHW) | Ub),				/* VINSERTPS */
	[0x22] = P66(Wx | GRM | LD | VV | L128 | WIG | Ub),		/* VPINSRD */
	/* KSHIFT */
	[0x30] = P66(KK | Ub), [0x31] = P66(KK | Ub), [0x32] = P66(KK | Ub), [0x33] = P66(KK | Ub),
	[0x38] = P66(ONLY_W0(ONLY_256(VHW)) | Ub),			/* VINSERTI128 */
	[0x39] = P66(ONLY_W0(ONLY_256(WV)) | Ub),
	[0x40] = P66(VHW | Ub), [0x41] = P66(ONLY_128(VHW) | Ub),	/* VDPPS, VDPPD */
	[0x42] = P66(VHW | Ub), [0x44] = P66(VHW | Ub),			/* VMPSADBW, VPCLMULQDQ */
	[0x46] = P66(ONLY_W0(ONLY_256(VHW)) | Ub),			/* VPERM2I128 */
	[0x48] = P66(VHW | Ub), [0x49] = P66(VHW | Ub),			/* VPERMIL2PS, VPERMIL2PD */
	[0x4a] = P66(ONLY_W0(VHW) | Ub), [0x4b] = P66(ONLY_W0(VHW) | Ub),
	[0x4c] = P66(ONLY_W0(VHW) | Ub),
	FMA4(0x5c) /* VFMADDSUB, VFMSUBADD */,
	[0x60] = P66(ONLY_128(VW) | Ub | rA | rD | ARITH),		/* VPCMPESTRM */
	[0x61] = P66(ONLY_128(VW) | Ub | rA | rC | rD | ARITH),		/* VPCMPESTRI */
	[0x62] = P66(ONLY_128(VW) | Ub | ARITH),			/* VPCMPISTRM */
	[0x63] = P66(ONLY_128(VW) | Ub | rC | ARITH),			/* VPCMPISTRI */
	FMA4(0x68), FMA4(0x6c), FMA4(0x78), FMA4(0x7c),
	[0xce] = P66(ONLY_W1(VHW) | Ub), [0xcf] = P66(ONLY_W1(VHW) | Ub), /* VGF2P8AFFINE */
	[0xde] = P66(ONLY_128(ONLY_W0(VHW)) | Ub),			/* VSM3RNDS2 */
	[0xdf] = P66(ONLY_128(VW) | Ub),				/* VAESKEYGENASSIST */
	[0xf0] = PF2(BMI(Gv | Ev | LD | Ub)),				/* RORX */
} };

#define XHW	ONLY_128(ONLY_W0(VHW))
#define XW	ONLY_128(ONLY_W0(VW))
#define X_SHIFT(op) [op] = ONLY_128(VHW)

/* AMD APM volume 6. */
const uint64_t decode_xop_map[3][256] = { {
	/* ---- map 8: all have an immediate, or a fourth register in it ---- */
	/* VPMACS… */
	[0x85] = XHW | Ub, [0x86] = XHW | Ub, [0x87] = XHW | Ub, [0x8e] = XHW | Ub,
	[0x8f] = XHW | Ub,
	[0x95] = XHW | Ub, [0x96] = XHW | Ub, [0x97] = XHW | Ub, [0x9e] = XHW | Ub,
	[0x9f] = XHW | Ub,
	[0xa2] = VHW | Ub, [0xa3] = ONLY_128(VHW) | Ub,			/* VPCMOV, VPPERM */
	[0xa6] = XHW | Ub, [0xb6] = XHW | Ub,				/* VPMADCSSWD, VPMADCSWD */
	/* VPROT, count in imm8 */
	[0xc0] = XW | Ub, [0xc1] = XW | Ub, [0xc2] = XW | Ub, [0xc3] = XW | Ub,
	[0xcc] = XHW | Ub, [0xcd] = XHW | Ub, [0xce] = XHW | Ub, [0xcf] = XHW | Ub, /* VPCOM */
	[0xec] = XHW | Ub, [0xed] = XHW | Ub, [0xee] = XHW | Ub, [0xef] = XHW | Ub,
}, {
	/* ---- map 9 ---- */
	[0x01] = GRP(VG_XOP01), [0x02] = GRP(VG_XOP02), [0x12] = GRP(VG_XOP12),
	[0x80] = ONLY_W0(VW), [0x81] = ONLY_W0(VW), [0x82] = XW, [0x83] = XW, /* VFRCZ */
	X_SHIFT(0x90), X_SHIFT(0x91), X_SHIFT(0x92), X_SHIFT(0x93), X_SHIFT(0x94), X_SHIFT(0x95),
	X_SHIFT(0x96), X_SHIFT(0x97), X_SHIFT(0x98), X_SHIFT(0x99), X_SHIFT(0x9a), X_SHIFT(0x9b),
	/* VPHADD, VPHSUB */
	[0xc1] = XW, [0xc2] = XW, [0xc3] = XW, [0xc6] = XW, [0xc7] = XW, [0xcb] = XW,
	[0xd1] = XW, [0xd2] = XW, [0xd3] = XW, [0xd6] = XW, [0xd7] = XW, [0xdb] = XW,
	[0xe1] = XW, [0xe2] = XW, [0xe3] = XW,
}, {
	/* ---- map 10: a 32-bit immediate ---- */
	[0x10] = BMI(Gv | Ev | LD | Ud | ARITH),			/* BEXTR */
	[0x12] = GRP(VG_XOPA12) | Ud,
} };

#define BLS	 (GRM | LD | VV | VG | L128 | WIG | ARITH)

/* By ModRM.reg: 0-7 the memory forms, 8-15 the register forms. */
const uint64_t decode_vex_group[][16] = {
	[VG_MOVS_LOAD] = { MEMS8(LD | LIG | WIG), REGS8(VV | LIG | WIG) },
	[VG_MOVS_STORE] = { MEMS8(ST | LIG | WIG), REGS8(VV | LIG | WIG) },
	/* VPSRLW, VPSRAW, VPSLLW */
	[VG_71] = { [10] = VV | LX | WIG, [12] = VV | LX | WIG, [14] = VV | LX | WIG },
	[VG_73] = { [10] = VV | LX | WIG, [11] = VV | LX | WIG, [14] = VV | LX | WIG,
	[15] = VV | LX | WIG },
	[VG_AE] = { [2] = LD | L128 | WIG, [3] = ST | L128 | WIG },	/* VLDMXCSR, VSTMXCSR */
	[VG_F3] = { BOTH(1, BLS), BOTH(2, BLS), BOTH(3, BLS) },
	[VG_49] = { [0] = LD | L128 | W0, [8] = GRP(VL_RELEASE) },
	[VG_49_66] = { [0] = ST | L128 | W0 },
	[VG_49_F2] = { REGS8(GRP(VL_ZERO)) },
	[VG_XOP01] = {	/* TBM: BLCFILL, BLSFILL, BLCS, TZMSK, BLCIC, BLSIC, T1MSKC */
		BOTH(1, BLS), BOTH(2, BLS), BOTH(3, BLS), BOTH(4, BLS), BOTH(5, BLS), BOTH(6, BLS),
		BOTH(7, BLS),
	},
	[VG_XOP02] = { BOTH(1, BLS), BOTH(6, BLS) },			/* BLCMSK, BLCI */
	[VG_XOP12] = { [8] = GRM | L128 | WIG, [9] = GRM | L128 | WIG },	/* LLWPCB, SLWPCB */
	[VG_XOPA12] = {							/* LWPINS, LWPVAL */
		BOTH(0, GRM | LD | VV | VG | L128 | WIG | WR(FL_CF)),
		BOTH(1, GRM | LD | VV | VG | L128 | WIG),
	},
};

const uint64_t decode_vex_leaf[][8] = {
	[VL_RELEASE] = { L128 | W0 },
	[VL_ZERO] = { L128 | W0 | REG_LT8 },
};
