/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes pmc's own format into memory. */
#ifndef PMC_LIB_PROFILE_WRITE_H
#define PMC_LIB_PROFILE_WRITE_H

struct bytes;
struct pmc_profile;

/* The whole file. out->failed: there is no memory. */
void write_profile(const struct pmc_profile *p, struct bytes *out);

#endif
