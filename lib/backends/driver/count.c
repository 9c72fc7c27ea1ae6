/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source "driver": one open file of /dev/pmc, with all events of the set, for each thread or CPU
 * that the set is attached to. The kernel adds what a thread's children count. It keeps a virtual
 * time-stamp counter for each file, which is the event tsc, also for a file without other events.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "abi/event.h"
#include "core/assign/pmu.h"
#include "core/base/bits.h"
#include "core/base/diag.h"
#include "lib/backends/driver/count.h"
#include "lib/backends/driver/device.h"
#include "lib/backends/driver/driver.h"
#include "lib/backends/driver/page.h"
#include "lib/backends/driver/record.h"
#include "lib/backends/driver/sampling.h"
#include "lib/backends/driver/why.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/page_owner.h"
#include "lib/base/proc.h"
#include "lib/base/rdpmc.h"
#include "lib/base/user_rdpmc.h"
#include "lib/sampling/sampling.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/rows.h"
#include "lib/set/set.h"
#include "lib/set/threads.h"
#include "lib/set/tsc.h"
#include "pmc/pmc_ioctl.h"

struct unit {
	int fd;
	pid_t pid, tid; /* -1: all tasks on the CPU */
	int cpu;
	char name[16]; /* at the time of attaching, because a task that has ended has no name */
	const struct pmc_ioctl_page *page; /* NULL: read with system calls … */
	bool wants_page;		   /* … until it is mapped, at the first start */
	struct driver_rings rings;	   /* if the set samples */
};

struct driver {
	struct unit *unit;
	u32 n, n_before; /* n_before: without those of the last target */
	u32 n_events;
	u32 event[PMC_ABI_EVENTS]; /* indices in the set */
	struct page_owner owner;
	struct pmc_ioctl_count now[PMC_ABI_EVENTS];
	u64 tsc; /* read with `now` */
	bool dropped;
	u32 lost;
	u32 holder;   /* a process that takes turns with the set, or goes first; 0: none */
	bool starved; /* an event was never on a counter */
	int refused;  /* why the set could not be started: -errno or 0 */
	struct driver_sampling sampling;
};

/* ---- Attaching ---- */

static int setup(const struct pmc_set *set, const struct driver *d, bool cpu, int fd)
{
	struct pmc_ioctl_event events[PMC_ABI_EVENTS];
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		/* Events that rotate cannot be sampled. */
		.flags = (set->sampling || set->overflow.signal ? 0 : PMC_SETUP_ROTATE) |
			 (driver_sampling_wants_records(set) ? PMC_SETUP_RECORDS : 0) |
			 (set->flags & PMC_SET_INHERIT && !cpu ? PMC_SETUP_INHERIT : 0),
		.events = (uintptr_t)events,
		.n = d->n_events,
		.event_size = sizeof(events[0]),
	};
	u32 i;

	for (i = 0; i < d->n_events; i++) {
		const struct set_event *e = &set->event[d->event[i]];

		pmc_abi_from_encoding(e->attr, &events[i]);
		events[i].flags = e->parsed.mods & MOD_PINNED ? PMC_EVENT_PINNED : 0;
		if (e->parsed.group >= 0 && e->parsed.group < 255 && !(e->parsed.mods & MOD_WEAK))
			events[i].group = (u32)e->parsed.group + 1;
		if (set->sampling)
			driver_sampling_event(set->sampling, e, &events[i]);
		else if (set->overflow.signal && set->overflow.event == d->event[i])
			events[i].period = set->overflow.period;
	}
	return ioctl(fd, PMC_IOC_SETUP, &s) ? -errno : 0;
}

