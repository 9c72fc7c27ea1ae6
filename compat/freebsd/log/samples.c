/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Takes the records of samplers into the log. Theirs are exact: every fork, exec, mapping and end,
 * in the order of time.
 */
#include <string.h>

#include <pmc/profile.h>

#include "compat/freebsd/log/samples.h"
#include "compat/freebsd/log/watch.h"

static void take_sample(struct record_log *log, const struct counter *c, const struct pmc_record *r)
{
	uint64_t pc[PMC_CALLCHAIN_DEPTH_MAX];
	uint32_t user = r->mode == PMC_MODE_USER ? PMC_CC_F_USERSPACE : 0;
	size_t n = 1, i;

	pc[0] = r->ip;
	for (i = 0; i < r->n_chain && n < PMC_CALLCHAIN_DEPTH_MAX; i++)
		pc[n++] = r->chain[i];
	record_callchain(log, r->pid, r->tid, c->id,
			 PMC_CALLCHAIN_TO_CPUFLAGS((uint32_t)(r->cpu < 0 ? 0 : r->cpu), user), pc,
			 n);
}

/* The file of a program that was executed is the first that its process maps. */
static void take_map(struct samples_state *s, struct record_log *log, const struct counter *c,
		     const struct pmc_record *r)
{
	size_t i;

	if (!r->name || r->name[0] != '/' || r->name[1] == '/')
		return; /* memory without a file */
	for (i = 0; i < s->n && s->executing[i] != r->pid; i++)
		;
	if (i < s->n) {
		s->executing[i] = s->executing[--s->n];
		record_exec(log, r->pid, c->id, 0,
			    watch_is_dynamic(r->name) ? r->start - r->offset : 0, r->name);
	}
	record_map_in(log, r->pid, r->start, r->name);
}

static void take_end(struct record_log *log, const struct counter *c, const struct pmc_record *r)
{
	if (r->pid != r->tid)
		record_thread_exit(log, r->tid);
	else if (PMC_IS_SYSTEM_MODE(c->mode))
		record_sysexit(log, r->pid);
}

/* Of a counting PMC: what it counted up to a switch. The processes are watched (watch.h). */
static void take_switch(struct record_log *log, const struct counter *c, const struct pmc_record *r)
{
	if (r->type == PMC_TYPE_SWITCH && r->n_counts)
		record_switch(log, c->id, r->pid, r->tid, r->counts[0]);
	else if (r->type == PMC_TYPE_LOST || r->type == PMC_TYPE_THROTTLE)
		record_drop(log);
}

static void take(struct samples_state *s, struct record_log *log, const struct counter *c,
		 const struct pmc_record *r)
{
	if (PMC_IS_COUNTING_MODE(c->mode)) {
		take_switch(log, c, r);
		return;
	}
	switch (r->type) {
	case PMC_TYPE_SAMPLE:
		take_sample(log, c, r);
		break;
	case PMC_TYPE_MMAP:
		take_map(s, log, c, r);
		break;
	case PMC_TYPE_COMM:
		if (r->exec && s->n < sizeof(s->executing) / sizeof(*s->executing))
			s->executing[s->n++] = r->pid;
		break;
	case PMC_TYPE_FORK:
		if (r->pid != r->ppid)
			record_fork(log, r->ppid, r->pid);
		else
			record_thread(log, r->tid, r->pid, "");
		break;
	case PMC_TYPE_EXIT:
		take_end(log, c, r);
		break;
	case PMC_TYPE_LOST:
	case PMC_TYPE_THROTTLE:
		record_drop(log);
		break;
	case PMC_TYPE_SWITCH:
		break;
	}
}

void samples_take(struct samples_state *s, struct record_log *log, const struct counter *c,
		  unsigned *samples, unsigned *lost)
{
	struct pmc_record r;
	size_t i;

	for (i = 0; i < c->n; i++) {
		if (!c->target[i].sampler)
			continue;
		while (!pmc_sampler_next(c->target[i].sampler, &r)) {
			log->time = r.time;
			take(s, log, c, &r);
			*samples += r.type == PMC_TYPE_SAMPLE;
			*lost += r.type == PMC_TYPE_LOST ? (unsigned)r.count : 0;
		}
		log->time = 0;
	}
}
