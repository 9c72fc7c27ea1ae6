/* SPDX-License-Identifier: BSD-2-Clause */
/* See record.h. */
#include "cli/record/record.h"

#include "cli/record/exact.h"
#include "cli/record/options.h"
#include "cli/record/sampled.h"

int record_main(const struct subcommand *self, char **argv)
{
	struct record_options opt;
	int status;

	if (record_options_init(&opt, self, argv, &status))
		status = record_samples(&opt) ? record_sampled(&opt) : record_exact(&opt);
	record_options_deinit(&opt);
	return status;
}
