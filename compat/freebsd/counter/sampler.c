/* SPDX-License-Identifier: BSD-2-Clause */
/* The sampler of a sampling PMC. */
#include <errno.h>

#include <pmc/profile.h>

#include "compat/freebsd/counter/sampler.h"

int sampler_make(const struct counter *c, struct pmc_set *set, struct pmc_sampler **sampler)
{
	struct pmc_sampling how = { .period = c->reload };

	if (!c->reload)
		return EINVAL;
	if (c->flags & (PMC_F_CALLCHAIN | PMC_F_USERCALLCHAIN))
		how.flags = PMC_SAMPLER_CHAINS;
	return doors_errno(pmc_sampler_create(set, &how, sampler, NULL));
}

int sampler_start(struct pmc_sampler *sampler)
{
	return doors_errno(pmc_sampler_start(sampler));
}

int sampler_stop(struct pmc_sampler *sampler)
{
	return doors_errno(pmc_sampler_stop(sampler));
}

void sampler_free(struct pmc_sampler *sampler)
{
	pmc_sampler_destroy(sampler);
}

int sampler_check(struct pmc *handle, const char *event)
{
	struct pmc_sampling how = { .period = 65536 };
	struct pmc_sampler *sampler;
	struct pmc_set *set;
	int err;

	err = pmc_set_create(handle, event, 0, &set, NULL);
	if (err)
		return doors_errno(err);
	err = pmc_sampler_create(set, &how, &sampler, NULL);
	if (!err)
		pmc_sampler_destroy(sampler);
	pmc_set_destroy(set);
	return doors_errno(err);
}
