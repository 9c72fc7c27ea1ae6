/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the functions of a unit. */
#ifdef PMC_LIBDW
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/symbols/dwarf/entries_begin.h"
#include "lib/symbols/dwarf/leaves.h"
#include "lib/symbols/dwarf/ranges.h"
#include "lib/symbols/dwarf/scopes.h"
#include "lib/symbols/dwarf/tags.h"

/* How deep functions, blocks and types may lie in one another. */
#define DEEPEST 256

/* What a walk through the entries of a unit collects. */
struct walk {
	struct scopes *scopes;
	struct unit_budget *budget;
	struct span *spans;
	size_t n, room;
	int error;
};

/* ---- Ranges ---- */

static int add_span(struct walk *w, uint64_t start, uint64_t end)
{
	if (w->n == w->room && vector_reserve(&w->spans, &w->room, w->n + 1, sizeof(*w->spans)))
		return -ENOMEM;
	w->spans[w->n++] = (struct span){ start, end, w->scopes->n };
	return 0;
}

/* Adds the ranges of a list. False: it is not one that can be read here; what was read is added. */
static bool add_list(struct walk *w, const struct entry *e)
{
	const struct scopes *s = w->scopes;
	struct ranges_cursor c = ranges_begin(s->sections, s->entries.version,
					      s->entries.address_size, s->base, e->ranges);
	enum ranges_next next = RANGES_END;
	uint64_t start, stop;

	while (w->budget->ranges && (next = ranges_next(&c, &start, &stop)) == RANGES_ONE) {
		w->budget->ranges--;
		if (start < stop)
			w->error = add_span(w, start, stop);
		if (w->error)
			break;
	}
	return next != RANGES_ODD;
}

/* Adds the ranges of an entry as libdw finds them. */
static int add_ranges(struct walk *w, const uint8_t *at)
{
	const struct libdw *dw = w->scopes->entries.dw;
	Dwarf_Die die = entries_die(&w->scopes->entries, at);
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;
	int error = 0;

	libdw_lock(dw);
	while (!error && w->budget->ranges &&
	       (offset = dw->dwarf_ranges(&die, offset, &base, &start, &end)) > 0) {
		w->budget->ranges--;
		if (start < end)
			error = add_span(w, start, end);
	}
	libdw_unlock(dw);
	return error;
}

/* Makes a scope of the entry, with its ranges. Returns its index, or `parent` when it has none. */
static uint32_t add_scope(struct walk *w, const uint8_t *at, const struct entry *e, uint32_t parent,
			  uint32_t outer)
{
	struct scopes *s = w->scopes;
	/* Constructors have names of their own, beside that of their origin. */
	bool inlined = e->tag == DW_TAG_inlined_subroutine;
	size_t before = w->n;

	if (s->n == s->room)
		w->error = vector_reserve(&s->scopes, &s->room, s->n + 1, sizeof(*s->scopes));
	if (w->error)
		return parent;
	if (e->code.is_plain) {
		w->error = add_span(w, e->low, e->high);
	} else if (!e->code.is_empty && (!s->sections || !e->code.has_ranges || !add_list(w, e))) {
		w->n = before;
		w->error = add_ranges(w, at);
	}
	if (w->error || w->n == before)
		return parent;
	s->scopes[s->n] = (struct scope){
		.entry = at - s->entries.base,
		.origin = inlined && e->origin ? e->origin - s->entries.base : 0,
		.parent = outer,
	};
	return s->n++;
}

/* ---- Entries ---- */

/*
 * Is there no place in what was inlined there, whose ranges are those from `before` on? What is
 * inlined in turn in it lies in these.
 */
static bool is_unused(struct walk *w, const struct entry *e, size_t before)
{
	const struct places *places = w->budget->places;
	size_t i;

	if (!places || w->scopes->is_whole || e->tag != DW_TAG_inlined_subroutine || w->n == before)
		return false;
	for (i = before; i < w->n; i++)
		if (places_any(places, w->spans[i].start, w->spans[i].end))
			return false;
	w->scopes->is_partial = true;
	return true;
}

/*
 * Visits one entry. Returns the scope that its children are in; *enter: visit these. Functions are
 * entered later, when they are asked for.
 */
