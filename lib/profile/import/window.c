/* SPDX-License-Identifier: BSD-2-Clause */
/* See window.h. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "lib/profile/import/window.h"

struct window window_on_memory(const void *bytes, size_t n)
{
	return (struct window){ .bytes = bytes, .n = n, .fd = -1 };
}

struct window window_on_file(int fd, size_t room)
{
	return (struct window){ .fd = fd, .room = room };
}

void window_deinit(struct window *w)
{
	free(w->own);
	w->own = NULL;
}

/* Makes room for n bytes; those that are there are lost. */
static bool make_room(struct window *w, size_t n)
{
	if (w->own && n <= w->room)
		return true;
	window_deinit(w);
	w->n = 0;
	w->room = n > w->room ? n : w->room;
	w->bytes = w->own = malloc(w->room);
	w->starved |= !w->own;
	return w->own;
}

const u8 *window_move(struct window *w, size_t offset, size_t n)
{
	ssize_t got;

	if (w->fd < 0 || offset > SSIZE_MAX || !make_room(w, n))
		return NULL;
	w->from = offset;
	for (w->n = 0; w->n < w->room; w->n += (size_t)got) {
		got = pread(w->fd, w->own + w->n, w->room - w->n, (off_t)(offset + w->n));
		if (got < 0 && errno == EINTR)
			got = 0;
		else if (got <= 0)
			break;
	}
	return n <= w->n ? w->own : NULL;
}
