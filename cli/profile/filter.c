/* SPDX-License-Identifier: BSD-2-Clause */
/* Which part of a profile the user wants to see. */
#include "cli/profile/filter.h"

#include "cli/profile/functions.h"
#include "cli/profile/names.h"
#include "cli/profile/titles.h"
#include "cli/ui/complain.h"
#include "cli/ui/nearest.h"
#include "cli/ui/numbers.h"
#include "cli/ui/plain.h"
#include "cli/ui/status.h"

#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists of names ---- */

typedef bool name_matches(const char *word, size_t length, const char *name);

static bool is_name(const char *word, size_t length, const char *name)
{
	return !strncmp(name, word, length) && !name[length];
}

/* A path, or its last part. */
static bool is_path(const char *word, size_t length, const char *name)
{
	const char *slash = strrchr(name, '/');

	return is_name(word, length, name) || (slash && is_name(word, length, slash + 1));
}

/* A function with or without its parameters. */
static bool is_function(const char *word, size_t length, const char *name)
{
	return !strncmp(name, word, length) && (!name[length] || name[length] == '(');
}

/* Does the item name it? An item is a list, or a single name with commas in it. */
static bool item_names(const char *item, const char *name, name_matches *matches)
{
	const char *word = item;

	if (matches(item, strlen(item), name))
		return true;
	for (;; word++) {
		size_t length = strcspn(word, ",");

		if (length && matches(word, length, name))
			return true;
		word += length;
		if (!*word)
			return false;
	}
}

static bool list_names(const struct option_list *list, const char *name, name_matches *matches)
{
	unsigned i;

	for (i = 0; i < list->n; i++)
		if (item_names(list->item[i], name, matches))
			return true;
	return false;
}

/* The word in the list that the names do not have; NULL: they have all. *length is set. */
static const char *missing(const struct option_list *list, const char *const *names,
			   name_matches *matches, size_t *length)
{
	const char *const *name;
	const char *word;
	unsigned i;

	for (i = 0; i < list->n; i++) {
		for (name = names; *name; name++)
			if (matches(list->item[i], strlen(list->item[i]), *name))
				break;
		if (*name)
			continue;
		for (word = list->item[i];; word++) {
			*length = strcspn(word, ",");
			for (name = names; *name && !matches(word, *length, *name); name++)
				;
			if (!*name)
				return word;
			word += *length;
			if (!*word)
				break;
		}
	}
	return NULL;
}

/* Complains about a word that the names, of one profile or of two, do not have. Without an option,
 * the user has typed nothing but functions, to pmc annotate. Returns 0 or an exit status. */
static int check_list(const char *option, const char *what, const struct option_list *list,
		      const char *const *names, name_matches *matches, bool two)
{
	const char *hint = option ? "" : "; `pmc report` lists those that it has";
	const char *word, *near;
	char text[200];
	size_t length;

	word = missing(list, names, matches, &length);
	if (!word)
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int)length, word);
	near = nearest_name(text, names);
	complain("%s%s%s: %s %s%s%s%s", option ? option : "", option ? " " : "", text,
		 two ? "neither profile has that" : "the profile has no such", what,
		 near ? "; did you mean '" : hint, near ? near : "", near ? "'?" : "");
	return STATUS_FAILED;
}

/* ---- Names that nobody has ---- */

/* Puts what a profile's names are to `to`, unless that is NULL. Returns how many there are. */
typedef size_t put_names(const char **to, const struct filter_side *side);

static size_t put_threads(const char **to, const struct filter_side *side)
{
	struct pmc_profile_thread thread;
	size_t n;

	for (n = 0; !pmc_profile_thread_at(side->filter->profile, n, &thread); n++)
		if (to)
			to[n] = thread.comm;
	return n;
}

