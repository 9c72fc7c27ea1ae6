/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc selftest: options, and a line for each test. */
#include "cli/selftest/selftest.h"

#include "cli/pmu/model.h"
#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <inttypes.h>
#include <pmc/selftest.h>
#include <stdbool.h>
#include <stdio.h>

struct verdict {
	const char *title; /* of the PMU; NULL: it was printed */
	unsigned cpu;
	bool kernel; /* the findings are the driver's now */
	unsigned passed, failed;
};

static void print_finding(const struct pmc_finding *f, void *data)
{
	struct verdict *v = data;

	if (v->title)
		printf("%s, CPU %u\n", v->title, v->cpu);
	v->title = NULL;
	if (f->kernel && !v->kernel)
		puts("In the kernel:");
	v->kernel = f->kernel;
	switch (f->result) {
	case PMC_FINDING_PASSED:
		v->passed++;
		printf("ok      %s: %s\n", f->counter, f->what);
		break;
	case PMC_FINDING_FAILED:
		v->failed++;
		printf("FAILED  %s: %s: got %#" PRIx64 ", want %#" PRIx64 "; %s\n", f->counter,
		       f->what, f->got, f->want, f->means);
		break;
	default:
		printf("skipped %s: %s\n", f->counter, f->what);
	}
}

static int test(long cpu)
{
	struct verdict verdict = { .cpu = (unsigned)cpu };
	struct pmc_model_info info;
	struct pmc_model *model;
	struct pmc_diag diag;
	int err;

	if (model_open(NULL, NULL, &model))
		return STATUS_FAILED;
	pmc_model_info(model, &info);
	verdict.title = info.title;
	err = pmc_selftest(verdict.cpu, print_finding, &verdict, &diag);
	pmc_model_close(model);
	if (err) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	printf("%u tests passed, %u failed\n", verdict.passed, verdict.failed);
	return verdict.failed ? STATUS_NONE : STATUS_OK;
}

int selftest_main(const struct subcommand *self, char **argv)
{
	bool help = false;
	long cpu = 0;
	struct option table[] = {
		{ 'C', "cpu", OPTION_NUMBER, &cpu, "CPU", "test this CPU (default: CPU 0)", 0,
		  65535, "a CPU" },
		{ 'h', "help", OPTION_FLAG, &help, NULL, "print this text" },
		{ 0 },
	};
	char **rest;

	if (options_parse(table, argv, &rest))
		return STATUS_FAILED;
	if (help)
		return subcommand_help(self, table);
	if (*rest) {
		complain("%s: 'pmc selftest' takes no arguments; -C names a CPU", *rest);
		return STATUS_FAILED;
	}
	return test(cpu);
}
