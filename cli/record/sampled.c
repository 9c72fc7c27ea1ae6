/* SPDX-License-Identifier: BSD-2-Clause */
/* See sampled.h. */
#include "cli/record/sampled.h"

#include "cli/record/options.h"
#include "cli/record/write.h"
#include "cli/run/backend.h"
#include "cli/run/environment.h"
#include "cli/run/event_list.h"
#include "cli/run/fixed.h"
#include "cli/run/loop.h"
#include "cli/run/note.h"
#include "cli/run/targets.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <inttypes.h>
#include <pmc/pmc.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often samples are taken out of the kernel's memory: 128 pages hold some 7,000 of them. */
#define LOOK_MS 20

struct sampled {
	const struct record_options *opt;
	enum pmc_use use;
	struct pmc *pmc;
	struct environment env;
	struct pmc_set *set;
	struct pmc_sampler *sampler;
	struct pmc_command *command;
	struct pmc_profile *profile;
	char *events; /* all -e */
	bool failed;  /* samples could not be taken */
};

/* ---- What is sampled ---- */

static enum pmc_use use_of(const struct record_options *opt)
{
	if (opt->pids || opt->tids)
		return PMC_USE_TASK;
	return opt->all_cpus || opt->cpus ? PMC_USE_CPU : PMC_USE_COMMAND;
}

/* The backend that an option names, or else the first that can sample. perf also has clocks, which
 * need no PMU. */
static const char *name_of(const struct sampled *s)
{
	struct pmc_backend_status status;

	if (s->opt->backend)
		return s->opt->backend;
	if (record_translates(s->opt))
		return "emulated";
	return backend_status(PMC_BACKEND_DRIVER, s->use, &status) && !status.error ? "driver" :
										      "perf";
}

/* Is it one event, which happens in the stream of instructions? */
static bool is_of_stream(struct pmc *pmc, const char *events)
{
	struct pmc_set_event event;
	struct pmc_set *set;
	bool is;

	if (pmc_set_create(pmc, events, PMC_SET_INHERIT, &set, NULL))
		return false;
	is = pmc_set_size(set) == 1 && !pmc_set_event(set, 0, &event) &&
	     !(event.flags & (PMC_EVENT_MODELLED | PMC_EVENT_ESTIMATE)) &&
	     backend_translates(&event);
	pmc_set_destroy(set);
	return is;
}

/*
 * Without a PMU the translator takes every so manieth of an event that it counts. Returns whether
 * it can; then s->pmc is its handle. why: of the backend that cannot.
 */
static bool falls_back(struct sampled *s, const char *why)
{
	const struct record_options *opt = s->opt;
	struct pmc *pmc;

	if (opt->backend || !opt->period || !s->events || opt->pages || s->use != PMC_USE_COMMAND ||
	    pmc_open("emulated", s->use, &pmc, NULL))
		return false;
	if (!is_of_stream(pmc, s->events)) {
		pmc_close(pmc);
		return false;
	}
	if (!opt->quiet)
		complain("the translator takes the samples: %s", why);
	pmc_close(s->pmc);
	s->pmc = pmc;
	return true;
}

static int open_backend(struct sampled *s)
{
	struct pmc_diag diag;
	int err = pmc_open(name_of(s), s->use, &s->pmc, &diag);

	if ((err || (s->events && pmc_event_check(s->pmc, s->events, &diag))) &&
	    falls_back(s, diag.sentence))
		return 0;
	if (err)
		complain_backend(s->opt->backend, &diag);
	return err ? STATUS_FAILED : 0;
}

static int create_set(struct sampled *s, struct pmc_diag *diag)
{
	const struct record_options *opt = s->opt;
	const struct pmc_sampling how = {
		.period = (uint64_t)opt->period,
		.frequency = (uint64_t)opt->frequency,
		.flags = record_stack_bytes(opt)	? PMC_SAMPLER_DWARF :
			 opt->chains || opt->call_graph ? PMC_SAMPLER_CHAINS :
							  0,
		.ring_kb = (unsigned)opt->pages * 4,
		.most = (uint64_t)opt->most,
		.stack_bytes = record_stack_bytes(opt),
	};
	unsigned flags = (opt->no_inherit ? 0 : PMC_SET_INHERIT) |
			 (opt->all_user ? PMC_SET_ALL_USER : 0) |
			 (opt->fixed.deterministic ? PMC_SET_DETERMINISTIC : 0) |
			 (opt->no_cache ? 0 : PMC_SET_CACHE);
	const char *events = s->events;
	int err;

	if (!events && record_translates(opt))
		events = "instructions:u";
	if (!events && pmc_event_check(s->pmc, "cycles", diag)) {
		if (!opt->quiet)
			complain("sampling by cpu-clock, since cycles cannot be: %s",
				 diag->sentence);
		events = "cpu-clock";
	}
	err = pmc_set_create(s->pmc, events ? events : "cycles", flags, &s->set, diag);
	if (!err)
		err = fixed_choose(s->set, &opt->fixed, diag);
	return err ? err : pmc_sampler_create(s->set, &how, &s->sampler, diag);
}

static int attach(struct sampled *s, struct pmc_diag *diag)
{
	const struct record_options *opt = s->opt;

	if (opt->pids)
		return targets_attach(s->set, 'p', opt->pids, diag);
	if (opt->tids)
		return targets_attach(s->set, 't', opt->tids, diag);
	if (opt->cpus)
		return targets_attach(s->set, 'C', opt->cpus, diag);
	if (opt->all_cpus)
		return targets_attach(s->set, 'a', NULL, diag);
	return pmc_set_attach_command(s->set, s->command, diag) ? TARGETS_EVENT : 0;
}

