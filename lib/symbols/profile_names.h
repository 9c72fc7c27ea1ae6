/* SPDX-License-Identifier: BSD-2-Clause */
/* Names that a profile brings along: of code that a JIT made, and of imported files. */
#ifndef PMC_LIB_SYMBOLS_PROFILE_NAMES_H
#define PMC_LIB_SYMBOLS_PROFILE_NAMES_H

struct object;
struct pmc_profile;

/* Makes an object of the names that the profile has for one of its. -ENOENT: it has none. */
int profile_names(const struct pmc_profile *profile, unsigned number, const char *key,
		  struct object *object);

#endif
