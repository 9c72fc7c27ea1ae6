/* SPDX-License-Identifier: BSD-2-Clause */
/* The sums of a tree of call chains, what of it is kept, and its order. */
#ifndef PMC_CLI_FLAME_ORDER_H
#define PMC_CLI_FLAME_ORDER_H

struct flame;

/* Sets flame's total and order, and drops what is too small (tree.h). Returns 0 or -ENOMEM. */
int order_make(struct flame *flame, unsigned most);

#endif
