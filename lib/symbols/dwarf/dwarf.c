/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds units by address, and puts lines and inlined functions together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/elf/debug_file.h"
#include "lib/symbols/dwarf/dwarf.h"
#include "lib/symbols/elf/elf.h"
#include "lib/symbols/base/file.h"
#include "pmc/profile.h"

#ifdef PMC_LIBDW
#include <dwarf.h>
#include "lib/symbols/base/text.h"
#include "lib/symbols/dwarf/known_kinds.h"
#include "lib/symbols/dwarf/unit.h"
#include "lib/symbols/dwarf/unit_map.h"
#include "lib/symbols/dwarf/unpacked.h"

/* A file with fewer bytes than this may have as many entries nonetheless. */
#define LEAST_BUDGET 65536
/* So many bytes can be packed in one; no compressor does better. */
#define MOST_UNPACKED 1100

/* A file with debug information. libelf unpacks sections in place: the bytes are its own. */
struct source {
	struct file file;
	struct unpacked unpacked;
	uint8_t *bytes; /* of one of these */
	size_t size;
	Elf *elf;
	Dwarf *dwarf;
};

struct dwarf {
	struct libdw libdw;
	const char *symfs;
	bool cache; /* unpacked sections are kept */
	/* The object's debug information, and what dwz moved from it to another file. */
	struct source main, alternate;
	struct unit_map map;
	struct sections sections;
	struct unit_budget budget;
	struct known_kinds known;
	pthread_mutex_t lock; /* libdw.lock, while it is shared */
	struct text text;     /* paths */
	bool incomplete;
};

/*
 * libdw unpacks each section of debug information that it knows, as soon as it sees the file. These
 * nobody asks here for: what variables are, where they lie, names, frames. Their headers, in this
 * process's copy of the file, say from now on that they have no contents.
 */
static void hide(const struct elf_section *s)
{
	static const char *const names[] = { "frame",	 "gnu_pubnames", "gnu_pubtypes", "loc",
					     "loclists", "macinfo",	 "macro",	 "names",
					     "pubnames", "pubtypes" };
	static const uint32_t nobits = SHT_NOBITS;
	size_t skipped = !strncmp(s->name, ".debug_", 7) ? 7 : 8, i;

	if (skipped == 8 && strncmp(s->name, ".zdebug_", 8))
		return;
	/* The type follows the name's offset, whatever the file's class. */
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(s->name + skipped, names[i]))
			memcpy((uint8_t *)s->header + offsetof(Elf64_Shdr, sh_type), &nobits,
			       sizeof(nobits));
}

/*
 * Prepares a file for libdw, which may write to its bytes. False: it has no debug information, or
 * the sizes of packed sections, which libdw trusts, are impossible. *packed: it has such.
 */
static bool prepare(uint8_t *bytes, size_t n, bool *packed)
{
	bool sound = true, debug = false;
	struct elf elf;
	size_t i;

	*packed = false;
	if (elf_init(&elf, bytes, n))
		return false;
	for (i = 0; i < elf.n_sections; i++) {
		const struct elf_section *s = &elf.sections[i];
		uint64_t size = 0;

		debug |= !strcmp(s->name, ".debug_info") || !strcmp(s->name, ".zdebug_info");
		if ((s->flags & SHF_COMPRESSED) && s->bytes && elf.wide &&
		    s->size >= sizeof(Elf64_Chdr))
			memcpy(&size, s->bytes + offsetof(Elf64_Chdr, ch_size), 8);
		sound &= size / MOST_UNPACKED <= s->size;
		*packed |= (s->flags & SHF_COMPRESSED) && !strncmp(s->name, ".debug_", 7);
	}
	for (i = 0; i < elf.n_sections; i++)
		hide(&elf.sections[i]);
	elf_deinit(&elf);
	return sound && debug;
}

/* Finds the file's sections unpacked, as they were kept or as libdeflate unpacks them now. */
static bool find_unpacked(const struct dwarf *d, struct source *source)
{
	struct unpacked *unpacked = &source->unpacked;
	bool none;

	if (d->cache && unpacked_read(&source->file.identity, unpacked) &&
	    prepare(unpacked->bytes, unpacked->size, &none))
		return true;
	unpacked_deinit(unpacked);
	if (!unpacked_make(source->bytes, source->size, unpacked))
		return false;
	if (d->cache)
		unpacked_keep(&source->file.identity, unpacked);
	return true;
}

