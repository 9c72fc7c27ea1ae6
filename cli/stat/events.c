/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of a job: those of -e, or defaults, and those that -d adds. */
#include "cli/stat/events.h"

#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is counted when nothing was asked for: perf stat's events where a PMU could count them… */
#define PERF_EVENTS \
	"context-switches,cpu-migrations,page-faults,cycles,instructions,branches,branch-misses"
/* … and what the instruction stream tells where none is needed. */
/* clang-format off */
static const char *const emulated_events[] = {
	"task-clock", "context-switches", "cpu-migrations", "page-faults",
	"instructions", "branches", "branches-taken", "calls", "loads", "stores", "syscalls",
};
/* clang-format on */
#define N_EMULATED_EVENTS (sizeof(emulated_events) / sizeof(emulated_events[0]))
#define N_SOFTWARE	  4 /* of them come first */

/* What each -d adds. */
static const char *const perf_detail[] = {
	"L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses",
	"L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads,iTLB-load-misses",
	"L1-dcache-prefetches,L1-dcache-prefetch-misses",
};
static const char *const emulated_detail[] = {
	"branches-conditional,branches-conditional-taken,branches-unconditional,branches-indirect,returns",
	"calls-direct,calls-indirect,jumps-direct,jumps-indirect",
};

static unsigned set_flags(const struct stat_options *opt)
{
	static const unsigned by[] = { [ROWS_TOTAL] = 0,
				       [ROWS_CPU] = PMC_SET_BY_CPU,
				       [ROWS_THREAD] = PMC_SET_BY_THREAD,
				       [ROWS_PROCESS] = PMC_SET_BY_PROCESS };

	return (opt->no_inherit ? 0 : PMC_SET_INHERIT) |
	       (opt->deterministic ? PMC_SET_DETERMINISTIC : 0) | by[opt->by];
}

/* The texts with commas between them; the caller's, free(). */
static char *join(const char *const *text, size_t n)
{
	size_t len = 1, i;
	char *all, *p;

	for (i = 0; i < n; i++)
		len += strlen(text[i]) + 1;
	p = all = malloc(len);
	if (!all)
		return NULL;
	for (i = 0; i < n; i++)
		p += sprintf(p, "%s%s", i ? "," : "", text[i]);
	*p = 0;
	return all;
}

/* A brace that one -e opens cannot be closed by the next. */
static bool braces_match(const char *text)
{
	int depth = 0;

	for (; *text && depth >= 0; text++)
		depth += *text == '{' ? 1 : *text == '}' ? -1 : 0;
	return depth == 0;
}

static int create_set(struct stat_job *job, const char *events, unsigned flags,
		      struct pmc_diag *diag)
{
	const char *file = job->opt->events_file;

	/* Too late means that it was named before. */
	if (file && file[0])
		pmc_events_file(job->pmc, file, NULL);
	return pmc_set_create(job->pmc, events, set_flags(job->opt) | flags, &job->set, diag);
}

/* Another backend, if it can count all that was asked for; else everything stays as it was. */
static bool switch_to(struct stat_job *job, const char *backend)
{
	struct stat_job other = *job;

	if (pmc_open(backend, job->use, &other.pmc, NULL))
		return false;
	if (create_set(&other, job->asked, 0, NULL)) {
		pmc_close(other.pmc);
		return false;
	}
	pmc_set_destroy(job->set);
	pmc_close(job->pmc);
	*job = other;
	return true;
}

/* Every event of the set is the kernel's own. */
static bool all_software(const struct pmc_set *set)
{
	struct pmc_set_event event;
	size_t i;

	for (i = 0; !pmc_set_event(set, i, &event); i++)
		if (event.kind != PMC_KIND_SOFTWARE)
			return false;
	return i > 0;
}

/*
 * The best backend depends on the events too, when the choice is ours: software events alone need no
 * emulator, which would only slow the command down; and the instruction stream needs one, even where
 * there is a PMU. Returns what create_set() returned, or 0.
 */
static int choose_by_events(struct stat_job *job, int err)
{
	bool emulated = pmc_backend(job->pmc) == PMC_BACKEND_EMULATED;

	if (job->opt->backend || job->use != PMC_USE_COMMAND || job->opt->deterministic ||
	    job->opt->by >= ROWS_THREAD)
		return err;
	if (err == -EOPNOTSUPP)
		return switch_to(job, emulated ? "perf" : "emulated") ? 0 : err;
	if (!err && emulated && all_software(job->set))
		switch_to(job, "perf");
	return err;
}

