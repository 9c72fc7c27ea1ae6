/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc record`. Those that `pmc stat` has too mean the same. */
#ifndef PMC_CLI_RECORD_OPTIONS_H
#define PMC_CLI_RECORD_OPTIONS_H

#include "cli/record/write.h"
#include "cli/run/fixed.h"
#include "cli/run/modelled.h"
#include "cli/ui/options.h"

#include <stdbool.h>

struct subcommand;

struct record_options {
	const char *output; /* never NULL */
	struct record_output to;
	const char *backend, *call_graph;
	const char *pids, *tids, *cpus;
	long period, frequency, most, pages; /* 0: not given */
	bool no_inherit, no_cache, wait_all, quiet, help;
	bool chains, all_cpus, all_user;
	struct fixed_options fixed;
	struct option_list
		events; /* to sample, or else modelled ones: the others are recorded anyway */
	struct modelled_options models;
	char **command;
};

/* As stat_options_init() in cli/stat/options.h. */
bool record_options_init(struct record_options *opt, const struct subcommand *self, char **argv,
			 int *status);
/* Do the options ask for samples, and not for an exact profile? */
bool record_samples(const struct record_options *opt);
/* Do they ask for the exact call tree? It is a part of an exact profile. */
bool record_tree(const struct record_options *opt);
/* Do they name the translator, which alone is deterministic? */
bool record_translates(const struct record_options *opt);
/* Do they name what only an exact profile has? */
bool record_is_exact(const struct record_options *opt);
/* How much of the stack --call-graph=dwarf copies with each sample; 0: chains are not found so. */
unsigned record_stack_bytes(const struct record_options *opt);
void record_options_deinit(struct record_options *opt);

#endif
