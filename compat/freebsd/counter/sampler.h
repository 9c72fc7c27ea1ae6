/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sampler of a sampling PMC, which exists from its first start on: only then is the reload
 * count certain.
 */
#ifndef COMPAT_FREEBSD_COUNTER_SAMPLER_H
#define COMPAT_FREEBSD_COUNTER_SAMPLER_H

#include <pmc/pmc.h>

#include "compat/freebsd/counter/counter.h"

/* 0, or an errno of pmc(3), as those of counter.h. */
int sampler_make(const struct counter *c, struct pmc_set *set, struct pmc_sampler **sampler);
int sampler_start(struct pmc_sampler *sampler);
int sampler_stop(struct pmc_sampler *sampler);
void sampler_free(struct pmc_sampler *sampler);
/* Whether the backend of this handle can sample the event. */
int sampler_check(struct pmc *handle, const char *event);

#endif
