/* SPDX-License-Identifier: BSD-2-Clause */
/* The help text of a subcommand. */
#include "cli/ui/subcommand.h"

#include "cli/ui/options.h"
#include "cli/ui/status.h"

#include <stdio.h>

int subcommand_help(const struct subcommand *self, const struct option *table)
{
	if (self->list_options) {
		options_list(self->name, table);
		return STATUS_OK;
	}
	printf("usage: pmc %s %s\n%s\n\n", self->name, self->arguments, self->about);
	options_help(table);
	return STATUS_OK;
}
