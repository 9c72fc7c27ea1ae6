/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backend "emulated": user mode of a command that runs under the translator, or of the calling thread
 * in a program that runs under it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include "lib/backends/emulated/emulated.h"

/* ---- Inside ---- */

#ifdef __x86_64__
static long private_call(long call, void *arg)
{
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"((long)EMU_SYSCALL), "D"(call), "S"(arg)
			 : "rcx", "r11", "memory");
	return ret;
}
#else
static long private_call(long call, void *arg)
{
	return -ENOSYS; /* the engine runs 64-bit programs only */
}
#endif

long engine_flags(void)
{
	return private_call(EMU_CALL_FLAGS, NULL);
}

int engine_read(u64 total[EMU_NSIGNALS])
{
	return (int)private_call(EMU_CALL_READ, total);
}

/* ---- The backend ---- */

#define PERF_NEEDS "a PMU that the kernel offers, for backend perf"

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
		    "start it by 'pmc stat --backend emulated -- PROGRAM'");
		return;
	case PMC_USE_TASK:
		say(st, -EOPNOTSUPP,
		    "the translator counts what it starts itself; it cannot attach to "
		    "what runs already",
		    "start the command by 'pmc stat -- COMMAND', or " PERF_NEEDS);
		return;
	case PMC_USE_CPU:
		say(st, -EOPNOTSUPP, "the translator counts commands that it starts, not CPUs",
		    PERF_NEEDS);
		return;
	case PMC_USE_ANY:
	case PMC_USE_COMMAND:
		fd = engine_open(&diag);
		if (fd < 0) {
			say(st, fd, diag.sentence,
			    "install pmc as a whole, or name the file in $PMC_EMU");
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
		return diag_say(diag, st.error, "backend emulated: %s; needed: %s", st.reason,
				st.way_out);
	pmc->inside = pmc->use == PMC_USE_SELF;
	return 0;
}

static int check_flags(struct pmc *pmc, unsigned flags, struct pmc_diag *diag)
{
	if (flags & PMC_SET_BY_CPU)
		return diag_say(diag, -EOPNOTSUPP,
				"backend emulated does not know on which CPU a thread "
				"runs; counts per CPU need " PERF_NEEDS);
	if (!pmc->inside)
		return 0;
	if (flags & PMC_SET_DETERMINISTIC)
		return diag_say(diag, -EINVAL,
				"deterministic is decided when the translator starts the "
				"program: 'pmc stat --deterministic -- PROGRAM'");
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

	switch (ev->kind) {
	case EVENT_SOFTWARE:
		err = usage_check(set, e, diag);
		if (err)
			return err;
		e->source = SOURCE_USAGE;
		e->info.flags |= PMC_EVENT_RUSAGE | PMC_EVENT_TRANSLATOR;
		return 0;
	case EVENT_MODEL:
	case EVENT_RAW:
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' is an encoding of a PMU's event, and backend "
			"emulated has no PMU; backend perf could count it on a machine with one",
			typed);
	default:
		break;
	}
	if (!event_signals(ev->kind, ev->id))
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' is not in the instruction stream, so backend "
			"emulated cannot count it; backend perf could on a machine with a PMU",
			typed);
	if (ev->mods & (MOD_KERNEL | MOD_HYPER))
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%s' asks for the kernel's or hypervisor's part; "
			"backend emulated counts user mode only (write '%s:u'), backend perf could "
			"on a machine with a PMU",
			typed, e->info.name);
	if (ev->mods & MOD_GUEST && !(ev->mods & MOD_HOST))
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' asks for guests only; backend emulated counts the "
				"program that it runs",
				typed);
	if (ev->mods & MOD_OF_PMU || ev->cmask)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s': edge, invert, counter mask and the like belong to a PMU's "
				"counter; backend emulated has none",
				typed);
	e->source = SOURCE_EMULATED;
	if (!(ev->mods & MOD_USER))
		e->info.flags |= PMC_EVENT_USER_ONLY;
	return 0;
}

static bool knows(const struct event_row *row)
{
	return row->kind == EVENT_SOFTWARE ?
		       row->id <= SW_DUMMY && row->id != SW_CPU_MIGRATIONS :
		       event_signals((enum event_kind)row->kind, row->id) != 0;
}

const struct backend backend_emulated = {
	.id = PMC_BACKEND_EMULATED,
	.name = "emulated",
	.status = status,
	.open = open_emulated,
	.check = check,
	.flags = check_flags,
	.knows = knows,
};

/* ---- The source ---- */

/* One task record's counts, or the calling thread's. */
struct tally {
	u64 base[EMU_NSIGNALS]; /* at the last start */
	u64 sum[EMU_NSIGNALS];	/* of earlier runs */
};