static uint32_t visit(struct walk *w, const uint8_t *at, const struct entry *e, uint32_t scope,
		      bool *enter)
{
	bool function = e->tag == DW_TAG_subprogram;
	size_t before = w->n;

	*enter = tag_holds_functions(e->tag, scope != SPANS_NONE);
	if (!function && e->tag != DW_TAG_inlined_subroutine)
		return scope;
	if (!e->code.has_code) {
		/* A declaration, or the abstract instance of an inlined function. */
		*enter = false;
		return scope;
	}
	if (function && scope == SPANS_NONE && !w->scopes->is_whole)
		*enter = false;
	scope = add_scope(w, at, e, scope, function ? SPANS_NONE : scope);
	if (is_unused(w, e, before))
		*enter = false;
	return scope;
}

/* Goes behind an entry, over what lies in it. NULL: it has no end, or the budget is spent. */
static const uint8_t *leap(struct walk *w, const struct entry *e)
{
	struct entry inner;
	size_t depth = 0;

	if (e->sibling > e->next)
		return e->sibling;
	inner = *e;
	for (;;) {
		if (!inner.tag)
			depth--;
		else if (inner.has_children && inner.sibling && inner.sibling > inner.next)
			inner.next = inner.sibling;
		else if (inner.has_children)
			depth++;
		if (!depth)
			return inner.next;
		inner.next = leaves_over(&w->scopes->entries, inner.next, false,
					 &w->budget->entries);
		if (!w->budget->entries)
			return NULL;
		w->budget->entries--;
		w->error = entries_read(&w->scopes->entries, inner.next, &inner);
		if (w->error)
			return NULL;
	}
}

/* Walks through all entries below this one, which is the scope's. */
static void walk(struct walk *w, const uint8_t *at, uint32_t scope)
{
	uint32_t outer[DEEPEST]; /* the scopes of the entries that this one lies in */
	unsigned depth = 0;
	struct entry e;

	w->error = entries_read(&w->scopes->entries, at, &e);
	if (w->error || !e.has_children)
		return;
	outer[0] = scope;
	at = e.next;
	while (at && w->budget->entries) {
		bool enter;

		at = leaves_over(&w->scopes->entries, at, outer[depth] != SPANS_NONE,
				 &w->budget->entries);
		if (!w->budget->entries)
			return;
		w->budget->entries--;
		w->error = entries_read(&w->scopes->entries, at, &e);
		if (w->error)
			return;
		if (!e.tag) {
			if (!depth--)
				return;
			at = e.next;
			continue;
		}
		scope = visit(w, at, &e, outer[depth], &enter);
		if (w->error)
			return;
		if (!e.has_children) {
			at = e.next;
		} else if (enter && depth + 1 < DEEPEST) {
			outer[++depth] = scope;
			at = e.next;
		} else {
			at = leap(w, &e);
		}
	}
}

/* Walks through the entries below this one, and makes pieces of what it finds. */
static int collect(struct scopes *scopes, struct unit_budget *budget, const uint8_t *at,
		   uint32_t scope, struct spans *spans)
{
	struct walk w = { .scopes = scopes, .budget = budget };

	scopes->entries.known = budget->known;
	walk(&w, at, scope);
	scopes->entries.known = NULL;
	/* What is damaged ends there. */
	if (w.error != -ENOMEM)
		w.error = spans_init(spans, w.spans, w.n);
	free(w.spans);
	return w.error;
}

/* The address of the unit, as libdw takes it: GCC once wrote the second one. */
static uint64_t ask_base(const struct libdw *dw, const Dwarf_Die *unit)
{
	Dwarf_Die die = *unit;
	Dwarf_Addr base;
	bool found;

	libdw_lock(dw);
	found = !dw->dwarf_lowpc(&die, &base) || !dw->dwarf_entrypc(&die, &base);
	libdw_unlock(dw);
	return found ? base : 0;
}

bool scopes_begin(struct scopes *scopes, const struct libdw *dw, const Dwarf_Die *unit,
		  const struct sections *sections)
{
	struct entry *own = &scopes->unit;

	if (scopes->entries.begin)
		return true;
	if (!entries_begin(&scopes->entries, dw, unit, sections))
		return false;
	scopes->sections = sections;
	if (!sections || entries_read(&scopes->entries, scopes->entries.begin, own) ||
	    !own->code.has_low)
		*own = (struct entry){ 0 };
	scopes->base = own->code.has_low ? own->low : ask_base(dw, unit);
	return true;
}

int scopes_of_unit(struct scopes *scopes, struct unit_budget *budget, struct span **list, size_t *n)
{
	const struct entry *own = &scopes->unit;
	struct walk w = { .scopes = scopes, .budget = budget };
	bool found = own->code.is_plain || (own->code.has_low && own->code.has_ranges);

	if (found && own->code.is_plain)
		w.error = add_span(&w, own->low, own->high);
	else if (found)
		found = add_list(&w, own);
	if (!found || w.error) {
		free(w.spans);
		return w.error ? w.error : -ENOSYS;
	}
	*list = w.spans;
	*n = w.n;
	return 0;
}