/* An -e whose braces do not match, or that is empty: joined with others it could mean something. */
static int check_alone(struct stat_job *job, const char *text)
{
	struct pmc_diag diag = { .sentence = "the braces of this -e do not match" };

	if (text[0] && braces_match(text))
		return 0;
	if (!create_set(job, text, 0, &diag)) {
		pmc_set_destroy(job->set);
		job->set = NULL;
	}
	complain_at("-e", text, &diag);
	return STATUS_FAILED;
}

void stat_events_complain(const struct stat_job *job, struct pmc_diag *diag)
{
	const struct option_list *list = &job->opt->events;
	unsigned i, start = 0;

	if (!job->asked || !diag->column) {
		complain("%s", diag->sentence);
		return;
	}
	/* The column is one of the joined text: back to the -e that it stands in. */
	for (i = 0; i + 1 < list->n && diag->column > start + strlen(list->item[i]) + 1; i++)
		start += (unsigned)strlen(list->item[i]) + 1;
	diag->column -= start;
	complain_at("-e", list->item[i], diag);
}

/* The events that were asked for by -e: every one has to be countable. */
static int create_asked(struct stat_job *job)
{
	const struct option_list *list = &job->opt->events;
	struct pmc_diag diag;
	unsigned i;
	int err;

	for (i = 0; list->n > 1 && i < list->n; i++)
		if (check_alone(job, list->item[i]))
			return STATUS_FAILED;
	job->asked = join(list->item, list->n);
	if (!job->asked) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	err = create_set(job, job->asked, 0, &diag);
	err = choose_by_events(job, err);
	if (!err)
		return 0;
	stat_events_complain(job, &diag);
	return STATUS_FAILED;
}

/* Defaults and -d: what this backend cannot count is shown as such, and fails nothing. */
static int create_defaults(struct stat_job *job)
{
	const struct stat_options *opt = job->opt;
	bool emulated = pmc_backend(job->pmc) == PMC_BACKEND_EMULATED;
	const char *const *detail = emulated ? emulated_detail : perf_detail;
	size_t n_detail = emulated ? 2 : 3, n = 0, i;
	const char **part;
	struct pmc_diag diag;
	char *joined;
	int err;

	part = calloc(opt->events.n + N_EMULATED_EVENTS + 8, sizeof(*part));
	if (!part)
		goto memory;
	for (i = 0; i < opt->events.n; i++)
		part[n++] = opt->events.item[i];
	if (!opt->events.n && emulated) {
		/* Of ours only what can be counted here; perf's scripts expect all of perf's. */
		for (i = opt->by >= ROWS_THREAD ? N_SOFTWARE : 0; i < N_EMULATED_EVENTS; i++)
			if (!pmc_event_check(job->pmc, emulated_events[i], NULL))
				part[n++] = emulated_events[i];
	} else if (!opt->events.n) {
		part[n++] = job->use == PMC_USE_CPU ? "cpu-clock" : "task-clock";
		part[n++] = PERF_EVENTS;
	}
	for (i = 0; i < opt->detail && i < n_detail; i++)
		part[n++] = detail[i];
	joined = join(part, n);
	free(part);
	if (!joined)
		goto memory;
	err = create_set(job, joined, PMC_SET_TOLERANT, &diag);
	if (err)
		complain("%s", diag.sentence);
	free(joined);
	return err ? STATUS_FAILED : 0;
memory:
	complain("out of memory");
	return STATUS_FAILED;
}

int stat_events_choose(struct stat_job *job)
{
	const struct stat_options *opt = job->opt;
	size_t i;
	int status;

	if (opt->null_run)
		return 0;
	if (opt->events.n) {
		status = create_asked(job);
		if (status)
			return status;
		if (opt->detail) {
			pmc_set_destroy(job->set);
			job->set = NULL;
		}
	}
	if (!job->set) {
		status = create_defaults(job);
		if (status)
			return status;
	}
	job->n_events = pmc_set_size(job->set);
	job->event = calloc(job->n_events + 1, sizeof(*job->event));
	if (!job->event) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < job->n_events; i++)
		pmc_set_event(job->set, i, &job->event[i]);
	return 0;
}
