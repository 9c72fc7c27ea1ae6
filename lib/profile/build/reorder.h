/* SPDX-License-Identifier: BSD-2-Clause */
/* Another order of a builder's objects, processes and threads. */
#ifndef PMC_LIB_PROFILE_REORDER_H
#define PMC_LIB_PROFILE_REORDER_H

#include <stddef.h>

struct builder;

/*
 * Of each object, process and thread of a recording, the index that it shall have; UINT_MAX, or
 * none: behind the others. Such an object has no counts, and goes.
 */
struct builder_order {
	const unsigned *object, *process, *thread;
	size_t n_objects, n_processes, n_threads;
};
/*
 * Puts them in order, last of all. A process gets that process as its parent which has its parent's
 * number and stands before it. 0 or -ENOMEM.
 */
int builder_reorder(struct builder *b, const struct builder_order *order);

#endif
