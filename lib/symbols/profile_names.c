/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes a table of the names in a profile. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/object.h"
#include "lib/symbols/profile_names.h"
#include "pmc/profile.h"

static uint64_t end_of(const struct pmc_profile_symbol *s)
{
	return s->size && s->size <= UINT64_MAX - s->address ? s->address + s->size : UINT64_MAX;
}

static int add(struct object *object, const struct pmc_profile_symbol *from)
{
	struct symtab_symbol s = { .start = from->address,
				   .end = end_of(from),
				   .rank = SYMTAB_FUNCTION | (from->size ? SYMTAB_SIZED : 0) };

	s.name = text_join(&object->text, from->name, "");
	return s.name ? symtab_add(&object->table, &s) : -ENOMEM;
}

/* Adds the names of one of the profile's objects. */
static int add_names(struct object *object, const struct pmc_profile *profile, unsigned number)
{
	struct pmc_profile_symbol symbol, before = { 0 };
	struct symtab *table = &object->table;
	struct pmc_profile_info info;
	int error = 0;
	size_t i;

	pmc_profile_info(profile, &info);
	for (i = 0; !error && !pmc_profile_symbol_at(profile, i, &symbol); i++) {
		if (symbol.object != number)
			continue;
		/* There a function has a symbol for each line. */
		if (info.format == PMC_PROFILE_CALLGRIND && table->n &&
		    end_of(&before) == symbol.address && !strcmp(before.name, symbol.name))
			table->symbols[table->n - 1].end = end_of(&symbol);
		else
			error = add(object, &symbol);
		before = symbol;
	}
	return error;
}

/* Adds the line of a symbol, once the table is sorted and has an index. */
static int add_line(struct object *object, const struct pmc_profile_symbol *from)
{
	const struct symtab_symbol *s = symtab_start(&object->table, from->address);
	struct object_line *line = &object->lines[object->n_lines];

	if (!s)
		s = symtab_find(&object->table, from->address);
	if (!s || !from->file || strcmp(s->name, from->name))
		return 0;
	*line = (struct object_line){ .start = from->address,
				      .symbol = (size_t)(s - object->table.symbols),
				      .line = from->line };
	if (object->n_lines && !strcmp(line[-1].file, from->file))
		line->file = line[-1].file;
	else
		line->file = text_join(&object->text, from->file, "");
	object->n_lines++;
	return line->file ? 0 : -ENOMEM;
}

static int add_lines(struct object *object, const struct pmc_profile *profile, unsigned number)
{
	struct pmc_profile_symbol symbol;
	struct pmc_profile_info info;
	int error = 0;
	size_t i;

	pmc_profile_info(profile, &info);
	object->lines = calloc(info.symbols + 1, sizeof(*object->lines));
	if (!object->lines)
		return -ENOMEM;
	for (i = 0; !error && !pmc_profile_symbol_at(profile, i, &symbol); i++)
		if (symbol.object == number)
			error = add_line(object, &symbol);
	return error;
}

int profile_names(const struct pmc_profile *profile, unsigned number, const char *key,
		  struct object *object)
{
	struct object o = { 0 };
	int error = add_names(&o, profile, number);

	if (!error && !o.table.n)
		return -ENOENT;
	if (!error)
		error = symtab_close(&o.table);
	if (!error)
		error = symtab_index(&o.table);
	if (!error)
		error = add_lines(&o, profile, number);
	o.key = strdup(key);
	if (error || !o.key) {
		object_close(&o);
		return -ENOMEM;
	}
	o.table_read = true;
	*object = o;
	return 0;
}