struct emulated {
	bool inside;
	int engine_fd, shm_fd; /* -1 inside */
	struct shared *shared; /* NULL inside */
	struct tally *tally;
	u32 n_tallies;
	bool random_addresses; /* deterministic was asked for, but personality(2) is closed */
	u64 since_ns, ran_ns;  /* inside: when the run began, and how long earlier ones took */
};

static int grow(struct emulated *em, u32 n)
{
	struct tally *t;

	if (n <= em->n_tallies)
		return 0;
	t = realloc(em->tally, n * sizeof(*t));
	if (!t)
		return -ENOMEM;
	memset(t + em->n_tallies, 0, (n - em->n_tallies) * sizeof(*t));
	em->tally = t;
	em->n_tallies = n;
	return 0;
}

static u32 n_tasks(const struct emulated *em)
{
	return em->inside ? 1 : shared_tasks(em->shared);
}

/* What record i has counted by now. task may be NULL. */
static bool raw(struct emulated *em, u32 i, u64 now[EMU_NSIGNALS], struct emu_task *task)
{
	return em->inside ? !engine_read(now) : shared_read(em->shared, i, now, task);
}

/* What record i has counted for the set. */
static bool counted(struct pmc_set *set, u32 i, u64 out[EMU_NSIGNALS], struct emu_task *task)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u64 now[EMU_NSIGNALS];
	int s;

	memcpy(out, em->tally[i].sum, sizeof(em->tally[i].sum));
	if (!set->running && !task)
		return true;
	if (!raw(em, i, now, task))
		return false;
	/* The engine takes counts of side exits back: a reading may be a little behind the last. */
	for (s = 0; set->running && s < EMU_NSIGNALS; s++)
		out[s] += (int64_t)(now[s] - em->tally[i].base[s]) > 0 ?
				  now[s] - em->tally[i].base[s] :
				  0;
	return true;
}

static void fill(const struct pmc_set *set, const u64 sum[EMU_NSIGNALS], u64 ns,
		 struct pmc_count *counts)
{
	size_t i;
	int s;

	/* Not one instruction: everything ran natively, or nothing yet. */
	if (!sum[EMU_INSTRUCTIONS])
		return;
	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];
		u32 signals = event_signals(e->parsed.kind, e->parsed.id);
		struct pmc_count *c = &counts[i];

		if (e->source != SOURCE_EMULATED)
			continue;
		c->seen = 0;
		for (s = 0; s < EMU_NSIGNALS; s++)
			if (signals >> s & 1)
				c->seen += sum[s];
		c->value = c->seen;
		c->enabled_ns = c->running_ns = ns ? ns : 1;
		c->state = PMC_COUNTED;
		c->quality = PMC_EXACT;
	}
}

static void detach(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];

	shared_unmap(em->shared);
	if (em->engine_fd >= 0)
		close(em->engine_fd);
	if (em->shm_fd >= 0)
		close(em->shm_fd);
	free(em->tally);
	free(em);
}

/* Containers' seccomp profiles often forbid the call that switches randomisation off. */
static bool can_fix_addresses(void)
{
	int now = personality(0xffffffff);
	bool can = now >= 0 && personality((unsigned long)now | ADDR_NO_RANDOMIZE) >= 0;

	if (can)
		personality((unsigned long)now);
	return can;
}

static int attach_command(struct pmc_set *set, struct emulated *em, struct pmc_diag *diag)
{
	struct pmc_set *other;
	struct emu_header *header;
	unsigned flags = 0;

	for (other = set->target[0].command->sets; other; other = other->next_of_command)
		if (other->state[SOURCE_EMULATED])
			return diag_say(diag, -EBUSY,
					"the command has a set under the translator "
					"already; put all events into one set");
	if (set->flags & PMC_SET_DETERMINISTIC)
		flags |= EMU_F_DETERMINISTIC;
	if (!(set->flags & PMC_SET_INHERIT))
		flags |= EMU_F_NOINHERIT;
	em->random_addresses = flags & EMU_F_DETERMINISTIC && !can_fix_addresses();
	em->engine_fd = engine_open(diag);
	if (em->engine_fd < 0)
		return em->engine_fd;
	em->shm_fd = shared_create(flags, &header, diag);
	if (em->shm_fd < 0)
		return em->shm_fd;
	munmap(header, sizeof(*header));
	em->shared = shared_map(em->shm_fd);
	return em->shared ? 0 : -ENOMEM;
}

