/* SPDX-License-Identifier: BSD-2-Clause */
/* The option parser. */
#include "cli/ui/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/nearest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS 96u
#define HELP_LEFT   32 /* columns of an option and its argument in the help text */

/* Reads the whole text as a number: decimal, or hexadecimal with 0x. */
static int parse_number(const char *text, long *number)
{
	const char *p = text + (*text == '-');
	char *end;

	if (*p < '0' || *p > '9')
		return -EINVAL;
	errno = 0;
	*number = strtol(text, &end, p[0] == '0' && (p[1] | 0x20) == 'x' ? 16 : 10);
	return *end ? -EINVAL : errno ? -ERANGE : 0;
}

/* Stores an option. `shown` is how the user wrote it, and stands in messages. */
static int take(const struct option *opt, const char *shown, const char *argument, bool on)
{
	struct option_list *list;
	const char **items;
	long number;

	switch (opt->kind) {
	case OPTION_FLAG:
		*(bool *)opt->to = on;
		return 0;
	case OPTION_COUNT:
		*(unsigned *)opt->to = on ? *(unsigned *)opt->to + 1 : 0;
		return 0;
	case OPTION_NUMBER:
		if (parse_number(argument, &number) || number < opt->min || number > opt->max) {
			complain("%s %s: expects %s from %ld to %ld", shown, argument, opt->number,
				 opt->min, opt->max);
			return -EINVAL;
		}
		*(long *)opt->to = number;
		return 0;
	case OPTION_TEXT:
		*(const char **)opt->to = argument;
		return 0;
	case OPTION_REFUSED:
		complain("%s: %s", shown, opt->about);
		return -EINVAL;
	case OPTION_LIST:
		list = opt->to;
		items = realloc(list->item, (list->n + 1) * sizeof(*items));
		if (!items) {
			complain("out of memory");
			return -ENOMEM;
		}
		items[list->n++] = argument;
		list->item = items;
		return 0;
	}
	return -EINVAL;
}

static bool wants_argument(const struct option *opt)
{
	return opt->kind != OPTION_FLAG && opt->kind != OPTION_COUNT && opt->kind != OPTION_REFUSED;
}

/*
 * Finds the long option text[0, len). Sets *on to false if its "no-" form was given. Returns NULL
 * if it is unknown, or an abbreviation of several options; *other is one of these then, for the
 * message.
 */
static const struct option *find_long(const struct option *table, const char *text, size_t len,
				      bool *on, const struct option **other)
{
	const struct option *opt, *found = NULL;
	bool exact, negated;
	int way;

	*other = NULL;
	*on = true;
	for (opt = table; opt->name; opt++) {
		for (way = 0; way < 2; way++) {
			const char *name = opt->name;
			char buf[64];

			negated = way == 1;
			if (negated) {
				if (wants_argument(opt) || opt->kind == OPTION_REFUSED)
					continue;
				if (!strncmp(name, "no-", 3))
					name += 3;
				else {
					snprintf(buf, sizeof(buf), "no-%s", name);
					name = buf;
				}
			}
			exact = strlen(name) == len;
			if (strncmp(name, text, len))
				continue;
			if (exact) {
				*on = !negated;
				return opt;
			}
			if (opt->kind == OPTION_REFUSED)
				continue;
			if (found) {
				*other = opt;
				continue;
			}
			found = opt;
			*on = !negated;
		}
	}
	return *other ? NULL : found;
}

static int unknown_long(const struct option *table, const char *word, size_t len,
			const struct option *other)
{
	const char *names[MAX_OPTIONS + 1], *near;
	char text[64];
	unsigned n = 0;

	snprintf(text, sizeof(text), "%.*s", (int)(len < 60 ? len : 60), word);
	if (other) {
		complain("--%s: is ambiguous; --%s is one of the options that it fits", text,
			 other->name);
		return -EINVAL;
	}
	for (; table->name && n < MAX_OPTIONS; table++)
		if (table->kind != OPTION_REFUSED)
			names[n++] = table->name;
	names[n] = NULL;
	near = nearest_name(text, names);
	if (near)
		complain("--%s: no such option; did you mean --%s?", text, near);
	else
		complain("--%s: no such option; --help lists them", text);
	return -EINVAL;
}

