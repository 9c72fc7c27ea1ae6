/* SPDX-License-Identifier: BSD-2-Clause */
/* Goes over the entries of a unit. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/symbols/dwarf/entries.h"
#include "lib/symbols/dwarf/entry_field.h"
#include "lib/symbols/dwarf/known_kinds.h"
#include "lib/symbols/dwarf/leb.h"

/* The fields of an abbreviation while they are collected. */
struct collecting {
	struct entries_of_unit *unit;
	unsigned tag;
	size_t first; /* of its fields among the unit's */
	int error;
};

/* ---- Numbers ---- */

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

/* ---- Abbreviations ---- */

/* How many bytes values of this form have; -1: as many as they say, or the form is unknown. */
static int fixed_size(const struct entries_of_unit *unit, unsigned form)
{
	switch (form) {
	case DW_FORM_flag_present:
	case DW_FORM_implicit_const:
		return 0;
	case DW_FORM_data1:
	case DW_FORM_ref1:
	case DW_FORM_flag:
	case DW_FORM_strx1:
	case DW_FORM_addrx1:
		return 1;
	case DW_FORM_data2:
	case DW_FORM_ref2:
	case DW_FORM_strx2:
	case DW_FORM_addrx2:
		return 2;
	case DW_FORM_strx3:
	case DW_FORM_addrx3:
		return 3;
	case DW_FORM_data4:
	case DW_FORM_ref4:
	case DW_FORM_strx4:
	case DW_FORM_addrx4:
	case DW_FORM_ref_sup4:
		return 4;
	case DW_FORM_data8:
	case DW_FORM_ref8:
	case DW_FORM_ref_sig8:
	case DW_FORM_ref_sup8:
		return 8;
	case DW_FORM_data16:
		return 16;
	case DW_FORM_addr:
		return unit->address_size;
	case DW_FORM_ref_addr:
		return unit->version <= 2 ? unit->address_size : unit->offset_size;
	case DW_FORM_strp:
	case DW_FORM_line_strp:
	case DW_FORM_sec_offset:
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
		return unit->offset_size;
	}
	return -1;
}

/* How values of this form are read. False: the form is unknown. */
static bool find_way(const struct entries_of_unit *unit, unsigned form, struct entry_field *field)
{
	int size = fixed_size(unit, form);

	field->way = FIELD_SKIP;
	field->size = size >= 0 ? size : 0;
	if (size >= 0)
		return true;
	switch (form) {
	case DW_FORM_udata:
	case DW_FORM_sdata:
	case DW_FORM_ref_udata:
	case DW_FORM_strx:
	case DW_FORM_addrx:
	case DW_FORM_loclistx:
	case DW_FORM_rnglistx:
	case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index:
		field->way = FIELD_LEB;
		return true;
	case DW_FORM_string:
		field->way = FIELD_STRING;
		return true;
	case DW_FORM_block1:
	case DW_FORM_block2:
	case DW_FORM_block4:
		field->way = FIELD_BLOCK;
		field->size = form == DW_FORM_block1 ? 1 : form == DW_FORM_block2 ? 2 : 4;
		return true;
	case DW_FORM_block:
	case DW_FORM_exprloc:
		field->way = FIELD_LEB_BLOCK;
		return true;
	case DW_FORM_indirect:
		field->way = FIELD_INDIRECT;
		return true;
	}
	return false;
}

static bool is_function(unsigned tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

bool entries_hold_functions(unsigned tag, bool in_function)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
		return true;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		return in_function;
	}
	return false;
}

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
		return is_function(tag) || is_unit(tag);
	case DW_AT_call_file:
	case DW_AT_call_line:
	case DW_AT_call_column:
	case DW_AT_abstract_origin:
	case DW_AT_specification:
	case DW_AT_name:
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		return is_function(tag);
	}
	return false;
}

/* Does it say what a function's name is, or where that stands? */
static bool is_of_name(unsigned attribute)
{
	return attribute == DW_AT_abstract_origin || attribute == DW_AT_specification ||
	       attribute == DW_AT_name || attribute == DW_AT_linkage_name ||
	       attribute == DW_AT_MIPS_linkage_name;
}

