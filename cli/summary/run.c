/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The runs of a job: one of each group, then all of them again, so that an early end leaves as many
 * metrics as possible.
 */
#include "cli/summary/run.h"

#include "cli/run/loop.h"
#include "cli/summary/job.h"
#include "cli/summary/measure.h"
#include "cli/summary/options.h"
#include "cli/summary/report.h"
#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct summary_run {
	struct summary_job *job;
	/* Of the run that is being made: */
	struct event_group *group;
	struct pmc_set *set;
	struct pmc_command *command;
};

static void end_run(struct summary_run *r)
{
	pmc_set_destroy(r->set);
	pmc_command_destroy(r->command);
	r->set = NULL;
	r->command = NULL;
}

/* ---- Before a run ---- */

static int attach_cpus(struct pmc_set *set, struct pmc_diag *diag)
{
	long n = sysconf(_SC_NPROCESSORS_CONF), cpu;
	bool any = false;
	int err;

	for (cpu = 0; cpu < n; cpu++) {
		err = pmc_set_attach_cpu(set, (unsigned)cpu, diag);
		if (err && err != -ENOENT) /* the CPU is offline */
			return err;
		any |= !err;
	}
	return any ? 0 : -ENOENT;
}

static int attach(struct summary_run *r, struct pmc_diag *diag)
{
	if (r->job->opt->all_cpus)
		return attach_cpus(r->set, diag);
	return pmc_set_attach_command(r->set, r->command, diag);
}

static int prepare(void *data, unsigned long number, struct run *run)
{
	struct summary_run *r = data;
	struct summary_job *job = r->job;
	struct pmc_set_event event;
	struct pmc_diag diag = { 0 };
	size_t i;
	int err;

	end_run(r);
	r->group = &job->group[number % job->n_groups];
	err = pmc_command_create(job->pmc, job->opt->command, job->env.envp, &r->command, &diag);
	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	err = summary_job_new_set(job, r->group->text, &r->set, &diag);
	if (!err)
		err = attach(r, &diag);
	if (err == -ENOMEM) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	/* Other groups may get their counters. */
	if (err) {
		free(r->group->refused);
		r->group->refused = strdup(diag.sentence);
		job->refused++;
		return RUN_SKIPPED;
	}
	for (i = 0; !pmc_set_event(r->set, i, &event); i++)
		if (event.flags & PMC_EVENT_USER_ONLY)
			job->user_only = true;
	run->apart = job->opt->all_cpus;
	run->set = r->set;
	run->command = r->command;
	return 0;
}

static void complain_start(void *data, struct pmc_diag *diag)
{
	complain("%s", diag->sentence);
}

/* ---- After a run ---- */

static void print_counts(const struct summary_run *r, const struct pmc_count *count)
{
	size_t i;

	for (i = 0; i < r->group->n_events; i++) {
		const char *mark = pmc_quality_name(count[i].quality);

		if (count[i].state != PMC_COUNTED)
			mark = "not counted";
		else if (count[i].quality == PMC_EXACT)
			mark = NULL;
		fprintf(stderr, "run %zu: %s: %llu%s%s%s\n", (size_t)(r->group - r->job->group) + 1,
			r->group->event[i], (unsigned long long)count[i].value, mark ? " (" : "",
			mark ? mark : "", mark ? ")" : "");
	}
	fflush(stderr);
}

static int finish(void *data, const struct run *run)
{
	struct summary_run *r = data;
	struct summary_job *job = r->job;
	struct past_run past = { run->status, interrupt_signal(), run->timed_out };
	size_t n = r->group->n_events;
	struct pmc_count *count = calloc(n, sizeof(*count));
	bool whole = !past.cut_off;
	int err = count ? pmc_set_read(r->set, count, n, NULL) : -ENOMEM;

	if (err) {
		complain("the counters cannot be read: %s", strerror(-err));
		free(count);
		end_run(r);
		return STATUS_FAILED;
	}
	history_add(&job->history, &past);
	measures_add(job, r->group, count, whole);
	notes_add_set(&job->notes, r->set);
	if (job->opt->verbose)
		print_counts(r, count);
	free(count);
	/* Gives counters back. The translator has none; the report asks its set what was fixed. */
	if (pmc_backend(job->pmc) != PMC_BACKEND_EMULATED)
		end_run(r);
	if (!whole)
		return 0;
	average_add(&job->wall, (double)(run->end_ns - run->begin_ns));
	r->group->done++;
	job->made++;
	return 0;
}

/* ---- All runs ---- */

static void print(struct summary_job *job, void (*what)(const struct summary_job *job))
{
	if (!output_begin(&job->output))
		return;
	what(job);
	output_end(&job->output);
}

static int print_report(void *data, int failed)
{
	struct summary_run *r = data;
	struct summary_job *job = r->job;
	const char *reason = job->group[0].refused;
	int status = 0;

	history_explain(&job->history, summary_job_runs(job), &job->notes);
	if (!job->made && job->refused) {
		complain("%s", reason ? reason : "the events cannot be counted now");
		status = STATUS_FAILED;
	}
	job->set = r->set;
	if (job->made || (interrupt_signal() && !failed && !status))
		print(job, summary_print_report);
	return status;
}

int summary_job_run(struct summary_job *job)
{
	static const struct loop_ops ops = {
		.prepare = prepare,
		.complain = complain_start,
		.finish = finish,
		.report = print_report,
	};
	struct summary_run r = { .job = job };
	struct loop loop = {
		.ops = &ops,
		.data = &r,
		.argv = job->opt->command,
		.n_runs = summary_job_runs(job),
		.wraps = pmc_backend(job->pmc) == PMC_BACKEND_MSR,
		.output = &job->output,
	};
	int status;

	print(job, summary_print_runs);
	status = loop_run(&loop);
	end_run(&r);
	output_close(&job->output);
	if (!status && job->output.failed)
		status = STATUS_FAILED;
	return status;
}
