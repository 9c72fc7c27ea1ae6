/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The runs: one of each group, then all of them again, so that an early end leaves as many events
 * as possible.
 */
#include "cli/count/run.h"

#include "cli/count/job.h"
#include "cli/count/options.h"
#include "cli/count/report.h"
#include "cli/run/loop.h"
#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct count_run {
	struct count_job *job;
	/* Of the run that is being made: */
	struct count_group *group;
	struct pmc_set *set;
	struct pmc_command *command;
};

static void end_run(struct count_run *r)
{
	pmc_set_destroy(r->set);
	pmc_command_destroy(r->command);
	r->set = NULL;
	r->command = NULL;
}

static int prepare(void *data, unsigned long number, struct run *run)
{
	struct count_run *r = data;
	struct count_job *job = r->job;
	struct pmc_set_event event;
	struct pmc_diag diag = { 0 };
	size_t i;
	int err;

	r->group = &job->group[number % job->n_groups];
	err = pmc_command_create(job->pmc, job->opt->command, NULL, &r->command, &diag);
	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	err = pmc_set_create(job->pmc, r->group->text, PMC_SET_INHERIT, &r->set, &diag);
	if (!err)
		err = pmc_set_attach_command(r->set, r->command, &diag);
	if (err) {
		complain("%s", diag.sentence);
		end_run(r);
		return STATUS_FAILED;
	}
	for (i = 0; !pmc_set_event(r->set, i, &event); i++)
		if (event.flags & PMC_EVENT_USER_ONLY)
			job->user_only = true;
	run->set = r->set;
	run->command = r->command;
	return 0;
}

static void complain_start(void *data, struct pmc_diag *diag)
{
	complain("%s", diag->sentence);
}

/* Why a run has no count of an event. */
static const char *why_not(const struct count_job *job)
{
	if (pmc_backend(job->pmc) == PMC_BACKEND_EMULATED)
		return "no program ran under the translator";
	return "it got no counter, because other users hold them";
}

/* Takes the counts of a run into the means. */
static int add(struct count_run *r, const struct pmc_count *count)
{
	struct count_job *job = r->job;
	size_t i;

	for (i = 0; i < r->group->n; i++) {
		struct counted *e = &job->event[r->group->member[i]];

		if (count[i].state != PMC_COUNTED) {
			if (!e->refused)
				e->refused = strdup(why_not(job));
			continue;
		}
		average_add(&e->value, (double)count[i].value);
		if (count[i].quality > e->quality)
			e->quality = count[i].quality;
	}
	return 0;
}

static int finish(void *data, const struct run *run)
{
	struct count_run *r = data;
	struct count_job *job = r->job;
	struct past_run past = { run->status, interrupt_signal(), run->timed_out };
	struct pmc_count *count = calloc(r->group->n, sizeof(*count));
	int err = count ? pmc_set_read(r->set, count, r->group->n, NULL) : -1;

	if (err) {
		complain("the counters cannot be read%s%s", count ? ": " : "",
			 count ? strerror(-err) : "");
		free(count);
		end_run(r);
		return STATUS_FAILED;
	}
	history_add(&job->history, &past);
	notes_add_set(&job->notes, r->set);
	/* What a signal cut off stands for itself only if there is nothing else. */
	if (!past.cut_off || !r->group->done) {
		add(r, count);
		r->group->done++;
	}
	if (!past.cut_off) {
		average_add(&job->wall, (double)(run->end_ns - run->begin_ns));
		job->made++;
	}
	free(count);
	end_run(r);
	return 0;
}

static int print_report(void *data, int failed)
{
	struct count_run *r = data;
	struct count_job *job = r->job;

	end_run(r);
	history_explain(&job->history, count_job_runs(job), &job->notes);
	if ((job->made || (interrupt_signal() && !failed)) && output_begin(&job->output)) {
		count_print_report(job);
		output_end(&job->output);
	}
	return 0;
}

int count_job_run(struct count_job *job)
{
	static const struct loop_ops ops = {
		.prepare = prepare,
		.complain = complain_start,
		.finish = finish,
		.report = print_report,
	};
	struct count_run r = { .job = job };
	struct loop loop = {
		.ops = &ops,
		.data = &r,
		.argv = job->opt->command,
		.n_runs = count_job_runs(job),
		.output = &job->output,
	};
	int status = loop_run(&loop);

	end_run(&r);
	output_close(&job->output);
	return !status && job->output.failed ? STATUS_FAILED : status;
}