/* Does it say where a function was inlined? */
static bool is_of_call(unsigned attribute)
{
	return attribute == DW_AT_call_file || attribute == DW_AT_call_line ||
	       attribute == DW_AT_call_column;
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

	if (!find_way(unit, form, &field))
		return -EPROTO;
	if (field.wanted && field.form == DW_FORM_implicit_const) {
		field.way = FIELD_CONSTANT;
		field.constant = constant;
	} else if (field.wanted && field.way == FIELD_SKIP && field.size <= 8) {
		field.way = is_of_call(field.attribute) ? FIELD_CALL : FIELD_NUMBER;
	} else if (field.wanted && field.way == FIELD_LEB) {
		field.way = FIELD_LEB_NUMBER;
	} else if (field.way == FIELD_SKIP && last && last->way == FIELD_SKIP && !last->wanted) {
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

/* The slot of the code: its own, or an empty one. */
static struct entry_kind *slot_of(struct entries_of_unit *unit, uint64_t code)
{
	size_t i = code & (unit->slots - 1);

	while (unit->kinds[i].code && unit->kinds[i].code != code)
		i = (i + 1) & (unit->slots - 1);
	return &unit->kinds[i];
}

static int grow(struct entries_of_unit *unit)
{
	struct entries_of_unit larger = *unit;
	size_t i;

	larger.slots = unit->slots ? 2 * unit->slots : 64;
	larger.kinds = calloc(larger.slots, sizeof(*larger.kinds));
	if (!larger.kinds)
		return -ENOMEM;
	for (i = 0; i < unit->slots; i++)
		if (unit->kinds[i].code)
			*slot_of(&larger, unit->kinds[i].code) = unit->kinds[i];
	free(unit->kinds);
	*unit = larger;
	return 0;
}

/* The entry of the unit at this offset; NULL: there is none. */
static inline const uint8_t *entry_at(const struct entries_of_unit *unit, uint64_t offset)
{
	return offset && offset < (uint64_t)(unit->end - unit->base) ? unit->base + offset : NULL;
}

/* Is its value the offset of an entry in the unit? */
static bool is_reference(unsigned form)
{
	switch (form) {
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
	case DW_FORM_ref_udata:
		return true;
	}
	return false;
}

/* The entry of the unit that a value refers to; NULL: it is not in the unit. */
static const uint8_t *referred(const struct entries_of_unit *unit, unsigned form, uint64_t value)
{
	return is_reference(form) ? entry_at(unit, value) : NULL;
}

static bool is_constant(unsigned form)
{
	switch (form) {
	case DW_FORM_data1:
	case DW_FORM_data2:
	case DW_FORM_data4:
	case DW_FORM_data8:
	case DW_FORM_udata:
	case DW_FORM_sdata:
	case DW_FORM_implicit_const:
		return true;
	}
	return false;
}

/* Takes the value of an attribute that is wanted. */
static void take(const struct entries_of_unit *unit, const struct entry_field *field,
		 uint64_t value, struct entry *entry)
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
		entry->code.has_length = is_constant(field->form);
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
		return is_reference(field->form) ? &layout->origin : NULL;
	case DW_AT_specification:
		return is_reference(field->form) ? &layout->specification : NULL;
	case DW_AT_sibling:
		return is_reference(field->form) ? &layout->sibling : NULL;
	case DW_AT_name:
		return field->form == DW_FORM_strp ? &layout->name : NULL;
	case DW_AT_linkage_name:
		return field->form == DW_FORM_strp ? &layout->linkage_name : NULL;
	}
	return NULL;
}

/* Notes where entries of the kind have what is wanted, if all have the same size. */
static void learn_layout(const struct entries_of_unit *unit, struct entry_kind *kind)
{
	const struct entry_field *field = kind->n ? &unit->fields[kind->first] : NULL;
	struct entry_layout layout = { .is_known = true, .has_plain_name = is_function(kind->tag) };
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
			take(unit, field, 0, &like);
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

/* Codes from here on have two bytes. */
#define LEAF_CODES 128
/* No leaf whose blocks have lengths of one byte is longer. */
#define LONGEST_LEAF (3 * UINT8_MAX + 2 * 0x80)

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
	    is_reference(field->form) && !leaf->n_blocks)
		leaf->sibling = *size;
	*size += field->size;
	return true;
}

