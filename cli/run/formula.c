// SPDX-License-Identifier: BSD-2-Clause
/* See formula.h. */
#include "cli/run/formula.h"

#include <stdbool.h>
#include <stdio.h>

static size_t write_sum(char *text, size_t size, const char *const *event)
{
	bool more = event[1];
	const char *open = more ? "(" : "";
	size_t n = 0;
	unsigned i;

	for (i = 0; i < PMC_METRIC_TERMS && event[i]; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%s", i ? " + " : open, event[i]);
	return n + (size_t)snprintf(text + n, size - n, "%s", more ? ")" : "");
}

char *formula_write(const struct pmc_metric *metric, char *text, size_t size)
{
	size_t n = 0;

	if (metric->scale != 1)
		n = (size_t)snprintf(text, size, "%.0f * ", metric->scale);
	n += write_sum(text + n, size - n, metric->above);
	n += (size_t)snprintf(text + n, size - n, " / ");
	write_sum(text + n, size - n, metric->below);
	return text;
}
