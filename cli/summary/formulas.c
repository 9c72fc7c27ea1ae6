/* SPDX-License-Identifier: BSD-2-Clause */
/* --model: the formulas of a PMU, and how many runs they take. */
#include "cli/summary/formulas.h"
#include "cli/run/formula.h"
#include "cli/summary/job.h"
#include "cli/summary/measure.h"
#include "cli/summary/report.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <string.h>

static void print_formula(const struct measure *m)
{
	char text[512];

	printf("  %-20s %s%s%s\n    run %-3d = %s\n", m->metric.name, m->metric.title,
	       m->metric.unit[0] ? ", " : "", m->metric.unit, m->group + 1,
	       formula_write(&m->metric, text, sizeof(text)));
}

int summary_print_formulas(struct summary_job *job)
{
	struct pmc_model_info info;
	const char *source = NULL;
	size_t i;

	job->output.file = stdout;
	pmc_model_info(job->model, &info);
	printf("%s: %zu run%s\n", info.title, job->n_groups, job->n_groups == 1 ? "" : "s");
	for (i = 0; i < job->n_measures; i++) {
		const struct measure *m = &job->measure[i];

		if (m->group < 0)
			continue;
		if (!source || strcmp(source, m->metric.source))
			printf("from %s\n\n", source = m->metric.source);
		print_formula(m);
	}
	putchar('\n');
	summary_print_missing(job);
	job->output.file = NULL;
	return STATUS_OK;
}
