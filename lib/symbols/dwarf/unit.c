/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the line table of a unit. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/symbols/base/text.h"
#include "lib/symbols/dwarf/unit.h"
#include "pmc/profile.h"

/* ---- Functions ---- */

/* Is a function's name in the source its name for the linker? */
static bool is_language_of_linkage(int language)
{
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_UPC:
	case DW_LANG_Ada83:
	case DW_LANG_Ada95:
	case DW_LANG_Cobol74:
	case DW_LANG_Cobol85:
	case DW_LANG_Fortran77:
	case DW_LANG_Pascal83:
	case DW_LANG_PLI:
	case DW_LANG_Mips_Assembler:
		return true;
	}
	return false;
}

uint32_t unit_scope(const struct libdw *dw, struct unit *unit, const struct sections *sections,
		    struct unit_budget *budget, uint64_t address, struct piece *within)
{
	/* Lists of a .dwo file are in its own sections, or begin elsewhere. */
	if (unit->inner.addr != unit->die.addr)
		sections = NULL;
	if (!unit->scopes.is_read && scopes_read(&unit->scopes, dw, &unit->inner, sections, budget))
		piece_narrow(within, address, address + 1);
	return scopes_find(&unit->scopes, budget, address, within);
}

const char *unit_scope_name(const struct libdw *dw, struct unit *unit, uint32_t i, bool *linkage)
{
	const struct scope_name *name = scopes_name(&unit->scopes, i);

	if (!unit->language_known) {
		unit->language_known = true;
		libdw_lock(dw);
		unit->names_are_linkage = is_language_of_linkage(dw->dwarf_srclang(&unit->inner));
		libdw_unlock(dw);
	}
	*linkage = (name && name->linkage) || unit->names_are_linkage;
	return name ? name->name : NULL;
}

void unit_deinit(struct unit *unit)
{
	free(unit->line_files.paths);
	free(unit->call_files.paths);
	scopes_deinit(&unit->scopes);
}

/* ---- Lines ---- */

static int make_paths(struct unit_files *files)
{
	files->paths = files->n ? calloc(files->n, sizeof(*files->paths)) : NULL;
	return files->n && !files->paths ? -ENOMEM : 0;
}

static int read_files(const struct libdw *dw, Dwarf_Die *die, struct unit_files *files)
{
	if (dw->dwarf_getsrcfiles(die, &files->files, &files->n))
		files->n = 0;
	return make_paths(files);
}

int unit_read_lines(const struct libdw *dw, struct unit *unit)
{
	int error;

	if (unit->lines_read)
		return 0;
	unit->lines_read = true;
	if (dw->dwarf_getsrclines(&unit->die, &unit->lines, &unit->n_lines))
		unit->n_lines = 0;
	error = read_files(dw, &unit->die, &unit->line_files);
	return error ? error : read_files(dw, &unit->inner, &unit->call_files);
}

/* The path of file i. Paths in the table may be relative to the folder of the compiler. */
static const char *path(const struct libdw *dw, struct unit *unit, struct unit_files *files,
			size_t i, struct text *text)
{
	const char *name, *folder = NULL;
	Dwarf_Attribute attribute;

	if (i >= files->n)
		return NULL;
	if (files->paths[i])
		return files->paths[i];
	name = dw->dwarf_filesrc(files->files, i, NULL, NULL);
	if (name && name[0] != '/' && dw->dwarf_attr(&unit->die, DW_AT_comp_dir, &attribute))
		folder = dw->dwarf_formstring(&attribute);
	if (folder) {
		folder = text_join(text, folder, "/");
		name = folder ? text_join(text, folder, name) : NULL;
	}
	files->paths[i] = name;
	return name;
}

/* The row of the line table for the address; NULL: none. *within: up to where it holds. */
static Dwarf_Line *find_row(const struct libdw *dw, const struct unit *unit, uint64_t address,
			    struct piece *within)
{
	size_t low = 0, high = unit->n_lines;
	Dwarf_Line *row;
	Dwarf_Addr at;
	bool end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (dw->dwarf_lineaddr(dw->dwarf_onesrcline(unit->lines, middle), &at)) {
			piece_narrow(within, address, address + 1);
			return NULL;
		}
		if (at <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < unit->n_lines && !dw->dwarf_lineaddr(dw->dwarf_onesrcline(unit->lines, low), &at))
		piece_narrow(within, 0, at);
	if (!low)
		return NULL;
	row = dw->dwarf_onesrcline(unit->lines, low - 1);
	if (!dw->dwarf_lineaddr(row, &at))
		piece_narrow(within, at, UINT64_MAX);
	return dw->dwarf_lineendsequence(row, &end) || end ? NULL : row;
}

struct pmc_line unit_line(const struct libdw *dw, struct unit *unit, uint64_t address,
			  struct text *text, struct piece *within)
{
	Dwarf_Line *row = find_row(dw, unit, address, within);
	struct pmc_line line = { 0 };
	Dwarf_Files *files;
	size_t file;
	int n;

	if (!row || dw->dwarf_line_file(row, &files, &file))
		return line;
	line.file = path(dw, unit, &unit->line_files, file, text);
	if (!dw->dwarf_lineno(row, &n) && n > 0)
		line.line = n;
	if (!dw->dwarf_linecol(row, &n) && n > 0)
		line.column = n;
	return line;
}

struct pmc_line unit_call(const struct libdw *dw, struct unit *unit, uint32_t i, struct text *text)
{
	struct entry call;

	scopes_call(&unit->scopes, i, &call);
	return (struct pmc_line){ .file = path(dw, unit, &unit->call_files, call.file, text),
				  .line = call.line <= INT32_MAX ? call.line : 0,
				  .column = call.column <= INT32_MAX ? call.column : 0 };
}
#endif
