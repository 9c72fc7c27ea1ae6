/* SPDX-License-Identifier: BSD-2-Clause */
/* See queue.h. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/sampling/queue.h"
#include "lib/sampling/registers.h"

struct queued {
	u64 time, number;
	struct pmc_record *record; /* and behind it what it points to */
};

/* A copy in one piece of memory. */
static struct pmc_record *copy(const struct pmc_record *from)
{
	size_t chain = from->n_chain * sizeof(*from->chain);
	size_t counts = from->n_counts * sizeof(*from->counts);
	size_t registers = from->registers ? REGISTERS * sizeof(*from->registers) : 0;
	size_t name = from->name ? strlen(from->name) + 1 : 0;
	struct pmc_record *to = malloc(sizeof(*to) + chain + counts + registers + name +
				       from->build_id_size + from->stack_size);
	u8 *at;

	if (!to)
		return NULL;
	*to = *from;
	at = (u8 *)(to + 1);
	if (chain)
		to->chain = memcpy(at, from->chain, chain);
	at += chain;
	if (counts)
		to->counts = memcpy(at, from->counts, counts);
	at += counts;
	if (registers)
		to->registers = memcpy(at, from->registers, registers);
	at += registers;
	if (name)
		to->name = memcpy(at, from->name, name);
	at += name;
	if (from->build_id_size)
		to->build_id = memcpy(at, from->build_id, from->build_id_size);
	at += from->build_id_size;
	if (from->stack_size)
		to->stack = memcpy(at, from->stack, from->stack_size);
	return to;
}

/* Forgets the entries that were given out, once they are half of all. */
static void compact(struct queue *queue)
{
	if (queue->first <= queue->n / 2)
		return;
	memmove(queue->entry, queue->entry + queue->first,
		(queue->n - queue->first) * sizeof(*queue->entry));
	queue->n -= queue->first;
	queue->first = 0;
}

void queue_add(struct queue *queue, const struct pmc_record *record)
{
	struct queued *new;

	compact(queue);
	if (vector_reserve(&queue->entry, &queue->room, queue->n + 1, sizeof(*queue->entry))) {
		queue->failed = true;
		return;
	}
	new = &queue->entry[queue->n];
	*new = (struct queued){ record->time, queue->number++, copy(record) };
	if (!new->record) {
		queue->failed = true;
		return;
	}
	queue->n++;
	queue->sorted = false;
	if (record->time > queue->newest)
		queue->newest = record->time;
}

void queue_end_round(struct queue *queue, u64 now, bool last)
{
	if (last)
		queue->limit = UINT64_MAX;
	if (now - queue->before_at < QUEUE_DELAY)
		return;
	if (!last)
		queue->limit = queue->before;
	queue->before = queue->newest;
	queue->before_at = now;
}

static int compare(const void *a, const void *b)
{
	const struct queued *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

const struct pmc_record *queue_next(struct queue *queue)
{
	free(queue->given);
	queue->given = NULL;
	if (!queue->sorted && queue->first < queue->n)
		qsort(queue->entry + queue->first, queue->n - queue->first, sizeof(*queue->entry),
		      compare);
	queue->sorted = true;
	if (queue->first < queue->n && queue->entry[queue->first].time <= queue->limit)
		queue->given = queue->entry[queue->first++].record;
	return queue->given;
}

void queue_deinit(struct queue *queue)
{
	for (; queue->first < queue->n; queue->first++)
		free(queue->entry[queue->first].record);
	free(queue->entry);
	free(queue->given);
	memset(queue, 0, sizeof(*queue));
}