/* Lists are read before anything else, so that a mistake in them is found first. */
static int check_lists(const struct record_options *opt)
{
	if (opt->pids)
		return targets_check('p', opt->pids);
	if (opt->tids)
		return targets_check('t', opt->tids);
	return opt->cpus ? targets_check('C', opt->cpus) : 0;
}

/* ---- The run ---- */

static int prepare(void *data, unsigned long number, struct run *run)
{
	struct sampled *s = data;
	struct pmc_diag diag = { 0 };
	int err = 0, status;

	(void)number;
	if (s->opt->command[0])
		err = pmc_command_create(s->pmc, s->opt->command, s->env.envp, &s->command, &diag);
	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	if (create_set(s, &diag)) {
		if (s->set && !diag.column && s->opt->frequency)
			complain("-F %ld: %s", s->opt->frequency, diag.sentence);
		else
			event_list_complain(&s->opt->events, &diag);
		return STATUS_FAILED;
	}
	status = attach(s, &diag);
	if (status == TARGETS_EVENT) {
		event_list_complain(&s->opt->events, &diag);
		status = STATUS_FAILED;
	}
	if (status)
		return status;
	run->set = s->set;
	run->command = s->command;
	run->apart = s->use != PMC_USE_COMMAND;
	/* If this fails the run fails, too, and says why. */
	pmc_sampler_start(s->sampler);
	return 0;
}

static void complain_start(void *data, struct pmc_diag *diag)
{
	struct sampled *s = data;

	event_list_complain(&s->opt->events, diag);
}

static bool take_samples(void *data)
{
	struct sampled *s = data;
	int err = s->failed ? 0 : pmc_sampler_collect(s->sampler);

	/* --samples: a command runs on without interrupts. */
	if (err == -ENOENT) {
		pmc_sampler_stop(s->sampler);
		return false;
	}
	s->failed |= err != 0;
	return !s->failed;
}

static int finish(void *data, const struct run *run)
{
	struct sampled *s = data;
	struct pmc_diag diag = { 0 };

	(void)run;
	if (!pmc_sampler_profile(s->sampler, &s->profile, &diag))
		return 0;
	complain("%s", diag.sentence);
	return STATUS_FAILED;
}

/* ---- The end ---- */

static void print_notes(const struct sampled *s)
{
	struct pmc_note note;
	size_t i;

	for (i = 0; !pmc_profile_note_at(s->profile, i, &note); i++)
		if (note.kind != PMC_NOTE_ORIGIN)
			complain("%s", note.text);
}

static void print_summary(const struct sampled *s)
{
	struct pmc_profile_event event = { 0 };
	struct pmc_profile_info info;
	uint64_t samples = 0;
	size_t i;

	print_notes(s);
	if (s->opt->quiet)
		return;
	pmc_profile_info(s->profile, &info);
	for (i = 0; !pmc_profile_event_at(s->profile, i, &event); i++)
		samples += event.samples;
	fputs("[ pmc record: ", stderr);
	record_print_output(stderr, &s->opt->to);
	fprintf(stderr, "; %" PRIu64 " samples of ", samples);
	if (info.events == 1)
		fprintf(stderr, "%s", event.name);
	else
		fprintf(stderr, "%zu events", info.events);
	fprintf(stderr, " in %zu process%s, by backend %s ]\n", info.processes,
		info.processes == 1 ? "" : "es", pmc_backend_name(pmc_backend(s->pmc)));
}

static int write_profile(void *data, int failed)
{
	struct sampled *s = data;
	int status = 0;

	if (!failed && s->profile) {
		status = record_write(s->profile, &s->opt->to);
		if (!status)
			print_summary(s);
	}
	/* A signal may end pmc now: give the counters back first. */
	if (s->set)
		pmc_set_detach(s->set);
	return status;
}

static int run(struct sampled *s)
{
	static const struct loop_ops ops = {
		.prepare = prepare,
		.complain = complain_start,
		.finish = finish,
		.report = write_profile,
	};
	const struct loop loop = {
		.ops = &ops,
		.data = s,
		.argv = s->opt->command[0] ? s->opt->command : NULL,
		.n_runs = 1,
		.wait_all = s->opt->wait_all,
		.timing = { .interval_ms = LOOK_MS, .interval = take_samples },
	};

	return loop_run(&loop);
}

bool record_sampled_can(const struct record_options *opt)
{
	struct sampled s = { .opt = opt, .use = use_of(opt) };
	bool can = false;

	s.events = event_list_join(opt->events.item, opt->events.n);
	if (s.events && !pmc_open(name_of(&s), s.use, &s.pmc, NULL))
		can = !pmc_set_create(s.pmc, s.events, 0, &s.set, NULL);
	pmc_set_destroy(s.set);
	pmc_close(s.pmc);
	free(s.events);
	return can;
}

int record_sampled(const struct record_options *opt)
{
	struct sampled s = { .opt = opt, .use = use_of(opt) };
	int status = check_lists(opt);

	if (!status)
		status = environment_init(&s.env, &opt->fixed, 0);
	if (!status && opt->events.n) {
		s.events = event_list_join(opt->events.item, opt->events.n);
		if (!s.events) {
			complain("out of memory");
			status = STATUS_FAILED;
		}
	}
	if (!status)
		status = open_backend(&s);
	if (!status)
		status = run(&s);
	pmc_profile_close(s.profile);
	pmc_sampler_destroy(s.sampler);
	pmc_set_destroy(s.set);
	pmc_command_destroy(s.command);
	pmc_close(s.pmc);
	environment_deinit(&s.env);
	free(s.events);
	return status;
}
