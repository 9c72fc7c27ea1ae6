/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of a job: those of -e, or defaults, and those that -d adds. */
#include "cli/stat/events.h"

#include "cli/run/countable.h"
#include "cli/run/event_list.h"
#include "cli/run/fixed.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The default events: perf stat's, where a PMU could count them. */
#define PERF_EVENTS \
	"context-switches,cpu-migrations,page-faults,cycles,instructions,branches,branch-misses"
/* The default events of the emulator: those of the instruction stream. */
/* clang-format off */
static const char *const emulated_events[] = {
	"task-clock", "context-switches", "cpu-migrations", "page-faults",
	"instructions", "branches", "branches-taken", "calls", "loads", "stores", "syscalls",
};
/* clang-format on */
#define N_EMULATED_EVENTS (sizeof(emulated_events) / sizeof(emulated_events[0]))
#define N_SOFTWARE	  4 /* so many software events come first */

/* What each -d adds. */
static const char *const perf_detail[] = {
	"L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses",
	"L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,"
	"iTLB-loads,iTLB-load-misses",
	"L1-dcache-prefetches,L1-dcache-prefetch-misses",
};
static const char *const emulated_detail[] = {
	"branches-conditional,branches-conditional-taken,branches-unconditional,"
	"branches-indirect,returns",
	"calls-direct,calls-indirect,jumps-direct,jumps-indirect",
};

static unsigned set_flags(const struct stat_options *opt)
{
	static const unsigned by[] = { [ROWS_TOTAL] = 0,
				       [ROWS_CPU] = PMC_SET_BY_CPU,
				       [ROWS_CORE] = PMC_SET_BY_CPU,
				       [ROWS_DIE] = PMC_SET_BY_CPU,
				       [ROWS_SOCKET] = PMC_SET_BY_CPU,
				       [ROWS_NODE] = PMC_SET_BY_CPU,
				       [ROWS_THREAD] = PMC_SET_BY_THREAD,
				       [ROWS_PROCESS] = PMC_SET_BY_PROCESS };

	/* What the kernel does for a command depends on others, so results are compared without. */
	bool compared = opt->save || opt->baseline || opt->fail_if.n;
	bool user = opt->all_user || (compared && !opt->events.n);

	return (opt->no_inherit ? 0 : PMC_SET_INHERIT) | (user ? PMC_SET_ALL_USER : 0) |
	       (opt->fixed.deterministic ? PMC_SET_DETERMINISTIC : 0) |
	       (opt->models.estimate_cycles ? PMC_SET_ESTIMATE_CYCLES : 0) | by[opt->by] |
	       (opt->no_cache ? 0 : PMC_SET_CACHE);
}

/* Every brace that an -e opens must be closed in the same -e. */
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
	int err;

	/* This fails only when the handle has the file already. */
	if (file && file[0])
		pmc_events_file(job->pmc, file, NULL);
	err = pmc_set_create(job->pmc, events, set_flags(job->opt) | flags, &job->set, diag);
	if (err)
		return err;
	err = fixed_choose(job->set, &job->opt->fixed, diag);
	if (!err)
		return 0;
	pmc_set_destroy(job->set);
	job->set = NULL;
	return err;
}

/* Was the choice of the backend left to pmc, so that it may depend on the events? */
static bool may_choose(const struct stat_job *job)
{
	const struct stat_options *opt = job->opt;

	return !opt->backend && job->use == PMC_USE_COMMAND && !opt->fixed.deterministic &&
	       !modelled_is_chosen(&opt->models) && opt->by < ROWS_THREAD;
}

/*
 * Could another backend do better? Software events alone need no emulator, which would only slow
 * the command down.
 */
static bool may_improve(const struct stat_job *job)
{
	struct countable can;

	if (!job->set)
		return true;
	can = countable_of(job->set);
	return can.n < pmc_set_size(job->set) ||
	       (can.software && pmc_backend(job->pmc) == PMC_BACKEND_EMULATED);
}

