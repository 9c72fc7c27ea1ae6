/* SPDX-License-Identifier: BSD-2-Clause */
/* Learns what abbreviations say. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/symbols/dwarf/entry_field.h"
#include "lib/symbols/dwarf/entry_kinds.h"
#include "lib/symbols/dwarf/entry_layout.h"
#include "lib/symbols/dwarf/forms.h"
#include "lib/symbols/dwarf/known_kinds.h"
#include "lib/symbols/dwarf/leaves.h"
#include "lib/symbols/dwarf/tags.h"

/* The fields of an abbreviation while they are collected. */
struct collecting {
	struct entries_of_unit *unit;
	unsigned tag;
	size_t first; /* of its fields among the unit's */
	int error;
};

static bool is_unit(unsigned tag)
{
	return tag == DW_TAG_compile_unit || tag == DW_TAG_partial_unit;
}

/*
 * Of functions, where they are, what they come from and how they are called; of units, where they
 * are; of all others, where the next one is.
 */
static bool is_wanted(unsigned tag, unsigned attribute)
{
	switch (attribute) {
	case DW_AT_sibling:
		return true;
	case DW_AT_low_pc:
	case DW_AT_high_pc:
	case DW_AT_ranges:
		return tag_is_function(tag) || is_unit(tag);
	case DW_AT_call_file:
	case DW_AT_call_line:
	case DW_AT_call_column:
	case DW_AT_abstract_origin:
	case DW_AT_specification:
	case DW_AT_name:
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		return tag_is_function(tag);
	}
	return false;
}

/* Adds an attribute. constant: of DW_FORM_implicit_const. 0 or -errno. */
static int add_field(const struct collecting *c, unsigned attribute, unsigned form,
		     uint64_t constant)
{
	struct entry_field field = { .wanted = is_wanted(c->tag, attribute),
				     .attribute = attribute,
				     .form = form };
	struct entries_of_unit *unit = c->unit;
	struct entry_field *last = unit->n_fields > c->first ? &unit->fields[unit->n_fields - 1] :
							       NULL;

	if (!form_find_way(unit, form, &field))
		return -EPROTO;
	if (field.wanted && field.form == DW_FORM_implicit_const) {
		field.way = FIELD_CONSTANT;
		field.constant = constant;
	} else {
		form_read_wanted(&field);
	}
	if (field.way == FIELD_SKIP && last && last->way == FIELD_SKIP && !last->wanted) {
		last->size += field.size;
		return 0;
	}
	if (unit->n_fields == unit->fields_room &&
	    vector_reserve(&unit->fields, &unit->fields_room, unit->n_fields + 1,
			   sizeof(*unit->fields)))
		return -ENOMEM;
	unit->fields[unit->n_fields++] = field;
	return 0;
}

static int on_attribute(Dwarf_Attribute *attribute, void *arg)
{
	struct collecting *c = arg;
	Dwarf_Word constant = 0;

	if (attribute->form == DW_FORM_implicit_const &&
	    c->unit->dw->dwarf_formudata(attribute, &constant))
		constant = 0;
	c->error = add_field(c, attribute->code, attribute->form, constant);
	return c->error ? DWARF_CB_ABORT : DWARF_CB_OK;
}

int entry_kinds_grow(struct entries_of_unit *unit)
{
	struct entries_of_unit larger = *unit;
	size_t i;

	larger.slots = unit->slots ? 2 * unit->slots : 64;
	larger.kinds = calloc(larger.slots, sizeof(*larger.kinds));
	if (!larger.kinds)
		return -ENOMEM;
	for (i = 0; i < unit->slots; i++)
		if (unit->kinds[i].code)
			*entry_kinds_slot(&larger, unit->kinds[i].code) = unit->kinds[i];
	free(unit->kinds);
	*unit = larger;
	return 0;
}

