/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A PMC of pmc(3): an event, the row that it holds, what it is attached to, and its value. Each
 * target has a set of libpmc of its own; the value is the sum of their counts and of a base, which
 * has what was written, and what targets counted that are gone.
 *
 * Functions return 0 or an errno of pmc(3).
 */
#ifndef COMPAT_FREEBSD_COUNTER_COUNTER_H
#define COMPAT_FREEBSD_COUNTER_COUNTER_H

#include "compat/freebsd/machine/event.h"

struct pmc_sampler;

struct counter_target {
	pid_t pid; /* -1: the CPU of a system PMC */
	/* NULL: the time stamp counter; a sampling PMC that was not started yet */
	struct pmc_set *set;
	struct pmc_sampler *sampler; /* of a sampling PMC, and of one that logs switches */
};

struct counter {
	struct counter *next;
	pmc_id_t id;
	struct machine_event event;
	enum pmc_mode mode;
	enum pmc_state state; /* ALLOCATED: never started, STOPPED or RUNNING */
	uint32_t flags;
	int cpu;
	unsigned row, width;
	uint64_t base;
	uint64_t reload; /* of a sampling PMC: the period */
	struct counter_target *target;
	size_t n;
};

/* Whether a backend can count its event at all, in its mode and with its flags. */
int counter_check(struct machine *m, const struct counter *c);

/*
 * Attaches a counter that is not running to a process, or to its CPU (pid -1), and takes it off
 * again; what it counted there stays in its value.
 */
int counter_attach(struct machine *m, struct counter *c, pid_t pid);
void counter_detach(struct counter *c, size_t target);
/* The index of a target, -1: it is not attached to it. */
long counter_find_target(const struct counter *c, pid_t pid);

int counter_start(struct machine *m, struct counter *c);
int counter_stop(struct counter *c);
int counter_read(const struct counter *c, uint64_t *value);
/* Sets the value of a counter that is not running. */
int counter_write(struct counter *c, uint64_t value);
/* What one target has counted. */
int counter_read_target(const struct counter *c, size_t target, uint64_t *value);

/* Detaches from everything and frees. */
void counter_destroy(struct counter *c);

#endif