/* The events would not even fit on a free PMU: say which of them, and why. */
static int say_no_room(const struct pmc_set *set, const struct driver *d, struct pmc_diag *diag)
{
	struct {
		struct assign_work work;
		struct assign_event event[ASSIGN_EVENTS];
		struct assign_rotation rotation;
		struct assign_plan plan;
	} *s = calloc(1, sizeof(*s));
	const char *name[ASSIGN_EVENTS] = { NULL };
	const struct pmu *pmu = set->pmc->pmu;
	struct diag why;
	u32 i;

	if (!s)
		return -ENOMEM;
	for (i = 0; i < d->n_events; i++) {
		const struct set_event *e = &set->event[d->event[i]];

		pmc_assign_event(pmu, e->attr, &e->parsed, &s->event[i]);
		name[i] = e->info.typed;
	}
	if (pmc_assign_rotate(&s->work, s->event, d->n_events, pmc_assign_counters(pmu),
			      &s->rotation, &s->plan)) {
		pmc_assign_explain(pmu, &s->plan, name, &why);
		diag_say(diag, -EBUSY, "%s", why.sentence);
		set_blame(set, d->event[bits_lowest(s->plan.conflict)], diag);
	} else {
		diag_say(diag, -EBUSY, "the counters that the events need are in use");
	}
	free(s);
	return -EBUSY;
}

static bool is_precise(const struct pmc_set *set, const struct driver *d)
{
	u32 mods = 0, i;

	for (i = 0; i < d->n_events; i++)
		mods |= set->event[d->event[i]].parsed.mods;
	return mods & (MOD_PRECISE | MOD_PRECISE_MAX);
}

static int refuse(const struct pmc_set *set, const struct driver *d, enum driver_call call, int err,
		  struct pmc_diag *diag)
{
	struct driver_facts facts = { .call = call, .error = err, .use = set->pmc->use };
	char reason[320], way[320];

	driver_gather(&facts);
	if (err == -ENOSPC && (set->sampling || set->overflow.signal))
		return diag_say(
			diag, -EBUSY,
			"all events of a set that is sampled, or sends signals, need a counter at "
			"the same time, and this PMU has too few for them; leave some out");
	if (err == -ENOSPC)
		return say_no_room(set, d, diag);
	if (err == -EOPNOTSUPP && set->sampling && is_precise(set, d))
		return diag_say(
			diag, err,
			"backend driver: a precise sample (:p) is a record of PEBS, and the "
			"module reads none; without :p a sample shows where the interrupt "
			"came");
	if (err == -EOPNOTSUPP && set->overflow.signal)
		return diag_say(diag, err,
				"backend driver: the counters of this processor do not interrupt, "
				"so no signal can be sent");
	driver_sentence(&facts, reason, sizeof(reason), way, sizeof(way));
	return diag_say(diag, driver_error(&facts), "backend driver: %s%s%s", reason,
			*way ? "; to fix this, " : "", way);
}

static struct unit *add_unit(struct driver *d)
{
	size_t room = d->n ? (size_t)d->n * 2 : 1;
	struct unit *grown;

	if (!(d->n & (d->n - 1))) {
		grown = realloc(d->unit, room * sizeof(*grown));
		if (!grown)
			return NULL;
		d->unit = grown;
	}
	memset(&d->unit[d->n], 0, sizeof(*grown));
	d->unit[d->n].fd = -1;
	return &d->unit[d->n++];
}

static void close_from(struct driver *d, u32 first)
{
	while (d->n > first) {
		struct unit *u = &d->unit[--d->n];

		if (u->page && page_owner_has_pages(&d->owner))
			munmap((void *)u->page, (size_t)sysconf(_SC_PAGESIZE));
		driver_rings_unmap(&u->rings);
		if (u->fd >= 0)
			close(u->fd);
	}
	if (!first)
		driver_sampling_deinit(&d->sampling);
}

/* Modules that cannot do it wake up at any record. */
static int choose_wakeup(const struct pmc_set *set, const struct unit *u, struct pmc_diag *diag)
{
	const struct pmc_sampling *how = &set->sampling->how;
	struct pmc_ioctl_wakeup w = {
		.size = sizeof(w),
		.bytes = how->wakeup_samples ? 0 :
			 how->wakeup_bytes   ? how->wakeup_bytes :
					       UINT32_MAX,
		.samples = how->wakeup_samples,
	};

	if (!ioctl(u->fd, PMC_IOC_WAKEUP, &w) || !(how->wakeup_bytes || how->wakeup_samples))
		return 0;
	return diag_say(diag, errno == ENOTTY ? -EOPNOTSUPP : -errno,
			"backend driver: the module that is loaded cannot wake up when records "
			"have come to a mark; to fix this, load the one of this pmc");
}

