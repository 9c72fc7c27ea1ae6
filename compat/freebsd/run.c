/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc_start(3), pmc_read(3) and pmc_set(3). */
#include <errno.h>
#include <unistd.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/library.h"

static int attach_owner(struct library *lib, struct counter *c)
{
	int err = counter_attach(&lib->machine, c, getpid());

	if (!err)
		session_attached(&lib->session, c, getpid());
	return err;
}

static int start(struct library *lib, pmc_id_t id)
{
	struct counter *c = library_find(lib, id);
	int err = 0;

	if (!c)
		return EINVAL;
	if (c->state == PMC_STATE_RUNNING)
		return 0;
	if ((c->flags & (PMC_F_LOG_PROCCSW | PMC_F_LOG_PROCEXIT) ||
	     PMC_IS_SAMPLING_MODE(c->mode)) &&
	    !lib->session.log.open)
		err = EDOOFUS;
	else if (PMC_IS_SYSTEM_MODE(c->mode))
		err = machine_check_cpu(&lib->machine, c->cpu);
	else if (!c->n)
		err = attach_owner(lib, c);
	return err ? err : counter_start(&lib->machine, c);
}

int pmc_start(pmc_id_t pmc)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, start(lib, pmc)) : -1;
}

static int stop(struct library *lib, pmc_id_t id)
{
	struct counter *c = library_find(lib, id);
	int err;

	if (!c || c->state == PMC_STATE_ALLOCATED)
		return EINVAL;
	if (c->state != PMC_STATE_RUNNING)
		return 0;
	err = counter_stop(c);
	session_drain(&lib->session, c);
	return err;
}

int pmc_stop(pmc_id_t pmc)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, stop(lib, pmc)) : -1;
}

/* Reads, then writes: either pointer may be NULL. */
static int transfer(struct library *lib, pmc_id_t id, pmc_value_t *old, const pmc_value_t *new)
{
	struct counter *c = library_find(lib, id);
	uint64_t value = 0;
	int err;

	if (!c)
		return EINVAL;
	if (new && c->state == PMC_STATE_RUNNING)
		return EBUSY;
	err = old ? counter_read(c, &value) : 0;
	if (!err && new)
		err = counter_write(c, *new);
	if (!err && old)
		*old = value;
	return err;
}

int pmc_read(pmc_id_t pmc, pmc_value_t *value)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, value ? transfer(lib, pmc, value, NULL) : EINVAL) : -1;
}

int pmc_write(pmc_id_t pmc, pmc_value_t value)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, transfer(lib, pmc, NULL, &value)) : -1;
}

int pmc_rw(pmc_id_t pmc, pmc_value_t newvalue, pmc_value_t *oldvalue)
{
	struct library *lib = library_enter();

	if (!lib)
		return -1;
	return library_leave(lib, oldvalue ? transfer(lib, pmc, oldvalue, &newvalue) : EINVAL);
}

static int set(struct library *lib, pmc_id_t id, pmc_value_t value)
{
	struct counter *c = library_find(lib, id);

	if (!c || PMC_IS_COUNTING_MODE(c->mode))
		return transfer(lib, id, NULL, &value);
	if (c->state == PMC_STATE_RUNNING)
		return EBUSY;
	/* A sampler has its period from its first start on. */
	if (c->state != PMC_STATE_ALLOCATED || !value)
		return EINVAL;
	c->reload = value;
	return 0;
}

/* The reload count of a sampling PMC; the initial value of a counting one. */
int pmc_set(pmc_id_t pmc, pmc_value_t value)
{
	struct library *lib = library_enter();

	return lib ? library_leave(lib, set(lib, pmc, value)) : -1;
}
