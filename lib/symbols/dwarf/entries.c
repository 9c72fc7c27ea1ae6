/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the entries of a unit. */
#ifdef PMC_LIBDW
#include <errno.h>

#include "lib/symbols/dwarf/entries.h"
#include "lib/symbols/dwarf/entry_kinds.h"
#include "lib/symbols/dwarf/entry_layout.h"
#include "lib/symbols/dwarf/entry_values.h"
#include "lib/symbols/dwarf/leb.h"

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

/* Reads an entry whose layout is known, without what tells of the call. */
static inline void read_layout(const struct entries_of_unit *unit, const struct entry_kind *kind,
			       const uint8_t *p, struct entry *entry)
{
	const struct entry_layout *layout = &kind->layout;

	entry->tag = kind->tag;
	entry->has_children = kind->has_children;
	entry->code = kind->traits;
	entry->low = entry_read_part(p, layout->low);
	entry->high = entry_read_part(p, layout->high);
	entry->ranges = entry_read_part(p, layout->ranges);
	entry->origin = entries_at(unit, entry_read_part(p, layout->origin));
	entry->sibling = entries_at(unit, entry_read_part(p, layout->sibling));
	entry->next = p + layout->size;
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
	kind = entry_kinds_of(unit, at, code, &error);
	if (!kind)
		return error;
	begin(entry, kind);
	entry->next = entry_read_fields(unit, kind, p, call, entry);
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
	if (kind->code != code || code >= 0x80 << 7 || !entry_has_layout(unit, kind, p))
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
	kind = entry_kinds_of(unit, at, code, &error);
	if (!kind || !kind->layout.has_plain_name || !entry_has_layout(unit, kind, p))
		return false;
	name->has_name = kind->layout.name.size;
	name->has_linkage_name = kind->layout.linkage_name.size;
	name->name = entry_read_part(p, kind->layout.name);
	name->linkage_name = entry_read_part(p, kind->layout.linkage_name);
	name->origin = entries_at(unit, entry_read_part(p, kind->layout.origin.size ?
								   kind->layout.origin :
								   kind->layout.specification));
	return true;
}

Dwarf_Die entries_die(const struct entries_of_unit *unit, const uint8_t *at)
{
	return (Dwarf_Die){ .addr = (void *)at, .cu = unit->die.cu };
}
#endif
