/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pmc_init(3), pmc_capabilities(3), pmc_get_msr(3), pmc_get_driver_stats(3), pmc_disable(3) and
 * pmc_event_names_of_class(3).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/counter/rows.h"
#include "compat/freebsd/library.h"

int pmc_init(void)
{
	int err = library_init();

	if (!err)
		return 0;
	errno = err;
	return -1;
}

/* ---- One PMC ---- */

int pmc_capabilities(pmc_id_t pmc, uint32_t *caps)
{
	struct library *lib = library_enter();
	struct counter *c;

	if (!lib)
		return -1;
	c = library_find(lib, pmc);
	if (!c || !caps)
		return library_leave(lib, EINVAL);
	*caps = machine_caps(&lib->machine, c->event.class);
	return library_leave(lib, 0);
}

int pmc_width(pmc_id_t pmc, uint32_t *width)
{
	struct library *lib = library_enter();
	struct counter *c;

	if (!lib)
		return -1;
	c = library_find(lib, pmc);
	if (!c || !width)
		return library_leave(lib, EINVAL);
	*width = c->width;
	return library_leave(lib, 0);
}

/*
 * libpmc reads by RDPMC itself where that is possible. It does not tell on which counter an event
 * is, because the kernel moves events between counters; so there is no number to give.
 */
static int get_msr(struct library *lib, pmc_id_t id, const uint32_t *msr)
{
	struct counter *c = library_find(lib, id);

	if (!c || !msr || c->mode != PMC_MODE_TC || c->flags & PMC_F_DESCENDANTS)
		return EINVAL;
	if (c->n > 1 || (c->n == 1 && c->target[0].pid != getpid()))
		return EINVAL;
	return ENOSYS;
}

int pmc_get_msr(pmc_id_t pmc, uint32_t *msr)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, get_msr(lib, pmc, msr)) : -1;
}

/* ---- The machine ---- */

int pmc_ncpu(void)
{
	struct library *lib = library_enter();
	int n;

	if (!lib)
		return -1;
	n = (int)lib->machine.info.pm_ncpu;
	return library_leave(lib, 0) ? -1 : n;
}

int pmc_npmc(int cpu)
{
	struct library *lib = library_enter();
	int n;

	if (!lib)
		return -1;
	n = (int)lib->machine.info.pm_npmc;
	if (cpu < 0 || (uint32_t)cpu >= lib->machine.info.pm_ncpu)
		return library_leave(lib, EINVAL);
	return library_leave(lib, 0) ? -1 : n;
}

int pmc_cpuinfo(const struct pmc_cpuinfo **cpu_info)
{
	struct library *lib = library_enter();

	if (!lib)
		return -1;
	if (!cpu_info)
		return library_leave(lib, EINVAL);
	*cpu_info = &lib->machine.info;
	return library_leave(lib, 0);
}

static void describe_row(struct library *lib, int cpu, unsigned row, struct pmc_info *info)
{
	const struct machine_row *r = &lib->machine.row[row];
	struct counter *c = rows_holder(lib->counters, row, cpu);
	size_t i;

	snprintf(info->pm_name, sizeof(info->pm_name), "%s-%u", r->class->prefix, r->number);
	for (i = 0; info->pm_name[i]; i++)
		if (info->pm_name[i] >= 'a' && info->pm_name[i] <= 'z')
			info->pm_name[i] += 'A' - 'a';
	info->pm_class = r->class->id;
	info->pm_enabled = !rows_disabled(row, cpu);
	info->pm_rowdisp = PMC_DISP_FREE;
	info->pm_ownerpid = -1;
	if (!c)
		return;
	info->pm_rowdisp = PMC_IS_SYSTEM_MODE(c->mode) ? PMC_DISP_STANDALONE : PMC_DISP_THREAD;
	info->pm_ownerpid = getpid();
	info->pm_mode = c->mode;
	info->pm_event = (enum pmc_event)c->event.number;
	info->pm_flags = c->flags;
	info->pm_reloadcount = c->reload;
}

