/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads collapsed stacks: "main;run;step 42" in each line, the outermost function first. */
#ifndef PMC_LIB_PROFILE_COLLAPSED_H
#define PMC_LIB_PROFILE_COLLAPSED_H

#include "core/base/types.h"

struct pmc_diag;
struct pmc_profile;

/* Does the first line with something in it look like one? */
bool collapsed_is(const u8 *bytes, size_t n);
/* name: of the file, for diag. 0 or -errno as pmc_profile_open(). */
int collapsed_import(const u8 *bytes, size_t n, const char *name, struct pmc_profile **profile,
		     struct pmc_diag *diag);

#endif