/* Opens the debug information of a file that is mapped. */
static void begin(const struct dwarf *d, struct source *source)
{
	const struct libdw *libdw = &d->libdw;
	bool packed;

	source->bytes = (uint8_t *)source->file.bytes;
	source->size = source->file.size;
	if (!prepare(source->bytes, source->size, &packed))
		return;
	if (packed && find_unpacked(d, source)) {
		source->bytes = source->unpacked.bytes;
		source->size = source->unpacked.size;
		packed = false;
	}
	source->elf = libdw->elf_memory((char *)source->bytes, source->size);
	if (source->elf)
		source->dwarf = libdw->dwarf_begin_elf(source->elf, DWARF_C_READ, NULL);
	if (source->dwarf && packed && d->cache)
		unpacked_write(&source->file.identity, libdw, source->elf, source->bytes,
			       source->size);
}

static void end(const struct libdw *libdw, struct source *source)
{
	if (source->dwarf)
		libdw->dwarf_end(source->dwarf);
	if (source->elf)
		libdw->elf_end(source->elf);
	unpacked_deinit(&source->unpacked);
	file_close(&source->file);
}

/* The bytes of a section as libdw has them: unpacked. */
static struct section find_section(const struct dwarf *d, const struct elf *elf, const char *name)
{
	const struct elf_section *s = elf_section(elf, name);
	Elf_Scn *section = s ? d->libdw.elf_getscn(d->main.elf, s - elf->sections) : NULL;
	Elf_Data *data = section ? d->libdw.elf_rawdata(section, NULL) : NULL;

	/* What lies in the file although it is compressed could not be unpacked. */
	if (!data || ((s->flags & SHF_COMPRESSED) &&
		      (uintptr_t)data->d_buf - (uintptr_t)d->main.bytes < d->main.size))
		return (struct section){ 0 };
	return (struct section){ data->d_buf, data->d_size };
}

static void find_sections(struct dwarf *d)
{
	struct section *strings = &d->sections.strings;
	struct elf elf;

	if (elf_init(&elf, d->main.bytes, d->main.size))
		return;
	d->sections.ranges = find_section(d, &elf, ".debug_ranges");
	d->sections.info = find_section(d, &elf, ".debug_info");
	d->sections.abbreviations = find_section(d, &elf, ".debug_abbrev");
	d->sections.rnglists = find_section(d, &elf, ".debug_rnglists");
	*strings = find_section(d, &elf, ".debug_str");
	while (strings->size && strings->bytes[strings->size - 1])
		strings->size--;
	elf_deinit(&elf);
}

/* The file to which dwz moved what several objects have in common. */
static void open_alternate(struct dwarf *d)
{
	struct file file;
	const void *build_id;
	const char *name;
	ssize_t size = d->libdw.dwelf_dwarf_gnu_debugaltlink(d->main.dwarf, &name, &build_id);

	d->incomplete = size > 0;
	if (size <= 0 ||
	    debug_file_open_alternate(d->symfs, d->main.file.path, name, build_id, size, &file))
		return;
	if (!file_open(file.path, true, &d->alternate.file))
		begin(d, &d->alternate);
	if (d->alternate.dwarf) {
		d->libdw.dwarf_setalt(d->main.dwarf, d->alternate.dwarf);
		d->incomplete = false;
	}
	file_close(&file);
}

int dwarf_open(const char *path, const char *symfs, bool cache, struct dwarf **dwarf)
{
	struct dwarf *d = calloc(1, sizeof(*d));
	int error;

	if (!d)
		return -ENOMEM;
	pthread_mutex_init(&d->lock, NULL);
	d->symfs = symfs;
	d->cache = cache;
	error = libdw_load(&d->libdw);
	if (error)
		goto failed;
	error = file_open(path, true, &d->main.file);
	if (error)
		goto failed;
	/* An entry is visited at most three times (scopes_find()). */
	d->budget.entries = d->budget.ranges = 3 * d->main.file.size + LEAST_BUDGET;
	d->budget.known = &d->known;
	begin(d, &d->main);
	error = -ENODATA;
	if (!d->main.dwarf)
		goto failed;
	find_sections(d);
	open_alternate(d);
	error = unit_map_init(&d->map, &d->libdw, d->main.dwarf, &d->sections, &d->budget);
	d->incomplete |= d->map.is_split;
	if (error)
		goto failed;
	*dwarf = d;
	return 0;
failed:
	dwarf_close(d);
	return error;
}

const char *dwarf_missing(void)
{
	return "lines of sources need libdw (Debian's libdw1), which this system does not have, or "
	       "which a static program cannot load";
}

