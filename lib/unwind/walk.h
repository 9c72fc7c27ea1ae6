/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call chains out of dumps of the stack: by the call frame information of the mapped files
 * (.eh_frame, .debug_frame), which compilers write for code without frame pointers, too. libdw of
 * elfutils does the work. Where a file has none, it tries the frame pointer.
 */
#ifndef PMC_LIB_UNWIND_WALK_H
#define PMC_LIB_UNWIND_WALK_H

#include <stddef.h>

#include "core/base/types.h"

struct libdw;
struct unwind_space;

/* Loads libdw. 0; -ENOMEM; -ENOSYS: it is not here, or pmc was built without it. */
int unwind_open(struct libdw **libdw);
void unwind_close(struct libdw *libdw);

/* What a sample has of a thread: its registers, and a copy of a part of its stack. */
struct unwind_dump {
	const u64 *registers; /* REGISTERS (lib/sampling/registers.h) */
	const u8 *stack;
	size_t size; /* bytes of stack */
	u64 address; /* of the first one */
};

/*
 * Writes the addresses to which the functions of the dump return, the innermost first, `most` at
 * most. What a signal interrupted has no such address: there it is the one behind the place, so
 * that everybody who looks one byte before finds the function. Returns how many there are: it ends
 * where the dump ends, or code has no information.
 */
size_t unwind_chain(struct unwind_space *space, const struct unwind_dump *dump, u64 *callers,
		    size_t most);
/* Gives back what libdw has read; it reads that again when it is needed. */
void unwind_forget(struct unwind_space *space);

#endif
