/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Groups of the instructions without VEX or EVEX prefix: opcodes that ModRM extends, x87, and the
 * suffixes of 3DNow!.
 *
 * Constant data only; row.h explains the words. Sources: SDM volume 2, appendix A (table A-6,
 * groups, x87) and the instruction pages for flags; AMD APM volume 3, appendix A, for
 * what only AMD has.
 */
#include "emu/decode/tables/legacy.h"

/* clang-format off */

#define LEAF(n) GRP(n)

#define RMP_FLAGS WR(FL_ALL & ~FL_CF)
#define FCOMI	 WR(FL_CF | FL_PF | FL_ZF)
#define BIT_OP	 WR(FL_ALL & ~FL_ZF)

/*
 * Table A-6: opcode extensions by ModRM.reg; 0-7 are the memory forms, 8-15 the register forms.
 * What the row that leads here says (operands, immediates) holds for all rows of the group.
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
	[G_2CL] = {	/* the count may be 0: no flag is written for certain */
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
		[0] = LD, [2] = ST, [3] = ST, [4] = LD, [5] = LD, [6] = ST | K(K_FPU_ENV), [7] = ST,
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
		[0] = LD, [1] = ST, [2] = ST, [3] = ST, [4] = LD, [6] = ST | K(K_FPU_ENV), [7] = ST,
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
	/* 0F 01: SGDT, SIDT, LGDT, LIDT, SMSW, LMSW, INVLPG ignore 66, F3 and F2 */
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
		[3] = LD | rA | rD | K(K_XSAVE), [4] = ST | rA | rD | K(K_XSAVE),
		[5] = ST | rA | rD | K(K_XSAVE),
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
		[14] = GRM, [15] = GRM | K(K_RDPID),			/* SENDUIPI, RDPID */
	},
	[G_9_F2] = { [1] = RW | LK | rA | rB | rC | rD | WR(FL_ZF) },
	[G_12] = { [10] = BARE, [12] = BARE, [14] = BARE },		/* PSRLW, PSRAW, PSLLW */
	[G_13] = { [10] = BARE, [12] = BARE, [14] = BARE },		/* PSRLD, PSRAD, PSLLD */
	[G_14] = { [10] = BARE, [14] = BARE },				/* PSRLQ, PSLLQ */
	[G_14_66] = { [10] = BARE, [11] = BARE, [14] = BARE, [15] = BARE }, /* and PSRLDQ, PSLLDQ */
	/* FXSAVE, FXRSTOR, LDMXCSR, STMXCSR, XSAVE, XRSTOR, XSAVEOPT, CLFLUSH; fences */
	[G_15] = {
		[0] = ST, [1] = LD, [2] = LD, [3] = ST,
		[4] = RW | rA | rD | K(K_XSAVE), [5] = LD | rA | rD | K(K_XSAVE),
		[6] = RW | rA | rD | K(K_XSAVE), [7] = BARE,
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

/* Register forms that ModRM.rm selects. */
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
		rA | rC | rD | K(K_XGETBV), rA | rC | rD, 0, 0, rA | rC, K(K_XEND),
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

/* The defined suffixes of 3DNow! (AMD APM volume 3, table A-12). */
#define S(n) (1u << ((n) & 31))
const uint32_t decode_3dnow[8] = {
	[0x00 / 32] = S(0x0c) | S(0x0d) | S(0x1c) | S(0x1d),
	[0x80 / 32] = S(0x8a) | S(0x8e) | S(0x90) | S(0x94) | S(0x96) | S(0x97) | S(0x9a) | S(0x9e),
	[0xa0 / 32] = S(0xa0) | S(0xa4) | S(0xa6) | S(0xa7) | S(0xaa) | S(0xae) | S(0xb0) |
		      S(0xb4) | S(0xb6) | S(0xb7) | S(0xbb) | S(0xbf),
};
