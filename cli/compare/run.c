/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts two commands in turns. */
#include "cli/compare/run.h"

#include "cli/compare/options.h"
#include "cli/result/result.h"
#include "cli/run/backend.h"
#include "cli/run/countable.h"
#include "cli/run/fixed.h"
#include "cli/run/loop.h"
#include "cli/run/run.h"
#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/output.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* What is counted without -e: events in user mode, since the kernel's work depends on others. */
#define PMU_EVENTS \
	"instructions:u,cycles:u,branches:u,branch-misses:u,cache-misses:u,task-clock,page-faults"
#define EMULATED_EVENTS \
	"instructions:u,branches:u,branches-taken:u,calls:u,loads:u,stores:u,syscalls:u"

/* ---- Before the first run ---- */

/* Opens a backend that sets can be made with. Returns what pmc_open() does. */
static int open_with_events(const struct compare_run *r, const char *name, struct pmc **pmc,
			    struct pmc_diag *diag)
{
	const char *file = r->opt->events_file;
	int err = pmc_open(name, PMC_USE_COMMAND, pmc, diag);

	/* An error in the file is one of the first set that needs it. */
	if (!err && file && file[0])
		pmc_events_file(*pmc, file, NULL);
	return err;
}

static int open_backend(struct compare_run *r)
{
	const char *name = r->opt->backend;
	struct pmc_diag diag;

	/* Only the emulator is deterministic. */
	if (!name && r->opt->fixed.deterministic)
		name = "emulated";
	if (!open_with_events(r, name, &r->pmc, &diag))
		return 0;
	complain_backend(r->opt->backend, &diag);
	return STATUS_FAILED;
}

/* Joins all -e with commas, or takes the events for this backend. */
static int choose_events(struct compare_run *r)
{
	const struct option_list *list = &r->opt->events;
	bool emulated = pmc_backend(r->pmc) == PMC_BACKEND_EMULATED;
	size_t size = sizeof(PMU_EVENTS) + sizeof(EMULATED_EVENTS), i;
	char *p;

	for (i = 0; i < list->n; i++)
		size += strlen(list->item[i]) + 1;
	p = r->events = malloc(size);
	if (!p) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	if (!list->n)
		strcpy(p, emulated ? EMULATED_EVENTS : PMU_EVENTS);
	for (i = 0; i < list->n; i++)
		p += sprintf(p, "%s%s", i ? "," : "", list->item[i]);
	return 0;
}

static unsigned set_flags(const struct compare_run *r)
{
	return PMC_SET_INHERIT | PMC_SET_TOLERANT |
	       (r->opt->fixed.deterministic ? PMC_SET_DETERMINISTIC : 0) |
	       (r->opt->no_cache ? 0 : PMC_SET_CACHE);
}

/* What a backend can count of -e: nothing when it takes none of it. */
static struct countable can_count(const struct compare_run *r, struct pmc *pmc)
{
	struct countable can = { 0, false };
	struct pmc_set *set;

	if (pmc_set_create(pmc, r->events, set_flags(r), &set, NULL))
		return can;
	can = countable_of(set);
	pmc_set_destroy(set);
	return can;
}

/*
 * When the user leaves the choice to pmc, the better backend is the one that counts more events of
 * -e, or the same without emulation.
 */
static void try_other_backend(struct compare_run *r)
{
	bool emulated = pmc_backend(r->pmc) == PMC_BACKEND_EMULATED;
	struct countable now, then;
	struct pmc *other;

	if (r->opt->backend || r->opt->fixed.deterministic || !r->opt->events.n)
		return;
	if (open_with_events(r, emulated ? "perf" : "emulated", &other, NULL))
		return;
	now = can_count(r, r->pmc);
	then = can_count(r, other);
	if (then.n > now.n || (then.n && then.n == now.n && then.software && emulated)) {
		pmc_close(r->pmc);
		r->pmc = other;
	} else {
		pmc_close(other);
	}
}

