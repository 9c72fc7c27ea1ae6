/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The job is prepared in this order: backend, command, model, events, runs, output. So every
 * mistake in the user's input is found before anything is started, created or changed.
 */
#include "cli/count/job.h"

#include "cli/count/groups.h"
#include "cli/count/options.h"
#include "cli/run/backend.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(void)
{
	complain("out of memory");
	return STATUS_FAILED;
}

static int open_backend(struct count_job *job)
{
	struct pmc_diag diag;
	enum pmc_backend id;

	if (pmc_open(job->opt->backend, PMC_USE_COMMAND, &job->pmc, &diag)) {
		complain_backend(job->opt->backend, &diag);
		return STATUS_FAILED;
	}
	id = pmc_backend(job->pmc);
	if (id == PMC_BACKEND_PERF || id == PMC_BACKEND_DRIVER)
		pmc_open(pmc_backend_name(id), PMC_USE_SELF, &job->fit.probe, NULL);
	return 0;
}

/* Finds out whether the command exists and can be executed, and does not start it. */
static int check_command(struct count_job *job)
{
	struct pmc_command *command;
	struct pmc_diag diag;
	int err = pmc_command_create(job->pmc, job->opt->command, NULL, &command, &diag);

	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	pmc_command_destroy(command);
	return 0;
}

/* Opens the model whose counters limit a group. The translator has no such limit. */
static int open_model(struct count_job *job)
{
	struct pmc_diag diag;

	if (job->pmc && pmc_backend(job->pmc) == PMC_BACKEND_EMULATED)
		return 0;
	if (pmc_model_open(job->opt->model, NULL, &job->model, &diag)) {
		complain("%s%s", job->opt->model ? "--model: " : "", diag.sentence);
		return STATUS_FAILED;
	}
	job->fit.model = job->model;
	return 0;
}

/* Is each word one event? What cannot be counted here is found later. */
static int take_events(struct count_job *job)
{
	struct pmc_encoding *e;
	struct pmc_diag diag;
	char **word;
	int err;

	for (word = job->opt->event; *word; word++) {
		if (job->pmc)
			err = pmc_event_check(job->pmc, *word, &diag);
		else
			err = pmc_encoding_create(job->model, *word, -1, 0, &e, &diag);
		if (!err && !job->pmc)
			pmc_encoding_destroy(e);
		if (err == -EINVAL) {
			complain_at("event", *word, &diag);
			return STATUS_FAILED;
		}
		if (groups_add_event(job, *word) < 0)
			return no_memory();
	}
	return 0;
}

static int take_terms(struct count_job *job, const char *const *term)
{
	unsigned i;

	for (i = 0; i < PMC_METRIC_TERMS && term[i]; i++)
		if (groups_add_event(job, term[i]) < 0)
			return -ENOMEM;
	return 0;
}

/* SUM: the metrics of this machine, and their events. */
static int take_metrics(struct count_job *job)
{
	struct pmc_metric metric, *grown;
	size_t i;
	int err;

	for (i = 0;; i++) {
		err = job->pmc ? pmc_metric_at(job->pmc, i, &metric) :
				 pmc_model_metric_at(job->model, i, &metric);
		if (err)
			break;
		grown = realloc(job->metric, (i + 1) * sizeof(*grown));
		if (!grown)
			return no_memory();
		job->metric = grown;
		grown[job->n_metrics++] = metric;
		if (take_terms(job, metric.above) || take_terms(job, metric.below))
			return no_memory();
	}
	if (err == -ENOENT)
		return 0;
	complain("cannot find the metrics of this processor: %s", strerror(-err));
	return STATUS_FAILED;
}

static int make_runs(struct count_job *job)
{
	if (groups_make(job))
		return no_memory();
	if (job->n_groups)
		return 0;
	complain("nothing can be counted here: %s",
		 job->n_events ? job->event[0].refused : "no metric has a formula on this PMU");
	return STATUS_FAILED;
}

int count_job_init(struct count_job *job, const struct count_options *opt)
{
	int status = 0;

	memset(job, 0, sizeof(*job));
	job->opt = opt;
	if (!opt->model) {
		status = open_backend(job);
		if (!status)
			status = check_command(job);
	}
	if (!status)
		status = open_model(job);
	if (!status)
		status = opt->sum ? take_metrics(job) : take_events(job);
	if (!status)
		status = make_runs(job);
	if (status || opt->model)
		return status;
	return output_open(&job->output, opt->output, opt->append, !opt->json);
}

void count_job_deinit(struct count_job *job)
{
	groups_deinit(job);
	free(job->metric);
	history_deinit(&job->history);
	notes_deinit(&job->notes);
	pmc_model_close(job->model);
	pmc_close(job->fit.probe);
	pmc_close(job->pmc);
	output_close(&job->output);
}

unsigned long count_job_runs(const struct count_job *job)
{
	return job->n_groups * (unsigned long)job->opt->repeat;
}
