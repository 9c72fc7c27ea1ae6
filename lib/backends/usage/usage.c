/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source "usage": software events from what the kernel tells everybody about tasks: the rusage of
 * wait4(2), CPU clocks of processes, and /proc. It serves when perf_event_open is closed, and under
 * the emulator; there, counts include what the translator itself uses.
 *
 * What it can count:
 * - A command and its children, completely, once it has ended. While it runs, context switches of
 *   children that have ended are missing. Orphans that nobody waits for are always missing.
 * - A running process: time and page faults; with PMC_SET_INHERIT also those of its children.
 * - A thread: time, page faults, context switches and migrations.
 * - A CPU: user and system time.
 *
 * duration_time, user_time, system_time and max_rss come from here on every backend.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/event/generic.h"
#include "lib/backends/usage/usage.h"
#include "lib/base/diag.h"
#include "lib/base/clock.h"
#include "lib/base/held.h"
#include "lib/base/proc.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/rows.h"
#include "lib/set/set.h"

/* What one target used: at the last start, in earlier runs, and when last seen. */
struct target_usage {
	struct usage base, sum, last;
	u64 wall_base, wall_sum; /* elapsed time, in the same way */
	bool hidden;		 /* the command runs, and /proc does not show it */
};

struct usage_state {
	size_t n;
	struct target_usage *target; /* one per target */
	u64 launcher_kb;	     /* the peak of this process when it made the command */
};

/* ---- Which events ---- */

bool usage_alone(enum event_kind kind, u32 id)
{
	return kind == EVENT_SOFTWARE && id >= SW_DURATION_TIME && id <= SW_MAX_RSS;
}

static const char *const needs_perf = "only perf_event_open could count it, which is closed here";

int usage_check(const struct pmc_set *set, const struct set_event *event, struct pmc_diag *diag)
{
	const char *name = event->info.name;
	bool self = set->pmc->use == PMC_USE_SELF;
	bool command = set->pmc->use == PMC_USE_COMMAND || set->pmc->use == PMC_USE_ANY;
	bool inherit = set->flags & PMC_SET_INHERIT;

	if (event->parsed.mods || event->parsed.cmask || event->parsed.counters)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' comes from rusage and /proc here, which know no modifiers; "
				"write '%s' alone",
				event->info.typed, name);
	if (event->parsed.id == SW_MAX_RSS && set->pmc->use == PMC_USE_CPU)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' is the memory of a process, and a CPU has none; count a "
				"command or a process",
				name);
	if (usage_alone(event->parsed.kind, event->parsed.id))
		return 0;
	if (set->pmc->use == PMC_USE_CPU)
		return diag_say(diag, -EOPNOTSUPP, "rusage and /proc do not show '%s' of a CPU; %s",
				name, needs_perf);
	if (self && inherit)
		return diag_say(
			diag, -EOPNOTSUPP,
			"rusage and /proc do not show '%s' of the calling thread together with its "
			"children; %s",
			name, needs_perf);
	switch (event->parsed.id) {
	case SW_CPU_CLOCK:
	case SW_TASK_CLOCK:
	case SW_PAGE_FAULTS:
	case SW_MINOR_FAULTS:
	case SW_MAJOR_FAULTS:
	case SW_ALIGNMENT_FAULTS:
	case SW_EMULATION_FAULTS:
	case SW_DUMMY:
		return 0;
	case SW_CONTEXT_SWITCHES:
		if (self || (command && inherit))
			return 0;
		break;
	case SW_CPU_MIGRATIONS:
		if (self && proc_has_migrations())
			return 0;
		break;
	}
	return diag_say(diag, -EOPNOTSUPP, "rusage and /proc do not show '%s' of %s; %s", name,
			self	? "a thread" :
			command ? "a command" :
				  "a process",
			needs_perf);
}

static u64 value_of(u32 id, const struct usage *u)
{
	switch (id) {
	case SW_CPU_CLOCK:
	case SW_TASK_CLOCK:
		return u->cpu_ns;
	case SW_PAGE_FAULTS:
		return u->minor + u->major;
	case SW_MINOR_FAULTS:
		return u->minor;
	case SW_MAJOR_FAULTS:
		return u->major;
	case SW_CONTEXT_SWITCHES:
		return u->switches;
	case SW_CPU_MIGRATIONS:
		return u->migrations;
	case SW_USER_TIME:
		return u->user_ns;
	case SW_SYSTEM_TIME:
		return u->system_ns;
	case SW_MAX_RSS:
		return u->max_rss_kb;
	}
	return 0; /* x86 has no alignment and emulation faults, and dummy counts nothing */
}

