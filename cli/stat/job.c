/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The job is prepared in this order: lists of numbers, backend, events, environment, command,
 * target, output. So every mistake in the user's input is found before anything is started,
 * created or changed. The output file is opened last, because a mistake elsewhere must not empty
 * it.
 */
#include "cli/stat/job.h"

#include "cli/run/backend.h"
#include "cli/stat/events.h"
#include "cli/stat/options.h"
#include "cli/stat/outcome.h"
#include "cli/stat/target.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <stdlib.h>
#include <string.h>

static enum pmc_use use_of(const struct stat_options *opt)
{
	if (opt->pids || opt->tids || (opt->all_cpus && opt->by >= ROWS_THREAD))
		return PMC_USE_TASK;
	return opt->all_cpus || opt->cpus ? PMC_USE_CPU : PMC_USE_COMMAND;
}

static int open_backend(struct stat_job *job)
{
	const char *name = job->opt->backend;
	struct pmc_diag diag;
	int err;

	/*
	 * Only the emulator counts the threads of a command separately, makes equal runs count
	 * alike, and models a machine.
	 */
	if (!name && job->use == PMC_USE_COMMAND &&
	    (job->opt->by >= ROWS_THREAD || job->opt->fixed.deterministic ||
	     modelled_is_chosen(&job->opt->models)))
		name = "emulated";
	err = pmc_open(name, job->use, &job->pmc, &diag);
	/* Software events of running processes and of CPUs need no PMU. */
	if (err && !name && job->use != PMC_USE_COMMAND)
		err = pmc_open("perf", job->use, &job->pmc, &diag);
	if (!err)
		return modelled_choose(job->pmc, &job->opt->models);
	complain_backend(job->opt->backend, &diag);
	return STATUS_FAILED;
}

bool stat_job_translates(const struct stat_job *job)
{
	size_t i;

	if (pmc_backend(job->pmc) != PMC_BACKEND_EMULATED)
		return false;
	for (i = 0; i < job->n_events; i++)
		if (backend_translates(&job->event[i]))
			return true;
	return false;
}

int stat_job_new_command(struct stat_job *job)
{
	struct pmc_diag diag;
	int err;

	pmc_command_destroy(job->command);
	job->command = NULL;
	err = pmc_command_create(job->pmc, job->opt->command, job->env.envp, &job->command, &diag);
	if (!err)
		return 0;
	complain("%s", diag.sentence);
	return pmc_command_status(err);
}

int stat_job_lay_out(struct stat_job *job, unsigned long layout)
{
	struct pmc_diag diag = { 0 };
	char number[24];

	if (!job->opt->layouts)
		return 0;
	snprintf(number, sizeof(number), "%lu", layout);
	if (!pmc_set_fix(job->set, "layout", number, &diag))
		return 0;
	complain("--layouts: %s", diag.sentence);
	return STATUS_FAILED;
}

int stat_job_init(struct stat_job *job, const struct stat_options *opt)
{
	int status;

	memset(job, 0, sizeof(*job));
	job->opt = opt;
	job->use = use_of(opt);
	status = stat_target_check(opt);
	if (status)
		return status;
	status = open_backend(job);
	if (status)
		return status;
	status = stat_events_choose(job);
	if (status)
		return status;
	if (opt->command[0]) {
		status = environment_init(&job->env, &opt->fixed, opt->layouts);
		if (!status)
			status = stat_job_new_command(job);
		if (status)
			return status;
	}
	status = stat_job_lay_out(job, 0);
	if (!status)
		status = stat_target_attach(job);
	if (status)
		return status;
	status = stat_target_check_rows(job);
	if (status)
		return status;
	status = outcome_create(job);
	if (status)
		return status;
	if (opt->log_fd >= 0)
		return output_open_fd(&job->output, (int)opt->log_fd);
	return output_open(&job->output, opt->output, opt->append,
			   opt->format == FORMAT_TABLE || opt->format == FORMAT_CSV);
}

void stat_job_deinit(struct stat_job *job)
{
	outcome_destroy(job->outcome);
	pmc_set_destroy(job->set);
	pmc_command_destroy(job->command);
	pmc_close(job->pmc);
	environment_deinit(&job->env);
	free(job->event);
	free(job->asked);
	history_deinit(&job->history);
	notes_deinit(&job->notes);
	output_close(&job->output);
}
