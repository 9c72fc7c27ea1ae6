/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A part of a file in memory, which moves on as it is read. So a file may be larger than memory,
 * and one that others cut meanwhile ends early; were it mapped, that would be SIGBUS.
 */
#ifndef PMC_LIB_PROFILE_WINDOW_H
#define PMC_LIB_PROFILE_WINDOW_H

#include <stddef.h>

#include "core/base/types.h"

struct window {
	const u8 *bytes; /* those of the file from `from` on, n of them */
	size_t from, n;
	int fd;	      /* -1: the bytes are all there is */
	u8 *own;      /* they are in here; or NULL */
	size_t room;  /* of own */
	bool starved; /* there was no memory */
};

/* A window on n bytes in memory, which stay the caller's. */
struct window window_on_memory(const void *bytes, size_t n);
/* A window on a file, which takes `room` bytes at once, or more if more are asked for. */
struct window window_on_file(int fd, size_t room);
void window_deinit(struct window *w);
/* As window_see(), for what the window does not have. */
const u8 *window_move(struct window *w, size_t offset, size_t n);

/* n bytes at an offset, which stay until the next call. NULL: they cannot be had. */
static inline const u8 *window_see(struct window *w, size_t offset, size_t n)
{
	size_t at = offset - w->from;

	return at <= w->n && n <= w->n - at ? w->bytes + at : window_move(w, offset, n);
}

#endif
