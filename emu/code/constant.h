/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Memory whose content a trace may rely on as on code: pages of the program alone, in private
 * mappings of files. Either the program may read but not write them, as those in which a linker has
 * put addresses for good (RELRO). Or they are full of addresses of code, as the tables of large
 * libraries whose functions are bound when they are first called; the engine makes these read-only
 * (pages_protect()). No address of code is a word that the kernel changes by itself (that of a
 * mutex, or of rseq(2)).
 *
 * A trace that relies on such a page is noted with it (pages_add()). The program changes the page
 * by stores, which fault, and by calls. Before it does, the trace is dropped, and other threads
 * leave the code cache, since one might go by what is no longer there. All under cache_lock.
 */
#ifndef PMC_EMU_CONSTANT_H
#define PMC_EMU_CONSTANT_H

#include "emu/base/types.h"

/* Are the eight bytes at the address in such a page? They may have changed until now. */
bool constant_is(u64 address);
/* Another thread is about to begin. In a large program, such pages may be found beside it. */
void constant_expect_thread(void);
/* A call of the program's is about to change memory of the range. */
void constant_release(u64 start, u64 end);

#endif
