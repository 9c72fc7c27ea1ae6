/* SPDX-License-Identifier: BSD-2-Clause */
/* Samplers: a set whose events interrupt, what they noted, and the profile of that. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/api/command_line.h"
#include "lib/api/sources.h"
#include "lib/backends/perf/ring.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/live/live.h"
#include "lib/sampling/present.h"
#include "lib/sampling/sampling.h"
#include "lib/set/backend.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "lib/set/tsc.h"
#include "lib/unwind/chains.h"

#define DEFAULT_FREQUENCY 4000
#define DEFAULT_RING_KB	  512
#define DEFAULT_STACK	  8192
#define MOST_STACK	  65528 /* as perf_event_open(2) */
/* Room for a round's stacks at the default frequency. */
#define STACKS_RING_KB 4096
#define WAKERS	       1024

struct pmc_sampler {
	struct pmc_set *set;
	struct sampling sampling;
	struct live *live;	   /* NULL: the profile was made */
	struct chains *chains;	   /* with PMC_SAMPLER_DWARF by records; else NULL */
	struct pmc_record unwound; /* the record that was taken last, if chains is not NULL */
	bool started, stopped;
	u64 taken; /* samples */
};

/* ---- Making ---- */

/* Only Linux's own counters are read at switches. */
static int check_switches(const struct pmc_set *set, struct pmc_diag *diag)
{
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		if (set->event[i].source == SOURCE_PERF)
			continue;
		diag_say(diag, -EOPNOTSUPP,
			 "the switches of '%s' cannot be noted: only what backend perf counts is "
			 "read at each switch",
			 set->event[i].info.typed);
		set_blame(set, i, diag);
		return -EOPNOTSUPP;
	}
	return 0;
}

/* Does the translator take the samples? They come as a profile only, and not as records. */
static bool is_emulated(const struct pmc_set *set)
{
	return set->pmc->backend->id == PMC_BACKEND_EMULATED;
}

/* Dumps of stacks, and who can read them. */
static int prepare_chains(struct pmc_sampler *sampler, struct pmc_diag *diag)
{
	struct pmc_set *set = sampler->set;
	size_t i;
	int err;

	if (!sampling_dumps(&sampler->sampling))
		return 0;
	for (i = 0; i < set->n_events; i++) {
		if (set->event[i].source != SOURCE_DRIVER || set->pmc->stacks)
			continue;
		diag_say(diag, -EOPNOTSUPP,
			 "the module that is loaded is older than this libpmc and notes no stacks, "
			 "which chains by call frame information need; load the current one, or "
			 "take frame pointers, or backend perf");
		set_blame(set, i, diag);
		return -EOPNOTSUPP;
	}
	err = chains_create(&sampler->chains);
	if (err == -ENOSYS)
		return diag_say(diag, err,
				"chains by call frame information need libdw of elfutils "
				"(libdw.so.1), which is not here, or which this pmc was built "
				"without; take frame pointers");
	return err ? diag_say(diag, err, "out of memory") : 0;
}

/* Why the translator does not sample an event; NULL: it does. */
static const char *why_not_emulated(const struct set_event *e)
{
	if (e->info.flags & (PMC_EVENT_MODELLED | PMC_EVENT_ESTIMATE))
		return "it is modelled, and the translator samples events of the instruction "
		       "stream";
	return e->source == SOURCE_EMULATED ? NULL : "the translator cannot tell where it happens";
}

static int check_emulated(const struct pmc_set *set, const struct pmc_sampling *how,
			  struct pmc_diag *diag)
{
	const char *why = why_not_emulated(&set->event[0]);

