/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc_allocate(3) and pmc_attach(3). */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/counter/rows.h"
#include "compat/freebsd/library.h"

#undef pmc_allocate

static uint32_t width_of(const struct machine *m, const struct event_class *class)
{
	uint32_t i;

	for (i = 0; i < m->info.pm_nclass; i++)
		if (m->info.pm_classes[i].pm_class == class->id)
			return m->info.pm_classes[i].pm_width;
	return class->width;
}

/* The arguments by themselves, as pmc_allocate(3) lists their errors. */
static int check(const struct machine *m, enum pmc_mode mode, uint32_t flags, int cpu)
{
	if ((unsigned)mode > PMC_MODE_TC)
		return EINVAL;
	if (flags & ~(uint32_t)(PMC_F_DESCENDANTS | PMC_F_LOG_PROCCSW | PMC_F_LOG_PROCEXIT |
				PMC_F_CALLCHAIN | PMC_F_USERCALLCHAIN))
		return EINVAL;
	if (flags & (PMC_F_LOG_PROCCSW | PMC_F_LOG_PROCEXIT) && mode != PMC_MODE_TC)
		return EINVAL;
	if (PMC_IS_COUNTING_MODE(mode) && flags & (PMC_F_CALLCHAIN | PMC_F_USERCALLCHAIN))
		return EINVAL;
	if (PMC_IS_SYSTEM_MODE(mode))
		return flags & PMC_F_DESCENDANTS ? EINVAL : machine_check_cpu(m, cpu);
	return cpu == PMC_CPU_ANY ? 0 : EINVAL;
}

static int choose(struct library *lib, const char *specifier, struct counter *c)
{
	struct machine *m = &lib->machine;
	int err;

	err = machine_event(m, specifier, c->mode, &c->event);
	if (!err && PMC_IS_SAMPLING_MODE(c->mode) &&
	    !(machine_caps(m, c->event.class) & PMC_CAP_INTERRUPT))
		err = EOPNOTSUPP;
	if (!err)
		err = counter_check(m, c);
	/* In a program under the translator a set counts one thread. */
	if (!err && m->emulated && c->flags & PMC_F_DESCENDANTS &&
	    c->event.class->id != PMC_CLASS_SOFT)
		err = EOPNOTSUPP;
	if (!err)
		err = rows_choose(m, lib->counters, &c->event, c->mode, c->cpu, &c->row);
	if (!err && PMC_IS_SYSTEM_MODE(c->mode))
		err = counter_attach(m, c, -1);
	return err;
}

static int allocate(struct library *lib, const char *specifier, enum pmc_mode mode, uint32_t flags,
		    int cpu, pmc_id_t *id, uint64_t count)
{
	struct counter *c;
	int err;

	err = specifier && id ? check(&lib->machine, mode, flags, cpu) : EINVAL;
	if (err)
		return err;
	c = calloc(1, sizeof(*c));
	if (!c)
		return ENOMEM;
	c->mode = mode;
	c->flags = flags;
	c->cpu = cpu;
	c->state = PMC_STATE_ALLOCATED;
	err = choose(lib, specifier, c);
	if (err) {
		counter_destroy(c);
		return err;
	}
	c->width = width_of(&lib->machine, c->event.class);
	if (PMC_IS_SAMPLING_MODE(mode))
		c->reload = count;
	else
		c->base = c->event.class->id == PMC_CLASS_TSC ? 0 : count;
	c->id = PMC_ID_MAKE_ID(cpu, mode, c->event.class->id, c->row);
	c->next = lib->counters;
	lib->counters = c;
	session_allocated(&lib->session, c);
	*id = c->id;
	return 0;
}

int pmc_allocate(const char *ctrspec, enum pmc_mode mode, uint32_t flags, int cpu, pmc_id_t *pmcid,
		 uint64_t count)
{
	struct library *lib = library_enter();

	if (!lib)
		return -1;
	return library_leave(lib, allocate(lib, ctrspec, mode, flags, cpu, pmcid, count));
}

int pmc_allocate_11(const char *ctrspec, enum pmc_mode mode, uint32_t flags, int cpu,
		    pmc_id_t *pmcid)
{
	return pmc_allocate(ctrspec, mode, flags, cpu, pmcid, 0);
}

/* A process that has no PMC at all is no owner for hwpmc(4): ESRCH. */
static int find(struct library *lib, pmc_id_t id, struct counter **c)
{
	if (!lib->counters)
		return ESRCH;
	*c = library_find(lib, id);
	return *c ? 0 : EINVAL;
}

int pmc_release(pmc_id_t pmc)
{
	struct library *lib = library_enter();
	struct counter *c, **link;
	int err;

	if (!lib)
		return -1;
	err = find(lib, pmc, &c);
	if (!err) {
		for (link = &lib->counters; *link != c; link = &(*link)->next)
			;
		session_drain(&lib->session, c);
		*link = c->next;
		while (PMC_IS_VIRTUAL_MODE(c->mode) && c->n) {
			session_detached(&lib->session, c, c->target[c->n - 1].pid);
			counter_detach(c, c->n - 1);
		}
		counter_destroy(c);
	}
	return library_leave(lib, err);
}

/* ---- Targets ---- */

static int find_process_pmc(struct library *lib, pmc_id_t id, pid_t pid, struct counter **c)
{
	int err = find(lib, id, c);

	if (err)
		return err;
	return PMC_IS_SYSTEM_MODE((*c)->mode) || pid < 0 ? EINVAL : 0;
}

static int attach(struct library *lib, pmc_id_t id, pid_t pid)
{
	struct counter *c;
	int err = find_process_pmc(lib, id, pid, &c);

	if (err)
		return err;
	if (!pid)
		pid = getpid();
	if (c->state == PMC_STATE_RUNNING)
		return EBUSY;
	if (kill(pid, 0))
		return errno;
	if (counter_find_target(c, pid) >= 0)
		return EEXIST;
	err = counter_attach(&lib->machine, c, pid);
	if (!err)
		session_attached(&lib->session, c, pid);
	return err;
}

int pmc_attach(pmc_id_t pmcid, pid_t pid)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, attach(lib, pmcid, pid)) : -1;
}

static int detach(struct library *lib, pmc_id_t id, pid_t pid)
{
	struct counter *c, *other;
	int err = find_process_pmc(lib, id, pid, &c);
	long target;

	if (err)
		return err;
	if (!pid)
		pid = getpid();
	target = counter_find_target(c, pid);
	if (target >= 0) {
		session_look(&lib->session, lib->counters);
		session_drain(&lib->session, c);
		counter_detach(c, (size_t)target);
		session_detached(&lib->session, c, pid);
	}
	if (kill(pid, 0) && errno == ESRCH)
		return ESRCH;
	if (target >= 0)
		return 0;
	for (other = lib->counters; other; other = other->next)
		if (counter_find_target(other, pid) >= 0)
			return EINVAL;
	return ESRCH;
}

int pmc_detach(pmc_id_t pmcid, pid_t pid)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, detach(lib, pmcid, pid)) : -1;
}
