/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc diff`: options, two profiles, the report, the gate. */
#define _GNU_SOURCE /* asprintf */
#include "cli/diff/diff.h"

#include "cli/comparison/gate.h"
#include "cli/diff/changes.h"
#include "cli/diff/judge.h"
#include "cli/diff/options.h"
#include "cli/diff/print.h"
#include "cli/page/page.h"
#include "cli/profile/file.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>

static int open_both(const struct diff_options *opt, struct pmc_profile *profile[2])
{
	int status = profile_file_open(opt->file[0], &profile[0]);

	if (status)
		return status;
	status = profile_file_open(opt->file[1], &profile[1]);
	if (status)
		pmc_profile_close(profile[0]);
	return status;
}

static void print(const struct diff_options *opt, const struct changes *changes)
{
	if (opt->json)
		print_change_json(stdout, changes);
	else if (opt->separator)
		print_change_fields(stdout, changes, options_separator(opt->separator));
	else
		print_changes(stdout, changes);
}

static void print_heading(FILE *out, void *of)
{
	print_changes_heading(out, of);
}

/* --html, --svg */
static int write_page(const struct diff_options *opt, struct changes *changes)
{
	struct page page = { .heading = print_heading, .of = changes, .n_sides = FLAME_SIDES };
	char *title;
	int status, i;

	for (i = 0; i < FLAME_SIDES; i++) {
		page.side[i] = (struct flame_side){ &changes->subject[i],
						    changes->chosen[i].index };
		page.chosen[i] = &changes->chosen[i];
		page.file[i] = opt->file[i];
	}
	if (asprintf(&title, "pmc diff: %s, %s", opt->file[0], opt->file[1]) < 0) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	page.title = title;
	status = page_write(&page, opt->html, opt->svg);
	free(title);
	return status;
}

static int show(const struct diff_options *opt, struct changes *changes)
{
	if (opt->html || opt->svg)
		return write_page(opt, changes);
	print(opt, changes);
	return 0;
}

static int diff(const struct diff_options *opt, const struct gate *gate)
{
	struct pmc_profile *profile[2];
	struct changes changes;
	int status = open_both(opt, profile);

	if (status)
		return status;
	status = changes_init(&changes, opt, profile);
	if (!status)
		status = show(opt, &changes);
	if (!status)
		status = judge_changes(gate, &changes);
	changes_deinit(&changes);
	return status;
}

int diff_main(const struct subcommand *self, char **argv)
{
	struct diff_options opt;
	struct gate gate = { 0 };
	int status;

	if (diff_options_init(&opt, self, argv, &status)) {
		status = gate_init(&gate, &opt.fail_if);
		if (!status)
			status = diff(&opt, &gate);
	}
	gate_deinit(&gate);
	diff_options_deinit(&opt);
	return status;
}
