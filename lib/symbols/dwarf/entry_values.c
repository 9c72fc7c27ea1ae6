/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the values of attributes. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <string.h>

#include "lib/symbols/dwarf/entry_values.h"
#include "lib/symbols/dwarf/forms.h"
#include "lib/symbols/dwarf/leb.h"

/* Reads size bytes, at most 8, of those that there are up to the end. */
static uint64_t read_fixed(const uint8_t *at, const uint8_t *end, unsigned size)
{
	uint64_t value = 0;

	if (end - at < 8) {
		memcpy(&value, at, size);
		return value;
	}
	memcpy(&value, at, 8);
	return size ? value & UINT64_MAX >> (64 - 8 * size) : 0;
}

/* The entry of the unit that a value refers to; NULL: it is not in the unit. */
static const uint8_t *referred(const struct entries_of_unit *unit, unsigned form, uint64_t value)
{
	return form_is_reference(form) ? entries_at(unit, value) : NULL;
}

void entry_take(const struct entries_of_unit *unit, const struct entry_field *field, uint64_t value,
		struct entry *entry)
{
	switch (field->attribute) {
	case DW_AT_sibling:
		entry->sibling = referred(unit, field->form, value);
		break;
	case DW_AT_abstract_origin:
		entry->origin = referred(unit, field->form, value);
		break;
	case DW_AT_low_pc:
		entry->code.has_code = true;
		entry->low = value;
		entry->code.is_plain = entry->code.has_low = field->form == DW_FORM_addr;
		break;
	case DW_AT_high_pc:
		entry->high = value;
		entry->code.has_length = form_is_constant(field->form);
		entry->code.has_odd_high = !entry->code.has_length && field->form != DW_FORM_addr;
		break;
	case DW_AT_ranges:
		entry->code.has_code = true;
		entry->code.has_list = true;
		entry->code.has_ranges = field->form == DW_FORM_sec_offset;
		entry->ranges = value;
		break;
	case DW_AT_call_file:
		entry->file = value;
		break;
	case DW_AT_call_line:
		entry->line = value;
		break;
	case DW_AT_call_column:
		entry->column = value;
		break;
	}
}

/* Reads one field, or goes over it. *at moves behind it; false: it reaches out of the unit. */
static bool read_field(const struct entries_of_unit *unit, const struct entry_field *field,
		       const uint8_t **at, struct entry *entry)
{
	const uint8_t *p = *at, *end = unit->end;
	struct entry_field other;
	uint64_t value = field->size;

	switch (field->way) {
	case FIELD_SKIP:
		break;
	case FIELD_LEB:
		return leb_read(at, end, &value);
	case FIELD_STRING:
		p = memchr(p, 0, end - p);
		value = 1;
		break;
	case FIELD_BLOCK:
		if (field->size > (uint64_t)(end - p))
			return false;
		value += read_fixed(p, end, field->size);
		break;
	case FIELD_LEB_BLOCK:
		if (!leb_read(&p, end, &value))
			return false;
		break;
	case FIELD_INDIRECT:
		other = *field;
		if (!leb_read(at, end, &value) || value == DW_FORM_indirect ||
		    value == DW_FORM_implicit_const || value > UINT16_MAX ||
		    !form_find_way(unit, value, &other))
			return false;
		other.form = value;
		form_read_wanted(&other);
		return read_field(unit, &other, at, entry);
	case FIELD_NUMBER:
	case FIELD_CALL:
		if (field->size > (uint64_t)(end - p))
			return false;
		entry_take(unit, field, read_fixed(p, end, field->size), entry);
		break;
	case FIELD_LEB_NUMBER:
		if (!leb_read(at, end, &value))
			return false;
		entry_take(unit, field, value, entry);
		return true;
	case FIELD_CONSTANT:
		entry_take(unit, field, field->constant, entry);
		return true;
	}
	if (!p || value > (uint64_t)(end - p))
		return false;
	*at = p + value;
	return true;
}

const uint8_t *entry_read_fields(const struct entries_of_unit *unit, const struct entry_kind *kind,
				 const uint8_t *p, bool call, struct entry *entry)
{
	const struct entry_field *field = kind->n ? &unit->fields[kind->first] : NULL;
	enum field_way skipped = call ? FIELD_SKIP : FIELD_CALL;
	unsigned n;

	for (n = kind->n; n; n--, field++) {
		uint64_t left = unit->end - p;

		/* Most by far */
		if (field->way <= skipped && field->size <= left) {
			p += field->size;
		} else if (field->way == FIELD_NUMBER && left >= 8) {
			entry_take(unit, field, read_fixed(p, unit->end, field->size), entry);
			p += field->size;
		} else if (field->way == FIELD_LEB_BLOCK && left > 0x80 && *p < 0x80) {
			p += 1 + *p;
		} else if (!read_field(unit, field, &p, entry)) {
			return NULL;
		}
	}
	return p;
}
#endif
