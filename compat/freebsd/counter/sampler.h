/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sampler of a sampling PMC, which exists from its first start on: only then is the reload
 * count certain. And the one by which a counting PMC with PMC_F_LOG_PROCCSW hears of switches.
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
/* Does the PMC have a sampler on each target? */
bool sampler_is_needed(const struct counter *c);
/* Whether the backend of this handle can sample the PMC's event, or tell of its switches. */
int sampler_check(const struct counter *c, struct pmc *handle);

#endif
