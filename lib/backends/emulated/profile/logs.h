/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a log of the engine, chunk by chunk: emu/profile.h. */
#ifndef PMC_LIB_EMULATED_LOGS_H
#define PMC_LIB_EMULATED_LOGS_H

#include "emu/launch.h"
#include "lib/backends/emulated/engine/shared.h"

/* The head of the log that begins with this chunk; NULL: there is none. */
const struct emu_log *logs_head(struct shared *sh, u32 first);

/* Where a reader is. */
struct log_reader {
	struct shared *sh;
	const struct emu_log *at;
	u64 offset; /* behind the head of `at` */
};
void logs_begin(struct log_reader *r, struct shared *sh, u32 first);
/* How many bytes of records are behind the reader, in all chunks and in what the log goes on from.
 */
u64 logs_position(const struct log_reader *r);
/* The next record; NULL: there is none yet, or the log is damaged. */
const struct emu_log_head *logs_next(struct log_reader *r);

#endif