/* ---- Reading ---- */

/* What adds up; of max_rss_kb the largest counts. */
#define FIELDS(X) X(cpu_ns) X(minor) X(major) X(switches) X(migrations) X(user_ns) X(system_ns)

static void raise_peak(struct usage *u, const struct usage *other)
{
	if (u->max_rss_kb < other->max_rss_kb)
		u->max_rss_kb = other->max_rss_kb;
}

/*
 * The usage of a process tree can seem to decrease, because /proc gives children that have ended in
 * ticks. Keep the larger value.
 */
static void raise_to(struct usage *u, const struct usage *other)
{
#define X(f)                 \
	if (u->f < other->f) \
		u->f = other->f;
	FIELDS(X)
#undef X
	raise_peak(u, other);
}

static void add_difference(struct usage *sum, const struct usage *now, const struct usage *base)
{
#define X(f) sum->f += now->f > base->f ? now->f - base->f : 0;
	FIELDS(X)
#undef X
	raise_peak(sum, now);
}

static void add(struct usage *sum, const struct usage *u)
{
#define X(f) sum->f += u->f;
	FIELDS(X)
#undef X
	raise_peak(sum, u);
}

/* The kernel knows the times of the calling thread in microseconds; /proc has ticks. */
static void sharpen_self(pid_t tid, struct usage *u)
{
	struct rusage ru;

	if (syscall(SYS_gettid) != tid || getrusage(RUSAGE_THREAD, &ru))
		return;
	u->user_ns = timeval_ns(ru.ru_utime);
	u->system_ns = timeval_ns(ru.ru_stime);
}

static int sample_command(const struct pmc_set *set, struct pmc_command *c, struct usage *u)
{
	const struct rusage *ru = &c->rusage;

	command_poll(c);
	if (!c->started || c->lost)
		return -ESRCH;
	if (!c->ended)
		return set->flags & PMC_SET_INHERIT ? proc_tree(c->pid, u) :
						      proc_process(c->pid, u);
	if (!(set->flags & PMC_SET_INHERIT)) {
		*u = c->alone;
		/* A zombie has no memory left to ask for. This is the peak of its children, too. */
		u->max_rss_kb = (u64)ru->ru_maxrss;
		return 0;
	}
	u->cpu_ns = timeval_ns(ru->ru_utime) + timeval_ns(ru->ru_stime);
	u->minor = (u64)ru->ru_minflt;
	u->major = (u64)ru->ru_majflt;
	u->switches = (u64)ru->ru_nvcsw + (u64)ru->ru_nivcsw;
	u->user_ns = timeval_ns(ru->ru_utime);
	u->system_ns = timeval_ns(ru->ru_stime);
	u->max_rss_kb = (u64)ru->ru_maxrss;
	return 0;
}

/* Reads what target i has used by now, or returns what was last seen if it has ended. */
static void sample(struct pmc_set *set, size_t i, struct usage *now)
{
	struct usage_state *st = set->state[SOURCE_USAGE];
	const struct target *t = &set->target[i];
	struct usage u = { 0 };
	int err = -ESRCH;

	switch (t->sort) {
	case TARGET_SELF:
	case TARGET_THREAD:
		err = proc_thread(t->id, &u);
		sharpen_self(t->id, &u);
		break;
	case TARGET_PROCESS:
		err = set->flags & PMC_SET_INHERIT ? proc_tree(t->id, &u) : proc_process(t->id, &u);
		break;
	case TARGET_COMMAND:
		err = sample_command(set, t->command, &u);
		break;
	case TARGET_CPU:
		err = proc_cpu(t->cpu, &u);
		break;
	}
	/* It was read by its number: was that still its own? */
	if (held_is_gone(&t->held))
		err = -ESRCH;
	if (!err) {
		/* At the end, wait4 gives exact values, which replace earlier ones. */
		if (!(t->command && t->command->ended))
			raise_to(&u, &st->target[i].last);
		raise_peak(&u, &st->target[i].last);
		st->target[i].last = u;
	}
	st->target[i].hidden = err && t->command && t->command->started && !t->command->ended;
	*now = st->target[i].last;
}

static void target_value(struct pmc_set *set, size_t i, struct usage *u)
{
	struct usage_state *st = set->state[SOURCE_USAGE];
	struct usage now;

	*u = st->target[i].sum;
	if (!set->running)
		return;
	sample(set, i, &now);
	add_difference(u, &now, &st->target[i].base);
}

static void total(struct pmc_set *set, struct usage *sum)
{
	struct usage u;
	size_t i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < set->n_targets; i++) {
		target_value(set, i, &u);
		add(sum, &u);
	}
}