/* What a unit of a set that samples has besides. */
static int open_rings(struct pmc_set *set, struct unit *u, u32 n, struct pmc_diag *diag)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	int err;

	if (!set->sampling)
		return 0;
	err = driver_sampling_open(&d->sampling, set, u->tid, u->cpu);
	if (!err)
		err = driver_rings_map(&u->rings, u->fd, n,
				       (size_t)set->sampling->how.ring_kb * 1024);
	if (!err)
		return choose_wakeup(set, u, diag);
	if (err == -ESRCH)
		return diag_say(diag, err, "there is no thread %d any more", (int)u->tid);
	return diag_say(diag, err, "backend driver: there is no memory for samples: %s%s",
			strerror(-err),
			err == -EMFILE ? "; to fix this, raise the limit by ulimit -n" : "");
}

static int choose_signal(const struct pmc_set *set, const struct unit *u, struct pmc_diag *diag)
{
	struct pmc_ioctl_signal s = {
		.size = sizeof(s),
		.signal = (u32)set->overflow.signal,
		.fd = u->fd,
	};

	if (!set->overflow.signal || !ioctl(u->fd, PMC_IOC_SIGNAL, &s))
		return 0;
	if (errno == ENOTTY)
		return diag_say(
			diag, -EOPNOTSUPP,
			"backend driver: the module that is loaded sends no signals; to fix "
			"this, load the one of this pmc");
	return diag_say(diag, -errno, "backend driver: no signal %d: %s", set->overflow.signal,
			strerror(errno));
}

static int open_unit(struct pmc_set *set, u32 target, pid_t pid, pid_t tid, int cpu,
		     struct pmc_diag *diag)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	struct pmc_ioctl_attach attach = {
		.size = sizeof(attach),
		.target = target,
		.id = target == PMC_TARGET_CPU	? cpu :
		      target == PMC_TARGET_SELF ? 0 :
						  tid,
	};
	struct unit *u = add_unit(d);
	int err;

	if (!u)
		return -ENOMEM;
	u->pid = pid;
	u->tid = tid;
	u->cpu = cpu;
	if (set->flags & (PMC_SET_BY_THREAD | PMC_SET_BY_PROCESS))
		proc_name(set->flags & PMC_SET_BY_THREAD ? tid : pid, u->name);
	u->fd = driver_open();
	if (u->fd < 0)
		return refuse(set, d, DRIVER_OPEN, u->fd, diag);
	err = setup(set, d, cpu >= 0, u->fd);
	if (err)
		return refuse(set, d, DRIVER_SETUP, err, diag);
	if (ioctl(u->fd, PMC_IOC_ATTACH, &attach))
		return refuse(set, d, DRIVER_ATTACH, -errno, diag);
	if (attach.holder)
		d->holder = attach.holder;
	err = choose_signal(set, u, diag);
	return err ? err : open_rings(set, u, attach.rings, diag);
}

static bool has_thread(const struct pmc_set *set, pid_t tid)
{
	const struct driver *d = set->state[SOURCE_DRIVER];
	u32 i;

	for (i = 0; i < d->n; i++)
		if (d->unit[i].tid == tid)
			return true;
	return false;
}

static int open_thread(struct pmc_set *set, pid_t pid, pid_t tid, struct pmc_diag *diag)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	u32 first = d->n;
	int err = open_unit(set, PMC_TARGET_THREAD, pid, tid, -1, diag);

	if (!err && thread_is_anothers(pid, tid))
		err = -ESRCH;
	if (err == -ESRCH)
		close_from(d, first);
	return err;
}

static bool wants_page(const struct pmc_set *set, struct driver *d)
{
	/* If sysfs closes RDPMC to everybody, the module cannot allow it. */
	return !set->sampling && !set->overflow.signal &&
	       !(set->flags & (PMC_SET_INHERIT | PMC_SET_NO_FASTREAD)) &&
	       !(d->n_events && rdpmc_policy() == RDPMC_TO_NOBODY) && page_owner_init(&d->owner);
}

/*
 * From then on the set holds the PMU, so this is left until the set is started. Only the thread
 * that it counts can map the page.
 */
