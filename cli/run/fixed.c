/* SPDX-License-Identifier: BSD-2-Clause */
/* All pairs of what --deterministic fixed, and how formats show them. */
#include "cli/run/fixed.h"

#include "cli/run/environment.h"
#include "cli/ui/json.h"

#include <pmc/pmc.h>
#include <stdbool.h>
#include <string.h>

int fixed_at(const struct pmc_set *set, const struct environment *env, size_t index,
	     struct pmc_fixed *fixed)
{
	struct pmc_fixed ignored;
	size_t n = 0;

	while (set && !pmc_set_fixed_at(set, n, n == index ? fixed : &ignored)) {
		if (n == index)
			return 0;
		n++;
	}
	return environment_fixed_at(env, index - n, fixed);
}

/* Does a line for people leave it out? Comments and objects have all. */
static bool is_detail(const struct pmc_fixed *pair)
{
	return !strcmp(pair->value, "fixed") || !strcmp(pair->name, "environment-hash") ||
	       !strcmp(pair->name, "PATH");
}

void fixed_print_line(FILE *out, const char *before, const struct pmc_set *set,
		      const struct environment *env)
{
	const char *between = "fixed: ";
	struct pmc_fixed pair;
	size_t i;

	for (i = 0; !fixed_at(set, env, i, &pair); i++) {
		if (is_detail(&pair))
			continue;
		fprintf(out, "%s%s%s %s", before, between, pair.name, pair.value);
		before = "";
		between = ", ";
	}
	if (i)
		fputc('\n', out);
}

/* A comment ends with its line, whatever a value holds. */
static void print_on_line(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc((unsigned char)*text < ' ' ? '?' : *text, out);
}

void fixed_print_comment(FILE *out, const struct pmc_set *set, const struct environment *env)
{
	struct pmc_fixed pair;
	size_t i;

	for (i = 0; !fixed_at(set, env, i, &pair); i++) {
		fprintf(out, "%s%s=", i ? ", " : "# fixed: ", pair.name);
		print_on_line(out, pair.value);
	}
	if (i)
		fputc('\n', out);
}

void fixed_print_object(FILE *out, const struct pmc_set *set, const struct environment *env)
{
	struct pmc_fixed pair;
	size_t i;

	for (i = 0; !fixed_at(set, env, i, &pair); i++) {
		fputs(i ? ", " : "{\"fixed\" : {", out);
		json_string(out, pair.name);
		fputs(" : ", out);
		json_string(out, pair.value);
	}
	if (i)
		fputs("}}\n", out);
}