static int parse_long(const struct option *table, char ***argv)
{
	const char *word = **argv + 2, *argument = strchr(word, '=');
	size_t len = argument ? (size_t)(argument - word) : strlen(word);
	const struct option *opt, *other;
	char shown[80];
	bool on;

	if (argument)
		argument++;
	opt = find_long(table, word, len, &on, &other);
	if (!opt)
		return unknown_long(table, word, len, other);
	snprintf(shown, sizeof(shown), "--%s", opt->name);
	if (!wants_argument(opt)) {
		if (argument && opt->kind != OPTION_REFUSED) {
			complain("%s: takes no argument, but has '%s'", shown, argument);
			return -EINVAL;
		}
	} else if (!argument) {
		argument = *++*argv;
		if (!argument) {
			complain("%s: needs an argument: %s", shown, opt->argument);
			return -EINVAL;
		}
	}
	return take(opt, shown, argument, on);
}

static int parse_letters(const struct option *table, char ***argv)
{
	const char *p = **argv + 1, *argument;
	const struct option *opt;
	int err;

	for (; *p; p++) {
		char shown[3] = { '-', *p, 0 };

		for (opt = table; opt->name && opt->letter != *p; opt++)
			;
		if (!opt->name) {
			complain("%s: no such option; --help lists them",
				 *p < ' ' || *p > '~' ? **argv : shown);
			return -EINVAL;
		}
		if (!wants_argument(opt)) {
			err = take(opt, shown, NULL, true);
			if (err)
				return err;
			continue;
		}
		argument = p[1] ? p + 1 : *++*argv;
		if (!argument) {
			complain("%s: needs an argument: %s", shown, opt->argument);
			return -EINVAL;
		}
		return take(opt, shown, argument, true);
	}
	return 0;
}

int options_parse(const struct option *table, char **argv, char ***rest)
{
	int err;

	for (; *argv; argv++) {
		if ((*argv)[0] != '-' || !(*argv)[1])
			break;
		if (!strcmp(*argv, "--")) {
			argv++;
			break;
		}
		err = (*argv)[1] == '-' ? parse_long(table, &argv) : parse_letters(table, &argv);
		if (err)
			return err;
	}
	*rest = argv;
	return 0;
}

int options_parse_mixed(const struct option *table, char **argv, char ***words)
{
	char **rest = argv;
	size_t n = 0;

	for (;;) {
		bool ended = rest[0] && !strcmp(rest[0], "--");
		int err = options_parse(table, rest, &rest);

		if (err)
			return err;
		/* After "--", everything is a word. */
		do {
			if (!rest[0]) {
				argv[n] = NULL;
				*words = argv;
				return 0;
			}
			argv[n++] = *rest++;
		} while (ended);
	}
}

/* What is longer than HELP_LEFT has its description on the next line. */
static void help_row(const struct option *row)
{
	int width = row->letter ? printf("  -%c, --%s", row->letter, row->name) :
				  printf("      --%s", row->name);

	if (wants_argument(row))
		width += printf(" %s", row->argument);
	if (width > HELP_LEFT) {
		putchar('\n');
		width = 0;
	}
	printf("%*s %s\n", HELP_LEFT - width, "", row->about);
}

void options_help(const struct option *table)
{
	for (; table->name; table++)
		if (table->kind != OPTION_REFUSED)
			help_row(table);
}

void options_list(const char *subcommand, const struct option *table)
{
	for (; table->name; table++)
		if (table->kind != OPTION_REFUSED)
			printf("%s\t%c\t%s\t%s\t%s\n", subcommand,
			       table->letter ? table->letter : '-', table->name,
			       wants_argument(table) ? table->argument : "-", table->about);
}

const char *options_wrong_format(const char *separator, bool json)
{
	if (json && separator)
		return "-x and -j: a report has one format; choose one";
	if (separator && !separator[0])
		return "-x: the separator is empty; give one, as in -x ,";
	return NULL;
}

const char *options_separator(const char *given)
{
	return given && !strcmp(given, "\\t") ? "\t" : given;
}
