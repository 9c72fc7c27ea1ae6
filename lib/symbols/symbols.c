/* SPDX-License-Identifier: BSD-2-Clause */
/* Symbols and lines of objects: the public functions. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/base/vector.h"
#include "lib/profile/model/model.h"
#include "lib/symbols/object.h"
#include "lib/symbols/prepare.h"
#include "lib/symbols/profile_names.h"
#include "pmc/profile.h"

/* So many functions of one address are looked at. */
#define MOST_FUNCTIONS 64

struct pmc_symbols {
	pthread_mutex_t lock;
	struct object_options options;
	struct object *objects;
	size_t n, room;
};

int pmc_symbols_create(unsigned flags, const char *symfs, struct pmc_symbols **symbols)
{
	struct pmc_symbols *s;
	size_t n;

	if (flags & ~(PMC_SYMBOLS_LINKAGE | PMC_SYMBOLS_NO_DEBUG | PMC_SYMBOLS_CACHE))
		return -EINVAL;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	s->options.symfs = strdup(symfs ? symfs : "");
	if (!s->options.symfs) {
		free(s);
		return -ENOMEM;
	}
	n = strlen(s->options.symfs);
	while (n && s->options.symfs[n - 1] == '/')
		s->options.symfs[--n] = 0;
	s->options.linkage = flags & PMC_SYMBOLS_LINKAGE;
	s->options.lines = !(flags & PMC_SYMBOLS_NO_DEBUG);
	s->options.cache = flags & PMC_SYMBOLS_CACHE;
	pthread_mutex_init(&s->lock, NULL);
	*symbols = s;
	return 0;
}

void pmc_symbols_destroy(struct pmc_symbols *symbols)
{
	size_t i;

	if (!symbols)
		return;
	for (i = 0; i < symbols->n; i++)
		object_close(&symbols->objects[i]);
	free(symbols->objects);
	demangler_deinit(&symbols->options.demangler);
	free(symbols->options.symfs);
	pthread_mutex_destroy(&symbols->lock);
	free(symbols);
}

/* Room for one object more; its address moves when another one is added. 0 or -ENOMEM. */
static int make_room(struct pmc_symbols *symbols)
{
	return vector_reserve(&symbols->objects, &symbols->room, symbols->n + 1,
			      sizeof(*symbols->objects));
}

/* The object with this key, or how many there are. */
static size_t index_of(const struct pmc_symbols *symbols, const char *key)
{
	size_t i;

	for (i = 0; i < symbols->n; i++)
		if (!strcmp(symbols->objects[i].key, key))
			break;
	return i;
}

int pmc_symbols_object(struct pmc_symbols *symbols, const char *path, const uint8_t *build_id,
		       size_t build_id_size, struct pmc_diag *diag)
{
	int error;
	size_t i;

	pthread_mutex_lock(&symbols->lock);
	i = index_of(symbols, path);
	error = i == symbols->n ? make_room(symbols) : 0;
	if (!error && i == symbols->n) {
		error = object_open(&symbols->options, path, &symbols->objects[i], diag);
		symbols->n += !error;
	}
	if (!error)
		error = object_check(&symbols->objects[i], build_id, build_id_size, diag);
	pthread_mutex_unlock(&symbols->lock);
	return error ? error : (int)i;
}

int pmc_symbols_profile_object(struct pmc_symbols *symbols, const struct pmc_profile *profile,
			       unsigned object, struct pmc_diag *diag)
{
	struct pmc_profile_object o;
	char key[64];
	int error = pmc_profile_object_at(profile, object, &o);
	size_t i;

	if (error)
		return diag_say(diag, error, "the profile has no object %u", object);
	/* No path is like this. */
	snprintf(key, sizeof(key), "profile %p object %u", (const void *)profile, object);
	pthread_mutex_lock(&symbols->lock);
	i = index_of(symbols, key);
	error = i == symbols->n ? make_room(symbols) : 0;
	if (!error && i == symbols->n) {
		error = profile_names(profile, object, key, &symbols->objects[i]);
		symbols->n += !error;
	}
	pthread_mutex_unlock(&symbols->lock);
	if (error != -ENOENT)
		return error ? error : (int)i;
	if (o.kind == PMC_OBJECT_FILE || o.kind == PMC_OBJECT_VDSO)
		return pmc_symbols_object(symbols, o.path, o.build_id, o.build_id_size, diag);
	if (!o.path[0])
		return diag_say(diag, -ENOENT,
				"the profile does not say which file has their code");
	return diag_say(
		diag, -ENOENT,
		"the profile has no names for the code in '%s'; a program that makes code can name "
		"it, as node --perf-basic-prof does (pmc-record(1))",
		o.path);
}