static void map_page(const struct driver *d, struct unit *u)
{
	void *page;

	if (!u->wants_page || !page_owner_may_read(&d->owner))
		return;
	page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, u->fd, 0);
	u->wants_page = page == MAP_FAILED;
	u->page = u->wants_page ? NULL : page;
}

static int list_events(const struct pmc_set *set, struct driver *d, struct pmc_diag *diag)
{
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		if (set->event[i].source != SOURCE_DRIVER || is_tsc(&set->event[i].parsed))
			continue;
		if (d->n_events == PMC_ABI_EVENTS)
			return diag_say(diag, -EINVAL,
					"a set can have at most %d events with backend driver",
					PMC_ABI_EVENTS);
		d->event[d->n_events++] = (u32)i;
	}
	return 0;
}

static int attach_driver(struct pmc_set *set, struct pmc_diag *diag)
{
	const struct target *t = &set->target[set->n_targets - 1];
	struct driver *d = set->state[SOURCE_DRIVER];
	int err = 0;

	if (!d) {
		d = set->state[SOURCE_DRIVER] = calloc(1, sizeof(*d));
		if (!d)
			return -ENOMEM;
		err = list_events(set, d, diag);
	}
	if (!err && set->flags & PMC_SET_BY_CPU && t->sort != TARGET_CPU)
		err = diag_say(diag, -EOPNOTSUPP,
			       "backend driver does not count tasks by CPU; backend perf does");
	d->n_before = d->n;
	if (err)
		return err;
	switch (t->sort) {
	case TARGET_SELF:
		err = open_unit(set, PMC_TARGET_SELF, getpid(), t->id, -1, diag);
		if (!err)
			d->unit[d->n - 1].wants_page = wants_page(set, d);
		break;
	case TARGET_THREAD:
		err = open_unit(set, PMC_TARGET_THREAD, proc_tgid(t->id), t->id, -1, diag);
		break;
	case TARGET_PROCESS:
		/*
		 * With PMC_SET_INHERIT, threads that an attached thread makes meanwhile are counted
		 * anyway.
		 */
		err = set_open_threads(set, t->id, !(set->flags & PMC_SET_INHERIT), has_thread,
				       open_thread, diag);
		break;
	case TARGET_CPU:
		err = open_unit(set, PMC_TARGET_CPU, -1, -1, t->cpu, diag);
		break;
	case TARGET_COMMAND:
		break; /* the command has no process yet */
	}
	return err;
}

static void detach_last_driver(struct pmc_set *set)
{
	struct driver *d = set->state[SOURCE_DRIVER];

	close_from(d, d->n_before);
}

static void detach_driver(struct pmc_set *set)
{
	struct driver *d = set->state[SOURCE_DRIVER];

	close_from(d, 0);
	page_owner_deinit(&d->owner);
	free(d->unit);
	free(d);
}

static int command_driver(struct pmc_set *set, struct pmc_command *c, struct pmc_diag *diag)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	int err;

	close_from(d, 0); /* left over from a start that failed */
	err = open_unit(set, PMC_TARGET_THREAD, c->pid, c->pid, -1, diag);
	if (!err && set->running && ioctl(d->unit[0].fd, PMC_IOC_START, PMC_START_ON_EXEC))
		err = refuse(set, d, DRIVER_START, -errno, diag);
	return err;
}

/* ---- Switching ---- */

static int control(const struct driver *d, u32 n, unsigned long call)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (ioctl(d->unit[i].fd, call, 0))
			return -errno;
	return 0;
}

/* Starts all of the set, or nothing. */
static int start(struct pmc_set *set)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	u32 i;

	d->refused = 0;
	for (i = 0; i < d->n; i++) {
		map_page(d, &d->unit[i]);
		if (!ioctl(d->unit[i].fd, PMC_IOC_START, 0))
			continue;
		d->refused = -errno;
		control(d, i, PMC_IOC_STOP);
		break;
	}
	return d->refused;
}

static int stop(struct pmc_set *set)
{
	const struct driver *d = set->state[SOURCE_DRIVER];

	return control(d, d->n, PMC_IOC_STOP);
}

static int reset(struct pmc_set *set)
{
	const struct driver *d = set->state[SOURCE_DRIVER];

	return control(d, d->n, PMC_IOC_RESET);
}