/* How entries of the kind are gone over. No size: they are no leaves. */
static struct entry_leaf find_leaf(const struct entries_of_unit *unit,
				   const struct entry_kind *kind)
{
	const struct entry_field *field = kind->n ? &unit->fields[kind->first] : NULL;
	struct entry_leaf leaf = { .size = 1, .is_type = entries_hold_functions(kind->tag, true) };
	const struct entry_leaf none = { 0 };
	unsigned n;

	if (!is_function(kind->tag) && entries_hold_functions(kind->tag, false))
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
	*slot_of(unit, kind->code) = *kind;
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
	leaf = find_leaf(unit, &kind);
	learn_layout(unit, &kind);
	add_kind(unit, &kind, &leaf);
	if (slot)
		known_kinds_keep(unit->known, slot, unit, &kind, &leaf, bytes,
				 abbreviation->end - bytes);
	return 0;
}

/* Finds out what the abbreviation of the entry at `at` is. */
static int learn(struct entries_of_unit *unit, const uint8_t *at, uint64_t code)
{
	struct abbreviation abbreviation;
	struct known_kind *slot = NULL;

	if (2 * unit->n_kinds >= unit->slots && grow(unit))
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

/* ---- Entries ---- */

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
		    !find_way(unit, value, &other))
			return false;
		other.form = value;
		if (other.wanted && other.way == FIELD_SKIP && other.size <= 8)
			other.way = FIELD_NUMBER;
		else if (other.wanted && other.way == FIELD_LEB)
			other.way = FIELD_LEB_NUMBER;
		return read_field(unit, &other, at, entry);
	case FIELD_NUMBER:
	case FIELD_CALL:
		if (field->size > (uint64_t)(end - p))
			return false;
		take(unit, field, read_fixed(p, end, field->size), entry);
		break;
	case FIELD_LEB_NUMBER:
		if (!leb_read(at, end, &value))
			return false;
		take(unit, field, value, entry);
		return true;
	case FIELD_CONSTANT:
		take(unit, field, field->constant, entry);
		return true;
	}
	if (!p || value > (uint64_t)(end - p))
		return false;
	*at = p + value;
	return true;
}

/* The kind of an entry with this code; learns it if it is new. NULL: *error says why. */
static const struct entry_kind *kind_of(struct entries_of_unit *unit, const uint8_t *at,
					uint64_t code, int *error)
{
	const struct entry_kind *kind = slot_of(unit, code);

	if (kind->code)
		return kind;
	*error = learn(unit, at, code);
	return *error ? NULL : slot_of(unit, code);
}

/* One by one, since compilers make a slow loop of a whole structure. */
static void begin(struct entry *entry, const struct entry_kind *kind)
{
	entry->tag = kind->tag;
	entry->has_children = kind->has_children;
	entry->code = (struct entry_traits){ 0 };
	entry->low = entry->high = entry->ranges = 0;
	entry->file = entry->line = entry->column = 0;
	entry->origin = entry->sibling = NULL;
}

/* What a function's attributes say of its code when they are all read. */
static void conclude(struct entry *entry)
{
	/* What has an odd end has no plain one. */
	entry->code.has_ranges &= !entry->high && !entry->code.has_odd_high;
	if (entry->code.has_length)
		entry->high += entry->low;
	entry->code.is_plain &= !entry->code.has_odd_high;
	entry->code.is_empty = entry->code.is_plain && !entry->code.has_list &&
			       entry->high <= entry->low;
	entry->code.is_plain &= entry->high > entry->low;
}

/* Nothing follows in the entry whose children these were. */
static inline void end_children(const uint8_t *next, struct entry *entry)
{
	entry->tag = 0;
	entry->has_children = entry->code.has_code = false;
	entry->next = next;
}

static inline uint64_t read_part(const uint8_t *p, struct entry_part part)
{
	static const uint64_t mask[] = {
		0,	    UINT8_MAX,	      UINT16_MAX,	UINT32_MAX >> 8,
		UINT32_MAX, UINT64_MAX >> 24, UINT64_MAX >> 16, UINT64_MAX >> 8,
		UINT64_MAX
	};
	uint64_t value;

	memcpy(&value, p + part.at, sizeof(value));
	return value & mask[part.size];
}

