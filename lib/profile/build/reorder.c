/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See reorder.h. Everything that has an index of an object, a process or a thread gets the new one.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "lib/profile/build/collected.h"
#include "lib/profile/build/reorder.h"

/* Fills in *to: the new index of each of n. */
static int complete(const unsigned *order, size_t n_order, size_t n, unsigned **to)
{
	unsigned next = 0;
	size_t i;

	*to = malloc((n + 1) * sizeof(**to));
	if (!*to)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		next += i < n_order && order[i] != UINT_MAX;
	for (i = 0; i < n; i++)
		(*to)[i] = i >= n_order || order[i] == UINT_MAX ? next++ : order[i];
	return 0;
}

/* Moves the entries of an array. */
static int move(void *array, size_t n, size_t size, const unsigned *to)
{
	u8 *all = array, *copy = malloc(n * size + 1);
	size_t i;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, all, n * size);
	for (i = 0; i < n; i++)
		memcpy(all + to[i] * size, copy + i * size, size);
	free(copy);
	return 0;
}

static unsigned at(const unsigned *to, unsigned index)
{
	return index == UINT_MAX ? UINT_MAX : to[index];
}

static void renumber_objects(struct builder *b, const unsigned *to)
{
	size_t i;

	for (i = 0; i < b->sites.n_taken; i++)
		if (b->sites.made[i])
			b->sites.made[i]->object = to[b->sites.made[i]->object];
	for (i = 0; i < b->sites.n_pages; i++)
		*sites_page_object(&b->sites, i) = to[*sites_page_object(&b->sites, i)];
	for (i = 0; i < b->branches.n; i++)
		b->branches.all[i].to_object = at(to, b->branches.all[i].to_object);
	for (i = 0; i < b->edges.n; i++) {
		b->edges.all[i].from_object = to[b->edges.all[i].from_object];
		b->edges.all[i].to_object = at(to, b->edges.all[i].to_object);
	}
	for (i = 0; i < b->n_symbol; i++)
		b->symbol[i].object = to[b->symbol[i].object];
	for (i = 0; i < b->n_code; i++)
		b->code[i].object = to[b->code[i].object];
}

static void renumber_processes(struct builder *b, const unsigned *to)
{
	size_t i;

	for (i = 0; i < b->n_thread; i++)
		b->thread[i].process = to[b->thread[i].process];
	for (i = 0; i < b->n_object; i++)
		b->object[i].process = at(to, b->object[i].process);
}

static int by_pid(const void *a, const void *b)
{
	const struct pmc_profile_process *const *x = a, *const *y = b;

	return (*x)->pid < (*y)->pid ? -1 : (*x)->pid > (*y)->pid;
}

static int find_parents(struct builder *b)
{
	struct pmc_profile_process **sorted = malloc((b->n_process + 1) * sizeof(*sorted));
	size_t i;

	if (!sorted)
		return -ENOMEM;
	for (i = 0; i < b->n_process; i++)
		sorted[i] = &b->process[i];
	qsort(sorted, b->n_process, sizeof(*sorted), by_pid);
	for (i = 0; i < b->n_process; i++) {
		struct pmc_profile_process *p = &b->process[i];
		const struct pmc_profile_process key = { .pid = p->ppid }, *of = &key;
		struct pmc_profile_process **parent;

		parent = bsearch(&of, sorted, b->n_process, sizeof(*sorted), by_pid);
		p->parent = parent && *parent < p ? (unsigned)(*parent - b->process) : UINT_MAX;
	}
	free(sorted);
	return 0;
}

/* Threads without counts may have no entry yet. */
static int reserve_counts(struct builder *b)
{
	u32 last = (u32)b->n_thread - 1;

	return !b->n_thread || b->counts.n >= b->n_thread || counts_at(&b->counts, last, 1) ?
		       0 :
		       -ENOMEM;
}

static size_t count_known(const unsigned *order, size_t n)
{
	size_t known = 0, i;

	for (i = 0; i < n; i++)
		known += order[i] != UINT_MAX;
	return known;
}

int builder_reorder(struct builder *b, const struct builder_order *order)
{
	unsigned *object = NULL, *process = NULL, *thread = NULL;
	size_t i;
	int err = complete(order->object, order->n_objects, b->n_object, &object);

	if (!err)
		err = complete(order->process, order->n_processes, b->n_process, &process);
	if (!err)
		err = complete(order->thread, order->n_threads, b->n_thread, &thread);
	if (!err)
		err = reserve_counts(b);
	if (!err) {
		renumber_objects(b, object);
		renumber_processes(b, process);
		for (i = 0; i < b->edges.n; i++)
			b->edges.all[i].thread = thread[b->edges.all[i].thread];
		for (i = 0; i < b->modelled.n; i++)
			b->modelled.row[i].thread = thread[b->modelled.row[i].thread];
		err = move(b->object, b->n_object, sizeof(*b->object), object);
		b->n_object = count_known(order->object, order->n_objects);
	}
	if (!err)
		err = move(b->process, b->n_process, sizeof(*b->process), process);
	if (!err)
		err = move(b->thread, b->n_thread, sizeof(*b->thread), thread);
	if (!err)
		err = move(b->counts.thread, b->n_thread, sizeof(*b->counts.thread), thread);
	if (!err)
		err = find_parents(b);
	free(object);
	free(process);
	free(thread);
	return err;
}
