/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc count: options, job, runs; and pmcCount, which puts the "--" in. */
#include "cli/count/count.h"

#include "cli/count/job.h"
#include "cli/count/options.h"
#include "cli/count/report.h"
#include "cli/count/run.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <stdlib.h>
#include <string.h>

int count_main(const struct subcommand *self, char **argv)
{
	struct count_options opt;
	struct count_job job;
	int status;

	if (!count_options_init(&opt, self, argv, &status))
		return status;
	status = count_job_init(&job, &opt);
	if (!status)
		status = opt.model ? count_print_runs(&job) : count_job_run(&job);
	count_job_deinit(&job);
	return status;
}

int count_main_p6(const struct subcommand *self, int argc, char **argv)
{
	static char divider[] = "--";
	int n = argv[0] && !strcmp(argv[0], "SUM") ? 1 : 2, i, status;
	char **words;

	if (argc > 0 && argv[0][0] == '-')
		return count_main(self, argv);
	if (argc <= n) {
		complain("pmcCount EVENT1 EVENT2 PROGRAM [ARGUMENT]..., or pmcCount SUM PROGRAM "
			 "[ARGUMENT]...; 'pmc count' takes any number of events");
		return STATUS_FAILED;
	}
	words = calloc((size_t)argc + 2, sizeof(*words));
	if (!words) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < argc; i++)
		words[i + (i >= n)] = argv[i];
	words[n] = divider;
	status = count_main(self, words);
	free(words);
	return status;
}