static size_t put_objects(const char **to, const struct filter_side *side)
{
	struct pmc_profile_object object;
	size_t i, n = 0;

	for (i = 0; !pmc_profile_object_at(side->filter->profile, i, &object); i++, n += 2) {
		if (!to)
			continue;
		to[n] = names_text(side->names, side->titles->title[i]);
		to[n + 1] = object.path;
	}
	return n;
}

static size_t put_functions(const char **to, const struct filter_side *side)
{
	size_t n = 0;
	unsigned i;

	for (i = 0; i < side->functions->n; i++) {
		if (!side->functions->function[i].name)
			continue;
		if (to)
			to[n] = side->functions->function[i].name;
		n++;
	}
	return n;
}

/* What an option names, and how. */
struct named {
	const char *option, *what;
	const struct option_list *list;
	name_matches *matches;
	put_names *put;
};

static int check_named(const struct named *named, const struct filter_side *side, unsigned sides)
{
	size_t n = 0, room = 1;
	const char **names;
	unsigned i;
	int status;

	if (!named->list->n)
		return 0;
	for (i = 0; i < sides; i++)
		room += named->put(NULL, &side[i]);
	names = calloc(room, sizeof(*names));
	if (!names) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < sides; i++)
		n += named->put(names + n, &side[i]);
	status = check_list(named->option, named->what, named->list, names, named->matches,
			    sides > 1);
	free(names);
	return status;
}

/* ---- Threads and objects ---- */

/* Marks the threads that have the number, or whose process has it. False: there are none. */
static bool mark(const struct pmc_profile *profile, bool *marked, bool of_process, long number)
{
	struct pmc_profile_process process;
	struct pmc_profile_thread thread;
	bool found = false;
	size_t i;

	for (i = 0; !pmc_profile_thread_at(profile, i, &thread); i++) {
		pid_t id = thread.tid;

		if (of_process)
			id = pmc_profile_process_at(profile, thread.process, &process) ?
				     -1 :
				     process.pid;
		if (id != number)
			continue;
		marked[i] = true;
		found = true;
	}
	return found;
}

/* Lets only threads with one of these numbers pass. Returns 0 or an exit status. */
static int pass_numbers(struct filter *f, const struct option_list *list, bool of_process)
{
	const char *option = of_process ? "--pid" : "--tid";
	struct pmc_profile_info info;
	struct number_listed *number;
	int status = 0;
	bool *marked;
	size_t n, i;
	unsigned item;

	pmc_profile_info(f->profile, &info);
	marked = calloc(info.threads + 1, sizeof(*marked));
	if (!marked) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (item = 0; item < list->n && !status; item++) {
		status = numbers_parse(option, list->item[item], false, &number, &n);
		if (status)
			break;
		for (i = 0; i < n && !status; i++) {
			if (mark(f->profile, marked, of_process, number[i].number) || f->lenient)
				continue;
			complain("%s %ld: the profile has no such %s", option, number[i].number,
				 of_process ? "process" : "thread");
			status = STATUS_FAILED;
		}
		free(number);
	}
	for (i = 0; list->n && i < info.threads; i++)
		f->thread[i] &= marked[i];
	free(marked);
	return status;
}

static void pass_comms(struct filter *f)
{
	const struct option_list *list = &f->options->comm;
	struct pmc_profile_thread thread;
	size_t i;

	for (i = 0; !pmc_profile_thread_at(f->profile, i, &thread); i++)
		f->thread[i] = !list->n || list_names(list, thread.comm, is_name);
}

/* Objects are known by their path and by the title that reports print. */
static void pass_objects(struct filter *f, const struct names *names, const struct titles *titles)
{
	const struct option_list *list = &f->options->object;
	struct pmc_profile_object object;
	size_t i;

	for (i = 0; i < titles->n && !pmc_profile_object_at(f->profile, i, &object); i++)
		f->object[i] = !list->n ||
			       list_names(list, names_text(names, titles->title[i]), is_path) ||
			       list_names(list, object.path, is_path);
}