/* ---- Reading ---- */

static bool read_page(struct driver *d, const struct unit *u)
{
	u64 values[PMC_ABI_EVENTS];
	u32 i;

	if (!u->page || !page_owner_may_read(&d->owner) ||
	    !driver_page_read(u->page, rdpmc, rdtsc, values, &d->tsc))
		return false;
	for (i = 0; i < d->n_events; i++) {
		d->now[i].value = values[i];
		d->now[i].enabled = d->now[i].running = d->tsc;
	}
	return true;
}

/* Reads one unit's counts into d->now. */
static int read_unit(struct driver *d, const struct unit *u)
{
	struct pmc_ioctl_read r = { .size = sizeof(r),
				    .n = d->n_events,
				    .counts = (uintptr_t)d->now };
	u32 i;

	if (read_page(d, u))
		return 0;
	if (ioctl(u->fd, PMC_IOC_READ, &r))
		return -errno;
	d->tsc = r.tsc;
	d->dropped |= !!(r.flags & PMC_READ_DROPPED);
	d->lost = r.lost > d->lost ? r.lost : d->lost;
	for (i = 0; i < d->n_events; i++)
		d->starved |= d->now[i].enabled && !d->now[i].running;
	return 0;
}

static void add_one(struct pmc_count *c, u64 value, u64 enabled, u64 running, u64 khz)
{
	c->seen += value;
	c->enabled_ns += mul_div(enabled, 1000000, khz);
	c->running_ns += mul_div(running, 1000000, khz);
}

/* Adds what was read last. */
static void add(const struct pmc_set *set, const struct driver *d, struct pmc_count *counts)
{
	u64 khz = set->pmc->tsc_khz;
	size_t k;
	u32 i;

	for (i = 0; i < d->n_events; i++)
		add_one(&counts[d->event[i]], d->now[i].value, d->now[i].enabled, d->now[i].running,
			khz);
	for (k = 0; k < set->n_events; k++)
		if (is_tsc(&set->event[k].parsed))
			add_one(&counts[k], d->tsc, d->tsc, d->tsc, khz);
}

static void finish(const struct pmc_set *set, struct pmc_count *counts)
{
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		struct pmc_count *c = &counts[i];

		if (set->event[i].source != SOURCE_DRIVER)
			continue;
		c->quality = PMC_EXACT;
		c->value = c->seen;
		c->state = c->running_ns ? PMC_COUNTED : PMC_NOT_COUNTED;
		if (c->running_ns && c->running_ns < c->enabled_ns) {
			c->quality = PMC_SCALED;
			c->value = mul_div(c->seen, c->enabled_ns, c->running_ns);
		}
	}
}

static int read_driver(struct pmc_set *set, struct pmc_count *counts)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	int err;
	u32 i;

	for (i = 0; i < d->n; i++) {
		err = read_unit(d, &d->unit[i]);
		if (err)
			return err;
		add(set, d, counts);
	}
	finish(set, counts);
	return 0;
}

static int rows_driver(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	enum target_sort sort = set->target[0].sort;
	size_t k;
	int err = 0;
	u32 i;

	/* The kernel sums the counts of a command and its children, so they cannot be split. */
	if (by == PMC_BY_CPU ? sort != TARGET_CPU : sort == TARGET_COMMAND || sort == TARGET_CPU)
		return -EOPNOTSUPP;
	for (i = 0; i < d->n && !err; i++) {
		const struct unit *u = &d->unit[i];
		struct pmc_row *row;

		err = read_unit(d, u);
		if (err)
			break;
		if (by == PMC_BY_CPU)
			row = rows_get(rows, -1, -1, u->cpu);
		else
			row = rows_get(rows, u->pid, by == PMC_BY_THREAD ? u->tid : -1, -1);
		if (!row) {
			err = -ENOMEM;
			break;
		}
		if (by != PMC_BY_CPU && !row->name[0])
			proc_name_or(by == PMC_BY_THREAD ? u->tid : u->pid, u->name, row->name);
		add(set, d, row->counts);
	}
	for (k = 0; k < rows->n_rows && !err; k++)
		finish(set, rows->row[k].counts);
	return err;
}

