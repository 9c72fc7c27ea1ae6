/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backend "emulated": counts user mode of a command that it runs under the translator, or of the
 * calling thread in a program that already runs under it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/event/generic.h"
#include "lib/backends/emulated/emulated.h"
#include "lib/backends/emulated/engine/engine.h"
#include "lib/backends/emulated/inside.h"
#include "lib/backends/emulated/machine.h"
#include "lib/backends/emulated/modelled.h"
#include "lib/backends/usage/usage.h"
#include "lib/base/diag.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "lib/set/signals.h"
#include "lib/set/tsc.h"

static void say(struct pmc_backend_status *st, int error, const char *reason, const char *way_out)
{
	st->error = error;
	snprintf(st->reason, sizeof(st->reason), "%.300s", reason);
	snprintf(st->way_out, sizeof(st->way_out), "%.300s", way_out);
}

static void status(enum pmc_use use, struct pmc_backend_status *st)
{
	struct pmc_diag diag;
	int fd;

	switch (use) {
	case PMC_USE_SELF:
		if (engine_flags() >= 0)
			break;
		say(st, -EOPNOTSUPP, "this program does not run under the translator",
		    "start it with 'pmc stat --backend emulated -- PROGRAM'");
		return;
	case PMC_USE_TASK:
		say(st, -EOPNOTSUPP,
		    "the translator counts only programs that it starts, and cannot attach to a "
		    "running one",
		    "start the command with 'pmc stat -- COMMAND', or use " PERF_NEEDS);
		return;
	case PMC_USE_CPU:
		say(st, -EOPNOTSUPP,
		    "the translator counts only programs that it starts, and no CPUs",
		    "use " PERF_NEEDS);
		return;
	case PMC_USE_ANY:
	case PMC_USE_COMMAND:
		fd = engine_open(&diag);
		if (fd < 0) {
			say(st, fd, diag.sentence,
			    "install all of pmc, or name the file in $PMC_EMU");
			return;
		}
		close(fd);
		break;
	}
	st->software = 1;
	strcpy(st->detail, "user mode, exact, by translation");
}

static int open_emulated(struct pmc *pmc, struct pmc_diag *diag)
{
	struct pmc_backend_status st = { 0 };

	status(pmc->use, &st);
	if (st.error)
		return diag_say(diag, st.error, "backend emulated: %s; to fix this, %s", st.reason,
				st.way_out);
	pmc->inside = pmc->use == PMC_USE_SELF;
	return 0;
}

static int check_flags(struct pmc *pmc, unsigned flags, struct pmc_diag *diag)
{
	if (flags & PMC_SET_BY_CPU)
		return diag_say(
			diag, -EOPNOTSUPP,
			"backend emulated does not know on which CPU a thread runs; to count by "
			"CPU, use " PERF_NEEDS);
	if (!pmc->inside)
		return 0;
	if (flags & PMC_SET_PROFILE)
		return diag_say(diag, -EOPNOTSUPP,
				"a profile is made of a command that pmc starts, and not of a "
				"program that already runs");
	if (flags & PMC_SET_DETERMINISTIC)
		return diag_say(
			diag, -EINVAL,
			"a program that already runs cannot become deterministic; start it with "
			"'pmc stat --deterministic -- PROGRAM'");
	if (flags & PMC_SET_INHERIT)
		return diag_say(diag, -EOPNOTSUPP,
				"in a program under the translator a set counts one "
				"thread; leave PMC_SET_INHERIT out");
	return 0;
}

static int check(struct pmc_set *set, struct set_event *e, struct pmc_diag *diag)
{
	const struct event *ev = &e->parsed;
	const char *typed = e->info.typed;
	int err;

	if (ev->kind == EVENT_SOFTWARE && set->flags & PMC_SET_PROFILE)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' does not happen at instructions, so a profile cannot say "
				"where; count it with 'pmc stat'",
				typed);
	if (is_tsc(ev))
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' would tick for the translator's work too, and a model of time "
			"is no time-stamp counter; count task-clock, which says that it is "
			"estimated, or tsc with --backend perf or driver",
			typed);
	if (ev->kind == EVENT_SOFTWARE) {
		err = usage_check(set, e, diag);
		if (err)
			return err;
		e->source = SOURCE_USAGE;
		e->info.flags |= PMC_EVENT_RUSAGE | PMC_EVENT_TRANSLATOR;
		return 0;
	}
	err = event_signals(ev->kind, ev->id) ? 0 : modelled_judge(set, e, diag);
	if (err)
		return err;
	if (ev->mods & (MOD_KERNEL | MOD_HYPER))
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' counts in the kernel or hypervisor, but backend emulated counts user "
			"mode only (write '%s:u'); backend perf could count it, on a machine with "
			"a PMU",
			typed, e->info.name);
	if (ev->mods & MOD_GUEST && !(ev->mods & MOD_HOST))
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' counts guests only, but backend emulated counts the program that it "
			"runs",
			typed);
	if (ev->mods & MOD_OF_PMU || ev->cmask)
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s': edge detection, inversion and counter mask belong to a PMU's "
			"counter, and backend emulated has no PMU",
			typed);
	if (ev->counters)
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' chooses a counter, and backend emulated has none to choose from; "
			"backends driver and msr have, on a machine with a PMU",
			typed);
	e->source = SOURCE_EMULATED;
	if (!(ev->mods & MOD_USER))
		e->info.flags |= PMC_EVENT_USER_ONLY;
	return 0;
}

static bool knows(const struct event_row *row)
{
	return row->kind == EVENT_SOFTWARE ?
		       (row->id <= SW_DUMMY && row->id != SW_CPU_MIGRATIONS) ||
			       usage_alone(EVENT_SOFTWARE, row->id) :
		       event_signals((enum event_kind)row->kind, row->id) || modelled_knows(row);
}

const struct backend backend_emulated = {
	.id = PMC_BACKEND_EMULATED,
	.name = "emulated",
	.status = status,
	.open = open_emulated,
	.check = check,
	.flags = check_flags,
	.fixed_at = machine_fixed_at,
	.fix = machine_fix,
	.knows = knows,
};
