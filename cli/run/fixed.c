/* SPDX-License-Identifier: BSD-2-Clause */
/* All pairs of what --deterministic fixed, and how formats show them. */
#include "cli/run/fixed.h"

#include "cli/run/environment.h"
#include "cli/ui/json.h"

#include <pmc/pmc.h>
#include <stdlib.h>

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

/* A sentence ends with its line, whatever a value holds. */
static void print_on_line(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc((unsigned char)*text < ' ' ? '?' : *text, out);
}

/* Prints all pairs on one line, without its end. Returns how many. */
static size_t print_pairs(FILE *out, const char *before, const struct pmc_set *set,
			  const struct environment *env)
{
	struct pmc_fixed pair;
	size_t i;

	for (i = 0; !fixed_at(set, env, i, &pair); i++) {
		fprintf(out, "%s%s=", i ? ", " : before, pair.name);
		print_on_line(out, pair.value);
	}
	return i;
}

char *fixed_text(const struct pmc_set *set, const struct environment *env)
{
	char *text = NULL;
	size_t size, n;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	n = print_pairs(out, "fixed: ", set, env);
	if (!fclose(out) && n)
		return text;
	free(text);
	return NULL;
}

void fixed_print_comment(FILE *out, const struct pmc_set *set, const struct environment *env)
{
	if (print_pairs(out, "# fixed: ", set, env))
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
