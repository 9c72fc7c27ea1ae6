// SPDX-License-Identifier: GPL-2.0
/*
 * Walks all contexts of a set. There are as many as the user has threads, and set->lock, which
 * protects their list, is held with interrupts off. So a walk goes in batches, and releases the
 * lock after each.
 *
 * A context that was seen moves to the end of the list, and notes in which walk that was
 * (context->pass). New ones come at the end, too, as if they had been seen. So those that are left
 * stand at the beginning, whatever happens between two batches.
 *
 * A context that ends hands its counts to set->ended (context_collect). If this walk has seen it,
 * they are added up in set->late, too: a sum does not take them twice, and zeroing, which removes
 * what others had counted before, keeps them.
 */
#include <linux/sched.h>
#include <linux/string.h>

#include "kernel/count/context.h"
#include "kernel/count/walk.h"

/* So much is done with interrupts off; a context costs as much as eight of its counts. */
#define BATCH 256

typedef void (*visit)(struct context *context, void *data);

/* False: all contexts were seen. With set->lock. */
static bool walk_some(struct set *set, visit function, void *data)
{
	struct context *context;
	u32 done;

	for (done = 0; done < BATCH; done += 8 + set->n) {
		context = list_first_entry_or_null(&set->contexts, struct context, of_set);
		if (!context || context->pass == set->pass)
			return false;
		context->pass = set->pass;
		list_move_tail(&context->of_set, &set->contexts);
		raw_spin_lock(&context->lock);
		function(context, data);
		raw_spin_unlock(&context->lock);
	}
	return true;
}

/* With set->walking. Returns with set->lock. */
static void walk_all(struct set *set, visit function, void *data)
{
	raw_spin_lock_irq(&set->lock);
	set->pass++;
	memset(set->late.count, 0, set->n * sizeof(set->late.count[0]));
	set->late.tsc = 0;
	while (walk_some(set, function, data)) {
		raw_spin_unlock_irq(&set->lock);
		cond_resched();
		raw_spin_lock_irq(&set->lock);
	}
}

void walk(struct set *set, visit function, void *data)
{
	mutex_lock(&set->walking);
	walk_all(set, function, data);
	raw_spin_unlock_irq(&set->lock);
	mutex_unlock(&set->walking);
}

struct adding {
	struct pmc_ioctl_count *counts;
	u64 tsc;
};

static void add(struct context *context, void *data)
{
	struct adding *a = data;

	context_add(context, a->counts, &a->tsc);
}

/* With set->lock, so that a set which has ended has all its counts. */
static void describe(const struct set *set, struct pmc_ioctl_read *read)
{
	read->flags = (set->running ? PMC_READ_RUNNING : 0) |
		      (set->dropped ? PMC_READ_DROPPED : 0) |
		      (READ_ONCE(set->overflown) ? PMC_READ_OVERFLOW : 0) |
		      (!set->n_contexts ? PMC_READ_ENDED : 0);
	read->contexts = set->n_contexts;
	read->lost = set->lost;
}

void walk_sum(struct set *set, struct pmc_ioctl_count *counts, struct pmc_ioctl_read *read)
{
	struct adding a = { .counts = counts };
	u32 i;

	memset(counts, 0, set->n * sizeof(*counts));
	mutex_lock(&set->walking);
	walk_all(set, add, &a);
	for (i = 0; i < set->n; i++) {
		counts[i].value += set->ended.count[i].value - set->late.count[i].value;
		counts[i].enabled += set->ended.count[i].enabled - set->late.count[i].enabled;
		counts[i].running += set->ended.count[i].running - set->late.count[i].running;
	}
	read->tsc = a.tsc + set->ended.tsc - set->late.tsc;
	describe(set, read);
	raw_spin_unlock_irq(&set->lock);
	mutex_unlock(&set->walking);
}

void walk_zero(struct set *set, visit zero)
{
	mutex_lock(&set->walking);
	walk_all(set, zero, NULL);
	memcpy(set->ended.count, set->late.count, set->n * sizeof(set->ended.count[0]));
	set->ended.tsc = set->late.tsc;
	set->lost = 0;
	raw_spin_unlock_irq(&set->lock);
	mutex_unlock(&set->walking);
}

void walk_out(struct set *set, struct list_head *gone)
{
	struct context *context;
	u32 done;

	raw_spin_lock_irq(&set->lock);
	set->closing = true;
	for (done = 1; !list_empty(&set->contexts); done++) {
		context = list_first_entry(&set->contexts, struct context, of_set);
		raw_spin_lock(&context->lock);
		context->dead = true;
		list_move(&context->of_set, gone);
		raw_spin_unlock(&context->lock);
		if (done % (BATCH / 8))
			continue;
		raw_spin_unlock_irq(&set->lock);
		cond_resched();
		raw_spin_lock_irq(&set->lock);
	}
	raw_spin_unlock_irq(&set->lock);
}
