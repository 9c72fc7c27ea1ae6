/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The programs whose events are counted. Each is a loop, one row for an instruction:
 *
 *	X(assembler, what it does)
 *
 * The kernel assembles the first column. The register model gets the second, and the checks add it
 * up. After the rows come the two of PROGRAM_END, which make the loop.
 *
 * For the assembler: the loop's counter is EBP; ESI and EDI point to memory of the program's own;
 * all other registers are free. An empty row is an instruction of a row above it that runs
 * elsewhere (a return).
 */
#ifndef PMC_TESTS_BARE_PROGRAMS_H
#define PMC_TESTS_BARE_PROGRAMS_H

/* clang-format off */
#define DOES_BRANCH 0x01 /* a branch, taken or not */
#define DOES_TAKE   0x02 /* … taken */
#define DOES_LOAD   0x04
#define DOES_STORE  0x08
#define DOES_OS	    0x10 /* at CPL 0, also when the program runs at CPL 3 */
#define DOES_COND   0x20  /* kinds of branches: conditional, … */
#define DOES_CALL   0x40
#define DOES_RETURN 0x80
#define DOES_INDIRECT 0x100 /* … a jump or call through a register, … */
#define DOES_FAR    0x200 /* … an interrupt or its return */
#define DOES_JUMP   (DOES_BRANCH | DOES_TAKE)

/* One-byte instructions, so that EIP tells how many came before. */
#define PROGRAM_PLAIN(X) X("nop", 0) X("nop", 0)

#define PROGRAM_MEMORY(X) \
	X("movl (%esi), %eax", DOES_LOAD) \
	X("movl %eax, (%edi)", DOES_STORE) \
	X("addl 4(%esi), %eax", DOES_LOAD) \
	X("incl (%edi)", DOES_LOAD | DOES_STORE) \
	X("pushl %eax", DOES_STORE) \
	X("popl %eax", DOES_LOAD)

#define PROGRAM_BRANCHES(X) \
	X("clc", 0) \
	X("jc 2f; 2:", DOES_BRANCH | DOES_COND) \
	X("nop", 0) \
	X("jnc 2f; 2:", DOES_JUMP | DOES_COND) \
	X("nop", 0) \
	X("jmp 2f; 2:", DOES_JUMP) \
	X("nop", 0) \
	X("call program_return", DOES_JUMP | DOES_CALL | DOES_STORE) \
	X("", 0) /* program_return: a NOP … */ \
	X("", DOES_JUMP | DOES_RETURN | DOES_LOAD) /* … and RET */ \
	X("movl $program_return, %eax", 0) \
	X("call *%eax", DOES_JUMP | DOES_CALL | DOES_INDIRECT | DOES_STORE) \
	X("", 0) \
	X("", DOES_JUMP | DOES_RETURN | DOES_LOAD) \
	X("movl $2f, %eax", 0) \
	X("jmp *%eax; 2:", DOES_JUMP | DOES_INDIRECT)

/* A REP instruction is one instruction, however often it repeats. */
#define PROGRAM_STRINGS(X) \
	X("movl $40, %ecx", 0) \
	X("movl $program_data, %esi", 0) \
	X("movl $program_data + 64, %edi", 0) \
	X("rep; movsb", 0) \
	X("movl $0, %ecx", 0) \
	X("rep; stosl", 0) \
	X("movl $9, %ecx", 0) \
	X("rep; lodsb", 0) \
	X("movl $3, %ecx", 0) \
	X("movl $program_data, %edi", 0) \
	X("repne; scasb", 0)

/* A hypervisor may emulate these instructions: they count all the same. CPL 0. */
#define PROGRAM_EMULATED(X) \
	X("xorl %eax, %eax", 0) \
	X("cpuid", 0) \
	X("rdtsc", 0) \
	X("movl %cr0, %eax", 0) \
	X("movl %eax, %cr0", 0) \
	X("pushfl", DOES_STORE) \
	X("popfl", DOES_LOAD) \
	X("inb $0x61, %al", 0) \
	X("outb %al, $0x80", 0) \
	X("movw %ds, %ax", 0) \
	X("movw %ax, %ds", 0) \
	X("wbinvd", 0) \
	X("invlpg (%esi)", 0) \
	X("cli", 0)

/* An INT and its return: the INT belongs to the program, the IRET runs at CPL 0. */
#define PROGRAM_INTERRUPTS(X) \
	X("int $0x81", DOES_JUMP | DOES_FAR) \
	X("", DOES_JUMP | DOES_FAR | DOES_OS)

/* An exception: the faulting instruction does not retire. Its handler skips it at CPL 0. */
#define PROGRAM_FAULTS(X) \
	X("ud2", DOES_OS)	/* MOV of the handler, … */ \
	X("", DOES_OS)		/* ADD … */ \
	X("", DOES_JUMP | DOES_FAR | DOES_OS) /* … and IRET */

#define PROGRAM_END(X) \
	X("decl %ebp", 0) \
	X("jnz 1b", DOES_JUMP | DOES_COND) /* but the last one, which is not taken */

/* At CPL 3 the program returns by these: RET to an INT. */
#define PROGRAM_EXIT 2

#define PROGRAMS(X) X(PLAIN) X(MEMORY) X(BRANCHES) X(STRINGS) X(EMULATED) X(INTERRUPTS) X(FAULTS)
/* clang-format on */

#define X(name) RUN_##name,
enum program { PROGRAMS(X) PROGRAM_COUNT };
#undef X

#define PROGRAM_ROWS 24

struct program_rows {
	const char *name;
	unsigned n; /* rows, the loop's end included */
	unsigned short does[PROGRAM_ROWS];
};

/* checks.c */
extern const struct program_rows programs[PROGRAM_COUNT];

/*
 * Returns how many rows of a loop do all of `does` and nothing of `not` at this CPL; 0 for both
 * counts instructions.
 */
unsigned program_does(enum program program, unsigned does, unsigned not, unsigned program_cpl,
		      unsigned at_cpl);

#endif