/* Does the entry have the layout of its kind? */
static inline bool has_layout(const struct entries_of_unit *unit, const struct entry_kind *kind,
			      const uint8_t *p)
{
	const struct entry_layout *layout = &kind->layout;

	return layout->is_known && unit->end - p >= layout->size + (ptrdiff_t)sizeof(uint64_t) &&
	       (!layout->has_block || p[layout->block_at] == 1);
}

/* Reads an entry whose layout is known, without what tells of the call. */
static inline void read_layout(const struct entries_of_unit *unit, const struct entry_kind *kind,
			       const uint8_t *p, struct entry *entry)
{
	const struct entry_layout *layout = &kind->layout;

	entry->tag = kind->tag;
	entry->has_children = kind->has_children;
	entry->code = kind->traits;
	entry->low = read_part(p, layout->low);
	entry->high = read_part(p, layout->high);
	entry->ranges = read_part(p, layout->ranges);
	entry->origin = entry_at(unit, read_part(p, layout->origin));
	entry->sibling = entry_at(unit, read_part(p, layout->sibling));
	entry->next = p + layout->size;
}

/* Reads the fields of an entry. NULL: one reaches out of the unit. */
static inline const uint8_t *read_fields(const struct entries_of_unit *unit,
					 const struct entry_kind *kind, const uint8_t *p, bool call,
					 struct entry *entry)
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
			take(unit, field, read_fixed(p, unit->end, field->size), entry);
			p += field->size;
		} else if (field->way == FIELD_LEB_BLOCK && left > 0x80 && *p < 0x80) {
			p += 1 + *p;
		} else if (!read_field(unit, field, &p, entry)) {
			return NULL;
		}
	}
	return p;
}

/* Reads any entry. */
static int read_entry(struct entries_of_unit *unit, const uint8_t *at, bool call,
		      struct entry *entry)
{
	const struct entry_kind *kind;
	const uint8_t *p = at;
	uint64_t code;
	int error;

	if (!leb_read(&p, unit->end, &code))
		return -EPROTO;
	if (!code) {
		end_children(p, entry);
		return 0;
	}
	kind = kind_of(unit, at, code, &error);
	if (!kind)
		return error;
	begin(entry, kind);
	entry->next = read_fields(unit, kind, p, call, entry);
	if (!entry->next)
		return -EPROTO;
	if (entry->code.has_code)
		conclude(entry);
	return 0;
}

int entries_read(struct entries_of_unit *unit, const uint8_t *at, struct entry *entry)
{
	const struct entry_kind *kind;
	const uint8_t *p = at;
	uint64_t code;

	/* A code has two bytes at most, unless there are very many abbreviations. */
	if (unit->end - at <= 2 + (ptrdiff_t)sizeof(uint64_t))
		return read_entry(unit, at, false, entry);
	code = *p++;
	if (!code) {
		end_children(p, entry);
		return 0;
	}
	if (code >= 0x80)
		code = (code & 0x7f) | (uint64_t)*p++ << 7;
	kind = &unit->kinds[code & (unit->slots - 1)];
	if (kind->code != code || code >= 0x80 << 7 || !has_layout(unit, kind, p))
		return read_entry(unit, at, false, entry);
	read_layout(unit, kind, p, entry);
	if (entry->code.has_code)
		conclude(entry);
	return 0;
}

int entries_read_call(struct entries_of_unit *unit, const uint8_t *at, struct entry *entry)
{
	return read_entry(unit, at, true, entry);
}

bool entries_read_name(struct entries_of_unit *unit, const uint8_t *at, struct entry_name *name)
{
	const struct entry_kind *kind;
	const uint8_t *p = at;
	uint64_t code;
	int error;

	/* References may point into the header. */
	if (at < unit->begin || !leb_read(&p, unit->end, &code) || !code)
		return false;
	kind = kind_of(unit, at, code, &error);
	if (!kind || !kind->layout.has_plain_name || !has_layout(unit, kind, p))
		return false;
	name->has_name = kind->layout.name.size;
	name->has_linkage_name = kind->layout.linkage_name.size;
	name->name = read_part(p, kind->layout.name);
	name->linkage_name = read_part(p, kind->layout.linkage_name);
	name->origin = entry_at(unit, read_part(p, kind->layout.origin.size ?
							   kind->layout.origin :
							   kind->layout.specification));
	return true;
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
	sibling = entry_at(unit, offset);
	return sibling && sibling > next ? sibling : NULL;
}

