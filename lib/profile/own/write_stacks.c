/* SPDX-License-Identifier: BSD-2-Clause */
/* Each frame is written once, and a node as the number of its frame. */
#include <limits.h>

#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/write_stacks.h"
#include "lib/profile/own/writer.h"

static void write_frame(struct writer *w, const struct pmc_frame *frame)
{
	bytes_byte(w->out, frame->name ? 1 : 0);
	bytes_varint(w->out, frame->object == UINT_MAX ? 0 : frame->object + 1ull);
	bytes_varint(w->out, frame->address);
	if (frame->name)
		bytes_text(w->out, frame->name);
}

static void write_frames(struct writer *w, const struct stacktree *tree)
{
	size_t i = 0, end;

	do {
		end = tree->n_frames - i > FORMAT_CHUNK ? i + FORMAT_CHUNK : tree->n_frames;
		writer_begin(w, FORMAT_FRAMES);
		bytes_varint(w->out, end - i);
		for (; i < end; i++)
			write_frame(w, &tree->frame[i]);
		writer_end(w);
	} while (i < tree->n_frames);
}

/* How far the node's caller is above the node before it. */
static u64 levels_up(const struct stacktree *tree, u32 node)
{
	const struct stack_node *at = &tree->node[node];
	u32 before = node ? node - 1 : STACK_NONE;
	u64 up = 0;

	if (node && tree->node[before].thread != at->thread)
		return 0;
	for (; before != at->above; up++)
		before = tree->node[before].above;
	return up;
}

static void write_node(struct writer *w, const struct stacktree *tree, u32 node)
{
	const struct stack_node *at = &tree->node[node];
	size_t k;

	bytes_varint(w->out, levels_up(tree, node) << 1 | (at->row != 0));
	bytes_varint(w->out, at->frame);
	for (k = 0; at->row && k < tree->n_events; k++)
		bytes_varint(w->out, tree->counts[(at->row - 1ull) * tree->n_events + k]);
}

void write_stacks(struct writer *w)
{
	const struct stacktree *tree = &w->p->stacks;
	size_t i = 0, end;

	if (!tree->n_stacks)
		return;
	write_frames(w, tree);
	while (i < tree->n) {
		for (end = i; end < tree->n && end - i < FORMAT_CHUNK &&
			      tree->node[end].thread == tree->node[i].thread;)
			end++;
		writer_begin(w, FORMAT_NODES);
		bytes_varint(w->out, tree->node[i].thread);
		bytes_varint(w->out, end - i);
		bytes_byte(w->out, tree->functions);
		bytes_varint(w->out, tree->first_event);
		bytes_varint(w->out, tree->n_events);
		for (; i < end; i++)
			write_node(w, tree, (u32)i);
		writer_end(w);
	}
}
