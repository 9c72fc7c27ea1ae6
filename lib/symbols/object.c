/* SPDX-License-Identifier: BSD-2-Clause */
/* Puts symbol tables, debug files and debug information of one object together. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/symbols/elf/debug_file.h"
#include "lib/symbols/dwarf/dwarf.h"
#include "lib/symbols/elf/functions.h"
#include "lib/symbols/object.h"
#include "lib/symbols/elf/plt.h"
#include "pmc/profile.h"

/* So many lines of one address are looked at. */
#define MOST_LINES 64
/* Smaller tables are not worth a cache. */
#define FEW_SYMBOLS 2000

/* ---- Opening ---- */

static int open_file(const struct object_options *options, const char *path, struct file *file,
		     struct pmc_diag *diag)
{
	char *full;
	int error;

	if (!strcmp(path, "[vdso]")) {
		error = file_of_vdso(file);
		return error ? diag_say(diag, -ENOENT, "this process has no vdso") : 0;
	}
	if (!path[0] || path[0] == '[')
		return diag_say(diag, -ENOENT, "'%s' is no file that has symbols", path);
	if (asprintf(&full, "%s%s%s", options->symfs,
		     options->symfs[0] && path[0] != '/' ? "/" : "", path) < 0)
		return -ENOMEM;
	error = file_open(full, false, file);
	switch (error) {
	case 0:
	case -ENOMEM:
		break;
	case -ENOENT:
	case -ENOTDIR:
		error = diag_say(diag, -ENOENT, "'%s' does not exist", full);
		break;
	case -ENOEXEC:
		diag_say(diag, error, "'%s' is no ELF file", full);
		break;
	default:
		diag_say(diag, error, "'%s' cannot be read: %s", full, strerror(-error));
	}
	free(full);
	return error;
}

int object_table(struct object *object)
{
	int error;

	if (object->table_read)
		return 0;
	object->table_read = true;
	error = functions_add(&object->elf, &object->table);

	if (!error && object->debug.bytes)
		error = functions_add(&object->debug_elf, &object->table);
	if (!error)
		error = symtab_close(&object->table);
	if (!error)
		error = plt_add(&object->elf, &object->table, &object->text);
	if (!error)
		error = symtab_close(&object->table);
	if (!error)
		error = symtab_index(&object->table);
	return error;
}

/* Begins the cache of a file's symbols; a vdso is no file. */
static void begin_cache(const struct object_options *options, struct object *object)
{
	if (options->cache && object->file.path)
		cache_begin(&object->cache, object->file.path, &object->file.identity,
			    &object->debug.identity, options->linkage);
}

int object_open(const struct object_options *options, const char *path, struct object *object,
		struct pmc_diag *diag)
{
	struct object o = { 0 };
	int error = open_file(options, path, &o.file, diag);

	if (error)
		return error;
	error = -ENOMEM;
	o.key = strdup(path);
	if (!o.key)
		goto failed;
	error = elf_init(&o.elf, o.file.bytes, o.file.size);
	if (error == -ENOEXEC)
		diag_say(diag, error, "'%s' is no ELF file that pmc can read", path);
	if (error)
		goto failed;
	if (!debug_file_open(options->symfs, path, &o.elf, &o.debug)) {
		error = elf_init(&o.debug_elf, o.debug.bytes, o.debug.size);
		if (error)
			goto failed;
	}
	begin_cache(options, &o);
	*object = o;
	return 0;
failed:
	object_close(&o);
	return error;
}

/* Writes what was found out, if reading it again takes longer than reading a cache. */
static void save(struct object *object)
{
	if (object->table.n >= FEW_SYMBOLS)
		cache_save(&object->cache, ANSWER_SYMBOL);
	if (object->dwarf && dwarf_is_complete(object->dwarf)) {
		cache_save(&object->cache, ANSWER_FUNCTIONS);
		cache_save(&object->cache, ANSWER_INLINED);
		cache_save(&object->cache, ANSWER_LINES);
	}
}

void object_close(struct object *object)
{
	save(object);
	cache_deinit(&object->cache);
	dwarf_close(object->dwarf);
	symtab_deinit(&object->table);
	free(object->lines);
	elf_deinit(&object->elf);
	elf_deinit(&object->debug_elf);
	file_close(&object->file);
	file_close(&object->debug);
	text_deinit(&object->text);
	free(object->key);
	memset(object, 0, sizeof(*object));
}

/* Writes the first bytes of a build-id, enough to tell two apart. */
static const char *id_text(const uint8_t *id, size_t size, char text[24])
{
	size_t i;

	text[0] = 0;
	for (i = 0; i < size && i < 10; i++)
		sprintf(text + 2 * i, "%02x", id[i]);
	return text;
}