	if (how->most)
		return diag_say(diag, -EOPNOTSUPP,
				"the translator samples a command to its end; leave out the number "
				"of samples");
	if (set->pmc->inside)
		return diag_say(diag, -EOPNOTSUPP,
				"a program that runs under the translator cannot sample itself");
	if (why) {
		diag_say(diag, -EOPNOTSUPP, "'%s' cannot be sampled: %s", set->event[0].info.typed,
			 why);
		set_blame(set, 0, diag);
		return -EOPNOTSUPP;
	}
	if (set->n_events > 1) {
		diag_say(diag, -EOPNOTSUPP,
			 "the translator samples one event at a time; leave out the others");
		set_blame(set, 1, diag);
		return -EOPNOTSUPP;
	}
	if (how->frequency || !how->period)
		return diag_say(diag, -EOPNOTSUPP,
				"the translator samples by a period, which counts events, and not "
				"by a frequency, which needs time");
	return 0;
}

static int check_events(const struct pmc_set *set, struct pmc_diag *diag)
{
	size_t i;

	if (set->pmc->backend->id != PMC_BACKEND_DRIVER &&
	    set->pmc->backend->id != PMC_BACKEND_PERF)
		return diag_say(diag, -EOPNOTSUPP,
				"backend %s cannot sample; backends driver, perf and emulated can",
				set->pmc->backend->name);
	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];

		if (e->source < SOURCES && source_of(e->source)->drain && !is_tsc(&e->parsed))
			continue;
		diag_say(diag, -EOPNOTSUPP, "'%s' cannot be sampled: %s", e->info.typed,
			 e->info.reason ? e->info.reason :
			 is_tsc(&e->parsed) ?
					  "the time-stamp counter does not interrupt" :
					  "it comes from rusage and /proc, which do not interrupt");
		set_blame(set, i, diag);
		return -EOPNOTSUPP;
	}
	return 0;
}

/* Checks the numbers, and puts defaults where there are none. */
static int choose(struct pmc_sampling *how, struct pmc_diag *diag)
{
	u64 most = perf_highest_frequency();

	if (how->flags & ~(PMC_SAMPLER_CHAINS | PMC_SAMPLER_SWITCHES | PMC_SAMPLER_DWARF))
		return diag_say(diag, -EINVAL, "this libpmc does not know all of the flags");
	if (how->flags & PMC_SAMPLER_SWITCHES &&
	    (how->period || how->frequency || how->flags & ~PMC_SAMPLER_SWITCHES))
		return diag_say(diag, -EINVAL,
				"switches are noted without a period, a frequency or call chains");
	if (how->ring_kb & (how->ring_kb - 1) || (how->ring_kb && how->ring_kb < 4) ||
	    how->ring_kb > 1u << 20)
		return diag_say(diag, -EINVAL,
				"%u KiB for records: it must be a power of two from 4 to 1048576",
				how->ring_kb);
	if (how->stack_bytes % 8 || how->stack_bytes > MOST_STACK)
		return diag_say(diag, -EINVAL,
				"%u bytes of stack: it must be a multiple of 8, %d at most",
				how->stack_bytes, MOST_STACK);
	if (how->wakeup_bytes && how->wakeup_samples)
		return diag_say(diag, -EINVAL,
				"bytes and samples to wake up at exclude each other");
	if (how->period && how->frequency)
		return diag_say(diag, -EINVAL, "a period and a frequency exclude each other");
	if (how->period >= 1ull << 62)
		return diag_say(diag, -EINVAL, "the period must be below 2^62");
	if (how->frequency > most)
		return diag_say(diag, -EINVAL,
				"the frequency must be at most %llu samples per second; the "
				"administrator raises it by sysctl "
				"kernel.perf_event_max_sample_rate",
				(unsigned long long)most);
	if (!how->period && !how->frequency && !(how->flags & PMC_SAMPLER_SWITCHES))
		how->frequency = most < DEFAULT_FREQUENCY ? most : DEFAULT_FREQUENCY;
	if (!how->stack_bytes)
		how->stack_bytes = DEFAULT_STACK;
	if (!how->ring_kb)
		how->ring_kb = how->flags & PMC_SAMPLER_DWARF ? STACKS_RING_KB : DEFAULT_RING_KB;
	return 0;
}

