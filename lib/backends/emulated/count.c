/* SPDX-License-Identifier: BSD-2-Clause */
/* Source "emulated": one tally for each task that the engine runs, or for the calling thread. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include "lib/backends/emulated/count.h"
#include "lib/backends/emulated/emulated.h"
#include "lib/backends/emulated/engine/engine.h"
#include "lib/backends/emulated/estimate.h"
#include "lib/backends/emulated/formula.h"
#include "lib/backends/emulated/inside.h"
#include "lib/backends/emulated/kept/kept.h"
#include "lib/backends/emulated/engine/launch.h"
#include "lib/backends/emulated/machine.h"
#include "lib/backends/emulated/modelled.h"
#include "lib/backends/emulated/profile/replay.h"
#include "lib/backends/emulated/sampled.h"
#include "lib/backends/emulated/engine/shared.h"
#include "lib/backends/emulated/timelimit.h"
#include "lib/backends/usage/usage.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/limits.h"
#include "lib/base/proc.h"
#include "lib/base/vector.h"
#include "lib/models/hardware.h"
#include "lib/sampling/sampling.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/launch.h"
#include "lib/set/rows.h"
#include "lib/set/set.h"
#include "lib/set/signals.h"
#include "lib/set/survivors.h"
#include "pmc/profile.h"

/*
 * What one task record, or the calling thread, has counted is an array: the sum of each signal of
 * the engine, behind these the members of struct machine_counts if anything is modelled, and
 * those of struct emu_bursts if that was done in bursts.
 */
#define MOST_COUNTS (AT_SAMPLED + SAMPLED_COUNTS)

/* With these, processes leave no translations for others. */
#define UNKEPT (EMU_F_DETERMINISTIC | EMU_F_TREE | EMU_F_MODEL | EMU_F_NOINHERIT | EMU_F_COLD)

struct emulated {
	bool inside;
	int engine_fd, shm_fd; /* -1 when inside */
	struct shared *shared; /* NULL when inside */
	size_t n_counts;       /* EMU_NSIGNALS, AT_SAMPLED or MOST_COUNTS */
	u64 *now, *one, *sum;  /* room for what is read just now: too much for a small stack */
	u64 *tally;	       /* for each task record: base_of(), sum_of() */
	size_t tally_room;
	u32 n_tallies;
	bool locked;	       /* the command's processes hold a lock on shm_fd */
	bool random_addresses; /* deterministic was requested, but personality(2) is refused */
	struct replay *replay; /* of a profile; NULL: not begun */
	struct kept *kept;     /* translations; NULL: none are */
	u64 since_ns, ran_ns;  /* inside: when the run began, and how long earlier ones took */
};

/* What task record i had counted at the last start. */
static u64 *base_of(const struct emulated *em, u32 i)
{
	return em->tally + 2 * em->n_counts * i;
}

/* What it counted in earlier runs. */
static u64 *sum_of(const struct emulated *em, u32 i)
{
	return base_of(em, i) + em->n_counts;
}

static void clear(const struct emulated *em, u64 *counts)
{
	memset(counts, 0, em->n_counts * sizeof(*counts));
}

static int grow(struct emulated *em, u32 n)
{
	if (n <= em->n_tallies)
		return 0;
	if (vector_reserve(&em->tally, &em->tally_room, 2 * em->n_counts * n, sizeof(*em->tally)))
		return -ENOMEM;
	for (; em->n_tallies < n; em->n_tallies++) {
		clear(em, base_of(em, em->n_tallies));
		clear(em, sum_of(em, em->n_tallies));
	}
	return 0;
}

static u32 n_tasks(const struct emulated *em)
{
	return em->inside ? 1 : shared_tasks(em->shared);
}

static void add(const struct emulated *em, u64 *to, const u64 *from)
{
	size_t k;

	for (k = 0; k < em->n_counts; k++)
		to[k] += from[k];
}

