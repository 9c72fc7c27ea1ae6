/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds units by address. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/symbols/dwarf/unit_map.h"

/* Ranges while they are collected. */
struct collected {
	struct span *list;
	size_t n, room;
};

static int collect(struct collected *c, uint64_t start, uint64_t end, uint32_t unit)
{
	if (vector_reserve(&c->list, &c->room, c->n + 1, sizeof(*c->list)))
		return -ENOMEM;
	c->list[c->n++] = (struct span){ start, end, unit };
	return 0;
}

/* Collects what a unit says itself. */
static int ask_libdw(const struct unit_map *map, uint32_t i, struct collected *to)
{
	Dwarf_Die die = map->units[i].die;
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;
	int error = 0;

	while (!error && map->budget->ranges &&
	       (offset = map->dw->dwarf_ranges(&die, offset, &base, &start, &end)) > 0) {
		map->budget->ranges--;
		error = collect(to, start, end, i);
	}
	return error;
}

/* The same without libdw, which takes ten times as long, if that can be done. */
static int ask_unit(const struct unit_map *map, uint32_t i, struct collected *to)
{
	struct unit *unit = &map->units[i];
	struct span *list = NULL;
	size_t n = 0, k;
	int error = -ENOSYS;

	if (unit->inner.addr == unit->die.addr &&
	    scopes_begin(&unit->scopes, map->dw, &unit->die, map->sections))
		error = scopes_of_unit(&unit->scopes, map->budget, &list, &n);
	if (error == -ENOSYS)
		return ask_libdw(map, i, to);
	for (k = 0; !error && k < n; k++)
		error = collect(to, list[k].start, list[k].end, i);
	free(list);
	return error;
}

static int add_unit(struct unit_map *map, const Dwarf_Die *die, const Dwarf_Die *inner)
{
	if (map->n == SPANS_NONE ||
	    vector_reserve(&map->units, &map->room, map->n + 1, sizeof(*map->units)))
		return -ENOMEM;
	map->units[map->n++] = (struct unit){ .die = *die, .inner = inner->addr ? *inner : *die };
	return 0;
}

static int find_units(struct unit_map *map, Dwarf *dwarf)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die, inner;
	uint8_t kind;
	int error = 0;

	while (!error && !map->dw->dwarf_get_units(dwarf, cu, &cu, NULL, &kind, &die, &inner)) {
		if (kind != DW_UT_compile && kind != DW_UT_skeleton)
			continue;
		map->is_split |= kind == DW_UT_skeleton;
		error = add_unit(map, &die, &inner);
	}
	return error;
}

/* ---- The index ---- */

