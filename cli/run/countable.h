/* SPDX-License-Identifier: BSD-2-Clause */
/* What a backend can count of a set, where the events decide the choice of the backend. */
#ifndef PMC_CLI_RUN_COUNTABLE_H
#define PMC_CLI_RUN_COUNTABLE_H

#include <stdbool.h>
#include <stddef.h>

struct pmc_set;

struct countable {
	size_t n;	 /* events that can be counted */
	size_t modelled; /* of these, by a model */
	bool software;	 /* nothing but software events */
};

struct countable countable_of(const struct pmc_set *set);

#endif
