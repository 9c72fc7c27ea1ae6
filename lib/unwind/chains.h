/* SPDX-License-Identifier: BSD-2-Clause */
/* The call chains of a sampler's records, out of the dumps of stacks that they have. */
#ifndef PMC_LIB_UNWIND_CHAINS_H
#define PMC_LIB_UNWIND_CHAINS_H

#include <pmc/profile.h>

struct chains;

/* 0; -ENOMEM; -ENOSYS: there is no libdw, or pmc was built without it. */
int chains_create(struct chains **chains);
void chains_destroy(struct chains *chains);
/*
 * The next record, in the order of time. A sample with a dump is given a chain instead: what it
 * points to lives until the next call. 0 or -ENOMEM.
 */
int chains_take(struct chains *chains, struct pmc_record *record);

#endif
