/* SPDX-License-Identifier: BSD-2-Clause */
/* See exact.h. */
#include "cli/record/exact.h"

#include "cli/record/options.h"
#include "cli/record/write.h"
#include "cli/run/backend.h"
#include "cli/run/environment.h"
#include "cli/run/fixed.h"
#include "cli/run/loop.h"
#include "cli/run/modelled.h"
#include "cli/run/note.h"
#include "cli/ui/complain.h"
#include "cli/ui/heap.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <inttypes.h>
#include <pmc/pmc.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The event that the summary shows. A profile has all of the translator's. It stands behind those
 * of -e, so that columns in messages are the user's. */
#define EVENT "instructions:u"

struct recording {
	const struct record_options *opt;
	struct pmc *pmc;
	struct environment env;
	struct pmc_set *set;
	struct pmc_command *command;
	struct notes notes;
	struct pmc_profile *profile;
	char *events; /* all -e, joined, and EVENT */
	uint64_t instructions;
};

static int join_events(struct recording *r)
{
	const struct option_list *list = &r->opt->events;
	size_t size = sizeof(EVENT), i;

	for (i = 0; i < list->n; i++)
		size += strlen(list->item[i]) + 1;
	r->events = calloc(1, size);
	if (!r->events) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < list->n; i++) {
		strcat(r->events, list->item[i]);
		strcat(r->events, ",");
	}
	strcat(r->events, EVENT);
	return 0;
}

static int create_set(struct recording *r, struct pmc_diag *diag)
{
	const struct record_options *opt = r->opt;
	unsigned flags = PMC_SET_PROFILE | (opt->no_inherit ? 0 : PMC_SET_INHERIT) |
			 (opt->fixed.deterministic ? PMC_SET_DETERMINISTIC : 0) |
			 (record_tree(opt) ? PMC_SET_CALL_TREE : 0) |
			 (opt->no_cache ? 0 : PMC_SET_CACHE);
	int err = pmc_set_create(r->pmc, r->events, flags, &r->set, diag);

	return err ? err : fixed_choose(r->set, &opt->fixed, diag);
}

/* What the translator cannot count a PMU or a clock may. */
static void add_way_out(struct pmc_diag *diag)
{
	size_t n = strlen(diag->sentence);

	snprintf(diag->sentence + n, sizeof(diag->sentence) - n,
		 "; -F or -c samples events of a PMU and clocks");
}

static int prepare(void *data, unsigned long number, struct run *run)
{
	struct recording *r = data;
	struct pmc_diag diag = { 0 };
	int err;

	(void)number;
	err = pmc_command_create(r->pmc, r->opt->command, r->env.envp, &r->command, &diag);
	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	err = create_set(r, &diag);
	if (err && diag.column) {
		/* The user has typed what stands before EVENT. */
		r->events[strlen(r->events) - strlen("," EVENT)] = '\0';
		if (err == -EOPNOTSUPP)
			add_way_out(&diag);
		complain_at("-e", r->events, &diag);
		return STATUS_FAILED;
	}
	if (!err)
		err = pmc_set_attach_command(r->set, r->command, &diag);
	if (err) {
		complain("%s", err == -ENOMEM ? "out of memory" : diag.sentence);
		return STATUS_FAILED;
	}
	run->set = r->set;
	run->command = r->command;
	return 0;
}

static void complain_start(void *data, struct pmc_diag *diag)
{
	(void)data;
	complain("%s", diag->sentence);
}

static int finish(void *data, const struct run *run)
{
	struct recording *r = data;
	struct pmc_diag diag = { 0 };
	size_t n = pmc_set_size(r->set);
	struct pmc_count *count = calloc(n, sizeof(*count));
	int err = count ? pmc_set_read(r->set, count, n, NULL) : -ENOMEM;

	(void)run;
	heap_use_huge_pages((size_t)8 << 20, (size_t)2 << 20);
	if (!err) {
		r->instructions = count[n - 1].state == PMC_COUNTED ? count[n - 1].value : 0;
		err = pmc_set_profile(r->set, &r->profile, &diag);
	}
	free(count);
	if (err) {
		complain("%s", diag.sentence[0] ? diag.sentence : strerror(-err));
		if (r->instructions)
			fprintf(stderr, "pmc: the command executed %" PRIu64 " instructions\n",
				r->instructions);
		return STATUS_FAILED;
	}
	notes_add_set(&r->notes, r->set);
	return 0;
}

static void print_summary(const struct recording *r)
{
	const char *machine = modelled_machine(r->set), *bursts = modelled_bursts(r->set);
	struct pmc_profile_process process;
	char text[NOTE_TEXT];
	size_t i, n = 0;

	for (i = 0; notes_text(&r->notes, i, text, sizeof(text)); i++)
		fprintf(stderr, "pmc: %s\n", text);
	if (r->opt->quiet)
		return;
	while (!pmc_profile_process_at(r->profile, n, &process))
		n++;
	fputs("[ pmc record: ", stderr);
	record_print_output(stderr, &r->opt->to);
	fprintf(stderr, "; %" PRIu64 " instructions of %zu process%s, exact%s%s%s%s%s ]\n",
		r->instructions, n, n == 1 ? "" : "es",
		record_tree(r->opt) ? ", with the call tree" : "", machine ? "; modelled: " : "",
		machine ? machine : "", bursts ? "; sampled: " : "", bursts ? bursts : "");
}

static int write_profile(void *data, int failed)
{
	struct recording *r = data;
	int status;

	if (failed || !r->profile)
		return 0;
	status = record_write(r->profile, &r->opt->to);
	if (!status)
		print_summary(r);
	return status;
}

static int run(struct recording *r)
{
	static const struct loop_ops ops = {
		.prepare = prepare,
		.complain = complain_start,
		.finish = finish,
		.report = write_profile,
	};
	const struct loop loop = {
		.ops = &ops,
		.data = r,
		.argv = r->opt->command,
		.n_runs = 1,
		.wait_all = r->opt->wait_all,
		.collects = true,
	};

	return loop_run(&loop);
}

bool record_exact_lacks(const struct record_options *opt)
{
	struct recording r = { .opt = opt };
	int err = 0;

	if (pmc_open("emulated", PMC_USE_COMMAND, &r.pmc, NULL))
		return false;
	if (!join_events(&r))
		err = create_set(&r, NULL);
	pmc_set_destroy(r.set);
	pmc_close(r.pmc);
	free(r.events);
	return err == -EOPNOTSUPP;
}

int record_exact(const struct record_options *opt)
{
	struct recording r = { .opt = opt };
	struct pmc_diag diag = { 0 };
	int status = environment_init(&r.env, &opt->fixed, 0);

	if (!status && pmc_open("emulated", PMC_USE_COMMAND, &r.pmc, &diag)) {
		complain_backend(NULL, &diag);
		status = STATUS_FAILED;
	}
	if (!status)
		status = modelled_choose(r.pmc, &opt->models);
	if (!status)
		status = join_events(&r);
	if (!status)
		status = run(&r);
	pmc_profile_close(r.profile);
	pmc_set_destroy(r.set);
	pmc_command_destroy(r.command);
	pmc_close(r.pmc);
	notes_deinit(&r.notes);
	free(r.events);
	environment_deinit(&r.env);
	return status;
}
