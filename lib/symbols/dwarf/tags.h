/* SPDX-License-Identifier: BSD-2-Clause */
/* Which tags of DWARF say that an entry is a function, or may hold functions. */
#ifndef PMC_LIB_SYMBOLS_DWARF_TAGS_H
#define PMC_LIB_SYMBOLS_DWARF_TAGS_H

#ifdef PMC_LIBDW

#include <dwarf.h>
#include <stdbool.h>

static inline bool tag_is_function(unsigned tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* May there be functions in an entry of this tag? In classes only if these are a function's. */
static inline bool tag_holds_functions(unsigned tag, bool in_function)
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

#endif
#endif
