/* SPDX-License-Identifier: BSD-2-Clause */
/* What a report is about. */
#include "cli/profile/subject.h"

#include "cli/profile/names.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWN "[unknown]"
/* Of the name of an inlined function: what remains of SUBJECT_TEXT is for "(inlined)". */
#define LONGEST_INLINED 380
/* In a key: this word is a name, and not the number of a function. */
#define BY_NAME (1ull << 32)

static int init_threads(struct subject *s)
{
	struct pmc_profile_thread thread;
	size_t i;

	s->comm = calloc(s->info.threads + 1, sizeof(*s->comm));
	s->process = calloc(s->info.threads + 1, sizeof(*s->process));
	if (!s->comm || !s->process)
		return -ENOMEM;
	for (i = 0; !pmc_profile_thread_at(s->profile, i, &thread); i++) {
		s->process[i] = thread.process;
		s->comm[i] = names_add(s->names, thread.comm);
		if (s->comm[i] == NAME_NONE)
			return -ENOMEM;
	}
	return 0;
}

/* Finds the objects whose functions the profile names. */
static int find_named(struct subject *s)
{
	struct pmc_profile_symbol symbol;
	size_t i;

	s->named = calloc(s->info.objects + 1, sizeof(*s->named));
	if (!s->named)
		return -ENOMEM;
	for (i = 0; !pmc_profile_symbol_at(s->profile, i, &symbol); i++)
		s->named[symbol.object] = true;
	return 0;
}

int subject_init(struct subject *s, struct pmc_profile *profile, struct names *names,
		 const struct subject_options *options, const struct filter_options *filter,
		 const struct subject *other)
{
	memset(s, 0, sizeof(*s));
	s->profile = profile;
	s->names = names;
	s->options = *options;
	s->last.object = ~0u;
	pmc_profile_info(profile, &s->info);
	if (init_threads(s) || find_named(s) ||
	    titles_init(&s->titles, names, profile, other ? other->profile : NULL,
			other ? &other->titles : NULL) ||
	    functions_init(&s->functions, profile, &options->symbols)) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	s->functions.split = options->split;
	s->functions.other = other ? other->profile : NULL;
	return filter_init(&s->filter, filter, profile, names, &s->titles, s->options.compared);
}

void subject_deinit(struct subject *s)
{
	filter_deinit(&s->filter);
	functions_deinit(&s->functions);
	titles_deinit(&s->titles);
	names_at_deinit(&s->by_address);
	free(s->named);
	free(s->comm);
	free(s->process);
	free(s->function_name);
	pmc_profile_close(s->profile);
	memset(s, 0, sizeof(*s));
}

int subject_check_addresses(const struct subject *s, const char *what)
{
	if (s->info.format != PMC_PROFILE_COLLAPSED)
		return 0;
	complain("%s: collapsed stacks name functions, and have no addresses", what);
	return STATUS_FAILED;
}

void subject_prepare(struct subject *s, const struct keys *keys)
{
	s->lines = keys_have(keys, KEY_LINE) || keys_have(keys, KEY_FILE);
}

/* ---- Spots ---- */

/* Looks the line up, and what is inlined there. */
static int look_up(struct subject *s, unsigned object, uint64_t address)
{
	struct subject_line *last = &s->last;
	const char *inlined = NULL;
	struct pmc_line lines[2];
	int n;

	last->object = object;
	last->address = last->end = address;
	last->file = last->inlined = NAME_NONE;
	last->line = 0;
	if (!s->lines) {
		inlined = functions_inlined(&s->functions, object, address, &last->end);
	} else {
		n = functions_lines(&s->functions, object, address, lines, 2);
		if (n > 0 && lines[0].file) {
			last->file = names_add_at(&s->by_address, s->names, lines[0].file);
			last->line = lines[0].line;
			if (last->file == NAME_NONE)
				return -ENOMEM;
		}
		/* Two lines: the first is in a function that was inlined into the second's. */
		if (n > 1 && s->options.inlines)
			inlined = lines[0].function;
	}
	if (!inlined)
		return 0;
	last->inlined = names_add_at(&s->by_address, s->names, inlined);
	return last->inlined == NAME_NONE ? -ENOMEM : 0;
}

/* Completes a spot, by what was looked up last if that holds for its address. */
static int complete(struct subject *s, struct spot *spot)
{
	const struct subject_line *last = &s->last;

	if ((last->object != spot->object || spot->address < last->address ||
	     spot->address > last->end) &&
	    look_up(s, spot->object, spot->address)) {
		s->last.object = ~0u;
		return -ENOMEM;
	}
	spot->file = last->file;
	spot->line = last->line;
	spot->inlined = last->inlined;
	if (spot->last > last->end)
		spot->last = last->end;
	return 0;
}

bool subject_shows(struct subject *s, const struct spot *spot)
{
	return filter_passes(&s->filter, spot->object, spot->thread, spot->function,
			     s->functions.function[spot->function].name);
}

int subject_spot(struct subject *s, unsigned object, uint64_t address, unsigned thread,
		 struct spot *spot)
{
	*spot = (struct spot){ .object = object,
			       .thread = thread,
			       .address = address,
			       .last = address,
			       .file = NAME_NONE,
			       .inlined = NAME_NONE };
	spot->function = functions_find(&s->functions, object, address);
	if (spot->function == FUNCTION_NONE)
		return -ENOMEM;
	if (s->functions.last.end > address)
		spot->last = s->functions.last.end - 1;
	if (s->whole ? !s->filter.thread[thread] : !subject_shows(s, spot))
		return 0;
	if ((s->lines || s->options.inlines) && complete(s, spot))
		return -ENOMEM;
	return 1;
}

/* ---- Keys ---- */

