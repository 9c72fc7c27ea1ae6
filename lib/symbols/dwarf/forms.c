/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells how the values of forms are read. */
#ifdef PMC_LIBDW
#include "lib/symbols/dwarf/forms.h"

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

/* Does it say where a function was inlined? */
static bool is_of_call(unsigned attribute)
{
	return attribute == DW_AT_call_file || attribute == DW_AT_call_line ||
	       attribute == DW_AT_call_column;
}

void form_read_wanted(struct entry_field *field)
{
	if (field->wanted && field->way == FIELD_SKIP && field->size <= 8)
		field->way = is_of_call(field->attribute) ? FIELD_CALL : FIELD_NUMBER;
	else if (field->wanted && field->way == FIELD_LEB)
		field->way = FIELD_LEB_NUMBER;
}

bool form_find_way(const struct entries_of_unit *unit, unsigned form, struct entry_field *field)
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
#endif
