/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stub of a PLT jumps through a word of the global offset table, and the relocation of that word
 * names the function. So the stubs are found by their jump, whatever the linker's layout is:
 *
 *	[endbr64] [bnd] jmp *word(%rip)     64 bits
 *	[endbr32] jmp *word                 32 bits, with absolute addresses
 *	[endbr32] jmp *word(%ebx)           32 bits, relative to .got.plt
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/vector.h"
#include "lib/symbols/elf/elf.h"
#include "lib/symbols/elf/plt.h"
#include "lib/symbols/elf/symtab.h"
#include "lib/symbols/base/text.h"

#define STUB 8 /* stubs have 8 or 16 bytes */

/* A word of the global offset table, and the function that it will point to. */
struct word {
	uint64_t address;
	const char *name;
};

struct words {
	struct word *list;
	size_t n, room;
};

static int by_address(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* The function that a relocation names; NULL: none, or the relocation is of another kind. */
static const char *named(const struct elf *elf, const struct elf_section *section, uint64_t info,
			 uint64_t addend, const struct symtab *table)
{
	unsigned type = elf->wide ? ELF64_R_TYPE(info) : ELF32_R_TYPE(info);
	uint64_t index = elf->wide ? ELF64_R_SYM(info) : ELF32_R_SYM(info);
	const struct elf_section *symbols = elf_section_at(elf, section->link);
	const struct symtab_symbol *resolver;
	struct elf_symbol symbol;

	/* The numbers of both architectures are the same, but for ifuncs. */
	if (elf->wide ? type == R_X86_64_IRELATIVE : type == R_386_IRELATIVE) {
		resolver = symtab_start(table, addend);
		return resolver ? resolver->name : NULL;
	}
	if ((type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) ||
	    index >= elf_symbols(elf, symbols))
		return NULL;
	symbol = elf_symbol(elf, symbols, index);
	return elf_string(elf_section_at(elf, symbols->link), symbol.name);
}

static int add_word(struct words *words, uint64_t address, const char *name)
{
	if (!name || !*name)
		return 0;
	if (vector_reserve(&words->list, &words->room, words->n + 1, sizeof(*words->list)))
		return -ENOMEM;
	words->list[words->n++] = (struct word){ address, name };
	return 0;
}

static int read_relocations(const struct elf *elf, const struct elf_section *section,
			    const struct symtab *table, struct words *words)
{
	bool rela = section->type == SHT_RELA;
	size_t size = elf->wide ? (rela ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel)) :
				  (rela ? sizeof(Elf32_Rela) : sizeof(Elf32_Rel));
	uint64_t offset;
	int error = 0;

	for (offset = 0; !error && section->size - offset >= size; offset += size) {
		const uint8_t *at = section->bytes + offset;
		Elf64_Rela wide = { 0 };
		Elf32_Rela narrow = { 0 };

		if (elf->wide) {
			memcpy(&wide, at, size);
		} else {
			memcpy(&narrow, at, size);
			wide.r_offset = narrow.r_offset;
			wide.r_info = narrow.r_info;
			wide.r_addend = (uint32_t)narrow.r_addend;
		}
		error = add_word(words, wide.r_offset,
				 named(elf, section, wide.r_info, wide.r_addend, table));
	}
	return error;
}

static int read_words(const struct elf *elf, const struct symtab *table, struct words *words)
{
	size_t i;
	int error = 0;

	for (i = 0; !error && i < elf->n_sections; i++) {
		const struct elf_section *s = &elf->sections[i];

		if ((s->type == SHT_RELA || s->type == SHT_REL) && s->bytes &&
		    (s->flags & SHF_ALLOC))
			error = read_relocations(elf, s, table, words);
	}
	if (words->n)
		qsort(words->list, words->n, sizeof(*words->list), by_address);
	return error;
}

/* If these bytes, which are loaded at the address, are a stub: the address of its word. */
static bool is_stub(const struct elf *elf, const uint8_t *bytes, size_t n, uint64_t address,
		    uint64_t *word)
{
	static const uint8_t endbr[] = { 0xf3, 0x0f, 0x1e };
	const struct elf_section *got;
	size_t at = 0;
	int32_t where;

	if (n >= 4 && !memcmp(bytes, endbr, sizeof(endbr)) && (bytes[3] | 1) == 0xfb)
		at = 4;
	if (at < n && bytes[at] == 0xf2)
		at++;
	if (n < at + 6 || bytes[at] != 0xff)
		return false;
	memcpy(&where, bytes + at + 2, sizeof(where));
	switch (bytes[at + 1]) {
	case 0x25:
		*word = elf->wide ? address + at + 6 + where : (uint32_t)where;
		return true;
	case 0xa3:
		got = elf_section(elf, ".got.plt");
		if (elf->wide || !got)
			return false;
		*word = (uint32_t)(got->address + where);
		return true;
	}
	return false;
}

static int add_stubs(const struct elf *elf, const struct elf_section *section,
		     const struct words *words, struct symtab *table, struct text *text)
{
	struct symtab_symbol whole = { .start = section->address,
				       .end = section->address + section->size,
				       .name = section->name,
				       .rank = SYMTAB_SIZED };
	uint64_t step = section->entry_size == 16 ? 16 : STUB, offset;
	int error = symtab_add(table, &whole);

	for (offset = 0; !error && offset < section->size && section->size - offset >= STUB;
	     offset += step) {
		struct symtab_symbol s = { .start = section->address + offset,
					   .rank = SYMTAB_SIZED | SYMTAB_FUNCTION };
		struct word key, *found = NULL;
		const uint8_t *bytes = section->bytes + offset;

		if (is_stub(elf, bytes, section->size - offset, s.start, &key.address) && words->n)
			found = bsearch(&key, words->list, words->n, sizeof(key), by_address);
		if (!found)
			continue;
		/* A stub of 16 bytes ends where the next 8 are padding or its own. */
		s.end = s.start + step;
		if (step == STUB && (bytes[0] == 0xf3 || bytes[0] == 0xf2))
			s.end = s.start + 2 * STUB;
		s.name = text_join(text, found->name, "@plt");
		error = s.name ? symtab_add(table, &s) : -ENOMEM;
	}
	return error;
}

int plt_add(const struct elf *elf, struct symtab *table, struct text *text)
{
	static const char *const names[] = { ".plt", ".plt.sec", ".plt.got", ".plt.bnd", ".iplt" };
	struct words words = { 0 };
	int error = read_words(elf, table, &words);
	size_t i;

	for (i = 0; !error && i < ARRAY_SIZE(names); i++) {
		const struct elf_section *s = elf_section(elf, names[i]);

		if (s && s->bytes && s->size && s->size < UINT64_MAX - s->address)
			error = add_stubs(elf, s, &words, table, text);
	}
	free(words.list);
	return error;
}
