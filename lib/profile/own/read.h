/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads pmc's own format. */
#ifndef PMC_LIB_PROFILE_READ_H
#define PMC_LIB_PROFILE_READ_H

#include "core/base/types.h"

struct pmc_diag;
struct pmc_profile;

/* Does a file begin like one of pmc's own, as far as it goes? */
bool read_is_own(const u8 *bytes, size_t n);
/*
 * Fills an empty profile, whose texts and build-ids then point into the bytes. name: of the file,
 * for diag. 0 or -errno as pmc_profile_open(). What a file that ends early lacks becomes a note.
 */
int read_profile(struct pmc_profile *p, const u8 *bytes, size_t n, const char *name,
		 struct pmc_diag *diag);

#endif
