/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In which order a recording's objects, processes and threads came, whatever the order in which
 * logs were read: trees of logs have numbers, and within a tree the order is always the same.
 */
#ifndef PMC_LIB_EMULATED_HISTORY_H
#define PMC_LIB_EMULATED_HISTORY_H

#include <stddef.h>

#include "core/base/types.h"
#include "emu/launch.h"

struct builder;

enum history_kind { HISTORY_OBJECT, HISTORY_PROCESS, HISTORY_THREAD, HISTORY_KINDS };

struct history_event {
	u8 kind;
	char name[16];	/* that a process or thread has from now on; "": not known */
	unsigned index; /* of the builder */
};
struct history_tree {
	u64 serial;
	size_t first, end; /* of the events */
};
/* All zero: nothing has happened. */
struct history {
	struct history_event *event;
	struct history_tree *tree;
	size_t n_events, n_trees, max_events, max_trees;
	unsigned n[HISTORY_KINDS]; /* one more than the highest index */
	bool failed;
};

/* What follows is of the tree with this number. */
void history_begin(struct history *h, u64 serial);
/* An object, process or thread is in use. name: NULL, or not necessarily with a zero byte. */
void history_add(struct history *h, enum history_kind kind, unsigned index, const char *name);
/* Puts all in order in the builder, and names them. 0 or -ENOMEM. */
int history_apply(struct history *h, struct builder *b);
void history_deinit(struct history *h);

#endif
