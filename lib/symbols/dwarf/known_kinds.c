/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps what abbreviations say. */
#ifdef PMC_LIBDW
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/symbols/base/hash.h"
#include "lib/symbols/dwarf/entry_field.h"
#include "lib/symbols/dwarf/known_kinds.h"

void known_kinds_deinit(struct known_kinds *known)
{
	free(known->all);
	free(known->fields);
	*known = (struct known_kinds){ 0 };
}

static struct known_kind *slot_of(const struct known_kinds *known, const uint8_t *bytes, size_t n)
{
	size_t i = hash_bytes(bytes, n) & (known->slots - 1);

	while (known->all[i].bytes &&
	       (known->all[i].n_bytes != n || memcmp(known->all[i].bytes, bytes, n)))
		i = (i + 1) & (known->slots - 1);
	return &known->all[i];
}

static bool grow(struct known_kinds *known)
{
	struct known_kinds larger = *known;
	size_t i;

	if (2 * known->n < known->slots)
		return true;
	larger.slots = known->slots ? 2 * known->slots : 256;
	larger.all = calloc(larger.slots, sizeof(*larger.all));
	if (!larger.all)
		return false;
	for (i = 0; i < known->slots; i++)
		if (known->all[i].bytes)
			*slot_of(&larger, known->all[i].bytes,
				 known->all[i].n_bytes) = known->all[i];
	free(known->all);
	*known = larger;
	return true;
}

struct known_kind *known_kinds_find(struct known_kinds *known, const struct entries_of_unit *unit,
				    const uint8_t *bytes, size_t n)
{
	if (!known->slots) {
		known->address_size = unit->address_size;
		known->offset_size = unit->offset_size;
		known->version = unit->version;
	}
	if (known->address_size != unit->address_size || known->offset_size != unit->offset_size ||
	    known->version != unit->version || !grow(known))
		return NULL;
	return slot_of(known, bytes, n);
}

void known_kinds_keep(struct known_kinds *known, struct known_kind *slot,
		      const struct entries_of_unit *unit, const struct entry_kind *kind,
		      const struct entry_leaf *leaf, const uint8_t *bytes, size_t n)
{
	if (vector_reserve(&known->fields, &known->fields_room, known->n_fields + kind->n,
			   sizeof(*known->fields)))
		return;
	if (kind->n)
		memcpy(known->fields + known->n_fields, unit->fields + kind->first,
		       kind->n * sizeof(*known->fields));
	*slot = (struct known_kind){ bytes, n, *kind, *leaf };
	slot->kind.first = known->n_fields;
	known->n_fields += kind->n;
	known->n++;
}
#endif