/* Marks the rows whose counters other programs hold by the driver at this moment. */
static void add_others(const struct machine *m, int cpu, struct pmc_info *info)
{
	struct pmc_holdings *held;
	const struct pmc_holding *h;
	unsigned row;
	size_t i;

	if (!m->model || pmc_holdings_create(m->model, (unsigned)cpu, &held, NULL))
		return;
	for (i = 0; i < held->n; i++) {
		h = &held->holding[i];
		if (h->counter < 0 || h->pid == getpid())
			continue;
		for (row = 0; row < m->info.pm_npmc; row++) {
			if (m->row[row].class !=
				    (h->counter < 32 ? m->pmu : event_class(PMC_CLASS_IAF)) ||
			    m->row[row].number != (unsigned)h->counter % 32)
				continue;
			info[row].pm_ownerpid = h->pid;
			info[row].pm_mode = h->tid < 0 ? PMC_MODE_SC : PMC_MODE_TC;
			info[row].pm_rowdisp = h->tid < 0 ? PMC_DISP_STANDALONE : PMC_DISP_THREAD;
		}
	}
	pmc_holdings_destroy(held);
}

int pmc_pmcinfo(int cpu, struct pmc_pmcinfo **pmc_info)
{
	struct library *lib = library_enter();
	struct pmc_pmcinfo *info;
	unsigned row;
	int err;

	if (!lib)
		return -1;
	err = pmc_info ? machine_check_cpu(&lib->machine, cpu) : EINVAL;
	if (err)
		return library_leave(lib, err);
	info = calloc(1, sizeof(*info) + lib->machine.info.pm_npmc * sizeof(info->pm_pmcs[0]));
	if (!info)
		return library_leave(lib, ENOMEM);
	info->pm_cpu = cpu;
	for (row = 0; row < lib->machine.info.pm_npmc; row++)
		describe_row(lib, cpu, row, &info->pm_pmcs[row]);
	add_others(&lib->machine, cpu, info->pm_pmcs);
	*pmc_info = info;
	return library_leave(lib, 0);
}

int pmc_get_driver_stats(struct pmc_driverstats *stats)
{
	struct library *lib = library_enter();

	if (!lib)
		return -1;
	if (!stats)
		return library_leave(lib, EINVAL);
	memset(stats, 0, sizeof(*stats));
	stats->pm_intr_processed = lib->session.samples;
	stats->pm_intr_bufferfull = lib->session.lost;
	stats->pm_syscalls = lib->calls;
	stats->pm_syscall_errors = lib->errors;
	return library_leave(lib, 0);
}

/* ---- Administration ---- */

static int administer(int cpu, int pmc, bool disable)
{
	struct library *lib = library_enter();
	int err;

	if (!lib)
		return -1;
	err = machine_check_cpu(&lib->machine, cpu);
	if (!err && (pmc < 0 || (unsigned)pmc >= lib->machine.info.pm_npmc))
		err = EINVAL;
	if (!err && geteuid())
		err = EPERM;
	if (!err && disable && rows_holder(lib->counters, (unsigned)pmc, cpu))
		err = EBUSY;
	if (!err)
		err = rows_disable((unsigned)pmc, cpu, disable);
	return library_leave(lib, err);
}

int pmc_enable(int cpu, int pmc)
{
	return administer(cpu, pmc, false);
}

int pmc_disable(int cpu, int pmc)
{
	return administer(cpu, pmc, true);
}

/* ---- Names of events ---- */

const char *pmc_name_of_event(enum pmc_event event)
{
	struct library *lib = library_enter();
	const char *name;

	if (!lib)
		return NULL;
	name = machine_event_name(&lib->machine, event);
	library_leave(lib, name ? 0 : EINVAL);
	return name;
}

static int list(const struct machine *m, const struct event_class *class, const char ***names,
		int *n)
{
	bool catalogued = class->id == PMC_CLASS_IAP ||
			  (class == m->pmu && machine_is_catalogued(m));
	size_t own = class->n, more = catalogued ? m->catalogue.n : 0, i;

	*names = malloc((own + more + 1) * sizeof(**names));
	if (!*names)
		return ENOMEM;
	for (i = 0; i < own; i++)
		(*names)[i] = class->row[i].name;
	for (i = 0; i < more; i++)
		(*names)[own + i] = m->catalogue.event[i].name;
	*n = (int)(own + more);
	return 0;
}

int pmc_event_names_of_class(enum pmc_class class_, const char ***names, int *n)
{
	struct library *lib = library_enter();
	const struct event_class *class = event_class(class_);

	if (!lib)
		return -1;
	return library_leave(lib,
			     class && names && n ? list(&lib->machine, class, names, n) : EINVAL);
}
