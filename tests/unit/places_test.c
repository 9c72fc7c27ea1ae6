/* SPDX-License-Identifier: BSD-2-Clause */
/* Maps of places against a list of them: near ones may count, what is in a range always does. */
#include <stdint.h>
#include <stdlib.h>

#include "lib/symbols/dwarf/places.h"
#include "tests/tap.h"

#define COUNT 300
#define FAR   4096 /* the most bytes that a bit stands for below */

static uint64_t place[COUNT];

/* Is there one at most `near` bytes away? */
static bool is_near(uint64_t start, uint64_t end, uint64_t near)
{
	unsigned i;

	for (i = 0; i < COUNT; i++)
		if (place[i] + near >= start && place[i] < end + near && start < end)
			return true;
	return false;
}

static void compare(const char *name, uint64_t base, uint64_t width, uint64_t near)
{
	uint64_t first = UINT64_MAX, last = 0;
	unsigned i, lost = 0, invented = 0, none = 0;
	struct places map;

	for (i = 0; i < COUNT; i++) {
		place[i] = base + (uint64_t)random() % width;
		first = place[i] < first ? place[i] : first;
		last = place[i] > last ? place[i] : last;
	}
	ok(!places_init(&map, COUNT, first, last), "%s: there is memory", name);
	for (i = 0; i < COUNT; i++)
		places_add(&map, place[i]);
	for (i = 0; i < 20000; i++) {
		uint64_t start = base - 50 + (uint64_t)random() % (width + 100);
		uint64_t end = start + (uint64_t)random() % (i % 2 ? 40 : 3000);
		bool any = places_any(&map, start, end);

		lost += is_near(start, end, 0) && !any;
		invented += any && !is_near(start, end, near);
		none += !any;
	}
	ok(!lost, "%s: none is lost (%u)", name, lost);
	ok(!invented, "%s: none is invented that is not near (%u)", name, invented);
	ok(none > 1000, "%s: there often is none (%u)", name, none);
	places_deinit(&map);
}

int main(void)
{
	struct places map;

	compare("a program", 0x401000, 60000, 16);
	compare("a large one", 0x7f0000001000, 60000000, FAR);
	compare("near 0", 64, 9000, 16);
	ok(!places_init(&map, 2, 0, UINT64_MAX), "all addresses: there is memory");
	places_add(&map, 0);
	places_add(&map, UINT64_MAX);
	ok(places_any(&map, 0, 1) && places_any(&map, UINT64_MAX - 1, UINT64_MAX),
	   "all addresses: both ends count");
	ok(!places_any(&map, UINT64_MAX / 2, UINT64_MAX / 2 + 9), "all addresses: between is none");
	places_deinit(&map);
	return done();
}