static int create_set(struct compare_run *r, struct compare_side *side)
{
	struct pmc_diag diag;

	if (pmc_set_create(r->pmc, r->events, set_flags(r), &side->set, &diag)) {
		if (r->opt->events.n == 1)
			complain_at("-e", r->opt->events.item[0], &diag);
		else
			complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	if (!fixed_choose(side->set, &r->opt->fixed, &diag))
		return 0;
	complain("%s", diag.sentence);
	return STATUS_FAILED;
}

/* Makes the command of the side's next run. */
static int new_command(struct compare_run *r, struct compare_side *side)
{
	struct pmc_diag diag;
	int err;

	pmc_set_detach(side->set);
	pmc_command_destroy(side->command);
	side->command = NULL;
	err = pmc_command_create(r->pmc, side->subject.argv, r->env.envp, &side->command, &diag);
	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	if (!pmc_set_attach_command(side->set, side->command, &diag))
		return 0;
	complain("%s", diag.sentence);
	return STATUS_FAILED;
}

static int init_side(struct compare_run *r, struct compare_side *side, const char *title,
		     char **argv)
{
	const char *twice;
	int status = create_set(r, side);

	if (status)
		return status;
	side->subject = (struct result_subject){
		.title = title,
		.target = "command",
		.argv = argv,
		.pmc = r->pmc,
		.set = side->set,
		.env = &r->env,
		.notes = &side->notes,
		.deterministic = r->opt->fixed.deterministic,
	};
	if (result_begin(side->result, &side->subject)) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	twice = result_twice(side->result);
	if (twice) {
		complain("-e: two events are called '%s'; count it once, or give each a name: "
			 "cpu/…,name=NAME/",
			 twice);
		return STATUS_FAILED;
	}
	return new_command(r, side);
}

int compare_run_init(struct compare_run *r, const struct compare_options *opt,
		     struct result *result)
{
	int status;

	memset(r, 0, sizeof(*r));
	r->opt = opt;
	r->side[0].result = &result[0];
	r->side[1].result = &result[1];
	status = open_backend(r);
	if (!status)
		status = choose_events(r);
	if (!status)
		try_other_backend(r);
	if (!status)
		status = environment_init(&r->env, &opt->fixed, 0);
	if (!status)
		status = init_side(r, &r->side[0], "before", opt->command[0]);
	if (!status)
		status = init_side(r, &r->side[1], "after", opt->command[1]);
	return status;
}

void compare_run_deinit(struct compare_run *r)
{
	int i;

	for (i = 0; i < 2; i++) {
		pmc_set_destroy(r->side[i].set);
		pmc_command_destroy(r->side[i].command);
		notes_deinit(&r->side[i].notes);
	}
	environment_deinit(&r->env);
	pmc_close(r->pmc);
	free(r->events);
}

/* ---- Runs ---- */

static int prepare(void *data, unsigned long number, struct run *run)
{
	struct compare_run *r = data;
	struct compare_side *side;
	int status;

	/* Each second pair of runs is made the other way round. */
	side = r->now = &r->side[(number ^ number >> 1) & 1];
	/* The first command of each was made before the first run, to see that it is there. */
	if (number > 1) {
		status = new_command(r, side);
		if (status)
			return status;
	}
	run->set = side->set;
	run->command = side->command;
	r->loop->argv = side->subject.argv;
	return 0;
}

static void complain_start(void *data, struct pmc_diag *diag)
{
	complain("%s", diag->sentence);
}

static int add_counts(struct compare_side *side, const struct pmc_count *count)
{
	size_t i;
	int err = 0;

	for (i = 0; !err && i < side->result->n_events; i++)
		if (count[i].state == PMC_COUNTED)
			err = result_add_count(side->result, i, count[i].value,
					       pmc_quality_name(count[i].quality));
	return err;
}

static int finish(void *data, const struct run *run)
{
	struct compare_run *r = data;
	struct compare_side *side = r->now;
	size_t n = pmc_set_size(side->set);
	struct pmc_count *count = calloc(n + 1, sizeof(*count));
	struct result_run made = { .wall_ns = run->end_ns - run->begin_ns };
	struct pmc_times times;
	int err;

	made.status = status_of_command(run->status);
	if (!pmc_command_times(side->command, &times)) {
		made.user_ns = times.user_ns;
		made.system_ns = times.system_ns;
	}
	/* A signal that ends pmc cut this run off. */
	if (interrupt_signal())
		made.left_out = "a signal cut it off";
	err = count ? pmc_set_read(side->set, count, n, NULL) : -ENOMEM;
	/* Some notes are about what the reading has shown. */
	notes_add_set(&side->notes, side->set);
	if (!err)
		err = result_add_run(side->result, &made);
	if (!err && !made.left_out)
		err = add_counts(side, count);
	free(count);
	if (!err)
		return 0;
	complain("the counters cannot be read: %s", strerror(-err));
	return STATUS_FAILED;
}

static int end_runs(void *data, int failed)
{
	struct compare_run *r = data;
	bool complete = true;
	size_t bad;
	int i;

	if (failed)
		return 0;
	for (i = 0; i < 2; i++) {
		if (!result_runs(r->side[i].result, &bad))
			complete = false;
		else if (result_end(r->side[i].result, &r->side[i].subject))
			complete = false;
	}
	if (complete)
		r->reported = r->report(r->data);
	else
		complain("there is nothing to compare: one of the commands was not counted to its "
			 "end");
	return 0;
}

int compare_run(struct compare_run *r)
{
	static const struct loop_ops ops = {
		.prepare = prepare,
		.complain = complain_start,
		.finish = finish,
		.report = end_runs,
	};
	static const struct output no_output;
	struct loop loop = {
		.ops = &ops,
		.data = r,
		.argv = r->opt->command[0],
		.n_runs = 2 * (unsigned long)r->opt->repeat,
		.n_warmup = 2 * (unsigned long)r->opt->warmup,
		.pre = r->opt->pre,
		.post = r->opt->post,
		.wait_all = r->opt->wait_all,
		.wraps = pmc_backend(r->pmc) == PMC_BACKEND_MSR,
		.output = &no_output,
	};

	r->loop = &loop;
	return loop_run(&loop);
}
