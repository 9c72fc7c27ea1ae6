/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the signal handler must know of usermem.S: a SIGSEGV or SIGBUS at start <= rip < end is a
 * missing page of the program's, not a fault of the engine. The handler then sets rip to recover,
 * leaves every other register alone and returns; the function that was interrupted returns -EFAULT.
 */
#ifndef PMC_EMU_USERMEM_H
#define PMC_EMU_USERMEM_H

#include "emu/base/sys.h"

struct usermem_fixup {
	u64 start, end, recover;
};
extern const struct usermem_fixup usermem_fixups[];
extern const u64 usermem_fixups_n;

#endif