/* Locks the symbols; NULL: there is no such object. */
static struct object *lock(struct pmc_symbols *symbols, int object)
{
	pthread_mutex_lock(&symbols->lock);
	if (object >= 0 && (size_t)object < symbols->n)
		return &symbols->objects[object];
	return NULL;
}

static int unlock(struct pmc_symbols *symbols, int result)
{
	pthread_mutex_unlock(&symbols->lock);
	return result;
}

int pmc_symbols_find(struct pmc_symbols *symbols, int object, uint64_t address,
		     struct pmc_symbol *symbol)
{
	struct object *o = lock(symbols, object);

	if (!o)
		return unlock(symbols, -EINVAL);
	return unlock(symbols, object_find(&symbols->options, o, address, symbol));
}

int pmc_symbols_at(struct pmc_symbols *symbols, int object, size_t i, struct pmc_symbol *symbol)
{
	struct object *o = lock(symbols, object);

	if (!o)
		return unlock(symbols, -EINVAL);
	if (object_table(o))
		return unlock(symbols, -ENOMEM);
	if (i >= o->table.n)
		return unlock(symbols, -ENOENT);
	return unlock(symbols, object_symbol(&symbols->options, o, &o->table.symbols[i], symbol));
}

int pmc_symbols_lines(struct pmc_symbols *symbols, int object, uint64_t address,
		      struct pmc_line *lines, size_t n)
{
	struct object *o = lock(symbols, object);

	if (!o)
		return unlock(symbols, -EINVAL);
	return unlock(symbols, object_lines(&symbols->options, o, address, true, lines, n));
}

int pmc_symbols_functions(struct pmc_symbols *symbols, int object, uint64_t address,
			  const char **names, size_t n)
{
	struct object *o = lock(symbols, object);
	struct pmc_line lines[MOST_FUNCTIONS];
	int found, i;

	if (!o)
		return unlock(symbols, -EINVAL);
	found = object_lines(&symbols->options, o, address, false, lines,
			     n < MOST_FUNCTIONS ? n : MOST_FUNCTIONS);
	for (i = 0; i < found; i++)
		names[i] = lines[i].function;
	return unlock(symbols, found);
}

int pmc_symbols_inlined(struct pmc_symbols *symbols, int object, uint64_t address,
			const char **name, uint64_t *last)
{
	struct object *o = lock(symbols, object);

	if (!o)
		return unlock(symbols, -EINVAL);
	return unlock(symbols, object_inlined(&symbols->options, o, address, name, last));
}

/* The first place from `first` on that is in another object. */
static size_t end_of_object(const struct pmc_profile *p, size_t first)
{
	size_t low = first, high = p->n_places;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (model_place(p, middle).object == model_place(p, first).object)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* Lists the places by object, each object once. Returns how many; SIZE_MAX: no memory. */
static size_t list_places(struct pmc_symbols *symbols, const struct pmc_profile *p,
			  const int *objects, struct prepare_object **list)
{
	bool *listed = calloc(symbols->n + 1, sizeof(*listed));
	size_t n = 0, first, end;

	*list = calloc(symbols->n + 1, sizeof(**list));
	if (!*list || !listed)
		n = SIZE_MAX;
	for (first = 0; n != SIZE_MAX && first < p->n_places; first = end) {
		int i = objects[model_place(p, first).object];

		end = end_of_object(p, first);
		if (i < 0 || (size_t)i >= symbols->n || listed[i] || symbols->objects[i].lines)
			continue;
		listed[i] = true;
		(*list)[n++] = (struct prepare_object){ &symbols->objects[i], first, end };
	}
	free(listed);
	return n;
}

int pmc_symbols_prepare_inlined(struct pmc_symbols *symbols, const struct pmc_profile *profile,
				const int *objects)
{
	struct prepare_object *list = NULL;
	int error = model_need(profile);
	size_t n;

	/* What a summary has is mostly known. */
	if (error || profile->extents)
		return error;
	pthread_mutex_lock(&symbols->lock);
	n = list_places(symbols, profile, objects, &list);
	error = n == SIZE_MAX ? -ENOMEM : prepare_inlined(&symbols->options, profile, list, n);
	free(list);
	return unlock(symbols, error);
}

int pmc_symbols_check_lines(struct pmc_symbols *symbols, int object, struct pmc_diag *diag)
{
	struct object *o = lock(symbols, object);
	int result = -EINVAL;

	if (!o)
		diag_say(diag, result, "there is no object %d", object);
	else if (!o->lines && !object_has_answers(o))
		result = object_debug(&symbols->options, o, diag);
	else
		result = 0;
	return unlock(symbols, result);
}

size_t pmc_symbols_code(struct pmc_symbols *symbols, int object, uint64_t address, void *bytes,
			size_t n)
{
	struct object *o = lock(symbols, object);
	size_t copied = o ? elf_loaded(&o->elf, address, bytes, n) : 0;

	unlock(symbols, 0);
	return copied;
}
