/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backend "perf": decides what can be counted with perf_event_open(2), and with which attributes.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/event/event.h"
#include "core/event/generic.h"
#include "lib/backends/perf/attr.h"
#include "lib/backends/perf/open.h"
#include "lib/backends/perf/perf.h"
#include "lib/backends/perf/sysfs.h"
#include "lib/backends/perf/why.h"
#include "lib/backends/usage/usage.h"
#include "lib/base/diag.h"
#include "lib/models/model.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "lib/set/signals.h"
#include "lib/set/tsc.h"

/* Opens the event for the use and closes it again. 0 or -errno. */
static int try_open(const struct perf_event_attr *attr, enum pmc_use use)
{
	int fd = use == PMC_USE_CPU ? perf_open(attr, -1, 0, -1) : perf_open(attr, 0, -1, -1);

	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

static void explain(int err, enum pmc_use use, bool hardware, int *error, char *reason, size_t size,
		    char *way, size_t way_size)
{
	struct perf_facts facts = { .error = err, .hardware = hardware, .cpu = use == PMC_USE_CPU };
	enum perf_cause cause;

	perf_gather(&facts);
	cause = perf_cause(&facts);
	perf_sentence(cause, &facts, reason, size, way, way_size);
	*error = perf_cause_error(cause, err);
}

static void status(enum pmc_use use, struct pmc_backend_status *st)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .type = PERF_TYPE_HARDWARE };
	int err;

	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	attr.disabled = 1;
	attr.exclude_kernel = attr.exclude_hv = use != PMC_USE_CPU;
	err = try_open(&attr, use);
	/* A PMU without this event may have others. */
	if (err == -EOPNOTSUPP || err == -EINVAL)
		err = 0;
	if (err)
		explain(err, use, true, &st->error, st->reason, sizeof(st->reason), st->way_out,
			sizeof(st->way_out));
	else
		snprintf(st->detail, sizeof(st->detail), "hardware counters through the kernel");
	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_TASK_CLOCK;
	/* Where the system call is closed, rusage and /proc serve for everything but CPUs. */
	st->software = use != PMC_USE_CPU || !try_open(&attr, use);
}

static int open_perf(struct pmc *pmc, struct pmc_diag *diag)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .type = PERF_TYPE_SOFTWARE };
	struct pmc_backend_status st = { 0 };

	status(pmc->use, &st);
	if (!st.error || st.software)
		return 0;
	/* If even software events are closed, say why, rather than that there is no PMU. */
	attr.config = PERF_COUNT_SW_TASK_CLOCK;
	explain(try_open(&attr, pmc->use), pmc->use, false, &st.error, st.reason, sizeof(st.reason),
		st.way_out, sizeof(st.way_out));
	return diag_say(diag, st.error, "backend perf: %s%s%s", st.reason,
			*st.way_out ? "; to fix this, " : "", st.way_out);
}

static int check_flags(struct pmc *pmc, unsigned flags, struct pmc_diag *diag)
{
	if (flags & PMC_SET_DETERMINISTIC)
		return diag_say(diag, -EINVAL, "only backend emulated can be deterministic");
	return 0;
}

/* As perf does, count user mode only if the user may not count the kernel. */
static int open_or_narrow(struct perf_event_attr *attr, const struct event *ev, enum pmc_use use,
			  bool *narrowed)
{
	int err = try_open(attr, use), again;

	*narrowed = false;
	if (err == -EINVAL && attr->exclude_guest && !(ev->mods & (MOD_GUEST | MOD_HOST))) {
		/* The PMU does not know guests. */
		attr->exclude_guest = 0;
		err = try_open(attr, use);
	}
	if ((err == -EACCES || err == -EPERM) && !(ev->mods & MOD_RINGS)) {
		attr->exclude_kernel = attr->exclude_hv = 1;
		again = try_open(attr, use);
		*narrowed = !again;
		return again ? err : 0;
	}
	return err;
}

/* Only the kernel causes these software events, so in user mode alone they would always be 0. */
static bool is_kernels(const struct event *ev)
{
	return ev->kind == EVENT_SOFTWARE &&
	       (ev->id == SW_CONTEXT_SWITCHES || ev->id == SW_CPU_MIGRATIONS ||
		ev->id == SW_CGROUP_SWITCHES);
}

/* perf_event_open has no word for the counter that an event shall get. */
static int refuse_choice(const struct set_event *e, struct pmc_diag *diag)
{
	if (e->parsed.kind == EVENT_SOFTWARE)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' chooses a counter, but the kernel counts it, and no PMU",
				e->info.typed);
	return diag_say(diag, -EOPNOTSUPP,
			"'%s' chooses a counter, which Linux's perf does by itself; write '%s', or "
			"count with --backend driver or msr",
			e->info.typed, e->info.name);
}

int perf_check(struct pmc_set *set, struct set_event *e, struct pmc_diag *diag)
{
	struct perf_event_attr *attr = malloc(sizeof(*attr));
	char reason[400], way[320];
	bool narrowed;
	int err;

	if (!attr)
		return -ENOMEM;
	if (usage_alone(e->parsed.kind, e->parsed.id)) {
		free(attr);
		e->source = SOURCE_USAGE;
		e->info.flags |= PMC_EVENT_RUSAGE;
		return usage_check(set, e, diag);
	}
	if (is_tsc(&e->parsed) && tsc_check(e, diag)) {
		free(attr);
		return -EOPNOTSUPP;
	}
	if (e->parsed.counters) {
		free(attr);
		return refuse_choice(e, diag);
	}
	err = e->parsed.kind == EVENT_MODEL || e->parsed.kind == EVENT_PRESET ?
		      perf_attr_model(PERF_DEVICES, &set->pmc->model->pmu, set->text, &e->parsed,
				      attr, diag) :
		      perf_attr(PERF_DEVICES, set->text, &e->parsed, attr, diag);
	if (err) {
		free(attr);
		return err;
	}
	err = open_or_narrow(attr, &e->parsed, set->pmc->use, &narrowed);
	if (!err && narrowed && is_kernels(&e->parsed))
		err = -EACCES;
	if (!err) {
		e->attr = attr;
		e->source = SOURCE_PERF;
		if (narrowed)
			e->info.flags |= PMC_EVENT_USER_ONLY;
		return 0;
	}
	if (e->parsed.kind == EVENT_SOFTWARE && set->pmc->use != PMC_USE_CPU &&
	    !usage_check(set, e, diag)) {
		free(attr);
		e->source = SOURCE_USAGE;
		e->info.flags |= PMC_EVENT_RUSAGE;
		return 0;
	}
	explain(err, set->pmc->use, perf_is_hardware(attr) && !is_tsc(&e->parsed), &err, reason,
		sizeof(reason), way, sizeof(way));
	free(attr);
	return diag_say(diag, err, "backend perf cannot count '%s': %s%s%s%s", e->info.typed,
			reason, *way ? "; to fix this, " : "", way,
			event_signals(e->parsed.kind, e->parsed.id) &&
					set->pmc->use <= PMC_USE_COMMAND ?
				"; backend emulated can count it for a command" :
				"");
}

static bool knows(const struct event_row *row)
{
	return row->kind != EVENT_STREAM;
}

const struct backend backend_perf = {
	.id = PMC_BACKEND_PERF,
	.name = "perf",
	.status = status,
	.open = open_perf,
	.check = perf_check,
	.flags = check_flags,
	.knows = knows,
};
