/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads logs of earlier recordings, in files of the user's cache: struct emu_kept_logs in
 * emu/profile.h. The engine has looked whether they are whole. */
#ifndef PMC_LIB_EMULATED_EARLIER_H
#define PMC_LIB_EMULATED_EARLIER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"
#include "emu/launch.h"

/* The files, by the numbers that the shelf has for them. */
struct earlier {
	size_t n;
	int fd[EMU_SHELF_MOST];
};

/* Where a reader is. */
struct earlier_reader {
	struct emu_log_heritage which; /* the log, or one of the same file that it names */
	int fd;
	u64 at, end; /* of the file: what is not in the window yet */
	u8 *window;
	size_t room, next, n; /* of the window */
	bool failed;
};
/* Of the log that struct emu_log_heritage names so. False: there is no such log, or no memory. */
bool earlier_begin(struct earlier_reader *r, const struct earlier *files, u32 log, u64 at);
/*
 * The next record, until the one behind it is asked for; NULL: there is none, or the log cannot be
 * read (failed). One that names a log of the same file names it as earlier_begin() understands.
 */
const struct emu_log_head *earlier_next(struct earlier_reader *r);
/*
 * The same of what stands behind the last log of such a file (digest.h). False: nothing does, or
 * there is no memory. The next two read it: so many bytes, few, until others are asked for; and a
 * copy of them. They fail if there are no more.
 */
bool earlier_begin_digest(struct earlier_reader *r, const struct earlier *files, u32 log, u64 at);
const void *earlier_bytes(struct earlier_reader *r, size_t n);
bool earlier_copy(struct earlier_reader *r, void *to, size_t n);
/* How many bytes there are still. */
u64 earlier_left(const struct earlier_reader *r);
void earlier_end(struct earlier_reader *r);

#endif
