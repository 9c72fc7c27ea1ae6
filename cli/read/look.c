/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks the driver for what others count. Of a CPU only the sets that count it as a whole are
 * wanted: what its threads count, is theirs.
 */
#include "cli/read/look.h"

#include "cli/ui/complain.h"
#include "cli/ui/numbers.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { PROCESS, THREAD, CPU };

static const char *const options[] = { "-p", "-t", "-C" };

/* cpu: the one that was asked about, or -1. */
static int add(struct read_list *list, int cpu, const struct pmc_holdings *h)
{
	struct read_row *row = realloc(list->row, (list->n + h->n + 1) * sizeof(*row));
	size_t i;

	if (!row)
		return -ENOMEM;
	list->row = row;
	for (i = 0; i < h->n; i++)
		if (cpu < 0 || h->holding[i].tid == -1)
			row[list->n++] = (struct read_row){ cpu, h->holding[i] };
	list->cut += h->total - h->n;
	list->all_users = h->all_users;
	list->sets = h->sets;
	return 0;
}

static int ask(struct read_list *list, const struct read_targets *targets, enum kind kind,
	       long number, struct pmc_diag *diag)
{
	struct pmc_holdings *h;
	int err;

	if (kind == CPU)
		err = pmc_holdings_create(targets->model, (unsigned)number, &h, diag);
	else if (kind == THREAD)
		err = pmc_holdings_thread(targets->model, (pid_t)number, targets->quiet, &h, diag);
	else
		err = pmc_holdings_process(targets->model, (pid_t)number, targets->quiet, &h, diag);
	if (err)
		return err;
	err = add(list, kind == CPU ? (int)number : -1, h);
	pmc_holdings_destroy(h);
	if (err)
		snprintf(diag->sentence, sizeof(diag->sentence), "out of memory");
	return err;
}

/* Asks about each number of a list; `typed`: the user has typed it. */
static int ask_all(struct read_list *list, const struct read_targets *targets, enum kind kind,
		   const char *text, bool typed)
{
	struct number_listed *number;
	struct pmc_diag diag;
	size_t n, i;
	int status, err;

	status = numbers_parse(options[kind], text, kind == CPU, &number, &n);
	if (status)
		return status;
	for (i = 0; i < n && !status; i++) {
		err = ask(list, targets, kind, number[i].number, &diag);
		/* A CPU has gone offline since the list was read. */
		if (!err || (!typed && err == -ENOENT))
			continue;
		if (typed && (err == -ENOENT || err == -ESRCH || err == -EPERM))
			numbers_complain(options[kind], text, &number[i], &diag);
		else
			complain("%s", diag.sentence);
		status = STATUS_FAILED;
	}
	free(number);
	return status;
}

int read_look(struct read_list *list, const struct read_targets *targets)
{
	char online[4096];
	int status = 0;

	memset(list, 0, sizeof(*list));
	if (targets->pids)
		status = ask_all(list, targets, PROCESS, targets->pids, true);
	if (!status && targets->tids)
		status = ask_all(list, targets, THREAD, targets->tids, true);
	if (!status && targets->all_cpus) {
		numbers_of_online_cpus(online, sizeof(online));
		status = ask_all(list, targets, CPU, online, false);
	} else if (!status && targets->cpus) {
		status = ask_all(list, targets, CPU, targets->cpus, true);
	}
	return status;
}

void read_list_deinit(struct read_list *list)
{
	free(list->row);
}
