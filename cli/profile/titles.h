/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How reports call the objects of a profile: a file by its name without folders, unless another
 * object has the same name. In a comparison two objects are the same one, and have one title, when
 * they have the same build-id or path, or are the only two with the same file name.
 */
#ifndef PMC_CLI_PROFILE_TITLES_H
#define PMC_CLI_PROFILE_TITLES_H

#include <stddef.h>

struct names;
struct pmc_profile;

struct titles {
	unsigned *title; /* a name for each object */
	size_t n;
};

/* other (with its titles): the profile to compare with, or NULL. Returns 0 or -ENOMEM. */
int titles_init(struct titles *titles, struct names *names, const struct pmc_profile *profile,
		const struct pmc_profile *other, const struct titles *other_titles);
void titles_deinit(struct titles *titles);

#endif
