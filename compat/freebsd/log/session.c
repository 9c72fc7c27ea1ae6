/* SPDX-License-Identifier: BSD-2-Clause */
/* The log of this process. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "compat/freebsd/log/session.h"

void session_allocated(struct session *s, const struct counter *c)
{
	if (!s->log.open)
		return;
	if (c->event.class->id == PMC_CLASS_SOFT)
		record_allocate_soft(&s->log, c->id, c->event.number, c->flags,
				     event_name(c->event.number));
	else
		record_allocate(&s->log, c->id, c->event.number, c->flags, c->reload);
}

void session_attached(struct session *s, const struct counter *c, pid_t pid)
{
	char exe[PATH_MAX];
	struct watch *w;

	if (!s->log.open)
		return;
	/* A sampler tells of mappings, forks and execs itself. */
	if (PMC_IS_SAMPLING_MODE(c->mode)) {
		record_attach(&s->log, c->id, pid, watch_exe(pid, exe));
		return;
	}
	w = watch_begin(&s->log, c->id, pid, c->flags & PMC_F_DESCENDANTS);
	if (!w) {
		s->log.error = ENOMEM;
		return;
	}
	w->next = s->watches;
	s->watches = w;
}

void session_detached(struct session *s, const struct counter *c, pid_t pid)
{
	struct watch **link, *w;

	if (!s->log.open)
		return;
	for (link = &s->watches; (w = *link);) {
		if (w->id != c->id || w->pid != pid) {
			link = &w->next;
			continue;
		}
		*link = w->next;
		watch_end(w);
	}
	record_detach(&s->log, c->id, pid);
}

static void tell_exit(struct session *s, const struct watch *w, struct counter *all)
{
	struct counter *c;
	uint64_t value;
	long target;

	for (c = all; c && c->id != w->id; c = c->next)
		;
	if (!c || !(c->flags & PMC_F_LOG_PROCEXIT))
		return;
	target = counter_find_target(c, w->pid);
	if (target >= 0 && !counter_read_target(c, (size_t)target, &value))
		record_exit(&s->log, c->id, w->pid, value);
}

void session_drain(struct session *s, const struct counter *c)
{
	if (s->log.open)
		samples_take(&s->taken, &s->log, c, &s->samples, &s->lost);
}

void session_look(struct session *s, struct counter *all)
{
	struct counter *c;
	struct watch *w;

	if (!s->log.open)
		return;
	for (c = all; c; c = c->next)
		session_drain(s, c);
	for (w = s->watches; w; w = w->next)
		if (watch_look(&s->log, w))
			tell_exit(s, w, all);
}

void session_cpuid(char *cpuid)
{
	struct pmc_machine machine;

	memset(&machine, 0, sizeof(machine));
	pmc_machine(&machine);
	snprintf(cpuid, PMC_CPUID_LEN, "%.15s-%u-%X-%X", machine.vendor, machine.family,
		 machine.model, machine.stepping);
}

int session_begin(struct session *s, int fd, const struct machine *m, struct counter *all)
{
	char cpuid[PMC_CPUID_LEN];
	struct counter *c;
	size_t i;
	int err;

	session_cpuid(cpuid);
	err = record_begin(&s->log, fd, m->info.pm_cputype, cpuid);
	if (err)
		return err;
	for (c = all; c; c = c->next) {
		session_allocated(s, c);
		for (i = 0; PMC_IS_VIRTUAL_MODE(c->mode) && i < c->n; i++)
			session_attached(s, c, c->target[i].pid);
	}
	return 0;
}

int session_end(struct session *s)
{
	struct watch *w;

	while ((w = s->watches)) {
		s->watches = w->next;
		watch_end(w);
	}
	return record_end(&s->log);
}