/* Complains about threads and objects that none of the profiles has. */
static int check_threads_and_objects(const struct filter_side *side, unsigned sides)
{
	const struct filter_options *o = side->filter->options;
	const struct named threads = { "--comms", "thread", &o->comm, is_name, put_threads };
	const struct named objects = { "--dsos", "object", &o->object, is_path, put_objects };
	int status = check_named(&threads, side, sides);

	return status ? status : check_named(&objects, side, sides);
}

/* The same of functions; option: NULL where the user has typed words without one. */
static int check_functions(const char *option, const struct filter_side *side, unsigned sides)
{
	const struct named named = { option, "function", &side->filter->options->function,
				     is_function, put_functions };

	return check_named(&named, side, sides);
}

int filter_init(struct filter *f, const struct filter_options *options,
		const struct pmc_profile *profile, const struct names *names,
		const struct titles *titles, bool lenient)
{
	const struct filter_side side = { .filter = f, .names = names, .titles = titles };
	struct pmc_profile_info info;
	int status = 0;

	memset(f, 0, sizeof(*f));
	f->options = options;
	f->profile = profile;
	f->lenient = lenient;
	pmc_profile_info(profile, &info);
	f->thread = calloc(info.threads + 1, sizeof(*f->thread));
	f->object = calloc(info.objects + 1, sizeof(*f->object));
	if (!f->thread || !f->object) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	pass_comms(f);
	pass_objects(f, names, titles);
	if (!lenient)
		status = check_threads_and_objects(&side, 1);
	if (!status)
		status = pass_numbers(f, &options->pid, true);
	if (!status)
		status = pass_numbers(f, &options->tid, false);
	return status;
}

void filter_deinit(struct filter *f)
{
	free(f->thread);
	free(f->object);
	free(f->function);
	memset(f, 0, sizeof(*f));
}

void filter_options_deinit(struct filter_options *options)
{
	free(options->comm.item);
	free(options->object.item);
	free(options->function.item);
	free(options->pid.item);
	free(options->tid.item);
}

/* ---- Asking ---- */

/* Does the function pass? What was found is kept for the next time. */
static bool function_passes(struct filter *f, unsigned function, const char *name)
{
	bool passes;

	if (function >= f->n_functions) {
		size_t n = (function + 1) * (size_t)2;
		char *known = realloc(f->function, n);

		if (!known)
			return name && list_names(&f->options->function, name, is_function);
		memset(known + f->n_functions, 0, n - f->n_functions);
		f->function = known;
		f->n_functions = n;
	}
	if (f->function[function])
		return f->function[function] == 'y';
	passes = name && list_names(&f->options->function, name, is_function);
	f->function[function] = passes ? 'y' : 'n';
	return passes;
}

bool filter_passes(struct filter *f, unsigned object, unsigned thread, unsigned function,
		   const char *name)
{
	return f->thread[thread] && f->object[object] &&
	       (!f->options->function.n || function_passes(f, function, name));
}

int filter_check_functions(const struct filter *f, const struct functions *functions,
			   const char *option)
{
	const struct filter_side side = { .filter = f, .functions = functions };

	return f->lenient ? 0 : check_functions(option, &side, 1);
}

int filter_check_both(const struct filter_side side[2])
{
	int status = check_threads_and_objects(side, 2);

	return status ? status : check_functions("--symbols", side, 2);
}

/* ---- Saying ---- */

bool filter_is_set(const struct filter_options *o)
{
	return o->comm.n || o->object.n || o->function.n || o->pid.n || o->tid.n;
}

void filter_print(FILE *out, const struct filter_options *o)
{
	const struct option_list *const lists[] = { &o->comm, &o->object, &o->function, &o->pid,
						    &o->tid };
	static const char *const names[] = { "--comms", "--dsos", "--symbols", "--pid", "--tid" };
	const char *separator = "";
	unsigned i, k;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		for (k = 0; k < lists[i]->n; k++) {
			fprintf(out, "%s%s ", separator, names[i]);
			plain_print(out, lists[i]->item[k]);
			separator = " ";
		}
}