static bool is_better(const struct stat_job *now, const struct stat_job *other)
{
	struct countable a, b = countable_of(other->set);

	if (!now->set)
		return true;
	a = countable_of(now->set);
	/* A model is no reason to leave a backend that counts what the processor does. */
	return b.n - b.modelled > a.n ||
	       (b.n && b.n == a.n && b.software && pmc_backend(now->pmc) == PMC_BACKEND_EMULATED);
}

/*
 * Makes the set of -e with another backend, too, and takes that one if it can count more events, or
 * the same without emulation.
 */
static void try_other(struct stat_job *job, unsigned flags)
{
	bool emulated = pmc_backend(job->pmc) == PMC_BACKEND_EMULATED;
	struct stat_job other = *job;

	other.set = NULL;
	if (pmc_open(emulated ? "perf" : "emulated", job->use, &other.pmc, NULL))
		return;
	if (create_set(&other, job->asked, flags, NULL) || !is_better(job, &other)) {
		pmc_set_destroy(other.set);
		pmc_close(other.pmc);
		return;
	}
	pmc_set_destroy(job->set);
	pmc_close(job->pmc);
	*job = other;
}

/* If no event of the set can be counted, writes the reason of the first. */
static bool none_can_be_counted(const struct pmc_set *set, struct pmc_diag *diag)
{
	struct pmc_set_event event;

	if (countable_of(set).n || pmc_set_event(set, 0, &event))
		return false;
	memset(diag, 0, sizeof(*diag));
	diag->column = event.column;
	snprintf(diag->token, sizeof(diag->token), "%s", event.typed);
	snprintf(diag->sentence, sizeof(diag->sentence), "%s", event.reason);
	return true;
}

/*
 * Refuses an -e that is empty or whose braces do not match, though joined with others it may
 * parse.
 */
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
	static const struct option_list none;

	event_list_complain(job->asked ? &job->opt->events : &none, diag);
}

/*
 * Makes the set of the events of -e. An event that cannot be counted is reported, and the others
 * are counted; under --strict it is an error. It is one, too, if nothing can be counted and there
 * is no command to run either.
 */
static int create_asked(struct stat_job *job)
{
	const struct option_list *list = &job->opt->events;
	struct pmc_diag diag;
	unsigned flags, i;
	int err;

	for (i = 0; list->n > 1 && i < list->n; i++)
		if (check_alone(job, list->item[i]))
			return STATUS_FAILED;
	job->asked = event_list_join(list->item, list->n);
	if (!job->asked) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	flags = job->opt->strict ? 0 : PMC_SET_TOLERANT;
	err = create_set(job, job->asked, flags, &diag);
	if (may_choose(job) && (!err || err == -EOPNOTSUPP) && may_improve(job))
		try_other(job, flags);
	if (!job->set || (!job->opt->command[0] && none_can_be_counted(job->set, &diag))) {
		stat_events_complain(job, &diag);
		return STATUS_FAILED;
	}
	return 0;
}

/* perf's defaults stay what perf prints. Where the registers have no counters, the time is left. */
static bool has_tsc_alone(struct pmc *pmc)
{
	return (pmc_backend(pmc) == PMC_BACKEND_DRIVER || pmc_backend(pmc) == PMC_BACKEND_MSR) &&
	       pmc_event_check(pmc, "cycles", NULL) && pmc_event_check(pmc, "instructions", NULL);
}

/*
 * Makes the set of defaults and -d. An event that the backend cannot count is reported, not an
 * error.
 */
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
		/*
		 * Scripts expect all of perf's defaults, but only those of ours that can be
		 * counted.
		 */
		for (i = opt->by >= ROWS_THREAD ? N_SOFTWARE : 0; i < N_EMULATED_EVENTS; i++)
			if (!pmc_event_check(job->pmc, emulated_events[i], NULL))
				part[n++] = emulated_events[i];
	} else if (!opt->events.n) {
		part[n++] = job->use == PMC_USE_CPU ? "cpu-clock" : "task-clock";
		part[n++] = PERF_EVENTS;
		if (has_tsc_alone(job->pmc))
			part[n++] = "tsc";
	}
	for (i = 0; i < opt->detail && i < n_detail; i++)
		part[n++] = detail[i];
	joined = event_list_join(part, n);
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