int object_check(const struct object *object, const uint8_t *build_id, size_t size,
		 struct pmc_diag *diag)
{
	const struct elf *elf = &object->elf;
	char here[24], there[24];

	if (!build_id || !size)
		return 0;
	if (!elf->build_id)
		return diag_say(diag, -ESTALE,
				"'%s' is not the file that ran: it has no build-id, the profile's "
				"is %s",
				object->key, id_text(build_id, size, there));
	if (elf->build_id_size == size && !memcmp(elf->build_id, build_id, size))
		return 0;
	return diag_say(diag, -ESTALE,
			"'%s' is not the file that ran: its build-id is %s, the profile's is %s",
			object->key, id_text(elf->build_id, elf->build_id_size, here),
			id_text(build_id, size, there));
}

/* Opens the debug information of the debug file, or else of the object. */
static int open_debug(const struct object_options *options, struct object *object)
{
	int error = -ENODATA;

	if (!options->lines)
		return error;
	if (object->debug.path)
		error = dwarf_open(object->debug.path, options->symfs, options->cache,
				   &object->dwarf);
	if (error == -ENODATA && object->file.path)
		error = dwarf_open(object->file.path, options->symfs, options->cache,
				   &object->dwarf);
	return error;
}

int object_debug(const struct object_options *options, struct object *object, struct pmc_diag *diag)
{
	if (!object->dwarf && !object->dwarf_error)
		object->dwarf_error = open_debug(options, object);
	switch (object->dwarf_error) {
	case 0:
		return 0;
	case -ENOSYS:
		return diag_say(diag, -ENOSYS, "%s", dwarf_missing());
	case -ENODATA:
		return diag_say(diag, -ENODATA, "'%s' has no debug information", object->key);
	}
	return diag_say(diag, object->dwarf_error,
			"the debug information of '%s' cannot be read: %s", object->key,
			strerror(-object->dwarf_error));
}

bool object_has_answers(const struct object *object)
{
	return object->cache.answers[ANSWER_LINES].n_known ||
	       object->cache.answers[ANSWER_FUNCTIONS].n_known ||
	       object->cache.answers[ANSWER_INLINED].n_known;
}

/* ---- Finding ---- */

int object_symbol(struct object_options *options, struct object *object, struct symtab_symbol *s,
		  struct pmc_symbol *symbol)
{
	if (!s->shown)
		s->shown = options->linkage ? s->name :
					      demangle(&options->demangler, s->name, &object->text);
	if (!s->shown)
		return -ENOMEM;
	*symbol = (struct pmc_symbol){ s->shown, s->start, s->end - s->start };
	return 0;
}

/* Copies the lines of an answer; returns how many. */
static int copy(const struct answers *answers, const struct answer *answer, struct pmc_line *lines,
		size_t n)
{
	if (n > answer->n)
		n = answer->n;
	if (n)
		memcpy(lines, answers->lines + answer->first, n * sizeof(*lines));
	return n;
}

int object_find(struct object_options *options, struct object *object, uint64_t address,
		struct pmc_symbol *symbol)
{
	struct answers *answers = cache_answers(&object->cache, ANSWER_SYMBOL);
	const struct answer *answer = answers_find(answers, address, 1);
	struct answer fresh = { .piece = PIECE_ALL, .asked = UINT16_MAX };
	struct pmc_line line = { 0 };
	struct symtab_symbol *s;

	if (!answer) {
		if (object_table(object))
			return -ENOMEM;
		s = symtab_piece(&object->table, address, &fresh.piece);
		if (s && object_symbol(options, object, s, symbol))
			return -ENOMEM;
		if (s) {
			line.function = symbol->name;
			fresh.start = symbol->start;
			fresh.size = symbol->size;
			fresh.n = 1;
		}
		answer = answers_add(answers, &fresh, &line);
		if (!answer)
			return -ENOMEM;
	}
	if (!copy(answers, answer, &line, 1)) {
		*symbol = (struct pmc_symbol){
			.start = answer->piece.start,
			.size = answer->piece.end - answer->piece.start,
		};
		return -ENOENT;
	}
	*symbol = (struct pmc_symbol){ line.function, answer->start, answer->size };
	return 0;
}

/* What a profile says of the address in a function; NULL: nothing. */
static const struct object_line *find_given(const struct object *object, size_t symbol,
					    uint64_t address)
{
	size_t low = 0, high = object->n_lines;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct object_line *line = &object->lines[middle];

		if (line->symbol < symbol || (line->symbol == symbol && line->start <= address))
			low = middle + 1;
		else
			high = middle;
	}
	return low && object->lines[low - 1].symbol == symbol ? &object->lines[low - 1] : NULL;
}