static int add_events(struct pmc_sampler *sampler)
{
	const struct pmc_set *set = sampler->set;
	size_t i;
	int err = 0;

	sampler->sampling.side = SOURCE_DRIVER;
	for (i = 0; i < set->n_events && !err; i++) {
		err = live_event(sampler->live, set->event[i].info.label,
				 sampler->sampling.how.period);
		if (set->event[i].source == SOURCE_PERF)
			sampler->sampling.side = SOURCE_PERF;
	}
	return err;
}

static int create(struct pmc_set *set, const struct pmc_sampling *how, struct pmc_sampler **out,
		  struct pmc_diag *diag)
{
	struct pmc_sampler *sampler;
	int err;

	if (set->n_targets || set->sampling || set->overflow.signal)
		return diag_say(diag, -EBUSY,
				"a sampler must be made before its set is attached, only one, and "
				"not for a set that sends signals");
	err = is_emulated(set) ? check_emulated(set, how, diag) : check_events(set, diag);
	if (!err && how->flags & PMC_SAMPLER_SWITCHES)
		err = check_switches(set, diag);
	if (err)
		return err;
	sampler = calloc(1, sizeof(*sampler));
	if (!sampler)
		return diag_say(diag, -ENOMEM, "out of memory");
	sampler->set = set;
	sampler->sampling.how = *how;
	err = choose(&sampler->sampling.how, diag);
	if (!err)
		err = prepare_chains(sampler, diag);
	if (!err) {
		err = live_create(&sampler->live);
		if (!err)
			err = add_events(sampler);
		if (err == -E2BIG)
			diag_say(diag, -EINVAL, "a profile has at most %d events",
				 PMC_PROFILE_EVENTS);
		else if (err)
			diag_say(diag, err, "out of memory");
	}
	if (err) {
		live_destroy(sampler->live);
		chains_destroy(sampler->chains);
		free(sampler);
		return err == -E2BIG ? -EINVAL : err;
	}
	set->sampling = &sampler->sampling;
	*out = sampler;
	return 0;
}

int pmc_sampler_create(struct pmc_set *set, const struct pmc_sampling *how,
		       struct pmc_sampler **sampler, struct pmc_diag *diag)
{
	int err;

	pthread_mutex_lock(&set->pmc->lock);
	err = create(set, how, sampler, diag);
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}

void pmc_sampler_destroy(struct pmc_sampler *sampler)
{
	if (!sampler)
		return;
	pmc_set_detach(sampler->set);
	sampler->set->sampling = NULL;
	queue_deinit(&sampler->sampling.queue);
	chains_destroy(sampler->chains);
	switches_deinit(&sampler->sampling.switches);
	live_destroy(sampler->live);
	free(sampler);
}

/* ---- Taking records ---- */

/* Empties all rings once. Called with the handle's lock held. */
static int drain(struct pmc_sampler *sampler, bool last)
{
	struct pmc_set *set = sampler->set;
	int err = 0, s;

	for (s = 0; s < SOURCES && !err; s++)
		if (set->state[s] && source_of(s)->drain)
			err = source_of(s)->drain(set);
	queue_end_round(&sampler->sampling.queue, clock_now(), last);
	return err ? err : sampler->sampling.queue.failed ? -ENOMEM : 0;
}

/* Has it taken as many samples as it was to take? */
static bool is_full(const struct pmc_sampler *sampler)
{
	return sampler->sampling.how.most && sampler->taken >= sampler->sampling.how.most;
}

/* The next record that was noted already; NULL: none. */
static const struct pmc_record *take(struct pmc_sampler *sampler)
{
	const struct pmc_record *next = is_full(sampler) ? NULL :
							   queue_next(&sampler->sampling.queue);

	sampler->taken += next && next->type == PMC_TYPE_SAMPLE;
	if (!next || !sampler->chains)
		return next;
	sampler->unwound = *next;
	if (chains_take(sampler->chains, &sampler->unwound))
		sampler->sampling.queue.failed = true;
	return &sampler->unwound;
}

