/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine that is modelled, and the weights of what is estimated. */
#include "cli/run/modelled.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdlib.h>
#include <string.h>

static bool has_machine(const struct modelled_options *opt)
{
	return opt->machine || opt->file || opt->cache.n || opt->sample;
}

bool modelled_is_chosen(const struct modelled_options *opt)
{
	return has_machine(opt) || opt->weights || opt->estimate_cycles;
}

const char *modelled_conflict(const struct modelled_options *opt, const char *backend)
{
	bool other = backend && strcmp(backend, "emulated");

	if (has_machine(opt) && other)
		return "--machine, --cache, --machine-file and --machine-sample: only the "
		       "translator models a machine; leave --backend out, or write --backend "
		       "emulated";
	if (modelled_is_chosen(opt) && other)
		return "--weights and --estimate-cycles: only the translator estimates cycles; "
		       "leave --backend out, or write --backend emulated";
	if (opt->machine && opt->file)
		return "--machine and --machine-file: choose one; a file's first setting may be "
		       "machine=NAME";
	return NULL;
}

/* What a set fixes under this name; NULL: nothing. */
static const char *fixed_value(const struct pmc_set *set, const char *name)
{
	struct pmc_fixed pair;
	size_t i;

	for (i = 0; set && !pmc_set_fixed_at(set, i, &pair); i++)
		if (!strcmp(pair.name, name))
			return pair.value;
	return NULL;
}

const char *modelled_machine(const struct pmc_set *set)
{
	return fixed_value(set, "machine");
}

const char *modelled_bursts(const struct pmc_set *set)
{
	return fixed_value(set, "machine-sample");
}

const char *modelled_weights(const struct pmc_set *set)
{
	return fixed_value(set, "weights");
}

/* All --cache, with semicolons between. The result is the caller's: free(). */
static char *settings_of(const struct modelled_options *opt)
{
	size_t len = 1;
	unsigned i;
	char *all;

	for (i = 0; i < opt->cache.n; i++)
		len += strlen(opt->cache.item[i]) + 1;
	all = calloc(1, len);
	for (i = 0; all && i < opt->cache.n; i++) {
		if (i)
			strcat(all, ";");
		strcat(all, opt->cache.item[i]);
	}
	return all;
}

static int choose_machine(struct pmc *pmc, const struct modelled_options *opt)
{
	struct pmc_hardware_choice choice = { opt->machine, opt->file, NULL };
	struct pmc_diag diag = { 0 };
	char *settings;
	int err;

	if (!has_machine(opt))
		return 0;
	settings = settings_of(opt);
	if (!settings) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	choice.settings = opt->cache.n ? settings : NULL;
	err = pmc_hardware_choose(pmc, &choice, &diag);
	if (err && diag.column)
		complain_at("--cache", settings, &diag);
	else if (err)
		complain("%s", diag.sentence);
	free(settings);
	return err ? STATUS_FAILED : 0;
}

static int choose_bursts(struct pmc *pmc, const struct modelled_options *opt)
{
	struct pmc_diag diag = { 0 };

	if (!opt->sample || !pmc_hardware_sample(pmc, opt->sample, &diag))
		return 0;
	if (diag.column)
		complain_at("--machine-sample", opt->sample, &diag);
	else
		complain("--machine-sample: %s", diag.sentence);
	return STATUS_FAILED;
}

static int choose_weights(struct pmc *pmc, const struct modelled_options *opt)
{
	struct pmc_diag diag = { 0 };

	if (!opt->weights || !pmc_weights_choose(pmc, opt->weights, &diag))
		return 0;
	complain_at("--weights", opt->weights, &diag);
	return STATUS_FAILED;
}

int modelled_choose(struct pmc *pmc, const struct modelled_options *opt)
{
	int status = choose_machine(pmc, opt);

	if (!status)
		status = choose_bursts(pmc, opt);
	return status ? status : choose_weights(pmc, opt);
}
