/* SPDX-License-Identifier: BSD-2-Clause */
/* The programs, assembled from their rows. Each is a function for run_kernel() and run_user(). */
#include "tests/bare/programs.h"

#define INSTRUCTION(assembler, does) "\t" assembler "\n"

/* clang-format off */
#define X(name) \
	asm(".text\n" \
	    "\t.globl program_" #name "\n" \
	    "program_" #name ":\n" \
	    "1:\n" PROGRAM_##name(INSTRUCTION) PROGRAM_END(INSTRUCTION) \
	    "\tret\n");
PROGRAMS(X)
#undef X
/* clang-format on */

/* CALL calls this: the rows without assembler */
asm("\t.globl program_return\n"
    "program_return:\n"
    "\tnop\n"
    "\tret\n"
    ".bss\n"
    "\t.globl program_data\n"
    "\t.align 16\n"
    "program_data:\n"
    "\t.skip 256\n"
    ".text\n");