int pmc_sampler_next(struct pmc_sampler *sampler, struct pmc_record *record)
{
	const struct pmc_record *next;
	int err = 0;

	if (is_emulated(sampler->set))
		return -EOPNOTSUPP;
	pthread_mutex_lock(&sampler->set->pmc->lock);
	next = take(sampler);
	if (!next && !sampler->stopped && !is_full(sampler)) {
		err = drain(sampler, false);
		next = err ? NULL : take(sampler);
	}
	if (next) {
		*record = *next;
		err = switches_take(&sampler->sampling.switches,
				    sampler->set->flags & PMC_SET_INHERIT, record);
	} else if (!err) {
		err = sampler->stopped || is_full(sampler) ? -ENOENT : -EAGAIN;
	}
	pthread_mutex_unlock(&sampler->set->pmc->lock);
	return err;
}

/* Called with the handle's lock held. */
static int collect(struct pmc_sampler *sampler)
{
	const struct pmc_record *next;
	int err = sampler->stopped ? 0 : drain(sampler, false);

	/* Switches wait for pmc_sampler_next(). */
	while (!sampling_switches(&sampler->sampling) && sampler->live && (next = take(sampler)))
		live_take(sampler->live, next);
	return err ? err : is_full(sampler) ? -ENOENT : 0;
}

int pmc_sampler_collect(struct pmc_sampler *sampler)
{
	int err;

	pthread_mutex_lock(&sampler->set->pmc->lock);
	err = collect(sampler);
	pthread_mutex_unlock(&sampler->set->pmc->lock);
	return err;
}

/* ---- Start and stop ---- */

/* What ran before: the kernel tells only of what happens later. */
static void look_around(struct pmc_sampler *sampler)
{
	const struct pmc_set *set = sampler->set;
	struct queue *queue = &sampler->sampling.queue;
	size_t i;

	for (i = 0; i < set->n_targets; i++) {
		const struct target *t = &set->target[i];

		if (t->sort == TARGET_CPU) {
			present_all(queue);
			break;
		}
		if (t->sort != TARGET_COMMAND)
			present_process(queue,
					t->sort == TARGET_PROCESS ? t->id : proc_tgid(t->id));
	}
}

int pmc_sampler_start(struct pmc_sampler *sampler)
{
	pthread_mutex_lock(&sampler->set->pmc->lock);
	if (!sampler->started && sampler->set->n_targets) {
		look_around(sampler);
		sampler->started = true;
	}
	sampler->stopped = false;
	pthread_mutex_unlock(&sampler->set->pmc->lock);
	return pmc_set_start(sampler->set);
}

int pmc_sampler_stop(struct pmc_sampler *sampler)
{
	int err = pmc_set_stop(sampler->set), drained = 0;

	pthread_mutex_lock(&sampler->set->pmc->lock);
	if (!err && !sampler->stopped) {
		drained = drain(sampler, true);
		sampler->stopped = true;
	}
	pthread_mutex_unlock(&sampler->set->pmc->lock);
	return err ? err : drained;
}

/* Rings whose tasks have ended say so at once each time: they are asked no more. */
static int wait_wakers(struct pollfd *fds, size_t n, int timeout_ms)
{
	u64 end = clock_now() + (u64)(timeout_ms < 0 ? 0 : timeout_ms) * 1000000u, now;
	int ready;
	size_t i;

	for (;;) {
		now = clock_now();
		if (timeout_ms >= 0)
			timeout_ms = now < end ? (int)((end - now + 999999u) / 1000000u) : 0;
		ready = poll(fds, n, timeout_ms);
		if (ready <= 0)
			return ready ? -errno : -ETIMEDOUT;
		for (i = 0; i < n; i++) {
			if (fds[i].revents & POLLIN)
				return 0;
			if (fds[i].revents)
				fds[i].fd = -1;
		}
	}
}

