/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which code processes of the tree have compared with what a heritage was made from. A program that
 * many processes execute has the same bytes in each, and to read all of them is a good part of what
 * a short process costs. So who has compared a large region says so in the shared memory, and
 * others need not if
 *
 *	- they have mapped the same part of the same file, by device, inode, size and times, from a
 *	  disk (mapped_file() in emu/code/mapped.h), and the file had been left alone for some time
 *	  when the first one mapped it, so that nobody can have written to it since and left its
 *	  times as they were;
 *	- the mapping is as it was made, and the process has no page of its own there, as a debugger
 *	  would make by a breakpoint;
 *	- the bytes that are expected are the same.
 */
#ifndef PMC_EMU_COMPARED_H
#define PMC_EMU_COMPARED_H

#include "emu/base/types.h"

/* A number for the region and the bytes that are expected there, of which the caller has another
 * number. 0: compare them, and tell nobody. */
u64 compared_key(u64 start, u64 end, u64 expected);
/* Has another process found them? */
bool compared_has(u64 key);
/* This one has. */
void compared_tell(u64 key);

#endif
