/* SPDX-License-Identifier: BSD-2-Clause */
/* Names for the stubs of a PLT, through which a program calls functions of other objects. */
#ifndef PMC_LIB_SYMBOLS_ELF_PLT_H
#define PMC_LIB_SYMBOLS_ELF_PLT_H

struct elf;
struct symtab;
struct text;

/* Adds "foo@plt" for each stub, and each section by its name. `table` is closed: stubs of ifuncs
 * are named by it. Close it again afterwards. 0 or -ENOMEM. */
int plt_add(const struct elf *elf, struct symtab *table, struct text *text);

#endif