const uint8_t *entries_over_leaf(const struct entries_of_unit *unit, const uint8_t *at,
				 bool in_function, uint64_t *budget)
{
	const uint8_t *end = unit->leaves_end, *next;
	uint64_t left = *budget;

	for (; left && at < end; left--, at = next) {
		const struct entry_leaf *leaf = &unit->leaves[*at];

		if (!leaf->size || (in_function && leaf->is_type))
			break;
		next = at + leaf->size;
		if (leaf->is_odd)
			next = over_odd_leaf(unit, leaf, at);
		if (!next)
			break;
	}
	*budget = left;
	return at;
}

Dwarf_Die entries_die(const struct entries_of_unit *unit, const uint8_t *at)
{
	return (Dwarf_Die){ .addr = (void *)at, .cu = unit->die.cu };
}

/* Where the section ends, if the byte is in it; or NULL. */
static const uint8_t *end_of(const uint8_t *bytes, size_t size, const uint8_t *at)
{
	return bytes && (uintptr_t)at >= (uintptr_t)bytes &&
			       (uintptr_t)at - (uintptr_t)bytes < size ?
		       bytes + size :
		       NULL;
}

/* The end of the section that a byte is in; NULL: it is in none. */
static const uint8_t *section_end(const struct libdw *dw, Dwarf *dwarf, const uint8_t *at)
{
	Elf *elf = dw->dwarf_getelf(dwarf);
	Elf_Scn *section = NULL;
	const uint8_t *end = NULL;

	while (!end && (section = dw->elf_nextscn(elf, section))) {
		const Elf_Data *data = dw->elf_rawdata(section, NULL);

		if (data)
			end = end_of(data->d_buf, data->d_size, at);
	}
	return end;
}

static bool begin_unit(struct entries_of_unit *unit, const struct libdw *dw, const Dwarf_Die *die,
		       const struct sections *sections)
{
	Dwarf_Off offset = dw->dwarf_dieoffset((Dwarf_Die *)die);
	Dwarf_Off inside = dw->dwarf_cuoffset((Dwarf_Die *)die), next, table;
	Dwarf *dwarf = dw->dwarf_cu_getdwarf(die->cu);
	Dwarf_Half version;
	uint8_t address, size;
	size_t header;

	*unit = (struct entries_of_unit){ .dw = dw, .die = *die };
	if (inside > offset || dw->dwarf_next_unit(dwarf, offset - inside, &next, &header, &version,
						   &table, &address, &size, NULL, NULL))
		return false;
	/* Offsets have 32 bits here. */
	if (next <= offset || next - (offset - inside) > UINT32_MAX ||
	    (address != 4 && address != 8) || (size != 4 && size != 8))
		return false;
	unit->begin = die->addr;
	unit->base = unit->begin - inside;
	/* libdw believes what a unit says of its length. */
	if (sections)
		unit->end = end_of(sections->info.bytes, sections->info.size, unit->begin);
	if (!unit->end)
		unit->end = section_end(dw, dwarf, unit->begin);
	if (!unit->end)
		return false;
	if ((uint64_t)(unit->end - unit->base) > next - (offset - inside))
		unit->end = unit->base + (next - (offset - inside));
	if (unit->end - unit->begin > LONGEST_LEAF)
		unit->leaves_end = unit->end - LONGEST_LEAF;
	unit->version = version;
	unit->address_size = address;
	unit->offset_size = size;
	if (sections)
		abbreviations_begin(&unit->abbreviations, &sections->abbreviations, table);
	return !grow(unit);
}

bool entries_begin(struct entries_of_unit *unit, const struct libdw *dw, const Dwarf_Die *die,
		   const struct sections *sections)
{
	bool begun;

	libdw_lock(dw);
	begun = begin_unit(unit, dw, die, sections);
	libdw_unlock(dw);
	return begun;
}

void entries_end(struct entries_of_unit *unit)
{
	abbreviations_end(&unit->abbreviations);
	free(unit->fields);
	free(unit->kinds);
	*unit = (struct entries_of_unit){ 0 };
}
#endif
