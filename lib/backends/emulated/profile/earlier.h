/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads logs of earlier recordings, in files of the user's cache: struct emu_kept_logs in
 * emu/profile.h. The engine has looked whether they are there, and no further. */
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
	bool damaged[EMU_SHELF_MOST]; /* as it turned out: nobody should read it again */
};

/* Where a reader is. */
struct earlier_reader {
	struct emu_log_heritage which; /* the log, or one of the same file that it names */
	int fd;
	bool *damaged; /* of the file */
	u64 at, end;   /* of the file: what is not in the window yet */
	u8 *window;
	size_t room, next, n; /* of the window */
	bool failed;
};
/* Of the log that struct emu_log_heritage names so. False: there is no such log, the logs are not
 * as they were written, or there is no memory. */
bool earlier_begin(struct earlier_reader *r, struct earlier *files, u32 log, u64 at);
/*
 * The next record, until the one behind it is asked for; NULL: there is none, or the log cannot be
 * read (failed). One that names a log of the same file names it as earlier_begin() understands.
 */
const struct emu_log_head *earlier_next(struct earlier_reader *r);
/*
 * The same of what stands behind the last log of such a file (digest.h). False: nothing does, or
 * there is no memory. The next one copies so many bytes of it, whose sum the caller compares. It
 * fails if there are no more.
 */
bool earlier_begin_digest(struct earlier_reader *r, struct earlier *files, u32 log, u64 at);
bool earlier_copy(struct earlier_reader *r, void *to, size_t n);
/* The file is not as it was written. */
void earlier_damaged(const struct earlier_reader *r);
/* How many bytes there are still. */
u64 earlier_left(const struct earlier_reader *r);
void earlier_end(struct earlier_reader *r);

#endif
