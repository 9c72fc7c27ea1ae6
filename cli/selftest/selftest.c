/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc selftest: options, the CPU, and all counters of it. */
#define _GNU_SOURCE
#include "cli/selftest/selftest.h"

#include "cli/pmu/model.h"
#include "cli/selftest/checks.h"
#include "cli/selftest/registers.h"
#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <pmc/pmc.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

/* Goes to the CPU, whose counters must count what pmc executes. */
static int go_to(long cpu)
{
	cpu_set_t *set = CPU_ALLOC((size_t)cpu + 1);
	size_t size = CPU_ALLOC_SIZE((size_t)cpu + 1);
	int err;

	if (!set)
		return -1;
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	err = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	return err;
}

static int test_all(struct bank *bank, const struct pmc_model_info *info, struct verdict *verdict)
{
	int counter, err = 0;

	for (counter = 0; counter < 64 && !err; counter++)
		if (info->counters >> counter & 1)
			err = check_counter(bank, counter, verdict);
	/* Fixed counter 0 counts instructions, as a general one can. */
	if (!err && info->counters >> 32 & 1 && info->counters & 1)
		err = check_pair(bank, 32, 0, verdict);
	return err;
}

/* Signals wait, so that nothing keeps the registers from being put back. */
static int run(struct bank *bank, const struct pmc_model_info *info)
{
	struct verdict verdict = { 0, 0 };
	sigset_t all, before;
	int err;

	printf("%s, CPU %u\n", info->title, bank->cpu);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	err = test_all(bank, info, &verdict);
	bank_restore(bank);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (err) {
		complain("%s", bank->diag.sentence);
		return STATUS_FAILED;
	}
	printf("%u tests passed, %u failed\n", verdict.passed, verdict.failed);
	return verdict.failed ? STATUS_NONE : STATUS_OK;
}

static int test(long cpu)
{
	struct pmc_model_info info;
	struct pmc_model *model;
	struct bank bank = { .saved = NULL };
	int status = STATUS_FAILED;

	if (model_open(NULL, NULL, &model))
		return STATUS_FAILED;
	pmc_model_info(model, &info);
	if (go_to(cpu))
		complain("-C %ld: pmc cannot run there: no such CPU, or it is offline, or not "
			 "allowed",
			 cpu);
	else if (bank_init(&bank, model, (unsigned)cpu))
		complain("%s", bank.diag.sentence[0] ? bank.diag.sentence : "out of memory");
	else if (!info.counters)
		complain("CPUID announces no counters, so there is nothing to test");
	else if (bank_in_use(&bank))
		complain("somebody counts on CPU %ld ('pmc msr read' shows what); to fix this, end "
			 "it",
			 cpu);
	else
		status = run(&bank, &info);
	bank_deinit(&bank);
	pmc_model_close(model);
	return status;
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
