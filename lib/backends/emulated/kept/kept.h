/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Translations that are kept between runs. Before the command starts, heritages of the user's cache
 * are laid on the shelf of its tree, as files that nobody has read yet. When the tree has ended,
 * new ones that lie there are written to the cache. The engine has nothing to do with the folder.
 */
#ifndef PMC_LIB_EMULATED_KEPT_H
#define PMC_LIB_EMULATED_KEPT_H

#include <stdbool.h>

struct earlier;
struct emu_header;
struct kept;
struct shared;

/* Begins for the command with this file, and tells the header. NULL: nothing is kept, which costs
 * only time. */
struct kept *kept_create(struct emu_header *header, int engine_fd, const char *path);
/* The shelf, close-on-exec; -1: none, as for NULL. */
int kept_shelf(const struct kept *kept);
/* The files on the shelf whose logs the engine may name; NULL: there are none. */
struct earlier *kept_logs(struct kept *kept);
/*
 * The recording contradicts itself. What it may have begun with is removed from the cache, and
 * nothing of it is kept. False: it has begun with nothing.
 */
bool kept_doubt(struct kept *kept);
/* Keeps what is new, and frees. NULL is ignored. sh may be NULL, then no recording is kept. */
void kept_destroy(struct kept *kept, struct shared *sh);

#endif
