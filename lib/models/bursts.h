/* SPDX-License-Identifier: BSD-2-Clause */
/* When a machine is modelled, if only in bursts: "10%", "10%,burst=200k,seed=7". */
#ifndef PMC_LIB_BURSTS_H
#define PMC_LIB_BURSTS_H

#include "core/base/types.h"

struct pmc_diag;

/* In instructions of each thread. */
struct bursts {
	u64 first;	 /* so many are modelled at the beginning */
	u64 warm, count; /* a burst: so many warm the machine up, then so many count */
	u64 times;	 /* one burst in `times * count` instructions; 0: all is modelled */
	u64 seed;
	char text[128]; /* all of it in words */
};

/* 0, or -EINVAL with a sentence and the column. */
int bursts_parse(const char *text, struct bursts *bursts, struct pmc_diag *diag);

#endif
