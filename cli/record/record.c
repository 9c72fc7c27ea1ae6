/* SPDX-License-Identifier: BSD-2-Clause */
/* See record.h. */
#include "cli/record/record.h"

#include "cli/record/exact.h"
#include "cli/record/options.h"
#include "cli/record/sampled.h"

/* As with perf, -e alone samples, where it names what the kernel or a PMU counts and no instruction
 * shows. */
static bool samples(const struct record_options *opt)
{
	if (record_samples(opt) || record_is_exact(opt) || !opt->events.n)
		return record_samples(opt);
	return record_exact_lacks(opt) && record_sampled_can(opt);
}

int record_main(const struct subcommand *self, char **argv)
{
	struct record_options opt;
	int status;

	if (record_options_init(&opt, self, argv, &status))
		status = samples(&opt) ? record_sampled(&opt) : record_exact(&opt);
	record_options_deinit(&opt);
	return status;
}
