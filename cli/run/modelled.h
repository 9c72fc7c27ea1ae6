/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --machine, --cache and --machine-file: the machine that is modelled, and --machine-sample: in
 * bursts. --weights and --estimate-cycles: the estimate of cycles that is made of its counts.
 */
#ifndef PMC_CLI_RUN_MODELLED_H
#define PMC_CLI_RUN_MODELLED_H

#include "cli/ui/options.h"

#include <stdbool.h>

struct pmc;
struct pmc_set;

struct modelled_options {
	const char *machine, *file; /* NULL: not given */
	struct option_list cache;   /* each --cache */
	const char *sample;	    /* NULL: not given */
	const char *weights;	    /* NULL: not given */
	bool estimate_cycles;
};

/* The rows of options_parse()'s table for the machine. `more` ends the help of --machine. */
/* clang-format off */
#define MODELLED_OPTIONS(opt, more) \
	{ 0, "machine", OPTION_TEXT, &(opt)->machine, "NAME", \
	  "model the caches and branches of this machine" more }, \
	{ 0, "cache", OPTION_LIST, &(opt)->cache, "SETTINGS", \
	  "change the machine: 'L1d=32K,8,64,nru;LL=none'; may be given several times" }, \
	{ 0, "machine-file", OPTION_TEXT, &(opt)->file, "FILE", \
	  "model the machine of this file of settings" }, \
	{ 0, "machine-sample", OPTION_TEXT, &(opt)->sample, "SHARE", \
	  "model only so many of all instructions, in bursts, and scale up: '10%'" }
/* clang-format on */

/* Has the user asked for what only the translator does: a machine, or an estimate of cycles? */
bool modelled_is_chosen(const struct modelled_options *opt);
/* What of these options does not go together, as a sentence; NULL: all does. */
const char *modelled_conflict(const struct modelled_options *opt, const char *backend);
/* Chooses machine, bursts and weights for a handle. Returns 0, or an exit status after a
 * complaint. */
int modelled_choose(struct pmc *pmc, const struct modelled_options *opt);
/* The machine that a set models, in words that live as long as the set; NULL: none. `set` may be
 * NULL. */
const char *modelled_machine(const struct pmc_set *set);
/* The bursts in which it models it; likewise. */
const char *modelled_bursts(const struct pmc_set *set);
/* The weights that a set estimates cycles by; likewise. */
const char *modelled_weights(const struct pmc_set *set);

#endif
