/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes pmc's own format into memory. */
#ifndef PMC_LIB_PROFILE_WRITE_H
#define PMC_LIB_PROFILE_WRITE_H

#include "lib/profile/own/bytes.h"

struct pmc_profile;

/* The whole file. out->failed: there is no memory. */
void write_profile(const struct pmc_profile *p, struct bytes *out);
/* The same in parts that stand one behind the other, which are all zero before. */
#define WRITE_PARTS 5
void write_parts(const struct pmc_profile *p, struct bytes parts[WRITE_PARTS]);

#endif
