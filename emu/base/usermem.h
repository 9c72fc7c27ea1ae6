/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Copies from and to the program's memory, which may be absent. They return 0 or -EFAULT.
 *
 * The signal handler must know them: a SIGSEGV or SIGBUS at start <= rip < end of a fixup is a
 * missing page of the program's, not a fault of the engine. The handler then sets rip to recover,
 * leaves every other register alone and returns; the function that was interrupted returns -EFAULT.
 */
#ifndef PMC_EMU_USERMEM_H
#define PMC_EMU_USERMEM_H

#include "emu/base/types.h"

int copy_from_user(void *dst, u64 src, size_t n);
int copy_to_user(u64 dst, const void *src, size_t n);
/* Copies a string with its end. Returns its length, -EFAULT, or -ENAMETOOLONG. */
long string_from_user(char *dst, u64 src, size_t size);

struct usermem_fixup {
	u64 start, end, recover;
};
extern const struct usermem_fixup usermem_fixups[];
extern const u64 usermem_fixups_n;

#endif