/* Collects the fields as libdw knows them. */
static int ask_libdw(struct collecting *c, const uint8_t *at, bool *has_children)
{
	const struct libdw *dw = c->unit->dw;
	Dwarf_Die die = entries_die(c->unit, at);
	int tag, children;

	libdw_lock(dw);
	tag = dw->dwarf_tag(&die);
	children = dw->dwarf_haschildren(&die);
	c->tag = tag;
	c->error = tag <= 0 || children < 0 ? -EPROTO : 0;
	if (!c->error && dw->dwarf_getattrs(&die, on_attribute, c, 0) != 1 && !c->error)
		c->error = -EPROTO;
	libdw_unlock(dw);
	*has_children = children > 0;
	return c->error;
}

/* The same of an abbreviation that was found here. */
static int read_fields_of(struct collecting *c, struct abbreviation *abbreviation)
{
	struct abbreviation_attribute a;

	c->tag = abbreviation->tag;
	while (!c->error && abbreviation_next(abbreviation, &a))
		c->error = add_field(c, a.attribute, a.form, a.constant);
	return c->error;
}

/* Puts a kind, whose fields are the unit's last ones, among the unit's. */
static void add_kind(struct entries_of_unit *unit, const struct entry_kind *kind,
		     const struct entry_leaf *leaf)
{
	*entry_kinds_slot(unit, kind->code) = *kind;
	unit->n_kinds++;
	if (kind->code < LEAF_CODES)
		unit->leaves[kind->code] = *leaf;
}

/* The same of one that another unit has, too. 0 or -ENOMEM. */
static int add_known(struct entries_of_unit *unit, const struct known_kind *known, uint64_t code)
{
	struct entry_kind kind = known->kind;

	if (vector_reserve(&unit->fields, &unit->fields_room, unit->n_fields + kind.n,
			   sizeof(*unit->fields)))
		return -ENOMEM;
	if (kind.n)
		memcpy(unit->fields + unit->n_fields, unit->known->fields + kind.first,
		       kind.n * sizeof(*unit->fields));
	kind.code = code;
	kind.first = unit->n_fields;
	unit->n_fields += kind.n;
	add_kind(unit, &kind, &known->leaf);
	return 0;
}

/* Finds out what the abbreviation is, or, if it is NULL, what libdw says of the entry at `at`. */
static int learn_new(struct entries_of_unit *unit, const uint8_t *at, uint64_t code,
		     struct abbreviation *abbreviation, struct known_kind *slot)
{
	struct collecting c = { .unit = unit, .first = unit->n_fields };
	const uint8_t *bytes = abbreviation ? abbreviation->bytes : NULL;
	struct entry_kind kind = { .code = code };
	struct entry_leaf leaf;
	int error;

	if (abbreviation) {
		kind.has_children = abbreviation->has_children;
		error = read_fields_of(&c, abbreviation);
	} else {
		error = ask_libdw(&c, at, &kind.has_children);
	}
	if (error) {
		unit->n_fields = c.first;
		return error;
	}
	kind.tag = c.tag;
	kind.n = unit->n_fields - c.first;
	kind.first = c.first;
	leaf = leaves_find(unit, &kind);
	entry_layout_learn(unit, &kind);
	add_kind(unit, &kind, &leaf);
	if (slot)
		known_kinds_keep(unit->known, slot, unit, &kind, &leaf, bytes,
				 abbreviation->end - bytes);
	return 0;
}

int entry_kinds_learn(struct entries_of_unit *unit, const uint8_t *at, uint64_t code)
{
	struct abbreviation abbreviation;
	struct known_kind *slot = NULL;

	if (2 * unit->n_kinds >= unit->slots && entry_kinds_grow(unit))
		return -ENOMEM;
	if (!abbreviations_find(&unit->abbreviations, code, &abbreviation))
		return learn_new(unit, at, code, NULL, NULL);
	if (unit->known)
		slot = known_kinds_find(unit->known, unit, abbreviation.bytes,
					abbreviation.end - abbreviation.bytes);
	if (slot && slot->bytes)
		return add_known(unit, slot, code);
	return learn_new(unit, at, code, &abbreviation, slot);
}
#endif