static int attach_emulated(struct pmc_set *set, struct pmc_diag *diag)
{
	const struct target *t = &set->target[set->n_targets - 1];
	struct emulated *em;

	if (t->sort == TARGET_CPU)
		return diag_say(diag, -EOPNOTSUPP,
				"backend emulated cannot count a CPU; needed: " PERF_NEEDS);
	if (t->sort == TARGET_SELF && !set->pmc->inside)
		return diag_say(diag, -EOPNOTSUPP,
				"backend emulated cannot count the calling thread, which "
				"does not run under the translator; start the program by 'pmc stat "
				"--backend emulated -- PROGRAM'");
	if (t->sort != TARGET_COMMAND && t->sort != TARGET_SELF)
		return diag_say(diag, -EOPNOTSUPP,
				"backend emulated cannot attach to what runs already; "
				"needed: " PERF_NEEDS ", or a command that it starts");
	if (set->state[SOURCE_EMULATED])
		return diag_say(diag, -EBUSY, "under the translator a set counts one thread");
	em = calloc(1, sizeof(*em));
	if (!em)
		return -ENOMEM;
	em->engine_fd = em->shm_fd = -1;
	em->inside = t->sort == TARGET_SELF;
	set->state[SOURCE_EMULATED] = em;
	if (em->inside)
		return grow(em, 1);
	return attach_command(set, em, diag);
}

int emulated_fd(const struct pmc_set *set)
{
	const struct emulated *em = set->state[SOURCE_EMULATED];

	return em->shm_fd;
}

int emulated_launch(struct pmc_set *set, const struct pmc_command *c, struct launch *launch,
		    struct pmc_diag *diag)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	int err;

	/* A start that failed took it. */
	if (em->engine_fd < 0)
		em->engine_fd = engine_open(diag);
	if (em->engine_fd < 0)
		return em->engine_fd;
	err = launch_make(em->shm_fd, em->engine_fd, set->flags & PMC_SET_DETERMINISTIC, c, launch);
	em->engine_fd = -1;
	if (err)
		diag_say(diag, err, "cannot make the translator's command line: %s",
			 strerror(-err));
	return err;
}

static int start(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 n = n_tasks(em), i;
	int err = grow(em, n);

	em->since_ns = clock_now();
	for (i = 0; i < n && !err; i++)
		if (!raw(em, i, em->tally[i].base, NULL))
			memset(em->tally[i].base, 0, sizeof(em->tally[i].base));
	return err;
}

static int stop(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u64 sum[EMU_NSIGNALS];
	u32 n = n_tasks(em), i;
	int err = grow(em, n);

	for (i = 0; i < n && !err; i++)
		if (counted(set, i, sum, NULL))
			memcpy(em->tally[i].sum, sum, sizeof(sum));
	em->ran_ns += clock_now() - em->since_ns;
	return err;
}

static int reset(struct pmc_set *set)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 i;

	for (i = 0; i < em->n_tallies; i++)
		memset(em->tally[i].sum, 0, sizeof(em->tally[i].sum));
	em->ran_ns = 0;
	return set->running ? start(set) : 0;
}

static int read_emulated(struct pmc_set *set, struct pmc_count *counts)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u64 sum[EMU_NSIGNALS] = { 0 }, one[EMU_NSIGNALS], ns;
	u32 n, i;
	int err, s;

	if (em->inside) {
		/* First of all: what follows is not the program's region. */
		if (!counted(set, 0, sum, NULL))
			return -ENOSYS;
		ns = em->ran_ns + (set->running ? clock_now() - em->since_ns : 0);
	} else {
		ns = usage_cpu_ns(set);
		n = n_tasks(em);
		err = grow(em, n);
		if (err)
			return err;
		for (i = 0; i < n; i++) {
			if (!counted(set, i, one, NULL))
				continue;
			for (s = 0; s < EMU_NSIGNALS; s++)
				sum[s] += one[s];
		}
	}
	fill(set, sum, ns, counts);
	return 0;
}

static int rows_emulated(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows)
{
	struct emulated *em = set->state[SOURCE_EMULATED];
	u32 n = n_tasks(em), i;
	u64(*sums)[EMU_NSIGNALS];
	u64 ns = usage_cpu_ns(set);
	int err = grow(em, n), s;

	if (by == PMC_BY_CPU || em->inside)
		return -EOPNOTSUPP;
	sums = calloc(n, sizeof(*sums));
	if (err || !sums) {
		free(sums);
		return -ENOMEM;
	}
	for (i = 0; i < n && !err; i++) {
		struct pmc_row *row;
		struct emu_task task;
		u64 one[EMU_NSIGNALS];
		size_t k;

		if (!counted(set, i, one, &task) || !task.pid)
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
		for (s = 0; s < EMU_NSIGNALS && k < n; s++)
			sums[k][s] += one[s];
		if (k < n)
			fill(set, sums[k], ns, row->counts);
	}
	free(sums);
	return err;
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
			snprintf(
				note->text, sizeof(note->text),
				"addresses are random in spite of "
				"'deterministic': personality(2) is refused here (a container's seccomp "
				"profile); counts may differ from run to run");
			return 0;
		}
		--*index;
	}
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
		snprintf(note->text, sizeof(note->text), "%u more things of this kind happened",
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

const struct source source_emulated = {
	.attach = attach_emulated,
	.detach = detach,
	.start = start,
	.stop = stop,
	.reset = reset,
	.read = read_emulated,
	.rows = rows_emulated,
	.note = note_emulated,
};
