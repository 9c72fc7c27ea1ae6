/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions of a profile. */
#include "cli/profile/functions.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNASKED (-2)

static int grow(struct functions *f);

int functions_init(struct functions *f, const struct pmc_profile *profile,
		   const struct symbol_options *options)
{
	unsigned flags = (options->linkage ? PMC_SYMBOLS_LINKAGE : 0) |
			 (options->no_cache ? 0 : PMC_SYMBOLS_CACHE);
	struct pmc_profile_info info;
	size_t i;

	memset(f, 0, sizeof(*f));
	pmc_profile_info(profile, &info);
	f->profile = profile;
	f->last.function = FUNCTION_NONE;
	f->n_objects = info.objects;
	f->object = calloc(info.objects + 1, sizeof(*f->object));
	f->why = calloc(info.objects + 1, sizeof(*f->why));
	f->why_lines = calloc(info.objects + 1, sizeof(*f->why_lines));
	f->asked_lines = calloc(info.objects + 1, sizeof(*f->asked_lines));
	if (!f->object || !f->why || !f->why_lines || !f->asked_lines || grow(f) ||
	    pmc_symbols_create(flags, options->symfs, &f->symbols)) {
		functions_deinit(f);
		return -ENOMEM;
	}
	for (i = 0; i < info.objects; i++)
		f->object[i] = UNASKED;
	return 0;
}

void functions_deinit(struct functions *f)
{
	size_t i;

	pmc_symbols_destroy(f->symbols);
	for (i = 0; f->why && i < f->n_objects; i++)
		free(f->why[i]);
	for (i = 0; f->why_lines && i < f->n_objects; i++)
		free(f->why_lines[i]);
	free(f->why);
	free(f->why_lines);
	free(f->asked_lines);
	for (i = 0; i < f->n_address_names; i++)
		free(f->address_name[i]);
	free(f->address_name);
	entries_deinit(&f->entries);
	free(f->object);
	free(f->function);
	free(f->slot);
	memset(f, 0, sizeof(*f));
}

/* Asks for the symbols of an object: those that the profile brings, or else the file's. */
static int open_object(struct functions *f, unsigned index)
{
	struct pmc_diag diag = { 0 };
	int found = pmc_symbols_profile_object(f->symbols, f->profile, index, &diag);

	if (found >= 0)
		return found;
	f->why[index] = strdup(diag.sentence);
	return -1;
}

int functions_object(struct functions *f, unsigned object)
{
	if (object >= f->n_objects)
		return -1;
	if (f->object[object] == UNASKED)
		f->object[object] = open_object(f, object);
	return f->object[object];
}

