/* SPDX-License-Identifier: BSD-2-Clause */
/* See calls.h. Nodes stand behind their callers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/engine/shared.h"
#include "lib/backends/emulated/profile/calls.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"

void calls_deinit(struct calls *c)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		free(c->tree[i].node);
	free(c->tree);
}

/* ---- Nodes ---- */

/* Adds a tree to the builder. number: room for the builder's numbers of nodes. */
static int give(struct calls *c, struct space *s, const struct calls_tree *t, s64 *number,
		unsigned thread)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		const struct emu_log_node *node = &t->node[i];
		struct pmc_frame function = { .object = s->unknown, .address = node->name };

		if (i && node->above >= i)
			return -EPROTO;
		space_find_target(s, node->name, node->as_of, &function.object, &function.address);
		number[i] = builder_call(c->builder, thread, i ? number[node->above] : -1,
					 &function, node->self);
		if (number[i] < 0)
			return -ENOMEM;
	}
	return 0;
}

static int give_tree(struct calls *c, struct space *s, const struct calls_tree *t, unsigned thread)
{
	s64 *number = malloc((t->n + 1) * sizeof(*number));
	int err = number ? give(c, s, t, number, thread) : -ENOMEM;

	free(number);
	return err;
}

/* ---- Records ---- */

/* The tree of the task, of which records are still to come. NULL: there is no memory. */
static struct calls_tree *tree_of(struct calls *c, u32 task)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		if (c->tree[i].task == task)
			return &c->tree[i];
	if (vector_reserve(&c->tree, &c->room, c->n + 1, sizeof(*c->tree)))
		return NULL;
	c->tree[c->n] = (struct calls_tree){ .task = task };
	return &c->tree[c->n++];
}

static int add_nodes(struct calls_tree *t, const struct emu_log_node *node, size_t n)
{
	if (vector_reserve(&t->node, &t->room, t->n + n, sizeof(*t->node)))
		return -ENOMEM;
	if (n)
		memcpy(t->node + t->n, node, n * sizeof(*node));
	t->n += n;
	return 0;
}

int calls_log(struct calls *c, struct space *s, const struct emu_log_tree *from, unsigned thread)
{
	struct calls_tree *t = tree_of(c, from->who.task);
	int err;

	if (!t)
		return -ENOMEM;
	if (from->n > (from->head.size - sizeof(*from)) / sizeof(*t->node))
		return -EPROTO;
	if (!from->first) /* what came before was of a thread that was killed meanwhile */
		t->n = 0;
	if (from->first != t->n)
		return -EPROTO;
	err = add_nodes(t, (const struct emu_log_node *)(from + 1), from->n);
	if (err || from->more)
		return err;
	c->merged += from->merged;
	err = give_tree(c, s, t, thread);
	t->n = 0;
	return err;
}

/* ---- Killed threads ---- */

/* Adds the nodes of one part. */
static int add_part(struct calls_tree *t, const struct emu_tree_part *part)
{
	u32 n = __atomic_load_n(&part->n, __ATOMIC_ACQUIRE), i;

	if (n > EMU_TREE_PART_NODES)
		return -EPROTO;
	for (i = 0; i < n; i++) {
		const struct emu_tree_node *from = &part->node[i];
		const struct emu_log_node node = {
			.name = from->name,
			.self = part->self[i],
			.as_of = from->as_of & ~(u64)EMU_TREE_OPEN,
			.above = from->above,
		};

		if (add_nodes(t, &node, 1))
			return -ENOMEM;
	}
	return 0;
}

int calls_chunk(struct calls *c, struct space *s, struct shared *sh, const struct emu_thread *from,
		u64 total, unsigned thread)
{
	struct calls_tree t = { 0 };
	size_t i;
	u64 next = from->tree, merged = 0;
	int err = 0;

	for (i = 0; next && !err && i < EMU_MAX_CHUNKS; i++) {
		const struct emu_tree_part *part = next <= EMU_MAX_CHUNKS ?
							   shared_chunk(sh, (s32)next - 1) :
							   NULL;

		err = part ? add_part(&t, part) : -EPROTO;
		merged += part ? part->merged : 0;
		next = part ? part->next : 0;
	}
	for (i = 0; i < t.n; i++)
		total -= t.node[i].self;
	if (!err && t.n) {
		t.node[from->node < t.n ? from->node : 0].self += total;
		err = give_tree(c, s, &t, thread);
		c->merged += merged;
	}
	free(t.node);
	return err;
}
