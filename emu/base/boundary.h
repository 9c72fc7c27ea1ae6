/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the code between the engine and translated code lies (emu/run/boundary.S). It calls the
 * dispatcher, which stands above everything that signals and system calls use; so they get its
 * addresses here, once, at the start of an image.
 */
#ifndef PMC_EMU_BOUNDARY_H
#define PMC_EMU_BOUNDARY_H

#include "emu/base/types.h"

struct boundary {
	u64 enter;	/* runs the program from thread->cpu on, whatever the stack */
	u64 resume;	/* from here to resume_end thread->cpu holds the program's state, */
	u64 resume_end; /* and a jump into translated code comes next */
};
extern struct boundary boundary;

/* Runs the program from the calling thread's thread->cpu on. GS is set. */
_Noreturn void boundary_enter(void);

#endif
