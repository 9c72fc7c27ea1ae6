/* SPDX-License-Identifier: BSD-2-Clause */
/* Goes over leaves. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <string.h>

#include "lib/symbols/dwarf/entry_field.h"
#include "lib/symbols/dwarf/forms.h"
#include "lib/symbols/dwarf/leaves.h"
#include "lib/symbols/dwarf/tags.h"

/* Has an entry with this field code? */
static bool is_of_code(const struct entry_field *field)
{
	return field->wanted &&
	       (field->attribute == DW_AT_low_pc || field->attribute == DW_AT_ranges);
}

/* Adds a field to a leaf. False: it is none with this. */
static bool add_to_leaf(struct entry_leaf *leaf, const struct entry_field *field)
{
	uint8_t *size = leaf->n_blocks ? &leaf->rest[leaf->n_blocks - 1] : &leaf->size;

	if (is_of_code(field))
		return false;
	if (field->way == FIELD_LEB_BLOCK)
		return leaf->n_blocks++ < sizeof(leaf->rest);
	if ((field->way > FIELD_CALL && field->way != FIELD_NUMBER) ||
	    field->size > (uint32_t)UINT8_MAX - *size)
		return false;
	if (field->attribute == DW_AT_sibling && field->size == sizeof(uint32_t) &&
	    form_is_reference(field->form) && !leaf->n_blocks)
		leaf->sibling = *size;
	*size += field->size;
	return true;
}

struct entry_leaf leaves_find(const struct entries_of_unit *unit, const struct entry_kind *kind)
{
	const struct entry_field *field = kind->n ? &unit->fields[kind->first] : NULL;
	struct entry_leaf leaf = { .size = 1, .is_type = tag_holds_functions(kind->tag, true) };
	const struct entry_leaf none = { 0 };
	unsigned n;

	if (!tag_is_function(kind->tag) && tag_holds_functions(kind->tag, false))
		return none;
	for (n = kind->n; n; n--, field++)
		if (!add_to_leaf(&leaf, field))
			return none;
	if (!kind->has_children)
		leaf.sibling = 0;
	else if (!leaf.sibling)
		return none;
	leaf.is_odd = leaf.n_blocks || leaf.sibling;
	return leaf;
}

/* Behind a leaf that has blocks, or children. NULL: it has to be read. */
static inline const uint8_t *over_odd_leaf(const struct entries_of_unit *unit,
					   const struct entry_leaf *leaf, const uint8_t *at)
{
	const uint8_t *next = at + leaf->size, *sibling;
	uint32_t offset;
	unsigned i;

	for (i = 0; i < leaf->n_blocks; i++) {
		if (*next >= 0x80)
			return NULL;
		next += 1 + *next + leaf->rest[i];
	}
	if (!leaf->sibling)
		return next;
	memcpy(&offset, at + leaf->sibling, sizeof(offset));
	sibling = entries_at(unit, offset);
	return sibling && sibling > next ? sibling : NULL;
}

const uint8_t *leaves_over_all(const struct entries_of_unit *unit, const uint8_t *at,
			       bool in_function, uint64_t *budget)
{
	const uint8_t *next;
	uint64_t left = *budget;

	for (; left && leaves_is_one(unit, at, in_function); left--, at = next) {
		const struct entry_leaf *leaf = &unit->leaves[*at];

		next = at + leaf->size;
		if (leaf->is_odd)
			next = over_odd_leaf(unit, leaf, at);
		if (!next)
			break;
	}
	*budget = left;
	return at;
}
#endif
