/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the line table and the functions of a unit. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/text.h"
#include "lib/symbols/unit.h"
#include "pmc/profile.h"

/* How deep functions, blocks and types may lie in one another. */
#define DEEPEST 256

/* ---- Functions ---- */

/* What a walk through the entries of a unit collects. */
struct walk {
	const struct libdw *dw;
	struct unit *unit;
	struct unit_budget *budget;
	struct span *spans;
	size_t n, room;
	int error;
};

/* What an entry says of itself, read in one pass over its attributes. */
struct entry {
	const struct libdw *dw;
	bool has_code; /* low_pc or ranges */
	Dwarf_Word file, line, column;
};

static int on_attribute(Dwarf_Attribute *attribute, void *arg)
{
	struct entry *e = arg;

	switch (e->dw->dwarf_whatattr(attribute)) {
	case DW_AT_low_pc:
	case DW_AT_ranges:
		e->has_code = true;
		break;
	case DW_AT_call_file:
		e->dw->dwarf_formudata(attribute, &e->file);
		break;
	case DW_AT_call_line:
		e->dw->dwarf_formudata(attribute, &e->line);
		break;
	case DW_AT_call_column:
		e->dw->dwarf_formudata(attribute, &e->column);
		break;
	}
	return DWARF_CB_OK;
}

static int add_span(struct walk *w, uint64_t start, uint64_t end, uint32_t value)
{
	if (w->n == w->room) {
		size_t room = w->room ? 2 * w->room : 256;
		void *spans = realloc(w->spans, room * sizeof(*w->spans));

		if (!spans)
			return -ENOMEM;
		w->spans = spans;
		w->room = room;
	}
	w->spans[w->n++] = (struct span){ start, end, value };
	return 0;
}

/* Makes a scope of the entry, with its ranges. Returns its index, or `parent` when it has none. */
static uint32_t add_scope(struct walk *w, Dwarf_Die *die, uint32_t parent, const struct entry *e)
{
	struct unit *unit = w->unit;
	struct scope *scope;
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;
	bool any = false;

	if (unit->n_scopes == unit->room) {
		size_t room = unit->room ? 2 * unit->room : 128;
		void *scopes = realloc(unit->scopes, room * sizeof(*unit->scopes));

		if (!scopes) {
			w->error = -ENOMEM;
			return parent;
		}
		unit->scopes = scopes;
		unit->room = room;
	}
	while (w->budget->ranges &&
	       (offset = w->dw->dwarf_ranges(die, offset, &base, &start, &end)) > 0) {
		w->budget->ranges--;
		if (start >= end)
			continue;
		w->error = add_span(w, start, end, unit->n_scopes);
		if (w->error)
			return parent;
		any = true;
	}
	if (!any)
		return parent;
	scope = &unit->scopes[unit->n_scopes];
	*scope = (struct scope){ .die = *die, .parent = parent };
	scope->file = e->file <= INT32_MAX ? e->file : 0;
	scope->line = e->line <= INT32_MAX ? e->line : 0;
	scope->column = e->column <= INT32_MAX ? e->column : 0;
	return unit->n_scopes++;
}

/* May there be functions in an entry of this kind? In classes only if these are a function's. */
static bool is_entered(int tag, bool in_function)
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

/*
 * Visits one entry. Returns the scope that its children are in; *enter: visit these. Functions are
 * entered later, when they are asked for.
 */
static uint32_t visit(struct walk *w, Dwarf_Die *die, uint32_t scope, bool *enter)
{
	int tag = w->dw->dwarf_tag(die);
	struct entry e = { .dw = w->dw };

	*enter = is_entered(tag, scope != SPANS_NONE);
	if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
		return scope;
	w->dw->dwarf_getattrs(die, on_attribute, &e, 0);
	if (!e.has_code) {
		/* A declaration, or the abstract instance of an inlined function. */
		*enter = false;
		return scope;
	}
	if (tag == DW_TAG_subprogram && scope == SPANS_NONE && !w->unit->is_whole)
		*enter = false;
	return add_scope(w, die, tag == DW_TAG_subprogram ? SPANS_NONE : scope, &e);
}

/*
 * Walks through all entries below this one, which is the scope's. A file may link its entries in a
 * circle, so each step must go forward in memory, and the budget ends it.
 */
static void walk(struct walk *w, Dwarf_Die *root, uint32_t root_scope)
{
	struct {
		Dwarf_Die die;
		uint32_t scope;
	} at[DEEPEST];
	unsigned depth = 0;
	Dwarf_Die next;

	if (w->dw->dwarf_child(root, &at[0].die))
		return;
	at[0].scope = root_scope;
	while (!w->error && w->budget->entries) {
		bool enter;
		uint32_t scope = visit(w, &at[depth].die, at[depth].scope, &enter);

		w->budget->entries--;
		if (enter && depth + 1 < DEEPEST && !w->dw->dwarf_child(&at[depth].die, &next) &&
		    (char *)next.addr > (char *)at[depth].die.addr) {
			depth++;
			at[depth].die = next;
			at[depth].scope = scope;
			continue;
		}
		while (w->dw->dwarf_siblingof(&at[depth].die, &next) ||
		       (char *)next.addr <= (char *)at[depth].die.addr)
			if (!depth--)
				return;
		at[depth].die = next;
	}
}

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

