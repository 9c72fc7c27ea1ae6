/* SPDX-License-Identifier: BSD-2-Clause */
/* Where functions without a name begin. */
#include "cli/profile/entries.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

#define RECENT 2048

static int compare(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* The first object of the profile with this build-id; ~0u: there is none. */
static unsigned find_build(const struct pmc_profile *profile, const struct pmc_profile_object *like)
{
	struct pmc_profile_object object;
	unsigned i;

	for (i = 0; like->build_id_size && !pmc_profile_object_at(profile, i, &object); i++)
		if (object.build_id_size == like->build_id_size &&
		    !memcmp(object.build_id, like->build_id, like->build_id_size))
			return i;
	return ~0u;
}

/* For each object of a profile: which one of `to` is the same build. NULL: there is no memory. */
static unsigned *find_builds(const struct pmc_profile *profile, const struct pmc_profile *to)
{
	struct pmc_profile_object object;
	struct pmc_profile_info info;
	unsigned *same;
	size_t i;

	pmc_profile_info(profile, &info);
	same = calloc(info.objects + 1, sizeof(*same));
	for (i = 0; same && !pmc_profile_object_at(profile, i, &object); i++)
		same[i] = find_build(to, &object);
	return same;
}

/* Adds the targets in objects that have a number in `as`; NULL: all keep theirs. 0 or -ENOMEM. */
static int add_targets(struct entries *e, const struct pmc_profile *profile, const unsigned *as)
{
	/* Numbers + 1 of entries, by address: a function is called from many places. */
	size_t recent[RECENT] = { 0 }, *slot, i;
	struct pmc_profile_info info;
	struct pmc_edge edge;
	struct entry *grown;
	unsigned object;

	pmc_profile_info(profile, &info);
	grown = realloc(e->entry, (e->n + info.edges + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	e->entry = grown;
	for (i = 0; !pmc_profile_edge_at(profile, i, &edge); i++) {
		if (edge.kind != PMC_EDGE_CALL || edge.to_object == ~0u)
			continue;
		object = as ? as[edge.to_object] : edge.to_object;
		slot = &recent[(edge.to ^ edge.to >> 11) % RECENT];
		if (object == ~0u || (*slot && grown[*slot - 1].address == edge.to &&
				      grown[*slot - 1].object == object))
			continue;
		grown[e->n++] = (struct entry){ edge.to, object };
		*slot = e->n;
	}
	return 0;
}

/* The targets of both profiles, in objects that both have. */
static int add_common(struct entries *e, const struct pmc_profile *profile,
		      const struct pmc_profile *other)
{
	unsigned *own = find_builds(profile, other), *theirs = find_builds(other, profile);
	struct pmc_profile_info info;
	int err = -ENOMEM;
	unsigned i;

	if (!own || !theirs)
		goto out;
	pmc_profile_info(profile, &info);
	for (i = 0; i < info.objects; i++)
		if (own[i] != ~0u)
			own[i] = i;
	err = add_targets(e, profile, own);
	if (!err)
		err = add_targets(e, other, theirs);
out:
	free(own);
	free(theirs);
	return err;
}

int entries_init(struct entries *e, const struct pmc_profile *profile,
		 const struct pmc_profile *other)
{
	int err;

	memset(e, 0, sizeof(*e));
	err = other ? add_common(e, profile, other) : add_targets(e, profile, NULL);
	if (err) {
		entries_deinit(e);
		return err;
	}
	qsort(e->entry, e->n, sizeof(*e->entry), compare);
	return 0;
}

void entries_deinit(struct entries *e)
{
	free(e->entry);
	memset(e, 0, sizeof(*e));
}

/* How many entries are not behind the address. */
static size_t count_before(const struct entries *e, unsigned object, uint64_t address)
{
	struct entry key = { address, object };
	size_t low = 0, high = e->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&e->entry[middle], &key) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int entries_find(const struct entries *e, unsigned object, uint64_t address, uint64_t *start,
		 uint64_t *end)
{
	size_t n = count_before(e, object, address);

	if (n < e->n && e->entry[n].object == object && e->entry[n].address < *end)
		*end = e->entry[n].address;
	if (!n || e->entry[n - 1].object != object || e->entry[n - 1].address < *start)
		return -ENOENT;
	*start = e->entry[n - 1].address;
	return 0;
}
