/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes the functions and labels of code from symbol tables. */
#include <elf.h>
#include <errno.h>

#include "lib/symbols/elf/elf.h"
#include "lib/symbols/elf/functions.h"
#include "lib/symbols/elf/symtab.h"

/* Is it a name in code? *end is the end of its section. */
static bool in_code(const struct elf *elf, const struct elf_symbol *symbol, uint64_t *end)
{
	const struct elf_section *section;

	*end = UINT64_MAX;
	if (symbol->section == SHN_XINDEX)
		return true;
	if (symbol->section == SHN_UNDEF || symbol->section >= SHN_LORESERVE)
		return false;
	section = elf_section_at(elf, symbol->section);
	if (!section || !(section->flags & SHF_EXECINSTR) || !(section->flags & SHF_ALLOC) ||
	    symbol->value < section->address || symbol->value - section->address >= section->size)
		return false;
	if (section->size <= UINT64_MAX - section->address)
		*end = section->address + section->size;
	return true;
}

static int add(const struct elf *elf, const struct elf_section *strings,
	       const struct elf_symbol *symbol, struct symtab *table)
{
	unsigned type = ELF64_ST_TYPE(symbol->info), bind = ELF64_ST_BIND(symbol->info);
	struct symtab_symbol s = { .start = symbol->value };
	uint64_t end;

	if (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE)
		return 0;
	if (!in_code(elf, symbol, &end))
		return 0;
	s.name = elf_string(strings, symbol->name);
	if (!s.name || !*s.name)
		return 0;
	if (type != STT_NOTYPE)
		s.rank |= SYMTAB_FUNCTION;
	if (bind != STB_LOCAL)
		s.rank |= SYMTAB_GLOBAL;
	s.end = end;
	if (symbol->size) {
		s.rank |= SYMTAB_SIZED;
		if (symbol->size <= UINT64_MAX - s.start)
			s.end = s.start + symbol->size;
	}
	return symtab_add(table, &s);
}

int functions_add(const struct elf *elf, struct symtab *table)
{
	size_t i, k, n;
	int error;

	for (i = 0; i < elf->n_sections; i++) {
		const struct elf_section *section = &elf->sections[i];
		const struct elf_section *strings = elf_section_at(elf, section->link);

		n = elf_symbols(elf, section);
		for (k = 1; k < n; k++) { /* the first one is always empty */
			struct elf_symbol symbol = elf_symbol(elf, section, k);

			error = add(elf, strings, &symbol, table);
			if (error)
				return error;
		}
	}
	return 0;
}