/* from: NULL, where nothing has been counted */
static void load(u64 *to, const void *from, size_t n)
{
	const u64 *p = from;
	size_t k;

	for (k = 0; k < n; k++)
		to[k] = p ? __atomic_load_n(&p[k], __ATOMIC_RELAXED) : 0;
}

/* Reads what record i has counted by now. task may be NULL. */
static bool raw(struct emulated *em, u32 i, u64 *now, struct emu_task *task)
{
	if (em->n_counts > AT_MODEL)
		load(now + AT_MODEL, shared_counts(em->shared, i), MODEL_COUNTS);
	if (em->n_counts > AT_SAMPLED)
		load(now + AT_SAMPLED, shared_bursts(em->shared, i), SAMPLED_COUNTS);
	return em->inside ? !engine_read(now) : shared_read(em->shared, i, now, task);
}

/* Reads what record i has counted for the set. */
static bool counted(struct pmc_set *set, u32 i, u64 *out, struct emu_task *task)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	const u64 *base = base_of(em, i);
	u64 *now = em->now;
	size_t k;

	memcpy(out, sum_of(em, i), em->n_counts * sizeof(*out));
	if (!set->running && !task)
		return true;
	if (!raw(em, i, now, task))
		return false;
	/*
	 * The engine subtracts the rest of a block after a side exit, so a count may be a little
	 * lower than in the previous reading.
	 */
	for (k = 0; set->running && k < em->n_counts; k++)
		if ((s64)(now[k] - base[k]) > 0)
			out[k] += now[k] - base[k];
	return true;
}

static u64 value_of(const struct pmc_set *set, const struct set_event *e, const u64 *sum)
{
	if (e->info.flags & PMC_EVENT_ESTIMATE)
		return estimate_value(set->machine, sum, sum + EMU_NSIGNALS);
	if (e->attr)
		return formula_value(e->attr, sum, sum + EMU_NSIGNALS);
	return event_value(e->parsed.kind, e->parsed.id, sum);
}

/* An event of a set. */
struct valued {
	const struct pmc_set *set;
	const struct set_event *event;
};

static u64 valued_of(const void *data, const u64 *sum)
{
	const struct valued *v = data;

	return value_of(v->set, v->event, sum);
}

/* Makes the counts of modelled events, which are those of bursts, into estimates of all. */
static void estimate(const struct pmc_set *set, const u64 *sum, struct pmc_count *counts)
{
	struct sampled_event estimate;
	struct valued valued = { .set = set };
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];

		if (counts[i].state != PMC_COUNTED || !(e->info.flags & PMC_EVENT_MODELLED))
			continue;
		estimate.value = counts[i].value;
		estimate.first = value_of(set, e, sum);
		valued.event = e;
		sampled_parts(sum, &set->machine->bursts, &estimate, valued_of, &valued);
		counts[i].quality = PMC_SAMPLED;
		counts[i].error = sampled_error(sum, &set->machine->bursts, &estimate);
	}
}

static void fill(const struct pmc_set *set, const u64 *sum, u64 ns, struct pmc_count *counts)
{
	const struct emulated *em = set->state[SOURCE_EMULATED];
	bool modelled = em->shared && shared_counts(em->shared, 0);
	bool bursts = em->n_counts > AT_SAMPLED && sampled_is(sum);
	u64 whole[AT_SAMPLED];
	size_t i;

	/* Without a single instruction, everything ran natively, or nothing has run yet. */
	if (!sum[EMU_INSTRUCTIONS])
		return;
	if (bursts)
		sampled_estimate(sum, &set->machine->bursts, SAMPLED_MODELS, EMU_BURST_PAIRS,
				 whole);
	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];
		struct pmc_count *c = &counts[i];

		if (e->source != SOURCE_EMULATED ||
		    (e->info.flags & PMC_EVENT_MODELLED && !modelled))
			continue;
		c->seen = value_of(set, e, bursts ? whole : sum);
		c->value = c->seen;
		c->enabled_ns = c->running_ns = ns ? ns : 1;
		c->state = PMC_COUNTED;
		c->quality = PMC_EXACT;
	}
	if (bursts)
		estimate(set, sum, counts);
}

