/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Memory whose content a trace may rely on as on code: pages of the program alone, in private
 * mappings of files, that it may read but not write. So are those in which a linker has put
 * addresses for good (RELRO).
 *
 * A trace that relies on such a page is noted with it (pages_add()). The program changes it only by
 * calls that change its rights or put another page there, and these drop the trace (maps_set()). A
 * second thread might still be in it then, and go by what is no longer there. So none relies on
 * such a page from the beginning of the second thread on (maps_end_constants()). All under
 * cache_lock.
 */
#ifndef PMC_EMU_CONSTANT_H
#define PMC_EMU_CONSTANT_H

#include "emu/base/types.h"

/* Are the eight bytes at the address in such a page? */
bool constant_is(u64 address);

#endif
