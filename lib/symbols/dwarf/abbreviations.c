/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads tables of abbreviations. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <stdlib.h>

#include "lib/base/vector.h"
#include "lib/symbols/dwarf/abbreviations.h"
#include "lib/symbols/dwarf/leb.h"

void abbreviations_begin(struct abbreviations *table, const struct section *section,
			 uint64_t offset)
{
	*table = (struct abbreviations){ 0 };
	if (!section->bytes || offset >= section->size)
		return;
	table->begin = table->next = section->bytes + offset;
	table->end = section->bytes + section->size;
}

void abbreviations_end(struct abbreviations *table)
{
	free(table->offsets);
	*table = (struct abbreviations){ 0 };
}

/* Reads a number that has 16 bits. */
static bool read_short(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
	return leb_read(at, end, value) && *value <= UINT16_MAX;
}

/* Reads an attribute and its form. False: they are damaged. */
static inline bool read_pair(const uint8_t **at, const uint8_t *end, uint64_t *attribute,
			     uint64_t *form)
{
	const uint8_t *p = *at;

	if (end - p < 2 || (p[0] | p[1]) & 0x80)
		return read_short(at, end, attribute) && read_short(at, end, form);
	/* Most by far */
	*attribute = p[0];
	*form = p[1];
	*at = p + 2;
	return true;
}

/* Reads what stands before the attributes. *code 0: the table has ended. False: it is damaged. */
static bool read_head(const uint8_t **at, const uint8_t *end, uint64_t *code,
		      struct abbreviation *head)
{
	const uint8_t *bytes;
	uint64_t tag;

	if (!leb_read(at, end, code))
		return false;
	if (!*code)
		return true;
	bytes = *at;
	if (!read_short(at, end, &tag) || !tag || *at == end || **at > 1)
		return false;
	*head = (struct abbreviation){ .tag = tag, .has_children = *(*at)++ };
	head->bytes = bytes;
	head->at = *at;
	head->end = end;
	return true;
}

/* Goes over the attributes. False: they are damaged. */
static bool skip_attributes(const uint8_t **at, const uint8_t *end)
{
	uint64_t attribute, form, constant;

	do {
		const uint8_t *p = *at;

		/* Most by far */
		while (end - p >= 2 && p[0] && p[0] < 0x80 && p[1] < DW_FORM_implicit_const)
			p += 2;
		*at = p;
		if (!read_pair(at, end, &attribute, &form))
			return false;
		if (form == DW_FORM_implicit_const && !leb_read(at, end, &constant))
			return false;
	} while (attribute || form);
	return true;
}

/* Goes over the next abbreviation, and notes where it is. False: it is none as they should be. */
static bool add_next(struct abbreviations *table)
{
	const uint8_t *at = table->next;
	size_t offset = at - table->begin;
	struct abbreviation head;
	uint64_t code;

	if (!read_head(&at, table->end, &code, &head) || code != table->n + 1 ||
	    !skip_attributes(&at, table->end) || offset > UINT32_MAX ||
	    vector_reserve(&table->offsets, &table->room, table->n + 1, sizeof(*table->offsets)))
		return false;
	table->offsets[table->n++] = offset;
	table->next = at;
	return true;
}

bool abbreviations_find(struct abbreviations *table, uint64_t code, struct abbreviation *found)
{
	const uint8_t *at, *end;
	uint64_t same;

	if (!code || !table->begin)
		return false;
	while (table->n < code)
		if (!add_next(table))
			return false;
	at = table->begin + table->offsets[code - 1];
	end = code < table->n ? table->begin + table->offsets[code] : table->next;
	return read_head(&at, end, &same, found);
}

bool abbreviation_next(struct abbreviation *abbreviation, struct abbreviation_attribute *next)
{
	const uint8_t **at = &abbreviation->at, *end = abbreviation->end;
	uint64_t attribute, form;

	if (!read_pair(at, end, &attribute, &form) || (!attribute && !form))
		return false;
	*next = (struct abbreviation_attribute){ .attribute = attribute, .form = form };
	return form != DW_FORM_implicit_const || leb_read_signed(at, end, &next->constant);
}
#endif