int scopes_read(struct scopes *scopes, const struct libdw *dw, const Dwarf_Die *unit,
		const struct sections *sections, struct unit_budget *budget)
{
	scopes->is_read = true;
	if (!scopes_begin(scopes, dw, unit, sections))
		return 0;
	return collect(scopes, budget, scopes->entries.begin, SPANS_NONE, &scopes->spans);
}

static void forget(struct scopes *scopes)
{
	size_t i;

	for (i = 0; i < scopes->n_inner; i++)
		spans_deinit(&scopes->inner[i]);
	free(scopes->inner);
	free(scopes->scopes);
	scopes->scopes = NULL;
	scopes->inner = NULL;
	scopes->n = scopes->room = scopes->n_inner = scopes->inner_room = 0;
	spans_deinit(&scopes->spans);
}

void scopes_deinit(struct scopes *scopes)
{
	forget(scopes);
	free(scopes->names);
	entries_end(&scopes->entries);
	*scopes = (struct scopes){ 0 };
}

/* ---- Finding ---- */

/* Reads what was inlined in a function. */
static int read_function(struct scopes *scopes, struct unit_budget *budget, uint32_t i)
{
	const uint8_t *entry = scopes->entries.base + scopes->scopes[i].entry;

	if (vector_reserve(&scopes->inner, &scopes->inner_room, scopes->n_inner + 1,
			   sizeof(*scopes->inner)))
		return -ENOMEM;
	scopes->inner[scopes->n_inner] = (struct spans){ 0 };
	scopes->scopes[i].inner = ++scopes->n_inner;
	return collect(scopes, budget, entry, i, &scopes->inner[scopes->n_inner - 1]);
}

/*
 * Reads all functions with all that is in them. A function of a class that is local to another
 * function stands in the latter, although its code is elsewhere.
 */
static int read_whole(struct scopes *scopes, struct unit_budget *budget)
{
	forget(scopes);
	scopes->is_whole = true;
	if (!scopes->entries.begin)
		return 0;
	return collect(scopes, budget, scopes->entries.begin, SPANS_NONE, &scopes->spans);
}

uint32_t scopes_find(struct scopes *scopes, struct unit_budget *budget, uint64_t address,
		     struct piece *within)
{
	struct piece piece = *within;
	uint32_t function = spans_piece(&scopes->spans, address, &piece), inlined;

	if (function == SPANS_NONE && !scopes->is_whole && !read_whole(scopes, budget)) {
		piece = *within;
		function = spans_piece(&scopes->spans, address, &piece);
	}
	*within = piece;
	if (function == SPANS_NONE || scopes->is_whole)
		return function;
	/* Without memory it is as if nothing were inlined. */
	if (!scopes->scopes[function].inner && read_function(scopes, budget, function))
		return function;
	inlined = spans_piece(&scopes->inner[scopes->scopes[function].inner - 1], address, within);
	return inlined == SPANS_NONE ? function : inlined;
}

void scopes_call(struct scopes *scopes, uint32_t i, struct entry *call)
{
	const uint8_t *entry = scopes->entries.base + scopes->scopes[i].entry;

	if (entries_read_call(&scopes->entries, entry, call))
		*call = (struct entry){ 0 };
}

/* ---- Names ---- */

/* The slot of the entry: its own, or an empty one. There must be one. */
static struct scope_name *slot_of(const struct scopes *scopes, uint32_t entry)
{
	size_t i = (entry * 0x9e3779b97f4a7c15u >> 32) & (scopes->slots - 1);

	while (scopes->names[i].entry && scopes->names[i].entry != entry)
		i = (i + 1) & (scopes->slots - 1);
	return &scopes->names[i];
}

static bool grow_names(struct scopes *scopes)
{
	struct scope_name *old = scopes->names;
	size_t n = scopes->slots, i;

	if (2 * scopes->n_names < n)
		return true;
	scopes->names = calloc(n ? 2 * n : 64, sizeof(*scopes->names));
	if (!scopes->names) {
		scopes->names = old;
		return false;
	}
	scopes->slots = n ? 2 * n : 64;
	for (i = 0; i < n; i++)
		if (old[i].entry)
			*slot_of(scopes, old[i].entry) = old[i];
	free(old);
	return true;
}

/* So many entries that refer to one another are looked at, as libdw does. */
#define LONGEST_CHAIN 17

enum wanted { NAME, LINKAGE_NAME, MIPS_LINKAGE_NAME, ORIGIN, SPECIFICATION, WANTED };

