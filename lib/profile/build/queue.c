/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Three steps ahead of the addition: the slot in the hash table is fetched, then the page, then the
 * cell. Each step uses what the one before has fetched. They are hints; only the addition counts.
 */
#include <errno.h>

#include "lib/profile/build/queue.h"

/* How many others come between two steps. */
#define STEP (QUEUE_SIZE / 4)

static int add_first(struct queue *queue, struct places *places)
{
	const struct queued *one = &queue->all[queue->out++ % QUEUE_SIZE];
	struct cell *cell = places_find(places, one->object, one->thread, one->address, one->length,
					one->flags);

	if (!cell)
		return -ENOMEM;
	cell->executions += one->executions;
	cell->taken += one->taken;
	return 0;
}

/* The steps of those that came STEP, 2 * STEP and 3 * STEP calls ago. */
static void fetch(struct queue *queue, const struct places *places)
{
	struct queued *one = &queue->all[(queue->in - STEP) % QUEUE_SIZE];

	if (one->other)
		one->page = places_fetch_page(places, one->object, one->thread, one->address);
	else
		one->page = queue->all[(queue->in - STEP - 1) % QUEUE_SIZE].page;
	one = &queue->all[(queue->in - 2 * STEP) % QUEUE_SIZE];
	if (one->page)
		places_fetch_cell(one->page, one->address);
}

int queue_add(struct queue *queue, struct places *places, const struct queued *one)
{
	struct queued *at = &queue->all[queue->in % QUEUE_SIZE];
	const struct queued *before = &queue->all[(queue->in - 1) % QUEUE_SIZE];
	int err = 0;

	if (queue->in - queue->out == QUEUE_SIZE)
		err = add_first(queue, places);
	*at = *one;
	at->page = NULL;
	at->other = !places_same_page(before->address, one->address) ||
		    before->object != one->object || before->thread != one->thread ||
		    queue->in == queue->out;
	if (at->other)
		places_fetch_slot(places, one->object, one->thread, one->address);
	queue->in++;
	if (queue->in - queue->out > 2 * STEP)
		fetch(queue, places);
	return err;
}

int queue_flush(struct queue *queue, struct places *places)
{
	int err = 0;

	while (queue->out != queue->in)
		if (add_first(queue, places))
			err = -ENOMEM;
	return err;
}
