/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc summary`: options, job, runs; or the formulas of a model. */
#include "cli/summary/summary.h"

#include "cli/summary/formulas.h"
#include "cli/summary/job.h"
#include "cli/summary/options.h"
#include "cli/summary/run.h"

int summary_main(const struct subcommand *self, char **argv)
{
	struct summary_options opt;
	struct summary_job job;
	int status;

	if (summary_options_init(&opt, self, argv, &status)) {
		status = summary_job_init(&job, &opt);
		if (!status)
			status = opt.model ? summary_print_formulas(&job) : summary_job_run(&job);
		summary_job_deinit(&job);
	}
	summary_options_deinit(&opt);
	return status;
}