/* ---- Notes ---- */

static int note_driver(struct pmc_set *set, size_t *index, struct pmc_note *note)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	struct pmc_diag diag;

	memset(note, 0, sizeof(*note));
	note->pid = -1;
	if (d->refused && !(*index)--) {
		refuse(set, d, DRIVER_START, d->refused, &diag);
		note->kind = PMC_NOTE_REFUSED;
		snprintf(note->text, sizeof(note->text), "%.*s", (int)sizeof(note->text) - 1,
			 diag.sentence);
		return 0;
	}
	note->kind = PMC_NOTE_UNCOUNTED;
	if (d->dropped && !(*index)--) {
		snprintf(note->text, sizeof(note->text),
			 "a program that runs with other rights (set-user-ID) was not counted from "
			 "its exec on");
		return 0;
	}
	if (d->lost && !(*index)--) {
		snprintf(note->text, sizeof(note->text),
			 "%u threads were not counted, because the kernel had no memory for them",
			 d->lost);
		return 0;
	}
	if (d->starved && d->holder && !(*index)--) {
		note->kind = PMC_NOTE_WARNING;
		driver_holder_sentence(d->holder, note->text, sizeof(note->text));
		return 0;
	}
	return -ENOENT;
}

/* ---- Samples ---- */

static int drain(struct pmc_set *set)
{
	struct driver *d = set->state[SOURCE_DRIVER];
	const struct driver_reading reading = { .clock = &d->sampling.clock,
						.events = d->event,
						.files = &d->sampling.files,
						.queue = &set->sampling->queue };
	int err = driver_sampling_begin(&d->sampling, set);
	u32 i;

	for (i = 0; i < d->n && !err; i++)
		driver_rings_drain(&d->unit[i].rings, &reading, d->sampling.scratch);
	set->sampling->unclear = d->sampling.clock.unclear;
	return err;
}

static size_t wakers(struct pmc_set *set, struct pollfd *fds, size_t n)
{
	const struct driver *d = set->state[SOURCE_DRIVER];
	size_t i;

	for (i = 0; i < d->n && i < n; i++)
		fds[i] = (struct pollfd){ .fd = d->unit[i].fd, .events = POLLIN };
	return i;
}

/* ---- Overflows ---- */

static int signalled(const struct pmc_set *set, const siginfo_t *info, u64 *value)
{
	const struct driver *d = set->state[SOURCE_DRIVER];
	struct pmc_ioctl_count counts[PMC_ABI_EVENTS];
	struct pmc_ioctl_read r = { .size = sizeof(r),
				    .n = d->n_events,
				    .counts = (uintptr_t)counts };
	u32 i;

	if (!d->n || info->si_fd != d->unit[0].fd)
		return -ENOENT;
	if (ioctl(d->unit[0].fd, PMC_IOC_READ, &r))
		return -errno;
	for (i = 0; i < d->n_events; i++)
		if (d->event[i] == set->overflow.event)
			*value = counts[i].value;
	return 0;
}

static int resume(struct pmc_set *set)
{
	const struct driver *d = set->state[SOURCE_DRIVER];

	return control(d, d->n, PMC_IOC_RESUME);
}

static int period(struct pmc_set *set, size_t event, u64 period)
{
	const struct driver *d = set->state[SOURCE_DRIVER];
	struct pmc_ioctl_period p = { .size = sizeof(p), .period = period };
	u32 i;

	while (p.event < d->n_events && d->event[p.event] != event)
		p.event++;
	for (i = 0; i < d->n; i++)
		if (ioctl(d->unit[i].fd, PMC_IOC_PERIOD, &p))
			return errno == ENOTTY ? -EOPNOTSUPP : -errno;
	return 0;
}

const struct source source_driver = {
	.attach = attach_driver,
	.detach_last = detach_last_driver,
	.detach = detach_driver,
	.command = command_driver,
	.wants_sleep = true,
	.start = start,
	.stop = stop,
	.reset = reset,
	.read = read_driver,
	.rows = rows_driver,
	.drain = drain,
	.wakers = wakers,
	.signalled = signalled,
	.resume = resume,
	.period = period,
	.note = note_driver,
};
