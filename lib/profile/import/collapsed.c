/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collapsed stacks → a profile. Functions are only names, so each gets an address of its own in an
 * object without a path, and a symbol that has it.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/table.h"
#include "lib/profile/import/collapsed.h"
#include "lib/profile/import/line.h"
#include "lib/profile/model/stacktree.h"

/* Each function has so many addresses, of which it uses the first. */
#define FUNCTION_SIZE 16u

struct import {
	struct line_file file;
	const char *name;
	struct pmc_diag *diag;
	struct builder *b;
	u64 seed;
	const char **function; /* names */
	size_t n_function, function_room;
	struct table functions;
	struct pmc_frame *frames;
	size_t frames_room;
};

/* Splits "a;b;c 42"; false: it is no such line. A fraction, as some tools write, is cut off. */
static bool split(struct line line, struct line *stack, u64 *count)
{
	const char *at;
	struct line number;

	while (line.end > line.at && (line.end[-1] == ' ' || line.end[-1] == '\t'))
		line.end--;
	for (at = line.end; at > line.at && at[-1] != ' ' && at[-1] != '\t';)
		at--;
	number = (struct line){ at, line.end };
	if (at == line.at || !line_number(&number, count))
		return false;
	if (line_take(&number, "."))
		while (number.at < number.end && *number.at >= '0' && *number.at <= '9')
			number.at++;
	if (number.at != number.end)
		return false;
	while (at > line.at && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	*stack = (struct line){ line.at, at };
	return at > line.at;
}

bool collapsed_is(const u8 *bytes, size_t n)
{
	struct line_file file = { (const char *)bytes, (const char *)bytes + n, .open = true };
	struct line line, stack;
	u64 count;

	while (line_next(&file, &line)) {
		if (line_ends(&line) || *line.at == '#')
			continue;
		return split(line, &stack, &count);
	}
	return false;
}

/* The number of a function, or -ENOMEM. */
static s64 find(struct import *im, const char *at, size_t n)
{
	const char *text = builder_text(im->b, at, n);
	u64 hash = table_mix(im->seed, (uintptr_t)text, 0);
	struct table_probe probe;

	for (probe = table_probe(hash); table_next(&im->functions, &probe);)
		if (im->function[probe.index] == text)
			return probe.index;
	if (im->n_function >= UINT32_MAX - 1 ||
	    vector_reserve(&im->function, &im->function_room, im->n_function + 1,
			   sizeof(*im->function)) ||
	    table_add(&im->functions, hash, (u32)im->n_function))
		return -ENOMEM;
	im->function[im->n_function] = text;
	return (s64)im->n_function++;
}

static int add_stack(struct import *im, struct line stack, u64 count)
{
	const char *at, *end = stack.end;
	size_t n = 0;
	s64 function;

	/* From the last name to the first: the innermost frame comes first. */
	for (;; end = at - 1) {
		if (n == STACK_DEEPEST)
			return diag_say(im->diag, -EPROTO,
					"%s:%lu: the stack has more than %u frames", im->name,
					im->file.number, STACK_DEEPEST);
		for (at = end; at > stack.at && at[-1] != ';';)
			at--;
		if (vector_reserve(&im->frames, &im->frames_room, n + 1, sizeof(*im->frames)))
			return -ENOMEM;
		function = find(im, at, (size_t)(end - at));
		if (function < 0)
			return -ENOMEM;
		im->frames[n++] =
			(struct pmc_frame){ .object = 0,
					    .address = ((u64)function + 1) * FUNCTION_SIZE,
					    .name = im->function[function] };
		if (at == stack.at)
			break;
	}
	builder_count(im->b, 0, 0, im->frames[0].address, 0, count);
	builder_stack(im->b, 0, im->frames, n, 0, count);
	return 0;
}

static int read_all(struct import *im)
{
	struct line line, stack;
	u64 count;
	size_t i;
	int err;

	while (line_next(&im->file, &line)) {
		if (line_ends(&line) || *line.at == '#')
			continue;
		if (!split(line, &stack, &count))
			return diag_say(im->diag, -EPROTO,
					"%s:%lu: this is no stack with a count, like 'main;run 42'",
					im->name, im->file.number);
		err = add_stack(im, stack, count);
		if (err)
			return err;
	}
	for (i = 0; i < im->n_function; i++)
		builder_symbol(im->b, 0, (i + 1ull) * FUNCTION_SIZE, FUNCTION_SIZE, im->function[i],
			       NULL, 0);
	return 0;
}

int collapsed_import(const u8 *bytes, size_t n, const char *name, struct pmc_profile **profile,
		     struct pmc_diag *diag)
{
	struct import im = { .file = { (const char *)bytes, (const char *)bytes + n, .open = true },
			     .name = name,
			     .diag = diag,
			     .seed = table_seed() };
	int err = builder_create(PMC_PROFILE_COLLAPSED, false, &im.b);

	if (err)
		return err;
	builder_event(im.b, "samples", PMC_SAMPLED);
	builder_process(im.b, 0, 0, UINT_MAX);
	builder_thread(im.b, 0, 0);
	builder_object(im.b, PMC_OBJECT_UNKNOWN, "", NULL, 0, UINT_MAX);
	err = read_all(&im);
	free(im.function);
	free(im.frames);
	table_deinit(&im.functions);
	if (err)
		builder_destroy(im.b);
	else
		err = builder_finish(im.b, profile);
	return err;
}
