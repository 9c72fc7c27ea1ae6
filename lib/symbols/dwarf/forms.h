/* SPDX-License-Identifier: BSD-2-Clause */
/* Forms of DWARF: in which way the value of an attribute is written, and so how long it is. */
#ifndef PMC_LIB_SYMBOLS_DWARF_FORMS_H
#define PMC_LIB_SYMBOLS_DWARF_FORMS_H

#ifdef PMC_LIBDW

#include <dwarf.h>
#include <stdbool.h>

#include "lib/symbols/dwarf/entries.h"
#include "lib/symbols/dwarf/entry_field.h"

/* Is its value the offset of an entry in the unit? */
static inline bool form_is_reference(unsigned form)
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

/* Is its value a mere number? As a function's end this is its length, not an address. */
static inline bool form_is_constant(unsigned form)
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

/* How values of this form are gone over: sets way and size. False: the form is unknown. */
bool form_find_way(const struct entries_of_unit *unit, unsigned form, struct entry_field *field);
/* If the value is wanted, and is a number, it is read instead. */
void form_read_wanted(struct entry_field *field);

#endif
#endif
