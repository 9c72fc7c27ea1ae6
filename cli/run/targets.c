/* SPDX-License-Identifier: BSD-2-Clause */
/* See targets.h. */
#include "cli/run/targets.h"

#include "cli/ui/complain.h"
#include "cli/ui/numbers.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_cpus(char option)
{
	return option == 'C' || option == 'a';
}

static int parse(char option, const char *text, struct number_listed **list, size_t *n)
{
	const char name[] = { '-', option, '\0' };

	return numbers_parse(name, text, is_cpus(option), list, n);
}

static int attach(struct pmc_set *set, char option, long number, struct pmc_diag *diag)
{
	switch (option) {
	case 'p':
		return pmc_set_attach_process(set, (pid_t)number, diag);
	case 't':
		return pmc_set_attach_thread(set, (pid_t)number, diag);
	}
	return pmc_set_attach_cpu(set, (unsigned)number, diag);
}

static void say(char option, const char *text, const struct number_listed *number,
		struct pmc_diag *diag)
{
	const char name[] = { '-', option, '\0' };

	/* The user did not type the list of all CPUs. */
	if (option == 'a')
		complain("-a: %s", diag->sentence);
	else
		numbers_complain(name, text, number, diag);
}

static int check(char option, long number, struct pmc_diag *diag)
{
	if (option == 'C')
		return pmc_cpu_check((unsigned)number, diag);
	if (!kill((pid_t)number, 0) || errno != ESRCH)
		return 0;
	snprintf(diag->sentence, sizeof(diag->sentence), "there is no %s %ld",
		 option == 'p' ? "process" : "thread", number);
	return -ESRCH;
}

int targets_check(char option, const char *text)
{
	struct pmc_diag diag = { 0 };
	struct number_listed *list;
	size_t n, i;
	int status = parse(option, text, &list, &n);

	if (status)
		return status;
	for (i = 0; i < n && !status; i++)
		if (check(option, list[i].number, &diag)) {
			say(option, text, &list[i], &diag);
			status = STATUS_FAILED;
		}
	free(list);
	return status;
}

int targets_attach(struct pmc_set *set, char option, const char *text, struct pmc_diag *diag)
{
	struct number_listed *list;
	char online[4096];
	size_t n, i;
	int status, err = 0;

	if (option == 'a') {
		numbers_of_online_cpus(online, sizeof(online));
		text = online;
	}
	*diag = (struct pmc_diag){ 0 };
	status = parse(option, text, &list, &n);
	if (status)
		return status;
	for (i = 0; i < n && !err; i++) {
		err = attach(set, option, list[i].number, diag);
		/* A CPU may go offline after the list was read. */
		if (err == -ENOENT && option == 'a' && n > 1)
			err = 0;
	}
	if (err && diag->column) {
		status = TARGETS_EVENT;
	} else if (err) {
		say(option, text, &list[i - 1], diag);
		status = STATUS_FAILED;
	}
	free(list);
	return status;
}