/* Attributes of an entry, or of those that it is an instance or the definition of, too. */
struct attributes {
	bool has[WANTED];
	Dwarf_Attribute first[WANTED];
};

static int on_attribute(Dwarf_Attribute *attribute, void *arg)
{
	static const unsigned codes[WANTED] = { DW_AT_name, DW_AT_linkage_name,
						DW_AT_MIPS_linkage_name, DW_AT_abstract_origin,
						DW_AT_specification };
	struct attributes *all = arg;
	unsigned i;

	for (i = 0; i < WANTED; i++)
		if (attribute->code == codes[i] && !all->has[i]) {
			all->has[i] = true;
			all->first[i] = *attribute;
		}
	return DWARF_CB_OK;
}

/*
 * Goes over each entry of the chain once, up to the first that has the linker's name.
 * dwarf_attr_integrate() would look for one attribute after another in each of them.
 */
static void collect_names(const struct libdw *dw, Dwarf_Die die, struct attributes *all)
{
	unsigned i;

	memset(all->has, 0, sizeof(all->has));
	for (i = 0; i < LONGEST_CHAIN; i++) {
		all->has[ORIGIN] = all->has[SPECIFICATION] = false;
		dw->dwarf_getattrs(&die, on_attribute, all, 0);
		if (all->has[LINKAGE_NAME])
			return;
		if (!all->has[ORIGIN] && !all->has[SPECIFICATION])
			return;
		if (!dw->dwarf_formref_die(&all->first[all->has[ORIGIN] ? ORIGIN : SPECIFICATION],
					   &die))
			return;
	}
}

/* The name at an offset, as libdw checks it. */
static const char *string_at(const struct scopes *scopes, uint64_t offset)
{
	const struct section *strings = &scopes->sections->strings;

	return offset < strings->size ? (const char *)strings->bytes + offset : NULL;
}

/* Reads a name without libdw. False: that cannot be done here. */
static bool read_plain_name(struct scopes *scopes, uint32_t entry, struct scope_name *name)
{
	const uint8_t *at = scopes->entries.base + entry;
	struct entry_name e;
	unsigned i;

	name->name = NULL;
	name->linkage = false;
	for (i = 0; i < LONGEST_CHAIN && at && !name->linkage; i++, at = e.origin) {
		if (!entries_read_name(&scopes->entries, at, &e))
			return false;
		name->linkage = e.has_linkage_name;
		if (e.has_linkage_name)
			name->name = string_at(scopes, e.linkage_name);
		else if (e.has_name && !name->name)
			name->name = string_at(scopes, e.name);
		/* libdw knows what to do about an offset that is wrong. */
		if ((e.has_linkage_name || e.has_name) && !name->name)
			return false;
	}
	return true;
}

static struct scope_name read_name_alone(const struct scopes *scopes, uint32_t entry)
{
	const struct libdw *dw = scopes->entries.dw;
	Dwarf_Die die = entries_die(&scopes->entries, scopes->entries.base + entry);
	struct scope_name name = { .entry = entry };
	struct attributes all;

	collect_names(dw, die, &all);
	if (all.has[LINKAGE_NAME] || all.has[MIPS_LINKAGE_NAME])
		name.name = dw->dwarf_formstring(
			&all.first[all.has[LINKAGE_NAME] ? LINKAGE_NAME : MIPS_LINKAGE_NAME]);
	name.linkage = name.name;
	if (name.name)
		return name;
	/* Behind a linker's name that cannot be read there may be more entries. */
	if (all.has[LINKAGE_NAME])
		name.name = dw->dwarf_diename(&die);
	else if (all.has[NAME])
		name.name = dw->dwarf_formstring(&all.first[NAME]);
	return name;
}

static struct scope_name read_name(struct scopes *scopes, uint32_t entry)
{
	struct scope_name name = { .entry = entry };

	if (scopes->sections && read_plain_name(scopes, entry, &name))
		return name;

	libdw_lock(scopes->entries.dw);
	name = read_name_alone(scopes, entry);
	libdw_unlock(scopes->entries.dw);
	return name;
}

struct scope_name *scopes_name(struct scopes *scopes, uint32_t i)
{
	const struct scope *scope = &scopes->scopes[i];
	uint32_t entry = scope->origin ? scope->origin : scope->entry;
	struct scope_name *slot;

	if (!grow_names(scopes))
		return NULL;
	slot = slot_of(scopes, entry);
	if (!slot->entry) {
		*slot = read_name(scopes, entry);
		scopes->n_names++;
	}
	return slot;
}
#endif