static int make_paths(struct unit_files *files)
{
	files->paths = files->n ? calloc(files->n, sizeof(*files->paths)) : NULL;
	return files->n && !files->paths ? -ENOMEM : 0;
}

int unit_read(const struct libdw *dw, struct unit *unit, struct unit_budget *budget)
{
	struct walk w = { .dw = dw, .unit = unit, .budget = budget };

	unit->is_read = true;
	if (dw->dwarf_getsrclines(&unit->die, &unit->lines, &unit->n_lines))
		unit->n_lines = 0;
	if (dw->dwarf_getsrcfiles(&unit->die, &unit->line_files.files, &unit->line_files.n))
		unit->line_files.n = 0;
	if (dw->dwarf_getsrcfiles(&unit->inner, &unit->call_files.files, &unit->call_files.n))
		unit->call_files.n = 0;
	unit->names_are_linkage = is_language_of_linkage(dw->dwarf_srclang(&unit->inner));
	w.error = make_paths(&unit->line_files);
	if (!w.error)
		w.error = make_paths(&unit->call_files);
	if (!w.error)
		walk(&w, &unit->inner, SPANS_NONE);
	if (!w.error)
		w.error = spans_init(&unit->spans, w.spans, w.n);
	free(w.spans);
	return w.error;
}

static void forget_scopes(struct unit *unit)
{
	size_t i;

	for (i = 0; i < unit->n_scopes; i++)
		if (unit->scopes[i].inner) {
			spans_deinit(unit->scopes[i].inner);
			free(unit->scopes[i].inner);
		}
	free(unit->scopes);
	unit->scopes = NULL;
	unit->n_scopes = unit->room = 0;
	spans_deinit(&unit->spans);
}

void unit_deinit(struct unit *unit)
{
	free(unit->line_files.paths);
	free(unit->call_files.paths);
	forget_scopes(unit);
}

/* Reads what was inlined in a function. */
static int read_function(const struct libdw *dw, struct unit *unit, struct unit_budget *budget,
			 uint32_t i)
{
	struct walk w = { .dw = dw, .unit = unit, .budget = budget };
	struct spans *inner = calloc(1, sizeof(*inner));
	Dwarf_Die die = unit->scopes[i].die;

	if (!inner)
		return -ENOMEM;
	unit->scopes[i].inner = inner;
	walk(&w, &die, i);
	if (!w.error)
		w.error = spans_init(inner, w.spans, w.n);
	free(w.spans);
	return w.error;
}

/*
 * Reads all functions with all that is in them. A function of a class that is local to another
 * function stands in the latter, although its code is elsewhere.
 */
static int read_whole(const struct libdw *dw, struct unit *unit, struct unit_budget *budget)
{
	struct walk w = { .dw = dw, .unit = unit, .budget = budget };

	forget_scopes(unit);
	unit->is_whole = true;
	walk(&w, &unit->inner, SPANS_NONE);
	if (!w.error)
		w.error = spans_init(&unit->spans, w.spans, w.n);
	free(w.spans);
	return w.error;
}

uint32_t unit_scope(const struct libdw *dw, struct unit *unit, struct unit_budget *budget,
		    uint64_t address)
{
	uint32_t function = spans_find(&unit->spans, address), inlined;

	if (function == SPANS_NONE && !unit->is_whole && !read_whole(dw, unit, budget))
		function = spans_find(&unit->spans, address);
	if (function == SPANS_NONE || unit->is_whole)
		return function;
	/* Without memory it is as if nothing were inlined. */
	if (!unit->scopes[function].inner && read_function(dw, unit, budget, function))
		return function;
	inlined = spans_find(unit->scopes[function].inner, address);
	return inlined == SPANS_NONE ? function : inlined;
}

const char *unit_scope_name(const struct libdw *dw, struct unit *unit, uint32_t i)
{
	struct scope *scope = &unit->scopes[i];
	Dwarf_Attribute attribute;

	if (scope->name)
		return scope->name;
	if (dw->dwarf_attr_integrate(&scope->die, DW_AT_linkage_name, &attribute) ||
	    dw->dwarf_attr_integrate(&scope->die, DW_AT_MIPS_linkage_name, &attribute)) {
		scope->name = dw->dwarf_formstring(&attribute);
		scope->linkage = scope->name;
	}
	if (!scope->name)
		scope->name = dw->dwarf_diename(&scope->die);
	scope->linkage |= unit->names_are_linkage;
	return scope->name;
}

/* ---- Lines ---- */

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

/* The row of the line table for the address; NULL: none. */
static Dwarf_Line *find_row(const struct libdw *dw, const struct unit *unit, uint64_t address)
{
	size_t low = 0, high = unit->n_lines;
	Dwarf_Line *row;
	Dwarf_Addr at;
	bool end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (dw->dwarf_lineaddr(dw->dwarf_onesrcline(unit->lines, middle), &at))
			return NULL;
		if (at <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	row = dw->dwarf_onesrcline(unit->lines, low - 1);
	return dw->dwarf_lineendsequence(row, &end) || end ? NULL : row;
}

struct pmc_line unit_line(const struct libdw *dw, struct unit *unit, uint64_t address,
			  struct text *text)
{
	Dwarf_Line *row = find_row(dw, unit, address);
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
	const struct scope *scope = &unit->scopes[i];

	return (struct pmc_line){ .file = path(dw, unit, &unit->call_files, scope->file, text),
				  .line = scope->line,
				  .column = scope->column };
}
#endif