bool emulated_clock_follows(const struct pmc_set *set)
{
	const struct emulated *em = set->state[SOURCE_EMULATED];

	return set->clock_followed ||
	       (em && em->shared &&
		__atomic_load_n(&em->shared->header->clock_follows, __ATOMIC_RELAXED));
}

static void detach(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];

	set->clock_followed |= emulated_clock_follows(set);
	replay_destroy(em->replay);
	kept_destroy(em->kept, em->shared);
	shared_unmap(em->shared);
	if (em->engine_fd >= 0)
		close(em->engine_fd);
	if (em->shm_fd >= 0)
		close(em->shm_fd);
	free(em->now);
	free(em->tally);
	free(em);
}

/* The seccomp profiles of containers often forbid the call that switches randomisation off. */
static bool can_fix_addresses(void)
{
	int now = personality(0xffffffff);
	bool can = now >= 0 && personality((unsigned long)now | ADDR_NO_RANDOMIZE) >= 0;

	if (can)
		personality((unsigned long)now);
	return can;
}

/* EMU_F_ */
static unsigned flags_of(const struct pmc_set *set)
{
	unsigned flags = modelled_flag(set);

	if (set->flags & PMC_SET_DETERMINISTIC)
		flags |= EMU_F_DETERMINISTIC;
	if (!(set->flags & PMC_SET_INHERIT))
		flags |= EMU_F_NOINHERIT;
	if (set->flags & PMC_SET_PROFILE)
		flags |= EMU_F_PROFILE;
	if (set->flags & PMC_SET_CALL_TREE)
		flags |= EMU_F_TREE;
	if (set->sampling)
		flags |= EMU_F_PROFILE | EMU_F_SAMPLE;
	if (set->sampling && sampling_dumps(set->sampling))
		flags |= EMU_F_DUMPS;
	else if (set->sampling && sampling_chains(set->sampling))
		flags |= EMU_F_CHAINS;
	return flags;
}

/* The event that is sampled, or that the call tree is of. */
static void tell_event(const struct pmc_set *set, struct emu_header *header)
{
	const struct event *e = &set->event[0].parsed;

	header->sampled = event_signals(e->kind, e->id);
	if (set->sampling) {
		header->period = set->sampling->how.period;
		header->dump = set->sampling->how.stack_bytes;
	}
}

static int attach_command(struct pmc_set *set, struct emulated *em, struct pmc_diag *diag)
{
	struct pmc_set *other;
	struct emu_header *header;
	int err = machine_check(set, diag);
	unsigned flags;

	if (err)
		return err;
	if (set->sampling && set->flags & PMC_SET_CALL_TREE)
		return diag_say(diag, -EINVAL,
				"what is sampled has no exact call tree; leave one of them out");
	for (other = set->target[0].command->sets; other; other = other->next_of_command)
		if (other->state[SOURCE_EMULATED])
			return diag_say(
				diag, -EBUSY,
				"the translator counts one set of a command already; put all "
				"events into that set");
	flags = flags_of(set);
	em->random_addresses = flags & EMU_F_DETERMINISTIC && !can_fix_addresses();
	if (em->random_addresses && set->layout)
		return diag_say(diag, -EPERM,
				"a layout needs personality(2), which is forbidden here, as by a "
				"container's seccomp filter: addresses would stay random");
	em->engine_fd = engine_open(diag);
	if (em->engine_fd < 0)
		return em->engine_fd;
	em->shm_fd = shared_create(flags, &header, diag);
	if (em->shm_fd < 0)
		return em->shm_fd;
	if (header->max_chunks && modelled_in_bursts(set)) {
		munmap(header, sizeof(*header));
		return diag_say(diag, -EFBIG,
				"the limit on file sizes (ulimit -f) has no room for what bursts "
				"count: it must be at least %llu KiB",
				(unsigned long long)EMU_SHM_SIZE >> 10);
	}
	machine_tell(set, header);
	modelled_tell(set, header);
	if (flags & (EMU_F_SAMPLE | EMU_F_TREE))
		tell_event(set, header);
	if (flags & EMU_F_MODEL)
		em->n_counts = modelled_in_bursts(set) ? MOST_COUNTS : AT_SAMPLED;
	if (set->flags & PMC_SET_CACHE && !(header->flags & UNKEPT))
		em->kept = kept_create(header, em->engine_fd, set->target[0].command->path);
	em->shared = shared_take(em->shm_fd, header);
	return em->shared ? 0 : -ENOMEM;
}