/* The unit whose entry is at this offset; SPANS_NONE: there is none. */
static uint32_t unit_at(const struct unit_map *map, Dwarf_Off offset)
{
	size_t low = 0, high = map->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		Dwarf_Off at = map->dw->dwarf_dieoffset(&map->units[middle].die);

		if (at == offset)
			return middle;
		if (at < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return SPANS_NONE;
}

/* Collects what .debug_aranges says. Nothing at all, if it names anything but units. */
static int ask_index(const struct unit_map *map, Dwarf *dwarf, struct collected *to)
{
	const struct libdw *dw = map->dw;
	Dwarf_Aranges *all = NULL;
	size_t n = 0, i;

	if (dw->dwarf_getaranges(dwarf, &all, &n))
		return 0;
	for (i = 0; i < n && map->budget->ranges; i++) {
		Dwarf_Addr start;
		Dwarf_Word length;
		Dwarf_Off offset;
		uint32_t unit = SPANS_NONE;

		if (!dw->dwarf_getarangeinfo(dw->dwarf_onearange(all, i), &start, &length, &offset))
			unit = unit_at(map, offset);
		if (unit == SPANS_NONE) {
			to->n = 0;
			return 0;
		}
		map->budget->ranges--;
		if (collect(to, start, start + length, unit))
			return -ENOMEM;
	}
	return 0;
}

/* Keeps the ranges of the index by unit. */
static int keep_index(struct unit_map *map, const struct collected *c)
{
	size_t i;

	map->listed = malloc(c->n * sizeof(*map->listed));
	map->first = calloc(map->n + 2, sizeof(*map->first));
	if (!map->listed || !map->first || c->n > UINT32_MAX)
		return -ENOMEM;
	/* One further on than it is in the end: filling in moves each on by what is its own. */
	for (i = 0; i < c->n; i++)
		map->first[c->list[i].value + 2]++;
	for (i = 2; i < map->n + 2; i++)
		map->first[i] += map->first[i - 1];
	for (i = 0; i < c->n; i++)
		map->listed[map->first[c->list[i].value + 1]++] = c->list[i];
	return 0;
}

static void forget_index(struct unit_map *map)
{
	free(map->listed);
	free(map->first);
	map->listed = NULL;
	map->first = NULL;
}

/* Do the lists cover the same addresses? Sorts them. 0: they do not; -ENOMEM. */
static int cover_same(struct span *a, size_t n_a, struct span *b, size_t n_b)
{
	struct spans x = { 0 }, y = { 0 };
	int result = -ENOMEM;
	size_t i;

	for (i = 0; i < n_a; i++)
		a[i].value = 0;
	for (i = 0; i < n_b; i++)
		b[i].value = 0;
	if (!spans_init(&x, a, n_a) && !spans_init(&y, b, n_b))
		result = x.n == y.n &&
			 (!x.n || !memcmp(x.starts, y.starts, x.n * sizeof(*x.starts)));
	spans_deinit(&x);
	spans_deinit(&y);
	return result;
}

/* Does the index say of a unit what this says itself? -ENOMEM. */
static int agrees(struct unit_map *map, uint32_t i)
{
	struct collected own = { 0 };
	int result = ask_unit(map, i, &own);

	if (!result)
		result = cover_same(own.list, own.n, map->listed + map->first[i],
				    map->first[i + 1] - map->first[i]);
	free(own.list);
	return result;
}

/* ---- Units by address ---- */

/* Makes the pieces of what units say themselves; of those in the index, if that counts, of it. */
static int map_units(struct unit_map *map, struct collected *c)
{
	int error = 0;
	size_t i;

	for (i = 0; !error && i < map->n; i++)
		if (!map->listed || map->first[i] == map->first[i + 1])
			error = ask_unit(map, i, c);
	return error ? error : spans_init(&map->spans, c->list, c->n);
}

int unit_map_init(struct unit_map *map, const struct libdw *dw, Dwarf *dwarf,
		  const struct sections *sections, struct unit_budget *budget)
{
	struct collected c = { 0 };
	int error;

	*map = (struct unit_map){ .dw = dw, .sections = sections, .budget = budget };
	error = find_units(map, dwarf);
	if (!error)
		error = ask_index(map, dwarf, &c);
	if (!error && c.n)
		error = keep_index(map, &c);
	if (!error)
		error = map_units(map, &c);
	free(c.list);
	return error;
}

void unit_map_deinit(struct unit_map *map)
{
	size_t i;

	for (i = 0; i < map->n; i++)
		unit_deinit(&map->units[i]);
	free(map->units);
	spans_deinit(&map->spans);
	forget_index(map);
	*map = (struct unit_map){ 0 };
}

/* Takes the units' own word from now on. Without memory no address has a unit. */
static void distrust(struct unit_map *map)
{
	struct collected c = { 0 };

	forget_index(map);
	spans_deinit(&map->spans);
	map_units(map, &c);
	free(c.list);
}

/* Is the index right about a unit, as far as it counts? */
static bool is_right(struct unit_map *map, uint32_t i)
{
	if (i == SPANS_NONE || map->units[i].is_placed)
		return true;
	map->units[i].is_placed = true;
	return map->first[i] == map->first[i + 1] || agrees(map, i) > 0;
}

/* The same about the units at both ends of a gap, in which this address is. */
static bool is_right_around(struct unit_map *map, uint64_t address)
{
	const struct spans *s = &map->spans;
	size_t gap = s->last;

	if (!s->n || address < s->starts[0])
		return !s->n || is_right(map, s->values[0]);
	return is_right(map, s->values[gap - 1]) &&
	       (gap + 1 == s->n || is_right(map, s->values[gap + 1]));
}

struct unit *unit_map_find(struct unit_map *map, uint64_t address, struct piece *within)
{
	struct piece piece = *within;
	uint32_t i = spans_piece(&map->spans, address, &piece);

	if (map->listed && !(i == SPANS_NONE ? is_right_around(map, address) : is_right(map, i))) {
		distrust(map);
		piece = *within;
		i = spans_piece(&map->spans, address, &piece);
	}
	*within = piece;
	return i == SPANS_NONE ? NULL : &map->units[i];
}
#endif
