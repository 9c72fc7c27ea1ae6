/* SPDX-License-Identifier: BSD-2-Clause */
/* A signal when an event of a set has happened so often, and other periods. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include <pmc/profile.h>

#include "lib/api/sources.h"
#include "lib/base/diag.h"
#include "lib/sampling/sampling.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "lib/set/tsc.h"

#define MOST_PERIOD (1ull << 62)

/* Does event i stop when that one overflows? Perf stops a group with its leader, nothing else. */
static bool stops_with(const struct pmc_set *set, size_t i, size_t event)
{
	const struct set_event *e = &set->event[event];

	if (set->event[i].source != e->source)
		return false;
	return i == event || e->source != SOURCE_PERF ||
	       (i > event && e->info.group >= 0 && set->event[i].info.group == e->info.group);
}

static int check(const struct pmc_set *set, size_t event, u64 period, int signal,
		 struct pmc_diag *diag)
{
	const struct set_event *e;
	size_t i;

	if (event >= set->n_events)
		return diag_say(diag, -EINVAL, "the set has %zu events; there is no event %zu",
				set->n_events, event);
	if (!period || period > MOST_PERIOD)
		return diag_say(diag, -EINVAL, "the period must be from 1 to 2^62");
	if (signal < 1 || signal > SIGRTMAX)
		return diag_say(diag, -EINVAL, "there is no signal %d", signal);
	if (set->n_targets || set->sampling)
		return diag_say(diag, -EBUSY,
				"a signal must be chosen before the set is attached, and instead "
				"of a sampler");
	if (set->flags & PMC_SET_INHERIT)
		return diag_say(diag, -EINVAL,
				"a set that inherits sends no signals: they tell what one thread "
				"has counted");
	e = &set->event[event];
	if (e->source >= SOURCES || !source_of(e->source)->signalled || is_tsc(&e->parsed)) {
		diag_say(diag, -EOPNOTSUPP,
			 "'%s' cannot send a signal: only counters of a PMU, by backend driver or "
			 "perf, interrupt the program",
			 e->info.typed);
		set_blame(set, event, diag);
		return -EOPNOTSUPP;
	}
	for (i = 0; i < set->n_events; i++)
		if (!stops_with(set, i, event))
			return diag_say(diag, -EOPNOTSUPP,
					"not all events of the set would stop at the overflow: "
					"with backend perf write '{%s,...}', and nothing else",
					e->info.typed);
	return 0;
}

int pmc_set_signal(struct pmc_set *set, size_t event, uint64_t period, int signal,
		   struct pmc_diag *diag)
{
	int err;

	pthread_mutex_lock(&set->pmc->lock);
	err = check(set, event, period, signal, diag);
	if (!err)
		set->overflow = (struct overflow){ event, period, signal };
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}

/* ---- In handlers of signals: no locks ---- */

static const struct source *sender(const struct pmc_set *set)
{
	enum source_id source = set->event[set->overflow.event].source;

	return set->overflow.signal && set->state[source] ? source_of(source) : NULL;
}

int pmc_set_signalled(const struct pmc_set *set, const void *siginfo, uint64_t *value)
{
	const siginfo_t *info = siginfo;
	const struct source *source = sender(set);

	if (!source || info->si_signo != set->overflow.signal || info->si_code != POLL_HUP)
		return -ENOENT;
	return source->signalled(set, info, value);
}

int pmc_set_resume(struct pmc_set *set)
{
	const struct source *source = sender(set);

	return source ? source->resume(set) : -EINVAL;
}

/* ---- Periods ---- */

static int change(struct pmc_set *set, size_t event, u64 period)
{
	const struct source *source;

	if (event >= set->n_events || !period || period > MOST_PERIOD || !set->n_targets)
		return -EINVAL;
	if (set->sampling ? !set->sampling->how.period :
			    !set->overflow.signal || set->overflow.event != event)
		return -EINVAL;
	if (set->event[event].source >= SOURCES)
		return -EOPNOTSUPP;
	source = source_of(set->event[event].source);
	return source->period ? source->period(set, event, period) : -EOPNOTSUPP;
}

int pmc_set_period(struct pmc_set *set, size_t event, uint64_t period)
{
	int err;

	pthread_mutex_lock(&set->pmc->lock);
	err = change(set, event, period);
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}
