/* SPDX-License-Identifier: BSD-2-Clause */
/* A PMC of pmc(3), made of sets of libpmc. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <x86intrin.h>

#include "compat/freebsd/counter/counter.h"
#include "compat/freebsd/counter/sampler.h"

static bool is_soft(const struct machine_event *event)
{
	return event->class->id == PMC_CLASS_SOFT;
}

static bool is_tsc(const struct machine_event *event)
{
	return event->class->id == PMC_CLASS_TSC;
}

/* A process PMC may be attached to the caller or to others; either will do. */
int counter_check(struct machine *m, const struct counter *c)
{
	const struct machine_event *event = &c->event;
	struct pmc *handle;
	int err;

	if (is_tsc(event))
		return c->mode == PMC_MODE_SC ? 0 : EINVAL;
	if (PMC_IS_SYSTEM_MODE(c->mode)) {
		err = doors_handle(&m->doors, DOOR_CPU, is_soft(event), &handle);
	} else {
		err = doors_handle(&m->doors, DOOR_SELF, is_soft(event), &handle);
		if (err)
			err = doors_handle(&m->doors, DOOR_TASK, is_soft(event), &handle);
	}
	/* Under the translator there are counters, but none of CPUs. */
	if (err == ENXIO && m->emulated)
		return EOPNOTSUPP;
	if (!err)
		err = doors_errno(pmc_event_check(handle, event->text, NULL));
	return err || !sampler_is_needed(c) ? err : sampler_check(c, handle);
}

/* ---- Targets ---- */

/* Is the calling thread the program's only one? */
static bool is_alone(const struct machine *m)
{
	char text[512], *threads;
	FILE *f = fopen("/proc/self/status", "re");
	size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;

	if (f)
		fclose(f);
	text[n] = 0;
	threads = strstr(text, "\nThreads:");
	return !threads || atoi(threads + 9) == 1 + m->own_threads;
}

/*
 * A set on the calling thread is exact and the cheapest to read; with several threads the process
 * is attached as a whole. The translator knows the calling thread only.
 */
static int attach_set(struct machine *m, const struct counter *c, struct counter_target *t)
{
	pid_t pid = t->pid;
	enum door_use use = PMC_IS_SYSTEM_MODE(c->mode)			    ? DOOR_CPU :
			    pid == getpid() && (m->emulated || is_alone(m)) ? DOOR_SELF :
									      DOOR_TASK;
	unsigned flags = c->flags & PMC_F_DESCENDANTS ? PMC_SET_INHERIT : 0;
	struct pmc *handle;
	int err;

	err = doors_handle(&m->doors, use, is_soft(&c->event), &handle);
	if (err)
		return err == ENXIO && m->emulated ? EOPNOTSUPP : err;
	err = pmc_set_create(handle, c->event.text, flags, &t->set, NULL);
	if (err)
		return doors_errno(err);
	if (sampler_is_needed(c))
		err = -sampler_make(c, t->set, &t->sampler);
	if (!err)
		err = use == DOOR_CPU  ? pmc_set_attach_cpu(t->set, (unsigned)c->cpu, NULL) :
		      use == DOOR_SELF ? pmc_set_attach_self(t->set, NULL) :
					 pmc_set_attach_process(t->set, pid, NULL);
	if (!err)
		return 0;
	sampler_free(t->sampler);
	pmc_set_destroy(t->set);
	t->set = NULL;
	t->sampler = NULL;
	return doors_errno(err);
}

int counter_attach(struct machine *m, struct counter *c, pid_t pid)
{
	struct counter_target *grown, t = { pid, NULL, NULL };
	int err;

	grown = realloc(c->target, (c->n + 1) * sizeof(*grown));
	if (!grown)
		return ENOMEM;
	c->target = grown;
	if (!is_tsc(&c->event) && PMC_IS_COUNTING_MODE(c->mode)) {
		err = attach_set(m, c, &t);
		if (err)
			return err;
	}
	c->target[c->n++] = t;
	return 0;
}

int counter_read_target(const struct counter *c, size_t target, uint64_t *value)
{
	struct pmc_count count;
	int err;

	if (!c->target[target].set) {
		*value = is_tsc(&c->event) ? __rdtsc() : 0;
		return 0;
	}
	err = pmc_set_read(c->target[target].set, &count, 1, NULL);
	if (!err)
		*value = count.state == PMC_COUNTED ? count.value : 0;
	return -err;
}

void counter_detach(struct counter *c, size_t target)
{
	uint64_t value;

	if (c->target[target].set) {
		pmc_set_stop(c->target[target].set);
		if (!counter_read_target(c, target, &value))
			c->base += value;
		sampler_free(c->target[target].sampler);
		pmc_set_destroy(c->target[target].set);
	}
	c->n--;
	memmove(&c->target[target], &c->target[target + 1], (c->n - target) * sizeof(*c->target));
}

long counter_find_target(const struct counter *c, pid_t pid)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		if (c->target[i].pid == pid)
			return (long)i;
	return -1;
}

/* ---- Counting ---- */

static int start_target(struct machine *m, struct counter *c, struct counter_target *t)
{
	int err;

	if (is_tsc(&c->event))
		return 0;
	if (!sampler_is_needed(c))
		return doors_errno(pmc_set_start(t->set));
	err = t->set ? 0 : attach_set(m, c, t);
	return err ? err : sampler_start(t->sampler);
}

static int stop_target(struct counter_target *t)
{
	if (t->sampler)
		return sampler_stop(t->sampler);
	return t->set ? doors_errno(pmc_set_stop(t->set)) : 0;
}

int counter_start(struct machine *m, struct counter *c)
{
	size_t i;
	int err = 0;

	for (i = 0; i < c->n && !err; i++)
		err = start_target(m, c, &c->target[i]);
	if (!err) {
		c->state = PMC_STATE_RUNNING;
		return 0;
	}
	while (i--)
		stop_target(&c->target[i]);
	return err;
}

int counter_stop(struct counter *c)
{
	size_t i;
	int err = 0, e;

	for (i = 0; i < c->n; i++) {
		e = stop_target(&c->target[i]);
		if (e && !err)
			err = e;
	}
	c->state = PMC_STATE_STOPPED;
	return err;
}

int counter_read(const struct counter *c, uint64_t *value)
{
	uint64_t sum = c->base, one;
	size_t i;
	int err;

	for (i = 0; i < c->n; i++) {
		err = counter_read_target(c, i, &one);
		if (err)
			return err;
		sum += one;
	}
	/* A system PMC is a counter of the hardware, and wraps like one. */
	if (PMC_IS_SYSTEM_MODE(c->mode) && c->width < 64)
		sum &= (UINT64_C(1) << c->width) - 1;
	*value = sum;
	return 0;
}

int counter_write(struct counter *c, uint64_t value)
{
	uint64_t now;
	int err;

	if (is_tsc(&c->event))
		return EINVAL;
	err = counter_read(c, &now);
	if (!err)
		c->base += value - now;
	return err;
}

void counter_destroy(struct counter *c)
{
	if (!c)
		return;
	while (c->n)
		counter_detach(c, c->n - 1);
	free(c->target);
	free(c);
}