/* How long the set has counted target i. */
static u64 target_wall(const struct pmc_set *set, size_t i)
{
	const struct usage_state *st = set->state[SOURCE_USAGE];
	const struct pmc_command *c = set->target[i].command;
	const struct target_usage *t = &st->target[i];
	u64 now = c && c->ended ? c->end_ns : clock_now();

	return t->wall_sum + (set->running && now > t->wall_base ? now - t->wall_base : 0);
}

u64 usage_cpu_ns(struct pmc_set *set)
{
	struct usage u;

	if (!set->state[SOURCE_USAGE])
		return 0;
	total(set, &u);
	return u.cpu_ns;
}

/*
 * The kernel keeps the peak of a process over an exec, so max_rss of a command is at least what the
 * new process had resident until then: at most what this process had when it forked.
 */
static bool is_launcher(const struct pmc_set *set, const struct usage *u)
{
	const struct usage_state *st = set->state[SOURCE_USAGE];

	return set->target[0].command && u->max_rss_kb <= st->launcher_kb;
}

/*
 * While tasks run, and for CPUs, the kernel tells the times in ticks of its clock. A tick belongs
 * wholly to what it interrupts.
 */
static bool in_ticks(const struct pmc_set *set)
{
	const struct target *t = &set->target[0];

	return t->sort != TARGET_SELF && !(t->command && t->command->ended);
}

/* Is a value that is read now unknown rather than 0? It is while a command runs without /proc. */
static bool is_hidden(const struct pmc_set *set)
{
	const struct usage_state *st = set->state[SOURCE_USAGE];
	size_t i;

	for (i = 0; set->running && i < set->n_targets; i++)
		if (st->target[i].hidden)
			return true;
	return false;
}

/* `wall` is the elapsed time; NULL: it is not to be filled in. */
static void fill(const struct pmc_set *set, const struct usage *u, const u64 *wall,
		 struct pmc_count *counts)
{
	bool hidden = is_hidden(set);
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];

		if (e->source != SOURCE_USAGE)
			continue;
		if (e->parsed.id == SW_DURATION_TIME && !wall)
			continue;
		counts[i].value = counts[i].seen = value_of(e->parsed.id, u);
		counts[i].enabled_ns = counts[i].running_ns = u->cpu_ns;
		counts[i].state = hidden ? PMC_NOT_COUNTED : PMC_COUNTED;
		counts[i].quality = PMC_EXACT;
		if (e->parsed.id == SW_DURATION_TIME) {
			counts[i].value = counts[i].seen = *wall;
			counts[i].state = PMC_COUNTED;
		}
		if ((e->parsed.id == SW_MAX_RSS && is_launcher(set, u)) ||
		    (in_ticks(set) &&
		     (e->parsed.id == SW_USER_TIME || e->parsed.id == SW_SYSTEM_TIME)))
			counts[i].quality = PMC_ESTIMATED;
		/* They need no counter: as in perf, they run for as long as they say. */
		if (usage_alone(e->parsed.kind, e->parsed.id))
			counts[i].enabled_ns = counts[i].running_ns = counts[i].value;
	}
}

/* ---- The source ---- */

static int attach_usage(struct pmc_set *set, struct pmc_diag *diag)
{
	struct usage_state *st = set->state[SOURCE_USAGE];
	const struct target *t = &set->target[set->n_targets - 1];
	struct target_usage *target;
	struct usage u;
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];
		bool self = t->sort == TARGET_SELF;

		if (e->source != SOURCE_USAGE)
			continue;
		if (usage_alone(e->parsed.kind, e->parsed.id))
			continue;
		if (t->sort == TARGET_CPU ||
		    (e->parsed.id == SW_CONTEXT_SWITCHES && !self && t->sort != TARGET_COMMAND) ||
		    (e->parsed.id == SW_CPU_MIGRATIONS && !self))
			return diag_say(
				diag, -EOPNOTSUPP,
				"rusage and /proc do not show '%s' of what the set is attached to; "
				"%s",
				e->info.name, needs_perf);
	}
	if (!st) {
		st = calloc(1, sizeof(*st));
		if (!st)
			return -ENOMEM;
		set->state[SOURCE_USAGE] = st;
	}
	target = realloc(st->target, set->n_targets * sizeof(*target));
	if (!target)
		return -ENOMEM;
	st->target = target;
	memset(&target[st->n++], 0, sizeof(*target));
	if (t->sort != TARGET_COMMAND && t->sort != TARGET_CPU &&
	    (t->sort == TARGET_PROCESS ? proc_process(t->id, &u) : proc_thread(t->id, &u)))
		return diag_say(diag, -ESRCH, "/proc does not show what %d uses: %s", (int)t->id,
				proc_is_mounted() ? "it has ended, or /proc is hidden" :
						    "/proc is not mounted");
	return 0;
}