void dwarf_close(struct dwarf *d)
{
	if (!d)
		return;
	unit_map_deinit(&d->map);
	known_kinds_deinit(&d->known);
	end(&d->libdw, &d->main);
	end(&d->libdw, &d->alternate);
	text_deinit(&d->text);
	libdw_unload(&d->libdw);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

bool dwarf_is_complete(const struct dwarf *d)
{
	return !d->incomplete;
}

/* Names the functions of the scopes around this one, the innermost first; with the lines where they
 * were inlined if `first`, the line of the address, is given. */
static size_t unwind(struct dwarf *d, struct unit *unit, uint32_t scope,
		     const struct pmc_line *first, struct pmc_line *lines, uint8_t *plain, size_t n)
{
	struct pmc_line next = first ? *first : (struct pmc_line){ 0 };
	size_t found = 0;
	bool linkage;

	while (found < n && scope != SPANS_NONE) {
		lines[found] = next;
		lines[found].function = unit_scope_name(&d->libdw, unit, scope, &linkage);
		plain[found++] = !linkage;
		if (first)
			next = unit_call(&d->libdw, unit, scope, &d->text);
		scope = unit->scopes.scopes[scope].parent;
	}
	return found;
}

int dwarf_lines(struct dwarf *d, uint64_t address, struct pmc_line *lines, uint8_t *plain, size_t n,
		struct piece *within)
{
	struct unit *unit = unit_map_find(&d->map, address, within);
	struct pmc_line first;
	uint32_t scope;

	if (!unit || !n)
		return 0;
	if (unit_read_lines(&d->libdw, unit))
		return -ENOMEM;
	first = unit_line(&d->libdw, unit, address, &d->text, within);
	scope = unit_scope(&d->libdw, unit, &d->sections, &d->budget, address, within);
	if (scope != SPANS_NONE)
		return unwind(d, unit, scope, &first, lines, plain, n);
	if (!first.file)
		return 0;
	lines[0] = first;
	plain[0] = 0;
	return 1;
}

int dwarf_functions(struct dwarf *d, uint64_t address, struct pmc_line *lines, uint8_t *plain,
		    size_t n, struct piece *within)
{
	struct unit *unit = unit_map_find(&d->map, address, within);
	uint32_t scope;

	if (!unit)
		return 0;
	scope = unit_scope(&d->libdw, unit, &d->sections, &d->budget, address, within);
	return unwind(d, unit, scope, NULL, lines, plain, n);
}

uint32_t dwarf_unit(struct dwarf *d, uint64_t address, struct piece *within)
{
	const struct unit *unit = unit_map_find(&d->map, address, within);

	return unit ? (uint32_t)(unit - d->map.units) : SPANS_NONE;
}

struct scope_name *dwarf_inlined_in(struct dwarf *d, uint32_t number, struct unit_budget *budget,
				    uint64_t address, struct piece *within)
{
	struct unit *unit = &d->map.units[number];
	uint32_t scope = unit_scope(&d->libdw, unit, &d->sections, budget, address, within);

	if (scope == SPANS_NONE || unit->scopes.scopes[scope].parent == SPANS_NONE)
		return NULL;
	return scopes_name(&unit->scopes, scope);
}

const char *dwarf_inlined(struct dwarf *d, uint64_t address, struct piece *within)
{
	uint32_t unit = dwarf_unit(d, address, within);
	const struct scope_name *name = NULL;

	if (unit != SPANS_NONE)
		name = dwarf_inlined_in(d, unit, &d->budget, address, within);
	return name ? name->name : NULL;
}

/* ---- Several threads ---- */

struct unit_budget dwarf_share(struct dwarf *d, unsigned threads)
{
	d->libdw.lock = &d->lock;
	return (struct unit_budget){ .entries = d->budget.entries / threads,
				     .ranges = d->budget.ranges / threads };
}

void dwarf_unshare(struct dwarf *d, const struct unit_budget *left, unsigned threads)
{
	size_t i;

	d->libdw.lock = NULL;
	for (i = 0; i < d->map.n; i++)
		if (d->map.units[i].scopes.is_partial)
			scopes_deinit(&d->map.units[i].scopes);
	d->budget = (struct unit_budget){ .known = &d->known };
	for (i = 0; i < threads; i++) {
		d->budget.entries += left[i].entries;
		d->budget.ranges += left[i].ranges;
	}
}

#else

int dwarf_open(const char *path, const char *symfs, bool cache, struct dwarf **dwarf)
{
	return -ENOSYS;
}

const char *dwarf_missing(void)
{
	return "this pmc was built without libdw, so it knows no lines of sources";
}

void dwarf_close(struct dwarf *dwarf)
{
}

bool dwarf_is_complete(const struct dwarf *dwarf)
{
	return true;
}

int dwarf_lines(struct dwarf *dwarf, uint64_t address, struct pmc_line *lines, uint8_t *plain,
		size_t n, struct piece *within)
{
	return 0;
}

int dwarf_functions(struct dwarf *dwarf, uint64_t address, struct pmc_line *lines, uint8_t *plain,
		    size_t n, struct piece *within)
{
	return 0;
}

const char *dwarf_inlined(struct dwarf *dwarf, uint64_t address, struct piece *within)
{
	return NULL;
}

#endif