static size_t slot_of(const struct functions *f, unsigned object, uint64_t start)
{
	uint64_t h = (start + object * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
	size_t i = (size_t)(h ^ h >> 32) & (f->slots - 1);
	const struct function *function;

	for (; f->slot[i]; i = (i + 1) & (f->slots - 1)) {
		function = &f->function[f->slot[i] - 1];
		if (function->object == object && function->start == start)
			break;
	}
	return i;
}

static int grow(struct functions *f)
{
	unsigned room = f->room ? f->room * 2 : 1024, i;
	struct function *function = realloc(f->function, room * sizeof(*function));
	unsigned *slot;

	if (!function)
		return -ENOMEM;
	f->function = function;
	slot = calloc((size_t)room * 2, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(f->slot);
	f->slot = slot;
	f->slots = (size_t)room * 2;
	f->room = room;
	for (i = 0; i < f->n; i++)
		slot[slot_of(f, function[i].object, function[i].start)] = i + 1;
	return 0;
}

static unsigned add(struct functions *f, const struct function *function)
{
	size_t slot;

	if (f->n == f->room && grow(f))
		return FUNCTION_NONE;
	slot = slot_of(f, function->object, function->start);
	if (!f->slot[slot]) {
		f->function[f->n++] = *function;
		f->slot[slot] = f->n;
	}
	return f->slot[slot] - 1;
}

/* The address as a name, which belongs to the functions. NULL: there is no memory. */
static const char *address_name(struct functions *f, uint64_t address)
{
	char text[24], *name;

	if (f->n_address_names == f->address_name_room) {
		size_t room = f->address_name_room * 2 + 64;
		char **more = realloc(f->address_name, room * sizeof(*more));

		if (!more)
			return NULL;
		f->address_name = more;
		f->address_name_room = room;
	}
	snprintf(text, sizeof(text), "0x%llx", (unsigned long long)address);
	name = strdup(text);
	if (name)
		f->address_name[f->n_address_names++] = name;
	return name;
}

/*
 * Finds the bounds of a function without a name between two symbols; *gap becomes narrower when
 * they are unknown.
 */
static void find_nameless(struct functions *f, struct function *function, uint64_t address,
			  struct functions_last *gap)
{
	if (!f->split)
		return;
	if (!f->entries_known) {
		f->entries_known = true;
		entries_init(&f->entries, f->profile, f->other);
	}
	if (!f->entries.n ||
	    entries_find(&f->entries, function->object, address, &gap->start, &gap->end))
		return;
	function->start = gap->start;
	function->end = gap->end;
	/* It may have been found before, by another address. */
	function->name = address_name(f, function->start);
	function->nameless = function->name;
}

unsigned functions_find(struct functions *f, unsigned object, uint64_t address)
{
	struct functions_last *last = &f->last;
	struct function function = { .object = object };
	struct pmc_symbol symbol = { .size = UINT64_MAX };
	int index, error = -ENOENT;

	if (last->function != FUNCTION_NONE && last->object == object && address >= last->start &&
	    address < last->end)
		return last->function;
	index = functions_object(f, object);
	if (index >= 0)
		error = pmc_symbols_find(f->symbols, index, address, &symbol);
	last->object = object;
	last->start = error && error != -ENOENT ? address : symbol.start;
	last->end = error && error != -ENOENT ? address : symbol.start + symbol.size;
	if (!error) {
		function.start = symbol.start;
		function.end = symbol.start + symbol.size;
		function.name = symbol.name;
	}
	if (!function.name)
		find_nameless(f, &function, address, last);
	/* A name at address 0, too, is another function than all that have no name. */
	if (!function.name)
		function.start = UINT64_MAX;
	last->function = add(f, &function);
	return last->function;
}

/* Finds out once, when something was not found, whether an object has debug information at all. */
static void ask_lines(struct functions *f, unsigned object, int index)
{
	struct pmc_diag diag;

	if (f->asked_lines[object])
		return;
	f->asked_lines[object] = true;
	if (pmc_symbols_check_lines(f->symbols, index, &diag))
		f->why_lines[object] = strdup(diag.sentence);
}

int functions_lines(struct functions *f, unsigned object, uint64_t address, struct pmc_line *lines,
		    size_t n)
{
	int index = functions_object(f, object), found;

	if (index < 0)
		return 0;
	found = pmc_symbols_lines(f->symbols, index, address, lines, n);
	if (found <= 0)
		ask_lines(f, object, index);
	return found > 0 ? found : 0;
}

/* The first place from `first` on that is in another object than this. */
static size_t next_object(const struct functions *f, size_t first, size_t n, unsigned object)
{
	struct pmc_place place;
	size_t middle;

	while (first < n) {
		middle = first + (n - first) / 2;
		if (!pmc_profile_where_at(f->profile, middle, &place) && place.object <= object)
			first = middle + 1;
		else
			n = middle;
	}
	return first;
}

void functions_prepare_inlined(struct functions *f)
{
	struct pmc_profile_info info;
	struct pmc_place place;
	size_t i = 0, k;
	int *object;

	pmc_profile_info(f->profile, &info);
	/* Objects are opened in the order of places, and no others. */
	while (i < info.places && !pmc_profile_where_at(f->profile, i, &place)) {
		functions_object(f, place.object);
		i = next_object(f, i, info.places, place.object);
	}
	object = calloc(f->n_objects + 1, sizeof(*object));
	if (!object)
		return;
	for (k = 0; k < f->n_objects; k++)
		object[k] = f->object[k] == UNASKED ? -1 : f->object[k];
	pmc_symbols_prepare_inlined(f->symbols, f->profile, object);
	free(object);
}

const char *functions_inlined(struct functions *f, unsigned object, uint64_t address,
			      uint64_t *last)
{
	int index = functions_object(f, object), found;
	const char *name;

	*last = UINT64_MAX;
	if (index < 0)
		return NULL;
	found = pmc_symbols_inlined(f->symbols, index, address, &name, last);
	if (found < 0)
		ask_lines(f, object, index);
	/* Without debug information it is the same everywhere. */
	if (found < 0)
		*last = found == -ENODATA ? UINT64_MAX : address;
	return found > 0 ? name : NULL;
}
