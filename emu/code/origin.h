/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where code comes from, for the log of a profile (emu/profile.h): each mapping is told when code
 * in it is translated for the first time. Under cache_lock.
 */
#ifndef PMC_EMU_ORIGIN_H
#define PMC_EMU_ORIGIN_H

#include "emu/base/types.h"

/* What the log knows of an address: the mapping that it lies in. */
struct origin {
	u64 start, end; /* equal: nothing */
	bool anonymous; /* no file has it */
};

/* Tells the log which mapping the code at pc is from, unless it knows. */
struct origin origin_log(u64 pc);
/* A number for the file and the offset of [start, end), as the log has them, which it tells if need
 * be. 0: it is not all of one file. */
u64 origin_file(u64 start, u64 end);
/* Does no file have the code at pc, which the log knows? */
bool origin_is_anonymous(u64 pc);

#endif
