/* SPDX-License-Identifier: BSD-2-Clause */
/* Call trees (emu/profile.h) become that of a profile. */
#ifndef PMC_LIB_EMULATED_CALLS_H
#define PMC_LIB_EMULATED_CALLS_H

#include <stddef.h>

#include "core/base/types.h"
#include "emu/launch.h"

struct builder;
struct shared;
struct space;

/* A tree of which some records were read. */
struct calls_tree {
	u32 task;
	struct emu_log_node *node;
	size_t n, room;
};
struct calls {
	struct builder *builder;
	u64 merged; /* calls without a node of their own */
	struct calls_tree *tree;
	size_t n, room;
};

void calls_deinit(struct calls *c);
/* Takes in a record; the last one of a tree adds it to the builder. 0 or -errno. */
int calls_log(struct calls *c, struct space *s, const struct emu_log_tree *from, unsigned thread);
/*
 * The tree of a thread that was killed, which has counted the event so often: what no node has got
 * yet belongs to the current one. 0 or -errno.
 */
int calls_chunk(struct calls *c, struct space *s, struct shared *sh, const struct emu_thread *from,
		u64 total, unsigned thread);

#endif
