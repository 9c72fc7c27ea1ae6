/* SPDX-License-Identifier: BSD-2-Clause */
/* The sampler of a sampling PMC. */
#include <errno.h>

#include <pmc/profile.h>

#include "compat/freebsd/counter/sampler.h"

bool sampler_is_needed(const struct counter *c)
{
	return PMC_IS_SAMPLING_MODE(c->mode) || c->flags & PMC_F_LOG_PROCCSW;
}

int sampler_make(const struct counter *c, struct pmc_set *set, struct pmc_sampler **sampler)
{
	struct pmc_sampling how = { .period = c->reload };

	if (PMC_IS_COUNTING_MODE(c->mode))
		how = (struct pmc_sampling){ .flags = PMC_SAMPLER_SWITCHES };
	else if (!c->reload)
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

int sampler_check(const struct counter *c, struct pmc *handle)
{
	struct counter any = *c;
	struct pmc_sampler *sampler;
	struct pmc_set *set;
	int err;

	err = pmc_set_create(handle, c->event.text, 0, &set, NULL);
	if (err)
		return doors_errno(err);
	any.reload = 65536;
	err = sampler_make(&any, set, &sampler);
	if (!err)
		sampler_free(sampler);
	pmc_set_destroy(set);
	return err;
}
