/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* From program code to a trace. Under cache_lock. */
#ifndef PMC_EMU_TRANSLATE_H
#define PMC_EMU_TRANSLATE_H

#include "emu/base/types.h"

struct trace;

/* What is to be in front of the trace's body. */
enum translate_how {
	FROM_ENGINE,   /* nothing: the engine will jump to the body */
	FROM_EXIT,     /* the counting code of the exit `first`, which is linked to it */
	FROM_INDIRECT, /* an indirect entry */
	FROM_SITE,     /* an entry from the exit `first` (target.h) */
	ONE_SHOT,      /* nothing: one instruction that nothing will ever link to */
	/* The same with up to `first` instructions, the way that sel.along tells. Where that is not
	 * known only the last one writes. */
	PIECE,
};
/* Translates at pc, with or without checks for the models; the cache has room. NULL: the first
 * instruction cannot be fetched. */
struct trace *translate(u64 pc, bool model, enum translate_how how, u32 first);
/*
 * Call this when the exit was taken for the first time. If it is an open end of the newest trace,
 * and nothing was translated since, this continues the trace there and returns where. NULL: the
 * trace cannot go on. The exit
 * must not be counted then: the trace's later exits count what lies before them.
 */
u8 *translate_grow(u32 exit);
/* Does a TR_CHECKED trace still say what the program's memory says? */
bool translate_still_true(const struct trace *tr);

#endif
