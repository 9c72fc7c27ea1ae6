/* SPDX-License-Identifier: BSD-2-Clause */
/* What --deterministic fixes: choosing it, all pairs of its record, how formats show them. */
#include "cli/run/fixed.h"

#include "cli/run/environment.h"
#include "cli/ui/json.h"

#include <pmc/pmc.h>
#include <stdlib.h>
#include <string.h>

static int choose_start(struct pmc_set *set, struct pmc_diag *diag)
{
	const char *start = getenv("SOURCE_DATE_EPOCH");
	struct pmc_diag why;
	int err = start ? pmc_set_fix(set, "clock-start", start, &why) : 0;

	if (!err || !diag)
		return err;
	*diag = why;
	snprintf(diag->sentence, sizeof(diag->sentence),
		 "SOURCE_DATE_EPOCH: %.400s; correct it, unset it, or write --clock real",
		 why.sentence);
	return err;
}

bool fixed_is_chosen(const struct fixed_options *opt)
{
	return opt->cpu_features || opt->clock || opt->env.n || opt->env_all;
}

const char *fixed_conflict(const struct fixed_options *opt, const char *backend)
{
	if (!opt->deterministic && fixed_is_chosen(opt))
		return "--cpu-features, --clock, --env and --env-all: say what --deterministic "
		       "fixes, so they need it";
	if (opt->deterministic && backend && strcmp(backend, "emulated"))
		return "--deterministic: only the translator gives equal runs equal counts; leave "
		       "--backend out, or write --backend emulated";
	return NULL;
}

int fixed_choose(struct pmc_set *set, const struct fixed_options *opt, struct pmc_diag *diag)
{
	int err = 0;

	if (!opt->deterministic)
		return 0;
	if (opt->cpu_features)
		err = pmc_set_fix(set, "cpu-features", opt->cpu_features, diag);
	if (!err && opt->clock)
		err = pmc_set_fix(set, "clock", opt->clock, diag);
	if (!err && (!opt->clock || strcmp(opt->clock, "real")))
		err = choose_start(set, diag);
	return err;
}

int fixed_at(const struct pmc_set *set, const struct environment *env, size_t index,
	     struct pmc_fixed *fixed)
{
	struct pmc_fixed pair;
	size_t i;

	for (i = 0; set && !pmc_set_fixed_at(set, i, &pair); i++) {
		/* That of the last run; the environment knows how many there were. */
		if (!strcmp(pair.name, "layout"))
			continue;
		if (!index--) {
			*fixed = pair;
			return 0;
		}
	}
	return environment_fixed_at(env, index, fixed);
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
