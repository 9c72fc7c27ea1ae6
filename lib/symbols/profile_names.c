/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes a table of the names in a profile. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/object.h"
#include "lib/symbols/profile_names.h"
#include "pmc/profile.h"

static int add(struct object *object, const struct pmc_profile_symbol *from)
{
	struct symtab_symbol s = { .start = from->address,
				   .end = UINT64_MAX,
				   .rank = SYMTAB_FUNCTION };

	s.name = text_join(&object->text, from->name, "");
	if (!s.name)
		return -ENOMEM;
	if (from->size) {
		s.rank |= SYMTAB_SIZED;
		if (from->size <= UINT64_MAX - from->address)
			s.end = from->address + from->size;
	}
	return symtab_add(&object->table, &s);
}

/* Finds the line of each symbol, once the table is sorted. */
static int add_line(struct object *object, const struct pmc_profile_symbol *from)
{
	const struct symtab_symbol *s = symtab_start(&object->table, from->address);
	struct object_line *line;

	if (!s || !from->file || strcmp(s->name, from->name))
		return 0;
	line = &object->lines[s - object->table.symbols];
	line->file = text_join(&object->text, from->file, "");
	line->line = from->line;
	return line->file ? 0 : -ENOMEM;
}

int profile_names(const struct pmc_profile *profile, unsigned number, const char *key,
		  struct object *object)
{
	struct pmc_profile_symbol symbol;
	struct object o = { 0 };
	size_t i;
	int error = 0;

	for (i = 0; !error && !pmc_profile_symbol_at(profile, i, &symbol); i++)
		if (symbol.object == number)
			error = add(&o, &symbol);
	if (!error && !o.table.n)
		return -ENOENT;
	if (!error)
		error = symtab_close(&o.table);
	o.key = strdup(key);
	o.lines = !o.key || error ? NULL : calloc(o.table.n, sizeof(*o.lines));
	if (!o.lines)
		error = -ENOMEM;
	for (i = 0; !error && !pmc_profile_symbol_at(profile, i, &symbol); i++)
		if (symbol.object == number)
			error = add_line(&o, &symbol);
	if (!error)
		error = symtab_index(&o.table);
	if (error) {
		object_close(&o);
		return error;
	}
	o.table_read = true;
	*object = o;
	return 0;
}