static int make_room(struct emulated *em)
{
	em->now = calloc(3 * em->n_counts, sizeof(*em->now));
	if (!em->now)
		return -ENOMEM;
	em->one = em->now + em->n_counts;
	em->sum = em->one + em->n_counts;
	return 0;
}

static int attach_emulated(struct pmc_set *set, struct pmc_diag *diag)
{
	const struct target *t = &set->target[set->n_targets - 1];
	struct emulated *em;
	int err;

	if (t->sort == TARGET_CPU)
		return diag_say(diag, -EOPNOTSUPP,
				"backend emulated cannot count a CPU; use " PERF_NEEDS);
	if (t->sort == TARGET_SELF && !set->pmc->inside)
		return diag_say(
			diag, -EOPNOTSUPP,
			"backend emulated cannot count the calling thread, which does not run "
			"under the translator; start the program with 'pmc stat --backend emulated "
			"-- PROGRAM'");
	if (t->sort != TARGET_COMMAND && t->sort != TARGET_SELF)
		return diag_say(
			diag, -EOPNOTSUPP,
			"backend emulated cannot attach to a running program; start the command "
			"with it, or use " PERF_NEEDS);
	if (set->state[SOURCE_EMULATED])
		return diag_say(diag, -EBUSY, "a set counts only one thread under the translator");
	em = calloc(1, sizeof(*em));
	if (!em)
		return -ENOMEM;
	em->engine_fd = em->shm_fd = -1;
	em->n_counts = EMU_NSIGNALS;
	em->inside = t->sort == TARGET_SELF;
	set->state[SOURCE_EMULATED] = em;
	err = em->inside ? 0 : attach_command(set, em, diag);
	if (err)
		return err;
	err = make_room(em);
	return !err && em->inside ? grow(em, 1) : err;
}

int emulated_fd(const struct pmc_set *set)
{
	const struct emulated *em = set->state[SOURCE_EMULATED];

	return em->shm_fd;
}

bool emulated_addresses_random(const struct pmc_set *set)
{
	const struct emulated *em = set->state[SOURCE_EMULATED];

	return em && em->random_addresses;
}

static int launch_emulated(struct pmc_set *set, const struct pmc_command *c, struct launch *launch,
			   struct pmc_diag *diag)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	int err;

	/* A start that failed has used up the descriptor. */
	if (em->engine_fd < 0)
		em->engine_fd = engine_open(diag);
	if (em->engine_fd < 0)
		return em->engine_fd;
	err = launch_init(launch, em->shm_fd, em->engine_fd, kept_shelf(em->kept),
			  set->flags & PMC_SET_DETERMINISTIC, c);
	em->engine_fd = -1;
	em->locked = launch->locked;
	if (err)
		limits_say(diag, err, LAUNCH_FDS, "cannot open the memory for the counters again");
	return err;
}

static int start(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 n = n_tasks(em), i;
	int err = grow(em, n);

	em->since_ns = clock_now();
	for (i = 0; i < n && !err; i++)
		if (!raw(em, i, base_of(em, i), NULL))
			clear(em, base_of(em, i));
	return err;
}

