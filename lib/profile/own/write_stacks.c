/* SPDX-License-Identifier: BSD-2-Clause */
/* Each frame is written once, and a stack as the numbers of its frames. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/write_stacks.h"
#include "lib/profile/own/writer.h"

/* A frame of a stack. */
struct numbered {
	const struct pmc_frame *frame;
	size_t place; /* where it stands among all */
};

static int compare(const void *a, const void *b)
{
	const struct numbered *n = a, *m = b;
	const struct pmc_frame *x = n->frame, *y = m->frame;
	int order;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	order = strcmp(x->name ? x->name : "", y->name ? y->name : "");
	if (order)
		return order;
	if (!x->name != !y->name)
		return x->name ? 1 : -1;
	return n->place < m->place ? -1 : n->place > m->place;
}

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

/* Numbers the frames, writes each once, and leaves the number of each place in numbers. */
static void write_frames(struct writer *w, struct numbered *all, size_t n, size_t *numbers)
{
	size_t i, number = 0, unique = 0;

	qsort(all, n, sizeof(*all), compare);
	for (i = 0; i < n; i++) {
		if (i && !same(all[i - 1].frame, all[i].frame))
			number++;
		numbers[all[i].place] = number;
		unique = number + 1;
	}
	writer_begin(w, FORMAT_FRAMES);
	bytes_varint(w->out, unique);
	for (i = 0; i < n; i++)
		if (!i || !same(all[i - 1].frame, all[i].frame))
			write_frame(w, all[i].frame);
	writer_end(w);
}

static void write_stack(struct writer *w, const struct pmc_stack *stack, const size_t *numbers)
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
	size_t n = 0, i, k, end, *numbers;
	struct numbered *all;

	if (!p->n_stacks)
		return;
	for (i = 0; i < p->n_stacks; i++)
		n += p->stacks[i].n;
	all = malloc((n + 1) * sizeof(*all));
	numbers = malloc((n + 1) * sizeof(*numbers));
	if (!all || !numbers) {
		w->out->failed = true;
		goto out;
	}
	for (i = n = 0; i < p->n_stacks; i++)
		for (k = 0; k < p->stacks[i].n; k++, n++)
			all[n] = (struct numbered){ &p->stacks[i].frames[k], n };
	write_frames(w, all, n, numbers);
	for (i = n = 0; i < p->n_stacks;) {
		end = p->n_stacks - i > FORMAT_CHUNK ? i + FORMAT_CHUNK : p->n_stacks;
		writer_begin(w, FORMAT_STACKS);
		bytes_varint(w->out, end - i);
		for (; i < end; n += p->stacks[i++].n)
			write_stack(w, &p->stacks[i], numbers + n);
		writer_end(w);
	}
out:
	free(all);
	free(numbers);
}
