/* SPDX-License-Identifier: BSD-2-Clause */
/* The order of call chains. */
#ifndef PMC_LIB_PROFILE_STACKS_ORDER_H
#define PMC_LIB_PROFILE_STACKS_ORDER_H

#include <stddef.h>

struct stacktree;

/*
 * Brings the nodes of a tree, which stand behind their callers, into the order of a walk, which is
 * that of pmc/profile.h: by thread, then by frames. Drops those that no chain goes by. Numbers
 * frames as they come first, and stacks. 0 or -ENOMEM; then the tree is as it was.
 */
int stacks_order(struct stacktree *tree, size_t n_threads);

#endif