static void detach_last_usage(struct pmc_set *set)
{
	struct usage_state *st = set->state[SOURCE_USAGE];

	st->n = set->n_targets - 1;
}

static void detach_usage(struct pmc_set *set)
{
	struct usage_state *st = set->state[SOURCE_USAGE];

	free(st->target);
	free(st);
}

static int start_usage(struct pmc_set *set)
{
	struct usage_state *st = set->state[SOURCE_USAGE];
	size_t i;

	for (i = 0; i < st->n; i++) {
		sample(set, i, &st->target[i].base);
		st->target[i].wall_base = clock_now();
	}
	return 0;
}

static int stop_usage(struct pmc_set *set)
{
	struct usage_state *st = set->state[SOURCE_USAGE];
	struct usage u;
	size_t i;

	for (i = 0; i < st->n; i++) {
		target_value(set, i, &u);
		st->target[i].sum = u;
		st->target[i].wall_sum = target_wall(set, i);
	}
	return 0;
}

/* What the process used before its exec does not belong to the command. */
static int command_usage(struct pmc_set *set, struct pmc_command *c, struct pmc_diag *diag)
{
	struct usage_state *st = set->state[SOURCE_USAGE];
	struct rusage ru;

	if (proc_process(c->pid, &st->target[0].base))
		memset(&st->target[0].base, 0, sizeof(st->target[0].base));
	st->target[0].wall_base = clock_now();
	if (!getrusage(RUSAGE_SELF, &ru))
		st->launcher_kb = (u64)ru.ru_maxrss;
	return 0;
}

static int reset_usage(struct pmc_set *set)
{
	struct usage_state *st = set->state[SOURCE_USAGE];
	size_t i;

	for (i = 0; i < st->n; i++) {
		memset(&st->target[i].sum, 0, sizeof(st->target[i].sum));
		st->target[i].wall_sum = 0;
		st->target[i].wall_base = clock_now();
		if (set->running)
			sample(set, i, &st->target[i].base);
	}
	return 0;
}

static int read_usage(struct pmc_set *set, struct pmc_count *counts)
{
	struct usage u;
	u64 wall;

	/* The command has not run, so nothing was counted. */
	if (set->target[0].command && !set->target[0].command->started)
		return 0;
	total(set, &u);
	/* All targets are counted at the same time. */
	wall = target_wall(set, 0);
	fill(set, &u, &wall, counts);
	return 0;
}

/* As in perf, the first CPU alone has the elapsed time, so that the sum over CPUs is right. */
static int rows_of_cpus(struct pmc_set *set, struct pmc_rows *rows)
{
	struct pmc_row *row;
	struct usage u;
	size_t i;
	u64 wall;

	for (i = 0; i < set->n_targets; i++) {
		row = rows_get(rows, -1, -1, set->target[i].cpu);
		if (!row)
			return -ENOMEM;
		target_value(set, i, &u);
		wall = target_wall(set, i);
		fill(set, &u, i ? NULL : &wall, row->counts);
	}
	return 0;
}

static int rows_usage(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows)
{
	enum target_sort sort = set->target[0].sort;
	struct pmc_row *row;
	struct usage u;
	size_t i;
	u64 wall;

	if (by == PMC_BY_CPU && sort == TARGET_CPU)
		return rows_of_cpus(set, rows);
	if (!(by == PMC_BY_THREAD && (sort == TARGET_THREAD || sort == TARGET_SELF)) &&
	    !(by == PMC_BY_PROCESS && sort == TARGET_PROCESS))
		return -EOPNOTSUPP;
	for (i = 0; i < set->n_targets; i++) {
		pid_t id = set->target[i].id;
		pid_t pid = by == PMC_BY_PROCESS ? id : proc_tgid(id);

		row = rows_get(rows, pid, by == PMC_BY_PROCESS ? -1 : id, -1);
		if (!row)
			return -ENOMEM;
		if (!row->name[0])
			proc_name(id, row->name);
		target_value(set, i, &u);
		wall = target_wall(set, i);
		fill(set, &u, &wall, row->counts);
	}
	return 0;
}

const struct source source_usage = {
	.attach = attach_usage,
	.detach_last = detach_last_usage,
	.detach = detach_usage,
	.command = command_usage,
	.start = start_usage,
	.stop = stop_usage,
	.reset = reset_usage,
	.read = read_usage,
	.rows = rows_usage,
};