int pmc_sampler_wait(struct pmc_sampler *sampler, int timeout_ms)
{
	struct pmc_set *set = sampler->set;
	struct pollfd *fds;
	size_t n = 0;
	int err, s;

	if (is_emulated(set))
		return -EOPNOTSUPP;
	fds = calloc(WAKERS, sizeof(*fds));
	if (!fds)
		return -ENOMEM;
	pthread_mutex_lock(&set->pmc->lock);
	for (s = 0; s < SOURCES; s++)
		if (set->state[s] && source_of(s)->wakers)
			n += source_of(s)->wakers(set, fds + n, WAKERS - n);
	pthread_mutex_unlock(&set->pmc->lock);
	err = wait_wakers(fds, n, timeout_ms);
	free(fds);
	return err;
}

/* ---- The profile ---- */

static int add_command(struct pmc_sampler *sampler, struct builder *builder)
{
	const struct pmc_set *set = sampler->set;
	char *line;

	if (!set->n_targets || !set->target[0].command)
		return 0;
	line = command_line(set->target[0].command->argv);
	if (!line)
		return -ENOMEM;
	builder_command(builder, line);
	free(line);
	return 0;
}

/* Where mappings, names, forks and exits come from, if that is not the backend's only way. */
static void add_origin(const struct pmc_sampler *sampler, struct builder *builder)
{
	char room[SAMPLING_SENTENCE];
	const char *text;
	size_t i;

	for (i = 0; (text = sampling_missing(&sampler->sampling, i, room, sizeof(room))); i++)
		builder_warn(builder, "%s", text);
	if (!sampler->sampling.no_side && sampler->set->pmc->backend->id == PMC_BACKEND_DRIVER)
		builder_note(builder, PMC_NOTE_ORIGIN, -1,
			     sampler->sampling.records ?
				     "the driver's own records tell what was mapped" :
				     "perf's side band tells what was mapped");
}

static void add_notes(struct pmc_sampler *sampler, struct builder *builder)
{
	struct pmc_note note;
	size_t i;

	for (i = 0; !pmc_set_note(sampler->set, i, &note); i++)
		builder_note(builder, note.kind, note.pid, note.text);
	add_origin(sampler, builder);
}

/* Makes the profile of what the translator has noted. */
static int finish_emulated(struct pmc_sampler *sampler, struct pmc_profile **profile)
{
	struct builder *builder = NULL;
	int err;

	pthread_mutex_lock(&sampler->set->pmc->lock);
	err = source_of(SOURCE_EMULATED)->profile(sampler->set, &builder);
	pthread_mutex_unlock(&sampler->set->pmc->lock);
	if (!err)
		err = add_command(sampler, builder);
	if (err) {
		builder_destroy(builder);
		return err;
	}
	add_notes(sampler, builder);
	return builder_finish(builder, profile);
}

int pmc_sampler_profile(struct pmc_sampler *sampler, struct pmc_profile **profile,
			struct pmc_diag *diag)
{
	struct live *live = sampler->live;
	int err;

	if (sampling_switches(&sampler->sampling))
		return diag_say(diag, -EINVAL, "of switches no profile can be made");
	if (!live)
		return diag_say(diag, -EALREADY, "the sampler's profile was asked for before");
	err = pmc_sampler_stop(sampler);
	if (!err)
		err = pmc_sampler_collect(sampler);
	if (err == -ENOENT)
		err = 0;
	if (!err && !is_emulated(sampler->set))
		err = add_command(sampler, live_builder(live));
	if (!err && is_emulated(sampler->set) && !sampler->set->state[SOURCE_EMULATED])
		err = -ESRCH; /* it was attached to nothing */
	if (err)
		return diag_say(diag, err, "the samples cannot be taken: %s", strerror(-err));
	sampler->live = NULL;
	if (is_emulated(sampler->set)) {
		err = finish_emulated(sampler, profile);
		live_destroy(live);
	} else {
		add_notes(sampler, live_builder(live));
		err = live_finish(live, profile);
	}
	if (err == -EPROTO)
		return diag_say(diag, err, "the translator's record of what it ran is damaged");
	return err ? diag_say(diag, err, "out of memory for the profile") : 0;
}
