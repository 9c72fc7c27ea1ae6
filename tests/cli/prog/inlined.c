/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: inlined PROFILE
 *
 * Asks what is inlined at each place of a profile: once after pmc_symbols_prepare_inlined(), and
 * once place by place. Both have to say the same; what was prepared must also hold as far as it
 * says. Prints how many places there are, and at how many of them something is inlined.
 */
#include <inttypes.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pmc_profile *profile;
static struct pmc_symbols *symbols[2];
static int *objects[2];

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "inlined: %s: %s\n", what, why);
	exit(1);
}

static void open_objects(int which, size_t n)
{
	struct pmc_diag diag;
	size_t i;

	objects[which] = calloc(n + 1, sizeof(int));
	if (!objects[which] || pmc_symbols_create(0, NULL, &symbols[which]))
		fail("symbols", "no memory");
	for (i = 0; i < n; i++)
		objects[which][i] = pmc_symbols_profile_object(symbols[which], profile, (unsigned)i,
							       &diag);
}

/* What one of the two says: 1 and a name, 0, or an error. */
static int ask(int which, unsigned object, uint64_t address, const char **name, uint64_t *last)
{
	*name = "";
	*last = address;
	return pmc_symbols_inlined(symbols[which], objects[which][object], address, name, last);
}

static void compare(const struct pmc_place *place, uint64_t address, int said, const char *name)
{
	const char *other;
	uint64_t last;
	int result = ask(1, place->object, address, &other, &last);

	if (result == said && !strcmp(name, other))
		return;
	fprintf(stderr, "object %u, %" PRIx64 ": %d %s, but place by place %d %s\n", place->object,
		address, said, name, result, other);
	exit(1);
}

int main(int argc, char **argv)
{
	struct pmc_profile_info info;
	struct pmc_place place;
	struct pmc_diag diag;
	size_t i, inlined = 0;

	if (argc != 2)
		fail("usage", "inlined PROFILE");
	if (pmc_profile_open(argv[1], &profile, &diag))
		fail(argv[1], diag.sentence);
	pmc_profile_info(profile, &info);
	open_objects(0, info.objects);
	open_objects(1, info.objects);
	if (pmc_symbols_prepare_inlined(symbols[0], profile, objects[0]))
		fail(argv[1], "no memory");
	for (i = 0; !pmc_profile_place_at(profile, i, &place); i++) {
		const char *name;
		uint64_t last;
		int said = ask(0, place.object, place.address, &name, &last);

		inlined += said == 1;
		compare(&place, place.address, said, name);
		if (last < place.address)
			fail(argv[1], "an answer ends before its address");
		if (said >= 0 && last != UINT64_MAX)
			compare(&place, last, said, name);
	}
	printf("%zu places, %zu inlined\n", i, inlined);
	for (i = 0; i < 2; i++) {
		pmc_symbols_destroy(symbols[i]);
		free(objects[i]);
	}
	pmc_profile_close(profile);
	return 0;
}
