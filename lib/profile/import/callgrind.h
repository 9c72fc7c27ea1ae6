/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads callgrind.out files: Valgrind's, and those of other tools in this format. */
#ifndef PMC_LIB_PROFILE_CALLGRIND_H
#define PMC_LIB_PROFILE_CALLGRIND_H

#include "core/base/types.h"

struct pmc_diag;
struct pmc_profile;

/* Does it look like one? One of its first lines names events. */
bool callgrind_is(const u8 *bytes, size_t n);
/* name: of the file, for diag. 0 or -errno as pmc_profile_open(). */
int callgrind_import(const u8 *bytes, size_t n, const char *name, struct pmc_profile **profile,
		     struct pmc_diag *diag);

#endif
