/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the code between the engine and translated code is (emu/run/boundary.S). That code calls
 * the dispatcher, which stands above everything that signals and system calls use. These therefore
 * get its addresses here, set once at the start of an image.
 */
#ifndef PMC_EMU_BOUNDARY_H
#define PMC_EMU_BOUNDARY_H

#include "emu/base/types.h"

struct boundary {
	u64 enter; /* runs the program from thread->cpu on, whatever the stack */
	/* Between these, thread->cpu holds the program's state, and a jump into translated code
	 * follows. */
	u64 resume, resume_end;
};
extern struct boundary boundary;

/* Runs the program from the calling thread's thread->cpu on. The caller has set GS. */
_Noreturn void boundary_enter(void);

#endif