/* The name of a function as a number. */
static unsigned function_name(struct subject *s, unsigned function)
{
	const char *name = s->functions.function[function].name;

	if (function >= s->n_function_names) {
		unsigned n = function * 2 + 64;
		unsigned *all = realloc(s->function_name, n * sizeof(*all));

		if (!all)
			return NAME_NONE;
		memset(all + s->n_function_names, 0xff, (n - s->n_function_names) * sizeof(*all));
		s->function_name = all;
		s->n_function_names = n;
	}
	if (s->function_name[function] == NAME_NONE)
		s->function_name[function] = names_add(s->names, name ? name : UNKNOWN);
	return s->function_name[function];
}

/* What tells functions apart. NAME_NONE with BY_NAME: there is no memory. */
static uint64_t function_word(struct subject *s, const struct spot *spot)
{
	const struct function *function = &s->functions.function[spot->function];

	if (spot->inlined != NAME_NONE)
		return BY_NAME | spot->inlined;
	/* An address is a name in its object only. */
	if (s->options.compared && !function->nameless)
		return BY_NAME | function_name(s, spot->function);
	/* What is unknown is one row for all objects that look alike, such as mappings of a JIT. */
	if (s->options.compared || s->named[spot->object] || !function->name)
		return (uint64_t)s->titles.title[spot->object] << 33 | BY_NAME |
		       function_name(s, spot->function);
	return spot->function;
}

unsigned subject_key_words(const struct keys *keys)
{
	return keys->n + keys_have(keys, KEY_ADDRESS);
}

int subject_key(struct subject *s, const struct keys *keys, const struct spot *spot, uint64_t *key)
{
	const struct function *function = &s->functions.function[spot->function];
	unsigned i;

	for (i = 0; i < keys->n; i++) {
		switch (keys->key[i]) {
		case KEY_COMM:
			*key++ = s->comm[spot->thread];
			break;
		case KEY_PROCESS:
			*key++ = s->process[spot->thread];
			break;
		case KEY_THREAD:
			*key++ = spot->thread;
			break;
		case KEY_OBJECT:
			*key++ = s->titles.title[spot->object];
			break;
		case KEY_FUNCTION:
			*key = function_word(s, spot);
			if (*key & BY_NAME && (uint32_t)*key == NAME_NONE)
				return -ENOMEM;
			key++;
			break;
		case KEY_FILE:
			*key++ = spot->file;
			break;
		case KEY_LINE:
			*key++ = (uint64_t)spot->file << 32 | spot->line;
			break;
		default:
			/* Builds differ in addresses, but a function's inside may be the same. */
			*key++ = s->options.compared ? function_word(s, spot) : spot->object;
			*key++ = s->options.compared && function->name ?
					 spot->address - function->start :
					 spot->address;
			break;
		}
	}
	return 0;
}

/* ---- Texts ---- */

const char *subject_function(const struct subject *s, const struct spot *spot)
{
	const char *name = s->functions.function[spot->function].name;

	if (spot->inlined != NAME_NONE)
		return names_text(s->names, spot->inlined);
	return name ? name : UNKNOWN;
}

static const char *process_text(const struct subject *s, const struct spot *spot, char *text)
{
	struct pmc_profile_process process;

	if (pmc_profile_process_at(s->profile, s->process[spot->thread], &process))
		return UNKNOWN;
	snprintf(text, SUBJECT_TEXT, "%d:%s", (int)process.pid, process.comm);
	return text;
}

static const char *thread_text(const struct subject *s, const struct spot *spot, char *text)
{
	struct pmc_profile_thread thread;

	if (pmc_profile_thread_at(s->profile, spot->thread, &thread))
		return UNKNOWN;
	snprintf(text, SUBJECT_TEXT, "%d:%s", (int)thread.tid, thread.comm);
	return text;
}

static const char *line_text(const struct subject *s, const struct spot *spot, char *text)
{
	const char *file, *slash;

	if (spot->file == NAME_NONE)
		return UNKNOWN;
	file = names_text(s->names, spot->file);
	slash = strrchr(file, '/');
	if (!spot->line)
		return slash ? slash + 1 : file;
	snprintf(text, SUBJECT_TEXT, "%s:%u", slash ? slash + 1 : file, spot->line);
	return text;
}

static const char *address_text(const struct subject *s, const struct spot *spot, char *text)
{
	const struct function *function = &s->functions.function[spot->function];

	if (s->options.compared && function->name)
		snprintf(text, SUBJECT_TEXT, "+0x%llx",
			 (unsigned long long)(spot->address - function->start));
	else
		snprintf(text, SUBJECT_TEXT, "0x%llx", (unsigned long long)spot->address);
	return text;
}

/* As snprintf(3) does it, which takes several times as long. */
static const char *inlined_text(const char *name, char *text)
{
	size_t n = strnlen(name, LONGEST_INLINED);

	memcpy(text, name, n);
	strcpy(text + n, " (inlined)");
	return text;
}

const char *subject_text(const struct subject *s, enum key key, const struct spot *spot, char *text)
{
	switch (key) {
	case KEY_COMM:
		return names_text(s->names, s->comm[spot->thread]);
	case KEY_PROCESS:
		return process_text(s, spot, text);
	case KEY_THREAD:
		return thread_text(s, spot, text);
	case KEY_OBJECT:
		return names_text(s->names, s->titles.title[spot->object]);
	case KEY_FUNCTION:
		if (spot->inlined == NAME_NONE)
			return subject_function(s, spot);
		return inlined_text(subject_function(s, spot), text);
	case KEY_FILE:
		return spot->file == NAME_NONE ? UNKNOWN : names_text(s->names, spot->file);
	case KEY_LINE:
		return line_text(s, spot, text);
	default:
		return address_text(s, spot, text);
	}
}
