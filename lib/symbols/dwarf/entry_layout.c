/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds out at which bytes entries have what is wanted. */
#ifdef PMC_LIBDW
#include <dwarf.h>

#include "lib/symbols/dwarf/entry_field.h"
#include "lib/symbols/dwarf/entry_layout.h"
#include "lib/symbols/dwarf/entry_values.h"
#include "lib/symbols/dwarf/forms.h"
#include "lib/symbols/dwarf/tags.h"

/* Does it say what a function's name is, or where that stands? */
static bool is_of_name(unsigned attribute)
{
	return attribute == DW_AT_abstract_origin || attribute == DW_AT_specification ||
	       attribute == DW_AT_name || attribute == DW_AT_linkage_name ||
	       attribute == DW_AT_MIPS_linkage_name;
}

/* The part of the layout that has the attribute's number; NULL: none has it. */
static struct entry_part *part_of(struct entry_layout *layout, const struct entry_field *field)
{
	switch (field->attribute) {
	case DW_AT_low_pc:
		return &layout->low;
	case DW_AT_high_pc:
		return &layout->high;
	case DW_AT_ranges:
		return &layout->ranges;
	case DW_AT_abstract_origin:
		return form_is_reference(field->form) ? &layout->origin : NULL;
	case DW_AT_specification:
		return form_is_reference(field->form) ? &layout->specification : NULL;
	case DW_AT_sibling:
		return form_is_reference(field->form) ? &layout->sibling : NULL;
	case DW_AT_name:
		return field->form == DW_FORM_strp ? &layout->name : NULL;
	case DW_AT_linkage_name:
		return field->form == DW_FORM_strp ? &layout->linkage_name : NULL;
	}
	return NULL;
}

void entry_layout_learn(const struct entries_of_unit *unit, struct entry_kind *kind)
{
	const struct entry_field *field = kind->n ? &unit->fields[kind->first] : NULL;
	struct entry_layout layout = { .is_known = true,
				       .has_plain_name = tag_is_function(kind->tag) };
	struct entry like = { 0 };
	unsigned size = 0, n;

	for (n = kind->n; n; n--, field++) {
		struct entry_part *part = NULL;

		if (field->way == FIELD_LEB_BLOCK && !layout.has_block) {
			layout.has_block = true;
			layout.block_at = size;
			size += 2;
			continue;
		}
		if (field->way > FIELD_CALL && field->way != FIELD_NUMBER)
			return;
		if (field->way == FIELD_NUMBER) {
			entry_take(unit, field, 0, &like);
			part = part_of(&layout, field);
		}
		/* What there is twice is read one after the other. */
		if (part && part->size)
			return;
		if (part)
			*part = (struct entry_part){ size, field->size };
		else if (is_of_name(field->attribute))
			layout.has_plain_name = false;
		size += field->size;
		if (size + 2 > UINT8_MAX)
			return;
	}
	layout.size = size;
	kind->layout = layout;
	kind->traits = like.code;
}
#endif
