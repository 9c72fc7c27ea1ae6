/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc stat`: options, job, runs. */
#include "cli/stat/stat.h"

#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/run.h"

int stat_main(const struct subcommand *self, char **argv)
{
	struct stat_options opt;
	struct stat_job job;
	int status;

	if (stat_options_init(&opt, self, argv, &status)) {
		status = stat_job_init(&job, &opt);
		if (!status)
			status = stat_job_run(&job);
		stat_job_deinit(&job);
	}
	stat_options_deinit(&opt);
	return status;
}
