/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How the tables classify an instruction: its kind, and the status flags that it reads and writes.
 * The decoder passes both on in struct insn.
 */
#ifndef PMC_EMU_DECODE_CLASS_H
#define PMC_EMU_DECODE_CLASS_H

/* Status flags as masks, at their places in RFLAGS. */
#define FL_CF  0x001u
#define FL_PF  0x004u
#define FL_AF  0x010u
#define FL_ZF  0x040u
#define FL_SF  0x080u
#define FL_OF  0x800u
#define FL_ALL (FL_CF | FL_PF | FL_AF | FL_ZF | FL_SF | FL_OF)

/* The kinds that a translator treats in ways of their own. */
enum insn_kind {
	K_PLAIN,	 /* runs as it stands, after its RIP-relative or GS operand was adapted */
	K_JCC,		 /* Jcc rel8/rel32; cc = condition; imm = displacement */
	K_LOOP,		 /* LOOPNE, LOOPE, LOOP (E0-E2): op tells; imm = displacement */
	K_JRCXZ,	 /* JRCXZ, and JECXZ with 67h (addr32) */
	K_JMP,		 /* JMP rel */
	K_CALL,		 /* CALL rel */
	K_JMP_IND,	 /* JMP r/m64 */
	K_CALL_IND,	 /* CALL r/m64 */
	K_RET,		 /* RET, RET imm16 (imm) */
	K_SYSCALL,
	K_CPUID,
	K_RDRAND,	 /* RDRAND r */
	K_RDSEED,	 /* RDSEED r */
	K_XBEGIN,	 /* imm = displacement of the fallback */
	K_XEND,		 /* XEND, XABORT, XTEST: op (and modrm) tells */
	K_RDPMC,
	K_RDTSC,	 /* RDTSC, RDTSCP (op tells) */
	K_RDPID,
	K_XGETBV,
	K_XSAVE,	 /* XSAVE, XSAVEOPT, XSAVEC, XSAVES; XRSTOR, XRSTORS: only I_LOAD */
	K_FPU_ENV,	 /* FNSTENV, FNSAVE: op tells */
	K_INT3,		 /* CC */
	K_INT,		 /* CD ib: imm = vector; F1 (INT1): imm = 1 */
	K_POPF,
	K_PUSHF,
	K_GSBASE,	 /* RDGSBASE, WRGSBASE (modrm.reg 1 and 3 of F3 0F AE) */
	K_MOV_TO_SREG,	 /* MOV Sreg, r/m (8E); modrm.reg = which */
	K_POP_FSGS,	 /* POP FS, POP GS (0F A1, 0F A9) */
	K_LOAD_FARPTR,	 /* LSS, LFS, LGS */
	K_FAR,		 /* cannot be translated: far JMP, CALL, RET; IRET, SYSENTER, SYSEXIT,
			  * SYSRET, UIRET, RSM */
	K_UD,		 /* UD0, UD1, UD2: defined to raise #UD */
	K_INVALID,	 /* undefined in 64-bit mode: the CPU raises #UD (or #GP over 15 bytes) */
};

#endif
