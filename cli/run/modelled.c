/* SPDX-License-Identifier: BSD-2-Clause */
/* --machine, --cache and --machine-file: the machine that is modelled. */
#include "cli/run/modelled.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdlib.h>
#include <string.h>

bool modelled_is_chosen(const struct modelled_options *opt)
{
	return opt->machine || opt->file || opt->cache.n;
}

const char *modelled_conflict(const struct modelled_options *opt, const char *backend)
{
	if (modelled_is_chosen(opt) && backend && strcmp(backend, "emulated"))
		return "--machine, --cache and --machine-file: only the translator models a "
		       "machine; leave --backend out, or write --backend emulated";
	if (opt->machine && opt->file)
		return "--machine and --machine-file: choose one; a file's first setting may be "
		       "machine=NAME";
	return NULL;
}

const char *modelled_machine(const struct pmc_set *set)
{
	struct pmc_fixed pair;
	size_t i;

	for (i = 0; set && !pmc_set_fixed_at(set, i, &pair); i++)
		if (!strcmp(pair.name, "machine"))
			return pair.value;
	return NULL;
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

int modelled_choose(struct pmc *pmc, const struct modelled_options *opt)
{
	struct pmc_hardware_choice choice = { opt->machine, opt->file, NULL };
	struct pmc_diag diag = { 0 };
	char *settings;
	int err;

	if (!modelled_is_chosen(opt))
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
