/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks the driver about CPUs. On the CPU where pmc runs, nothing else does; whatever counts the
 * thread that had to make room would be missed there. So pmc asks about each CPU from another one,
 * where it may run on two.
 */
#define _GNU_SOURCE
#include "cli/who/look.h"

#include "cli/ui/complain.h"
#include "cli/ui/numbers.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_CPUS 65536

/* ---- Where pmc runs ---- */

/* The CPUs where pmc may run. */
struct places {
	cpu_set_t *set;
	size_t size;
	unsigned here; /* the one to which it has gone */
};

static int places_init(struct places *places)
{
	places->size = CPU_ALLOC_SIZE(MOST_CPUS);
	places->set = CPU_ALLOC(MOST_CPUS);
	if (!places->set)
		return -ENOMEM;
	CPU_ZERO_S(places->size, places->set);
	sched_getaffinity(0, places->size, places->set);
	places->here = MOST_CPUS;
	return 0;
}

static bool may_run_on(const struct places *places, unsigned cpu)
{
	return cpu < MOST_CPUS && CPU_ISSET_S(cpu, places->size, places->set);
}

static bool go_to(struct places *places, unsigned cpu)
{
	/* Meanwhile what pmc has displaced comes back to its CPU. */
	const struct timespec moment = { .tv_nsec = 2000000 };
	cpu_set_t *only = CPU_ALLOC(MOST_CPUS);
	bool gone;

	if (!only)
		return false;
	CPU_ZERO_S(places->size, only);
	CPU_SET_S(cpu, places->size, only);
	gone = !sched_setaffinity(0, places->size, only);
	CPU_FREE(only);
	if (!gone)
		return false;
	places->here = cpu;
	nanosleep(&moment, NULL);
	return true;
}

/* Goes away from a CPU. False: there is no other. */
static bool leave(struct places *places, unsigned cpu)
{
	unsigned i;

	if (places->here < MOST_CPUS && places->here != cpu)
		return true;
	for (i = 0; i < MOST_CPUS; i++)
		if (i != cpu && may_run_on(places, i) && go_to(places, i))
			return true;
	return false;
}

/* ---- Asking ---- */

static int add(struct who_list *list, unsigned cpu, bool own, const struct pmc_holdings *h)
{
	struct who_row *row = realloc(list->row, (list->n_rows + h->n + 1) * sizeof(*row));
	struct who_cpu *at;
	size_t i;

	if (!row)
		return -ENOMEM;
	list->row = row;
	at = realloc(list->cpu, (list->n_cpus + 1) * sizeof(*at));
	if (!at)
		return -ENOMEM;
	list->cpu = at;
	for (i = 0; i < h->n; i++)
		list->row[list->n_rows++] = (struct who_row){ cpu, i, h->holding[i] };
	list->cpu[list->n_cpus++] = (struct who_cpu){ cpu, h->n, h->total, own };
	list->all_users = h->all_users;
	list->sets = h->sets;
	return 0;
}

static int ask(struct who_list *list, struct places *places, unsigned cpu,
	       const struct pmc_model *model, struct pmc_diag *diag)
{
	bool own = !leave(places, cpu);
	struct pmc_holdings *h;
	int err = pmc_holdings_create(model, cpu, &h, diag);

	if (err)
		return err;
	err = add(list, cpu, own, h);
	pmc_holdings_destroy(h);
	if (err)
		snprintf(diag->sentence, sizeof(diag->sentence), "out of memory");
	return err;
}

static int by_counter(const void *a, const void *b)
{
	const struct who_row *x = a, *y = b;
	/* -1 becomes the largest. */
	unsigned c = (unsigned)x->holding.counter, d = (unsigned)y->holding.counter;

	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	if (c != d)
		return c < d ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Asks about each CPU of the list; `typed` is -C's argument, or NULL. */
static int ask_all(struct who_list *list, const struct number_listed *cpu, size_t n,
		   const char *typed, const struct pmc_model *model)
{
	struct places places;
	struct pmc_diag diag;
	size_t i;
	int err = 0;

	if (places_init(&places)) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < n && !err; i++) {
		err = ask(list, &places, (unsigned)cpu[i].number, model, &diag);
		/* It went offline since the list was read. */
		if (err == -ENOENT && !typed && (list->n_cpus || i + 1 < n))
			err = 0;
	}
	CPU_FREE(places.set);
	if (!err)
		return 0;
	if (err == -ENOENT && typed)
		numbers_complain("-C", typed, &cpu[i - 1], &diag);
	else
		complain("%s", diag.sentence);
	return STATUS_FAILED;
}

int who_look(struct who_list *list, const char *cpus, const struct pmc_model *model)
{
	struct number_listed *number;
	char online[4096];
	size_t n;
	int status;

	memset(list, 0, sizeof(*list));
	if (!cpus)
		numbers_of_online_cpus(online, sizeof(online));
	status = numbers_parse("-C", cpus ? cpus : online, true, &number, &n);
	if (status)
		return status;
	status = ask_all(list, number, n, cpus, model);
	free(number);
	if (!status && list->n_rows)
		qsort(list->row, list->n_rows, sizeof(*list->row), by_counter);
	return status;
}

void who_list_deinit(struct who_list *list)
{
	free(list->row);
	free(list->cpu);
}
