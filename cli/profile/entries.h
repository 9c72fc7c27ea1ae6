/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where functions without a name begin: at the targets of calls. In a stripped program most
 * functions have no other mark.
 */
#ifndef PMC_CLI_PROFILE_ENTRIES_H
#define PMC_CLI_PROFILE_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

struct pmc_profile;

struct entry {
	uint64_t address;
	unsigned object;
};

/* The targets of all calls in a profile, by object and address. */
struct entries {
	struct entry *entry;
	size_t n;
};

/*
 * `other` is a profile to compare with, or NULL. Then only objects that are the same build in both,
 * by their build-ids, have entries: of both profiles, so that both find the same functions. In
 * other builds addresses say nothing. Returns 0 or -ENOMEM.
 */
int entries_init(struct entries *entries, const struct pmc_profile *profile,
		 const struct pmc_profile *other);
void entries_deinit(struct entries *entries);

/*
 * The function without a name at an address that no symbol covers, in a gap between symbols from
 * *start to *end: from the call's target before it to the next target, or to the end of the gap.
 * Returns 0, or -ENOENT when there is no target before it in the gap; that holds up to *end.
 */
int entries_find(const struct entries *entries, unsigned object, uint64_t address, uint64_t *start,
		 uint64_t *end);

#endif
