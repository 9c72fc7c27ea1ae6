/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that the symbol tables of an ELF file name. */
#ifndef PMC_LIB_SYMBOLS_ELF_FUNCTIONS_H
#define PMC_LIB_SYMBOLS_ELF_FUNCTIONS_H

struct elf;
struct symtab;

/* Adds the symbols of .symtab and .dynsym. Names belong to the file. 0 or -ENOMEM. */
int functions_add(const struct elf *elf, struct symtab *table);

#endif