/* The line that a profile gives for the address. */
static int line_of_profile(struct object_options *options, struct object *object, uint64_t address,
			   struct pmc_line *line)
{
	struct symtab_symbol *s = symtab_find(&object->table, address);
	const struct object_line *given =
		s ? find_given(object, (size_t)(s - object->table.symbols), address) : NULL;
	struct pmc_symbol symbol;

	if (!given)
		return 0;
	if (object_symbol(options, object, s, &symbol))
		return -ENOMEM;
	*line = (struct pmc_line){ symbol.name, given->file, given->line, 0 };
	return 1;
}

/* Gives the functions of n lines the names that users know. 0 or -ENOMEM. */
static int name_functions(struct object_options *options, struct object *object, uint64_t address,
			  bool whole, struct pmc_line *lines, const uint8_t *plain, int n,
			  struct piece *within)
{
	struct symtab_symbol *s;
	struct pmc_symbol symbol;
	int i;

	for (i = 0; i < n; i++) {
		/* The outermost function has a symbol, whose name says more than a plain one. */
		s = NULL;
		if (whole && i == n - 1 && (plain[i] || !lines[i].function)) {
			if (object_table(object))
				return -ENOMEM;
			s = symtab_find_before(&object->table, address);
			symtab_piece(&object->table, address, within);
		}
		if (s) {
			if (object_symbol(options, object, s, &symbol))
				return -ENOMEM;
			lines[i].function = symbol.name;
		} else if (lines[i].function && !options->linkage) {
			lines[i].function = demangle(&options->demangler, lines[i].function,
						     &object->text);
			if (!lines[i].function)
				return -ENOMEM;
		}
	}
	return 0;
}

/* Asks the debug information for n lines. */
static const struct answer *find_lines(struct object_options *options, struct object *object,
				       uint64_t address, bool files, int n)
{
	struct answers *answers = cache_answers(&object->cache,
						files ? ANSWER_LINES : ANSWER_FUNCTIONS);
	struct answer fresh = { .piece = PIECE_ALL, .asked = n };
	struct pmc_line lines[MOST_LINES + 1];
	uint8_t plain[MOST_LINES + 1];
	/* One more shows whether these are all. */
	int found = (files ? dwarf_lines : dwarf_functions)(object->dwarf, address, lines, plain,
							    n + 1, &fresh.piece);

	if (found < 0)
		return NULL;
	if (found <= n)
		fresh.asked = UINT16_MAX;
	fresh.n = found <= n ? found : n;
	if (name_functions(options, object, address, found <= n, lines, plain, fresh.n,
			   &fresh.piece))
		return NULL;
	return answers_add(answers, &fresh, lines);
}

int object_lines(struct object_options *options, struct object *object, uint64_t address,
		 bool files, struct pmc_line *lines, size_t n)
{
	struct answers *answers = cache_answers(&object->cache,
						files ? ANSWER_LINES : ANSWER_FUNCTIONS);
	const struct answer *answer;
	int error;

	if (!n)
		return 0;
	if (n > MOST_LINES)
		n = MOST_LINES;
	if (object->lines)
		return line_of_profile(options, object, address, lines);
	answer = answers_find(answers, address, n);
	if (!answer) {
		error = object_debug(options, object, NULL);
		if (error)
			return error == -ENODATA ? 0 : error;
		answer = find_lines(options, object, address, files, n);
	}
	return answer ? copy(answers, answer, lines, n) : -ENOMEM;
}

/* Asks the debug information what was inlined. */
static const struct answer *find_inlined(struct object_options *options, struct object *object,
					 struct answers *answers, uint64_t address)
{
	struct answer fresh = { .piece = PIECE_ALL, .asked = UINT16_MAX };
	struct pmc_line line = { 0 };

	line.function = dwarf_inlined(object->dwarf, address, &fresh.piece);
	if (line.function && !options->linkage) {
		line.function = demangle(&options->demangler, line.function, &object->text);
		if (!line.function)
			return NULL;
	}
	fresh.n = !!line.function;
	return answers_add(answers, &fresh, &line);
}

int object_inlined(struct object_options *options, struct object *object, uint64_t address,
		   const char **name, uint64_t *last)
{
	struct answers *answers = cache_answers(&object->cache, ANSWER_INLINED);
	const struct answer *answer = answers_find(answers, address, 1);
	int error;

	if (last)
		*last = object->lines ? UINT64_MAX : address;
	if (object->lines)
		return 0;
	if (!answer) {
		error = object_debug(options, object, NULL);
		if (error)
			return error;
		answer = find_inlined(options, object, answers, address);
	}
	if (!answer)
		return -ENOMEM;
	if (answer->n)
		*name = answers->lines[answer->first].function;
	if (last && answer->piece.end > address)
		*last = answer->piece.end - 1;
	return answer->n;
}
