/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See callgrind_names.h. A file without addresses gets some: each function has a range of its own,
 * of which the first address is its beginning, and each of its lines the next one.
 *
 * A function may have several pieces with others in between, and callgrind takes code without a
 * name for a part of the function before. So each run of addresses that are one function's is a
 * symbol, or several in a row if lines are known: one for each run of addresses of one line.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/import/callgrind_names.h"
#include "lib/profile/import/line.h"

#define FUNCTION_BITS 20
#define FUNCTION_SIZE (1ull << FUNCTION_BITS)

const char *callgrind_name(struct callgrind_names *names, enum callgrind_space space,
			   struct line line)
{
	struct table_probe probe;
	struct line rest = line;
	const char *text;
	u64 id, hash;

	line_skip_blanks(&line);
	rest = line;
	if (!line_take(&rest, "(") || !line_number(&rest, &id) || !line_take(&rest, ")"))
		return builder_text(names->b, line.at, (size_t)(line.end - line.at));
	hash = table_mix(names->seed, id, space);
	line_skip_blanks(&rest);
	if (rest.at == rest.end) {
		for (probe = table_probe(hash); table_next(&names->names[space], &probe);)
			if (names->name[space][probe.index].id == id)
				return names->name[space][probe.index].text;
		return NULL;
	}
	text = builder_text(names->b, rest.at, (size_t)(rest.end - rest.at));
	for (probe = table_probe(hash); table_next(&names->names[space], &probe);)
		if (names->name[space][probe.index].id == id)
			return names->name[space][probe.index].text = text;
	if (names->n_name[space] >= UINT32_MAX - 1 ||
	    vector_reserve(&names->name[space], &names->name_room[space], names->n_name[space] + 1,
			   sizeof(*names->name[space])) ||
	    table_add(&names->names[space], hash, (u32)names->n_name[space])) {
		names->failed = true;
		return text;
	}
	names->name[space][names->n_name[space]++] = (struct callgrind_name){ id, text };
	return text;
}

/* ---- Functions ---- */

u32 callgrind_function(struct callgrind_names *names, unsigned object, const char *name,
		       const char *file)
{
	u64 hash = table_mix(names->seed, (uintptr_t)name, object);
	const struct callgrind_function *at;
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&names->functions, &probe);) {
		at = &names->function[probe.index];
		if (at->name == name && at->object == object)
			return probe.index;
	}
	if (names->n_function >= UINT32_MAX - 1 ||
	    vector_reserve(&names->function, &names->function_room, names->n_function + 1,
			   sizeof(*names->function)) ||
	    table_add(&names->functions, hash, (u32)names->n_function)) {
		names->failed = true;
		return 0;
	}
	names->function[names->n_function] =
		(struct callgrind_function){ .object = object, .name = name, .file = file };
	return (u32)names->n_function++;
}

u64 callgrind_function_address(u32 function)
{
	return (function + 1ull) << FUNCTION_BITS;
}

u64 callgrind_line_address(struct callgrind_names *names, u32 function, const char *file, u64 line)
{
	u64 hash = table_mix(table_mix(names->seed, function, line), (uintptr_t)file, 0), address;
	const struct callgrind_line *at;
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&names->lines, &probe);) {
		at = &names->line[probe.index];
		if (at->function == function && at->file == file && at->line == line)
			return names->line_address[probe.index];
	}
	if (names->n_line >= UINT32_MAX - 1 || names->failed ||
	    vector_reserve(&names->line, &names->line_room, names->n_line + 1,
			   sizeof(*names->line)) ||
	    vector_reserve(&names->line_address, &names->address_room, names->n_line + 1,
			   sizeof(*names->line_address)) ||
	    table_add(&names->lines, hash, (u32)names->n_line)) {
		names->failed = true;
		return 0;
	}
	/* A function with a million lines has its last address for the rest. */
	if (names->function[function].lines < FUNCTION_SIZE - 1)
		names->function[function].lines++;
	address = callgrind_function_address(function) + names->function[function].lines;
	names->line[names->n_line] = (struct callgrind_line){ function, file, line };
	names->line_address[names->n_line++] = address;
	return address;
}

void callgrind_function_has(struct callgrind_names *names, u32 function, u64 address,
			    const char *file, u64 line)
{
	if (names->failed)
		return;
	if (vector_reserve(&names->mark, &names->mark_room, names->n_mark + 1,
			   sizeof(*names->mark))) {
		names->failed = true;
		return;
	}
	names->mark[names->n_mark++] = (struct callgrind_mark){
		.address = address,
		.line = line <= UINT32_MAX ? line : 0,
		.file = file,
		.object = names->function[function].object,
		.function = function,
	};
}

/* Of the marks at an address the first one counts: that of the first function, with a line. */
static int compare_marks(const void *x, const void *y)
{
	const struct callgrind_mark *a = x, *b = y;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	return a->line > b->line ? -1 : a->line < b->line;
}

/* Is it of the same line as the one before it, as far as is known? */
static bool goes_on(const struct callgrind_mark *before, const struct callgrind_mark *mark)
{
	return !mark->line || (mark->line == before->line && mark->file == before->file);
}

static void add_symbol(struct callgrind_names *names, const struct callgrind_mark *first, u64 end)
{
	const struct callgrind_function *function = &names->function[first->function];
	const char *file = first->line ? first->file : function->file;

	/* That is how callgrind says that it does not know. */
	if (file && !strcmp(file, "???"))
		file = NULL;
	builder_symbol(names->b, first->object, first->address, end - first->address,
		       function->name, file, (unsigned)first->line);
}

void callgrind_names_finish(struct callgrind_names *names)
{
	const struct callgrind_mark *mark = names->mark, *first, *last;
	size_t i = 0;

	if (names->n_mark)
		qsort(names->mark, names->n_mark, sizeof(*mark), compare_marks);
	while (i < names->n_mark) {
		first = last = &mark[i];
		for (i++; i < names->n_mark && mark[i].object == first->object; i++) {
			if (mark[i].address == last->address)
				continue;
			if (mark[i].function != first->function)
				break;
			last = &mark[i];
			if (goes_on(first, last))
				continue;
			add_symbol(names, first, last->address);
			first = last;
		}
		add_symbol(names, first, last->address + 1);
	}
}

void callgrind_names_deinit(struct callgrind_names *names)
{
	unsigned i;

	for (i = 0; i < CALLGRIND_SPACES; i++) {
		free(names->name[i]);
		table_deinit(&names->names[i]);
	}
	free(names->function);
	free(names->line);
	free(names->line_address);
	free(names->mark);
	table_deinit(&names->functions);
	table_deinit(&names->lines);
}
