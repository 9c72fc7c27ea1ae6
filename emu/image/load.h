/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A program in memory, as execve(2) would have put it.
 */
#ifndef PMC_EMU_LOAD_H
#define PMC_EMU_LOAD_H

#include "emu/base/types.h"
#include "emu/image/layout.h"

struct image {
	struct layout layout; /* set before load_program() */
	u64 entry; /* where the first instruction is: the interpreter's entry, or the program's */
	u64 sp;	   /* the program's initial stack pointer (argc is there) */
	u64 at_entry, at_phdr, at_phnum, at_phent, at_base; /* values of the auxiliary vector */
	u64 brk; /* end of the program's bss: where its heap begins */
	u64 start_code, end_code, start_data, end_data; /* as /proc/self/stat would show them */
	bool fixed;					/* not position-independent */
	bool exec_stack;
};

/*
 * Maps the program that is open at fd, and its interpreter (fd stays open). Registers every
 * executable mapping by maps_set(). Returns 0 or -errno. After a failure the process is good for
 * nothing but a message and exit.
 */
int load_program(int fd, struct image *img);

#endif
