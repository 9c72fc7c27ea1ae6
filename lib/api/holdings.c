/* SPDX-License-Identifier: BSD-2-Clause */
/* Who counts what on a CPU, or of a thread or process: the driver's answer, with names. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/driver/list.h"
#include "lib/backends/driver/naming.h"
#include "lib/base/clock.h"
#include "lib/base/cpu.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

static u64 ns_of(const struct driver_list *list, u64 ticks)
{
	return mul_div(ticks, 1000000, list->tsc_khz);
}

static void describe_value(const struct driver_list *list, const struct pmc_ioctl_holding *from,
			   struct pmc_holding *to)
{
	/* Another CPU's time stamp may be a little ahead of this one's. */
	u64 age = from->time < list->tsc ? ns_of(list, list->tsc - from->time) : 0;

	to->readable = 1;
	to->value = from->value;
	to->enabled_ns = ns_of(list, from->enabled);
	to->running_ns = ns_of(list, from->running);
	to->time_ns = age < list->now_ns ? list->now_ns - age : 0;
}

static void describe(const struct naming *naming, const struct driver_list *list,
		     const struct pmc_ioctl_holding *from, struct pmc_holding *to)
{
	naming_event(naming, &from->event, to->event, sizeof(to->event));
	to->number = from->number;
	to->counter = from->counter == PMC_NO_COUNTER ? -1 : from->counter;
	to->pid = (pid_t)from->pid;
	to->tid = from->tid;
	to->uid = from->uid;
	to->privileged = from->flags & PMC_HOLDING_PRIVILEGED ? 1 : 0;
	to->samples = naming_samples(naming, &from->event);
	to->waits = from->flags & PMC_HOLDING_WAITS ? 1 : 0;
	to->cpu = from->cpu;
	if (from->flags & PMC_HOLDING_VALUE)
		describe_value(list, from, to);
	if (to->pid)
		proc_name(to->pid, to->name);
	else if (from->flags & PMC_HOLDING_KERNEL)
		strcpy(to->name, "[kernel]");
}

/*
 * Adds to the public list. The module says which counters the PMU has, and the model which events.
 */
static int describe_all(const struct pmc_model *model, struct driver_list *list,
			struct pmc_holdings *h)
{
	struct pmc_holding *holding;
	struct naming naming;
	size_t i;

	holding = realloc(h->holding, (h->n + list->n + 1) * sizeof(*holding));
	if (!holding)
		return -ENOMEM;
	h->holding = holding;
	memset(holding + h->n, 0, (list->n + 1) * sizeof(*holding));
	if (model && !strcmp(model->pmu.model->name, list->pmu.model->name))
		list->pmu.model = model->pmu.model;
	naming_init(&naming, &list->pmu);
	for (i = 0; i < list->n; i++)
		describe(&naming, list, &list->holding[i], &h->holding[h->n++]);
	h->total += list->total;
	h->all_users = driver_shows_all();
	h->sets = list->sets;
	return 0;
}

/* What is asked for: a CPU, or a thread. */
struct question {
	int cpu;
	pid_t tid;
	bool quiet;
};

static int ask(const struct question *q, struct driver_list *list, struct pmc_diag *diag)
{
	int err;

	if (q->cpu < 0)
		return driver_list_thread(q->tid, q->quiet, list, diag);
	err = driver_list((unsigned)q->cpu, list, diag);
	/* The module cannot tell a CPU that is offline from one that there is not. */
	if (err == -ENOENT)
		cpu_check((unsigned)q->cpu, diag);
	return err;
}

static int add(const struct pmc_model *model, const struct question *q, struct pmc_holdings *h,
	       struct pmc_diag *diag)
{
	struct driver_list *list = malloc(sizeof(*list));
	int err = list ? ask(q, list, diag) : diag_say(diag, -ENOMEM, "out of memory");

	if (!err && describe_all(model, list, h))
		err = diag_say(diag, -ENOMEM, "out of memory");
	free(list);
	return err;
}

/* Gives the list to the caller, or frees it after an error. */
static int give(struct pmc_holdings *h, int err, struct pmc_holdings **holdings)
{
	if (err)
		pmc_holdings_destroy(h);
	else
		*holdings = h;
	return err;
}

static int create(const struct pmc_model *model, const struct question *q,
		  struct pmc_holdings **holdings, struct pmc_diag *diag)
{
	struct pmc_holdings *h = calloc(1, sizeof(*h));
	int err = h ? add(model, q, h, diag) : diag_say(diag, -ENOMEM, "out of memory");

	return give(h, err, holdings);
}

int pmc_holdings_create(const struct pmc_model *model, unsigned cpu, struct pmc_holdings **holdings,
			struct pmc_diag *diag)
{
	const struct question q = { .cpu = (int)cpu };

	if (cpu > INT_MAX)
		return cpu_check(cpu, diag);
	return create(model, &q, holdings, diag);
}

int pmc_holdings_thread(const struct pmc_model *model, pid_t tid, int quiet,
			struct pmc_holdings **holdings, struct pmc_diag *diag)
{
	const struct question q = { .cpu = -1, .tid = tid, .quiet = quiet };

	return create(model, &q, holdings, diag);
}

/* ---- Of a process ---- */

static int threads_of(pid_t pid, pid_t **tids, size_t *n, struct pmc_diag *diag)
{
	int room = 64, found;

	*tids = NULL;
	do {
		room *= 2;
		free(*tids);
		*tids = malloc((size_t)room * sizeof(**tids));
		if (!*tids)
			return diag_say(diag, -ENOMEM, "out of memory");
		found = proc_threads(pid, *tids, (size_t)room);
	} while (found > room);
	*n = found > 0 ? (size_t)found : 0;
	/* /proc also has the threads of a process by the number of any of them. */
	if (found > 0 && proc_tgid(pid) == pid)
		return 0;
	if (found > 0)
		return diag_say(diag, -ESRCH, "%d is a thread of process %d", (int)pid,
				(int)proc_tgid(pid));
	return diag_say(diag, -ESRCH, "there is no process %d", (int)pid);
}

int pmc_holdings_process(const struct pmc_model *model, pid_t pid, int quiet,
			 struct pmc_holdings **holdings, struct pmc_diag *diag)
{
	struct question q = { .cpu = -1, .quiet = quiet };
	struct pmc_holdings *h = calloc(1, sizeof(*h));
	size_t i, n = 0, left = 0;
	pid_t *tids = NULL;
	int err = h ? threads_of(pid, &tids, &n, diag) : diag_say(diag, -ENOMEM, "out of memory");

	for (i = 0; i < n && !err; i++) {
		q.tid = tids[i];
		err = add(model, &q, h, diag);
		/* It has ended meanwhile. */
		left += err == -ESRCH;
		if (err == -ESRCH && left < n)
			err = 0;
	}
	free(tids);
	return give(h, err, holdings);
}

void pmc_holdings_destroy(struct pmc_holdings *holdings)
{
	if (!holdings)
		return;
	free(holdings->holding);
	free(holdings);
}