static int stop(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 n = n_tasks(em), i;
	int err = grow(em, n);

	for (i = 0; i < n && !err; i++)
		if (counted(set, i, em->one, NULL))
			memcpy(sum_of(em, i), em->one, em->n_counts * sizeof(*em->one));
	em->ran_ns += clock_now() - em->since_ns;
	return err;
}

static int reset(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 i;

	for (i = 0; i < em->n_tallies; i++)
		clear(em, sum_of(em, i));
	em->ran_ns = 0;
	return set->running ? start(set) : 0;
}

static int read_emulated(struct pmc_set *set, struct pmc_count *counts)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 n, i;
	u64 ns;
	int err;

	if (em->inside) {
		/*
		 * Read this first: what libpmc does afterwards does not belong to the program's
		 * region.
		 */
		if (!counted(set, 0, em->sum, NULL))
			return -ENOSYS;
		ns = em->ran_ns + (set->running ? clock_now() - em->since_ns : 0);
	} else {
		ns = usage_cpu_ns(set);
		n = n_tasks(em);
		err = grow(em, n);
		if (err)
			return err;
		clear(em, em->sum);
		for (i = 0; i < n; i++) {
			if (counted(set, i, em->one, NULL))
				add(em, em->sum, em->one);
		}
	}
	fill(set, em->sum, ns, counts);
	return 0;
}

static int rows_emulated(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 n = n_tasks(em), i;
	u64 *sums, *sum;
	u64 ns = usage_cpu_ns(set);
	int err = grow(em, n);

	if (by == PMC_BY_CPU || em->inside)
		return -EOPNOTSUPP;
	sums = calloc(n, em->n_counts * sizeof(*sums));
	if (err || !sums) {
		free(sums);
		return -ENOMEM;
	}
	for (i = 0; i < n && !err; i++) {
		struct pmc_row *row;
		struct emu_task task;
		size_t k;

		if (!counted(set, i, em->one, &task) || !task.pid)
			continue;
		row = rows_get(rows, task.pid, by == PMC_BY_THREAD ? task.tid : -1, -1);
		if (!row) {
			err = -ENOMEM;
			break;
		}
		if (row->ppid < 0) {
			row->ppid = task.ppid;
			memcpy(row->name, task.comm, sizeof(row->name));
			row->name[sizeof(row->name) - 1] = 0;
		}
		k = (size_t)(row - rows->row);
		if (k < n) {
			sum = sums + k * em->n_counts;
			add(em, sum, em->one);
			fill(set, sum, ns, row->counts);
		}
	}
	free(sums);
	return err;
}

/* ---- Survivors ---- */

static bool all_have_ended(const struct emulated *em)
{
	if (!em->locked || flock(em->shm_fd, LOCK_EX | LOCK_NB))
		return false;
	flock(em->shm_fd, LOCK_UN);
	return true;
}

/* Does the process of a task still run? A record stays alive when a signal kills its process. */
static bool still_runs(const struct emu_task *task)
{
	return task->state == EMU_TASK_LIVE && task->pid > 0 && !proc_has_ended(task->pid);
}

static int survivors_emulated(struct pmc_set *set, struct survivors *s)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	pid_t command = set->target[0].command->pid;
	u32 n, i;

	if (em->inside)
		return -EOPNOTSUPP;
	if (all_have_ended(em))
		return 0;
	s->any = em->locked;
	n = n_tasks(em);
	for (i = 0; i < n; i++) {
		struct emu_task task = em->shared->header->tasks[i];

		if (task.pid != command && still_runs(&task))
			survivors_add(s, task.pid, task.comm);
	}
	s->ending = s->any && !s->n;
	return 0;
}

/* ---- Notes ---- */

