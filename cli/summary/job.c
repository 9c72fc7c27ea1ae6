/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The job is prepared in this order: backend, environment, command, model, metrics, output.
 * So every mistake in the user's input is found before anything is started, created or changed.
 */
#include "cli/summary/job.h"

#include "cli/run/backend.h"
#include "cli/run/fixed.h"
#include "cli/summary/groups.h"
#include "cli/summary/measure.h"
#include "cli/summary/options.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdlib.h>
#include <string.h>

static int open_backend(struct summary_job *job)
{
	enum pmc_use use = job->opt->all_cpus ? PMC_USE_CPU : PMC_USE_COMMAND;
	bool translate = job->opt->fixed.deterministic || modelled_is_chosen(&job->opt->models);
	const char *name = translate ? "emulated" : job->opt->backend;
	struct pmc_backend_status status;
	struct pmc_diag diag;
	enum pmc_backend id;

	if (pmc_open(name, use, &job->pmc, &diag)) {
		complain_backend(job->opt->backend, &diag);
		return STATUS_FAILED;
	}
	id = pmc_backend(job->pmc);
	/* perf also opens when it can count software events only, but metrics need the others. */
	if (backend_status(id, use, &status) && status.error) {
		complain("--backend %s: no hardware counters: %s%s%s", status.name, status.reason,
			 status.way_out[0] ? "; to fix this, " : "", status.way_out);
		return STATUS_FAILED;
	}
	if (id == PMC_BACKEND_PERF || id == PMC_BACKEND_DRIVER)
		pmc_open(pmc_backend_name(id), PMC_USE_SELF, &job->probe, NULL);
	return modelled_choose(job->pmc, &job->opt->models);
}

/* Finds out whether the command exists and can be executed, and does not start it. */
static int check_command(struct summary_job *job)
{
	struct pmc_command *command;
	struct pmc_diag diag;
	int err = pmc_command_create(job->pmc, job->opt->command, job->env.envp, &command, &diag);

	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	pmc_command_destroy(command);
	return 0;
}

/* Opens the model whose counters limit a group. The emulator has no such limit. */
static int open_model(struct summary_job *job)
{
	const char *name = job->opt->model;
	struct pmc_diag diag;

	if (job->pmc && pmc_backend(job->pmc) == PMC_BACKEND_EMULATED)
		return 0;
	if (pmc_model_open(name, NULL, &job->model, &diag)) {
		complain("%s%s", name ? "--model: " : "", diag.sentence);
		return STATUS_FAILED;
	}
	return 0;
}

int summary_job_init(struct summary_job *job, const struct summary_options *opt)
{
	int status;

	memset(job, 0, sizeof(*job));
	job->opt = opt;
	if (!opt->model) {
		status = open_backend(job);
		if (!status)
			status = environment_init(&job->env, &opt->fixed, 0);
		if (!status)
			status = check_command(job);
		if (status)
			return status;
	}
	status = open_model(job);
	if (status)
		return status;
	status = summary_groups_make(job);
	if (status || opt->model)
		return status;
	return output_open(&job->output, opt->output, opt->append, !opt->json);
}

void summary_job_deinit(struct summary_job *job)
{
	size_t i;

	for (i = 0; i < job->n_groups; i++) {
		free(job->group[i].event);
		free(job->group[i].text);
		free(job->group[i].refused);
	}
	free(job->group);
	free(job->measure);
	history_deinit(&job->history);
	notes_deinit(&job->notes);
	pmc_model_close(job->model);
	pmc_close(job->probe);
	pmc_close(job->pmc);
	environment_deinit(&job->env);
	output_close(&job->output);
}

int summary_job_new_set(const struct summary_job *job, const char *events, struct pmc_set **set,
			struct pmc_diag *diag)
{
	unsigned flags = (job->opt->fixed.deterministic ? PMC_SET_DETERMINISTIC : 0) |
			 (job->opt->no_cache ? 0 : PMC_SET_CACHE);
	struct pmc_set *made;
	int err = pmc_set_create(job->pmc, events, PMC_SET_INHERIT | flags, &made, diag);

	if (err)
		return err;
	err = fixed_choose(made, &job->opt->fixed, diag);
	if (err)
		pmc_set_destroy(made);
	else
		*set = made;
	return err;
}

unsigned long summary_job_runs(const struct summary_job *job)
{
	return job->n_groups * (unsigned long)job->opt->repeat;
}
