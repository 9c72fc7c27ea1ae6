/* SPDX-License-Identifier: BSD-2-Clause */
/* Each frame is written once, and a stack as the numbers of its frames. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/write_stacks.h"
#include "lib/profile/own/writer.h"

static bool same(const struct pmc_frame *x, const struct pmc_frame *y)
{
	return x->object == y->object && x->address == y->address && !x->name == !y->name &&
	       (!x->name || !strcmp(x->name, y->name));
}

static void write_frame(struct writer *w, const struct pmc_frame *frame)
{
	bytes_byte(w->out, frame->name ? 1 : 0);
	bytes_varint(w->out, frame->object == UINT_MAX ? 0 : frame->object + 1ull);
	bytes_varint(w->out, frame->address);
	if (frame->name)
		bytes_text(w->out, frame->name);
}

/* The frames of all stacks, each once, in the order in which they come first. */
struct unique {
	u64 seed;
	const struct pmc_frame **frame;
	size_t n, room;
	struct table table;
};

static u64 hash_of(u64 seed, const struct pmc_frame *frame)
{
	u64 name = frame->name ? table_mix_bytes(seed, frame->name, strlen(frame->name)) : 0;

	return table_mix(seed, frame->address, frame->object ^ name << 24);
}

/* The frame's number. 0 or -ENOMEM. */
static int number_of(struct unique *all, const struct pmc_frame *frame, u32 *number)
{
	u64 hash = hash_of(all->seed, frame);
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&all->table, &probe);) {
		*number = probe.index;
		if (same(all->frame[probe.index], frame))
			return 0;
	}
	if (all->n >= UINT32_MAX - 1 ||
	    vector_reserve(&all->frame, &all->room, all->n + 1, sizeof(*all->frame)) ||
	    table_add(&all->table, hash, (u32)all->n))
		return -ENOMEM;
	all->frame[all->n] = frame;
	*number = (u32)all->n++;
	return 0;
}

static void write_frames(struct writer *w, const struct unique *all)
{
	size_t i = 0, end;

	do {
		end = all->n - i > FORMAT_CHUNK ? i + FORMAT_CHUNK : all->n;
		writer_begin(w, FORMAT_FRAMES);
		bytes_varint(w->out, end - i);
		for (; i < end; i++)
			write_frame(w, all->frame[i]);
		writer_end(w);
	} while (i < all->n);
}

static void write_stack(struct writer *w, const struct pmc_stack *stack, const u32 *numbers)
{
	size_t k;

	bytes_varint(w->out, stack->thread);
	bytes_varint(w->out, stack->n);
	for (k = 0; k < stack->n; k++)
		bytes_varint(w->out, numbers[k]);
	for (k = 0; k < w->p->n_events; k++)
		bytes_varint(w->out, stack->counts[k]);
}

void write_stacks(struct writer *w)
{
	const struct pmc_profile *p = w->p;
	struct unique all = { .seed = table_seed() };
	size_t n = 0, i, k, end;
	u32 *numbers;

	if (!p->n_stacks)
		return;
	for (i = 0; i < p->n_stacks; i++)
		n += p->stacks[i].n;
	numbers = malloc((n + 1) * sizeof(*numbers));
	w->out->failed |= !numbers;
	for (i = n = 0; i < p->n_stacks && !w->out->failed; i++)
		for (k = 0; k < p->stacks[i].n; k++, n++)
			if (number_of(&all, &p->stacks[i].frames[k], &numbers[n]))
				w->out->failed = true;
	if (w->out->failed)
		goto out;
	write_frames(w, &all);
	for (i = n = 0; i < p->n_stacks;) {
		end = p->n_stacks - i > FORMAT_CHUNK ? i + FORMAT_CHUNK : p->n_stacks;
		writer_begin(w, FORMAT_STACKS);
		bytes_varint(w->out, end - i);
		for (; i < end; n += p->stacks[i++].n)
			write_stack(w, &p->stacks[i], numbers + n);
		writer_end(w);
	}
out:
	table_deinit(&all.table);
	free(all.frame);
	free(numbers);
}