static int note_emulated(struct pmc_set *set, size_t *index, struct pmc_note *note)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	const struct emu_note *from;
	u32 n, kept;

	if (em->inside)
		return -ENOENT;
	if (em->random_addresses) {
		if (!*index) {
			note->pid = -1;
			note->kind = PMC_NOTE_WARNING;
			snprintf(note->text, sizeof(note->text),
				 "addresses are random in spite of 'deterministic', because a "
				 "seccomp filter, as containers have one, refuses personality(2); "
				 "counts may differ from run to run");
			return 0;
		}
		--*index;
	}
	if (timelimit_hit(set->target[0].command, note->text, sizeof(note->text))) {
		if (!*index) {
			note->pid = -1;
			note->kind = PMC_NOTE_WARNING;
			return 0;
		}
		--*index;
	}
	if (!modelled_note(set, em->shared, index, note) || !estimate_note(set, index, note))
		return 0;
	n = __atomic_load_n(&em->shared->header->n_notes, __ATOMIC_ACQUIRE);
	kept = n < EMU_MAX_NOTES ? n : EMU_MAX_NOTES;
	if (*index > kept || (*index == kept && n == kept)) {
		*index -= kept;
		return -ENOENT;
	}
	memset(note, 0, sizeof(*note));
	note->pid = -1;
	note->kind = PMC_NOTE_WARNING;
	if (*index == kept) {
		snprintf(note->text, sizeof(note->text), "%u more notes like these were dropped",
			 n - kept);
		return 0;
	}
	from = &em->shared->header->notes[*index];
	note->pid = from->pid;
	if (from->kind == EMU_NOTE_FATAL)
		note->kind = PMC_NOTE_FATAL;
	else if (from->kind != EMU_NOTE_NONE && from->kind <= EMU_NOTE_TASKS)
		note->kind = PMC_NOTE_UNCOUNTED;
	snprintf(note->text, sizeof(note->text), "%.*s", (int)sizeof(from->text) - 1, from->text);
	return 0;
}

/* Begins to read what the command's instructions count, or the samples. */
static int begin_replay(const struct pmc_set *set, struct emulated *em)
{
	struct replay_event *events;
	size_t n = 0, i;
	int err;

	if (set->sampling)
		return replay_create_samples(em->shared, set->event[0].info.label,
					     set->sampling->how.period, &em->replay);
	events = calloc(set->n_events + 1, sizeof(*events));
	if (!events)
		return -ENOMEM;
	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];
		size_t len = strlen(e->info.typed);

		if (!(e->info.flags & PMC_EVENT_MODELLED))
			continue;
		if (len > 2 && !strcmp(e->info.typed + len - 2, ":u"))
			len -= 2;
		snprintf(events[n].name, sizeof(events[n].name), "%.*s:u", (int)len, e->info.typed);
		events[n++].formula = e->attr;
	}
	err = replay_create(em->shared, kept_logs(em->kept), events, n, &em->replay);
	free(events);
	return err;
}

static void collect_emulated(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];

	if (em->inside || (!em->replay && begin_replay(set, em)))
		return; /* profile_emulated() tries again */
	replay_collect(em->replay);
}

static int drain_emulated(struct pmc_set *set)
{
	collect_emulated(set);
	return 0;
}

static int profile_emulated(struct pmc_set *set, struct builder **builder)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	int err;

	if (em->inside)
		return -EINVAL;
	err = em->replay ? 0 : begin_replay(set, em);
	if (!err)
		err = replay_finish(em->replay, builder);
	return err == -EPROTO && kept_doubt(em->kept) ? -ESTALE : err;
}

const struct source source_emulated = {
	.attach = attach_emulated,
	.detach = detach,
	.launch = launch_emulated,
	.start = start,
	.stop = stop,
	.reset = reset,
	.read = read_emulated,
	.rows = rows_emulated,
	.survivors = survivors_emulated,
	.profile = profile_emulated,
	.collect = collect_emulated,
	.drain = drain_emulated,
	.note = note_emulated,
};
