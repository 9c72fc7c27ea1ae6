/* SPDX-License-Identifier: BSD-2-Clause */
/* Prepares to go over the entries of a unit: where they begin and end, and how long numbers are. */
#ifdef PMC_LIBDW
#include <stdlib.h>

#include "lib/symbols/dwarf/entries_begin.h"
#include "lib/symbols/dwarf/entry_kinds.h"
#include "lib/symbols/dwarf/leaves.h"

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
	return !entry_kinds_grow(unit);
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
