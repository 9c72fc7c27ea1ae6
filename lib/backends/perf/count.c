/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source "perf": one descriptor per event, task and CPU. The first event of a group is the leader
 * of the others. One call reads the whole group, except with inheritance, which the kernel cannot
 * combine with it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/backends/perf/attr.h"
#include "lib/backends/perf/count.h"
#include "lib/backends/perf/open.h"
#include "lib/backends/perf/p4.h"
#include "lib/backends/perf/page.h"
#include "lib/backends/perf/ring.h"
#include "lib/backends/perf/why.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/page_owner.h"
#include "lib/base/proc.h"
#include "lib/sampling/sampling.h"
#include "lib/set/command.h"
#include "lib/set/rows.h"
#include "lib/set/set.h"
#include "lib/set/threads.h"
#include "lib/set/tsc.h"

/* One event of one target. */
struct counter {
	int fd;
	u32 event;	/* index in the set */
	pid_t pid, tid; /* -1: all tasks on the CPU */
	int cpu;
	char name[16]; /* at the time of opening, because a task that has ended has no name */
	u32 leader;    /* index of the group's leader; its own index if it is the leader or alone */
	u32 members;   /* how many counters are read with this one, which is their leader; else 1 */
	int switches;  /* the event that notes the group's counts at each switch; -1: none */
	struct perf_event_mmap_page *page; /* NULL: read with system calls */
	struct perf_value base;		   /* at the last reset */
	u64 lost;			   /* records, at the last reading; if the kernel tells */
};

struct perf {
	struct counter *counter;
	struct perf_value *value; /* one per counter: the last reading */
	u32 n, n_before;	  /* n_before: without those of the last target */
	struct page_owner owner;
	struct perf_rings rings; /* of a set that samples */
	u64 lost;		 /* records of which the reader of samples knows, if rings tell */
	bool miscounts;		 /* perf_p4_miscounts() */
	/* Of a set that sends a signal: it stops at the next overflow; an overflow has stopped it.
	 * Handlers of signals change both. */
	volatile bool armed, stopped;
};

/* Is it on a counter? The kernel's PMU "msr", which has the time-stamp counter, has none. */
static bool is_on_counter(const struct set_event *e)
{
	return perf_is_hardware(e->attr) && !is_tsc(&e->parsed);
}

/* ---- Opening ---- */

static struct counter *add_counter(struct perf *p)
{
	size_t room = p->n ? (size_t)p->n * 2 : 1;
	struct perf_value *values;
	struct counter *grown;

	if (!(p->n & (p->n - 1))) {
		grown = realloc(p->counter, room * sizeof(*grown));
		if (!grown)
			return NULL;
		p->counter = grown;
		values = realloc(p->value, room * sizeof(*values));
		if (!values)
			return NULL;
		p->value = values;
	}
	memset(&p->counter[p->n], 0, sizeof(*grown));
	p->counter[p->n].fd = -1;
	p->counter[p->n].switches = -1;
	return &p->counter[p->n++];
}

/* Can the event be opened alone? Then its group is too large. */
static bool fits_alone(const struct set_event *e, pid_t tid, int cpu)
{
	int fd = perf_open(e->attr, tid, cpu, -1);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int refuse(const struct pmc_set *set, const struct set_event *e, int err, pid_t tid, int cpu,
		  bool member, struct pmc_diag *diag)
{
	struct perf_facts facts = {
		.error = err,
		.hardware = is_on_counter(e),
		.cpu = tid < 0,
		.other_task = set->target[0].sort == TARGET_THREAD ||
			      set->target[0].sort == TARGET_PROCESS,
	};
	char reason[400], way[320];
	enum perf_cause cause;

	perf_gather(&facts);
	cause = perf_cause(&facts);
	perf_sentence(cause, &facts, reason, sizeof(reason), way, sizeof(way));
	if (cause == CAUSE_EVENT && member && fits_alone(e, tid, cpu)) {
		snprintf(reason, sizeof(reason),
			 "its group has more events than the PMU can count at once");
		snprintf(way, sizeof(way),
			 "leave out the braces or write {...}:W, and perf multiplexes them");
	}
	err = perf_cause_error(cause, err);
	diag_say(diag, err, "cannot count '%s': %s%s%s", e->info.typed, reason,
		 *way ? "; to fix this, " : "", way);
	/* These causes are about the target, not about this event. */
	if (cause != CAUSE_OWNER && cause != CAUSE_GONE)
		set_blame(set, (size_t)(e - set->event), diag);
	return err;
}

/* How many events of this group come from perf. */
static u32 group_size(const struct pmc_set *set, int group)
{
	u32 n = 0;
	size_t i;

	for (i = 0; i < set->n_events; i++)
		n += set->event[i].source == SOURCE_PERF && set->event[i].info.group == group;
	return n;
}

/* Where events are opened: one task (or -1) and one CPU (or -1). */
struct place {
	pid_t pid, tid;
	int cpu;
	bool on_exec; /* begin to count at the exec */
};

/* The thread that attaches the set gets the signals, as from the driver. */
static int choose_signal(const struct pmc_set *set, int fd, struct pmc_diag *diag)
{
	struct f_owner_ex owner = { F_OWNER_TID, (pid_t)syscall(SYS_gettid) };

	if (!fcntl(fd, F_SETOWN_EX, &owner) && !fcntl(fd, F_SETSIG, set->overflow.signal) &&
	    !fcntl(fd, F_SETFL, O_ASYNC))
		return 0;
	return diag_say(diag, -errno, "no signal %d: %s", set->overflow.signal, strerror(errno));
}

/* Opens one event, as a member of the leader's group or with `member` false as a leader. */
static int open_event(const struct pmc_set *set, size_t i, const struct place *at, u32 leader,
		      bool member, struct pmc_diag *diag)
{
	struct perf *p = set->state[SOURCE_PERF];
	const struct set_event *e = &set->event[i];
	bool inherit = set->flags & PMC_SET_INHERIT && at->tid >= 0;
	struct perf_event_attr attr = *(struct perf_event_attr *)e->attr;
	struct counter *c = &p->counter[p->n - 1];
	int err;

	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	if (!inherit && e->info.group >= 0 && group_size(set, e->info.group) > 1)
		attr.read_format |= PERF_FORMAT_GROUP;
	if (p->rings.tells_lost)
		attr.read_format |= PERF_FORMAT_LOST;
	if (set->sampling)
		perf_ring_attr(set->sampling, &attr);
	else if (set->overflow.signal && set->overflow.event == i)
		attr.sample_period = set->overflow.period;
	attr.inherit = inherit;
	attr.disabled = !member;
	attr.enable_on_exec = at->on_exec && !member;
	attr.pinned = attr.pinned && !member;
	c->leader = leader;
	c->fd = perf_open(&attr, at->tid, at->cpu, member ? p->counter[leader].fd : -1);
	if (c->fd == -EINVAL && member && e->parsed.mods & MOD_WEAK) {
		/* The group does not fit, so this event counts outside of it. */
		c->leader = p->n - 1;
		attr.read_format &= ~(u64)PERF_FORMAT_GROUP;
		attr.disabled = 1;
		attr.enable_on_exec = at->on_exec;
		c->fd = perf_open(&attr, at->tid, at->cpu, -1);
		member = false;
	}
	if (c->fd < 0)
		return refuse(set, e, c->fd, at->tid, at->cpu, member, diag);
	if (set->sampling && !sampling_switches(set->sampling)) {
		err = perf_rings_add(
			&p->rings, set->sampling,
			&(struct perf_sampled){ (u32)i, c->fd, c->fd, at->tid, at->cpu });
		if (err)
			return diag_say(diag, err, "'%s' cannot write its samples: %s",
					e->info.typed, strerror(-err));
	}
	if (member && attr.read_format & PERF_FORMAT_GROUP)
		p->counter[leader].members++;
	if (set->overflow.signal && set->overflow.event == i)
		return choose_signal(set, c->fd, diag);
	return 0;
}

/*
 * Opens what a set that samples needs before its events: the side band, and memory for records. It
 * tells of whatever the kernel permits; what it says of tasks is needed from the exec on.
 */
static int open_ring(struct pmc_set *set, const struct place *at, struct pmc_diag *diag)
{
	struct perf *p = set->state[SOURCE_PERF];
	int err;

	if (!set->sampling)
		return 0;
	err = perf_rings_side(&p->rings, set->sampling, at->tid, at->cpu,
			      set->flags & PMC_SET_INHERIT && at->tid >= 0);
	if (!err)
		return 0;
	if (err == -ESRCH)
		return diag_say(diag, err, "there is no thread %d any more", (int)at->tid);
	return diag_say(diag, err, "the kernel gives no memory for samples: %s%s", strerror(-err),
			err == -EPERM  ? "; to fix this, run as root: sysctl "
					 "kernel.perf_event_mlock_kb=2048" :
			err == -EMFILE ? "; to fix this, raise the limit by ulimit -n" :
					 "");
}

/* Adds to a group, whose members are all there, the event that notes switches. */
static int open_switches(const struct pmc_set *set, const struct place *at, struct counter *leader,
			 struct pmc_diag *diag)
{
	struct perf *p = set->state[SOURCE_PERF];
	bool inherit = set->flags & PMC_SET_INHERIT;
	struct perf_event_attr attr;
	int err;

	if (at->tid < 0)
		return diag_say(diag, -EOPNOTSUPP, "switches are noted of threads, not of CPUs");
	perf_ring_switches(&attr, inherit);
	leader->switches = perf_open(&attr, at->tid, at->cpu, leader->fd);
	err = leader->switches;
	if (err >= 0)
		err = perf_rings_add(&p->rings, set->sampling,
				     &(struct perf_sampled){ leader->event, leader->fd,
							     leader->switches, at->tid, at->cpu });
	if (!err)
		return 0;
	if (err == -EACCES || err == -EPERM)
		return diag_say(diag, err,
				"the kernel does not tell of switches; to fix this, run as root: "
				"sysctl kernel.perf_event_paranoid=1");
	if (err == -EINVAL && inherit)
		return diag_say(diag, -EOPNOTSUPP,
				"this kernel cannot note the switches of threads that inherit; "
				"Linux 6.13 can");
	return diag_say(diag, err, "switches cannot be noted: %s", strerror(-err));
}

static int open_all_switches(const struct pmc_set *set, const struct place *at, u32 first,
			     struct pmc_diag *diag)
{
	struct perf *p = set->state[SOURCE_PERF];
	int err = 0;
	u32 i;

	for (i = first; i < p->n && !err; i++)
		if (p->counter[i].leader == i)
			err = open_switches(set, at, &p->counter[i], diag);
	return err;
}

/* Opens all events of the set at one place. */
static int open_all(struct pmc_set *set, const struct place *at, struct pmc_diag *diag)
{
	struct perf *p = set->state[SOURCE_PERF];
	u32 leader = 0, first = p->n;
	int group = -1, err = open_ring(set, at, diag);
	size_t i;

	if (err)
		return err;
	for (i = 0; i < set->n_events; i++) {
		const struct set_event *e = &set->event[i];
		struct counter *c;
		bool member;

		if (e->source != SOURCE_PERF)
			continue;
		c = add_counter(p);
		if (!c)
			return -ENOMEM;
		c->event = (u32)i;
		c->pid = at->pid;
		c->tid = at->tid;
		c->cpu = at->cpu;
		c->members = 1;
		if (set->flags & (PMC_SET_BY_THREAD | PMC_SET_BY_PROCESS))
			proc_name(set->flags & PMC_SET_BY_THREAD ? at->tid : at->pid, c->name);
		member = e->info.group >= 0 && e->info.group == group;
		if (!member)
			leader = p->n - 1;
		group = e->info.group;
		err = open_event(set, i, at, leader, member, diag);
		if (err)
			return err;
	}
	if (set->sampling && sampling_switches(set->sampling))
		return open_all_switches(set, at, first, diag);
	return 0;
}

static void close_from(struct perf *p, u32 first)
{
	while (p->n > first) {
		struct counter *c = &p->counter[--p->n];

		if (c->page && page_owner_has_pages(&p->owner))
			munmap(c->page, (size_t)sysconf(_SC_PAGESIZE));
		if (c->switches >= 0)
			close(c->switches);
		if (c->fd >= 0)
			close(c->fd);
	}
	if (first)
		return;
	perf_rings_deinit(&p->rings);
	p->lost = 0;
}

struct opening {
	struct pmc_set *set;
	struct place place;
	struct pmc_diag *diag;
};

static int open_on_cpu(void *data, int cpu)
{
	struct opening *o = data;

	o->place.cpu = cpu;
	return open_all(o->set, &o->place, o->diag);
}

/*
 * Opens one counter for all CPUs, or one for each if the set is read by CPU, or if it samples and
 * is inherited, which the kernel allows by CPU only.
 */
static int open_cpus(struct pmc_set *set, pid_t pid, pid_t tid, bool on_exec, struct pmc_diag *diag)
{
	struct opening o = { set, { pid, tid, -1, on_exec }, diag };

	if (!(set->flags & PMC_SET_BY_CPU) && !(set->sampling && set->flags & PMC_SET_INHERIT))
		return open_all(set, &o.place, diag);
	return proc_each_cpu(open_on_cpu, &o);
}

static bool has_thread(const struct pmc_set *set, pid_t tid)
{
	const struct perf *p = set->state[SOURCE_PERF];
	u32 i;

	for (i = 0; i < p->n; i++)
		if (p->counter[i].tid == tid)
			return true;
	return false;
}

static int open_thread(struct pmc_set *set, pid_t pid, pid_t tid, struct pmc_diag *diag)
{
	struct perf *p = set->state[SOURCE_PERF];
	u32 first = p->n;
	int err = open_cpus(set, pid, tid, false, diag);

	if (!err && thread_is_anothers(pid, tid))
		err = -ESRCH;
	if (err == -ESRCH)
		close_from(p, first);
	return err;
}

/*
 * Maps the pages of the calling thread's counters. Counters without a page are read with system
 * calls.
 */
static void map_pages(struct pmc_set *set)
{
	struct perf *p = set->state[SOURCE_PERF];
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	u32 i;

	if (set->flags & (PMC_SET_INHERIT | PMC_SET_NO_FASTREAD) || !page_owner_init(&p->owner))
		return;
	for (i = 0; i < p->n; i++) {
		struct counter *c = &p->counter[i];

		if (!is_on_counter(&set->event[c->event]) || c->page || c->cpu >= 0)
			continue;
		c->page = mmap(NULL, size, PROT_READ, MAP_SHARED, c->fd, 0);
		if (c->page == MAP_FAILED)
			c->page = NULL;
	}
}

static int attach_perf(struct pmc_set *set, struct pmc_diag *diag)
{
	const struct target *t = &set->target[set->n_targets - 1];
	struct perf *p = set->state[SOURCE_PERF];
	int err = 0;

	if (!p) {
		p = set->state[SOURCE_PERF] = calloc(1, sizeof(*p));
		if (!p)
			return -ENOMEM;
		p->miscounts = perf_p4_miscounts();
		if (set->sampling && !sampling_switches(set->sampling))
			p->rings.tells_lost = perf_rings_can_tell_lost();
	}
	p->n_before = p->n;
	switch (t->sort) {
	case TARGET_SELF:
		err = open_cpus(set, getpid(), t->id, false, diag);
		if (!err)
			map_pages(set);
		break;
	case TARGET_THREAD:
		err = open_cpus(set, proc_tgid(t->id), t->id, false, diag);
		break;
	case TARGET_PROCESS:
		err = set_open_threads(set, t->id, true, has_thread, open_thread, diag);
		break;
	case TARGET_CPU:
		err = open_all(set, &(struct place){ -1, -1, t->cpu, false }, diag);
		break;
	case TARGET_COMMAND:
		break; /* the command has no process yet */
	}
	return err;
}

static void detach_last_perf(struct pmc_set *set)
{
	struct perf *p = set->state[SOURCE_PERF];

	close_from(p, p->n_before);
}

static void detach_perf(struct pmc_set *set)
{
	struct perf *p = set->state[SOURCE_PERF];

	close_from(p, 0);
	page_owner_deinit(&p->owner);
	free(p->counter);
	free(p->value);
	free(p);
}

static int command_perf(struct pmc_set *set, struct pmc_command *c, struct pmc_diag *diag)
{
	struct perf *p = set->state[SOURCE_PERF];

	close_from(p, 0); /* left over from a start that failed */
	return open_cpus(set, c->pid, c->pid, set->running, diag);
}

/* ---- Switching ---- */

static int control(struct pmc_set *set, unsigned long request)
{
	struct perf *p = set->state[SOURCE_PERF];
	u32 i;

	/* Members were opened enabled, so they follow their leader. */
	for (i = 0; i < p->n; i++)
		if (p->counter[i].leader == i && ioctl(p->counter[i].fd, request, 0))
			return -errno;
	return 0;
}

/* The counter whose overflow stops the set leads all others, which stop with it. */
static int arm(struct pmc_set *set)
{
	struct perf *p = set->state[SOURCE_PERF];
	u32 i;

	for (i = 0; i < p->n; i++)
		if (p->counter[i].event == set->overflow.event &&
		    ioctl(p->counter[i].fd, PERF_EVENT_IOC_REFRESH, 1))
			return -errno;
	p->armed = true;
	p->stopped = false;
	return 0;
}

static int start(struct pmc_set *set)
{
	const struct perf *p = set->state[SOURCE_PERF];

	if (set->overflow.signal && !p->armed)
		return arm(set);
	return control(set, PERF_EVENT_IOC_ENABLE);
}

static int stop(struct pmc_set *set)
{
	struct perf *p = set->state[SOURCE_PERF];

	p->stopped = false;
	return control(set, PERF_EVENT_IOC_DISABLE);
}

/* ---- Reading ---- */

static int read_bytes(int fd, void *buf, size_t size)
{
	ssize_t n = read(fd, buf, size);

	if (n < 0)
		return -errno;
	/* A length of 0 means that a pinned event has lost its counter. */
	return (size_t)n == size ? 0 : -ENODATA;
}

/* Reads counter i and its group without a system call. False: ask the kernel. */
static bool read_pages(struct perf *p, u32 i)
{
	u32 k, m;

	if (!p->counter[i].page || !page_owner_may_read(&p->owner))
		return false;
	for (k = i, m = 0; k < p->n && m < p->counter[i].members; k++) {
		if (p->counter[k].leader != i)
			continue;
		if (!p->counter[k].page ||
		    !perf_page_read(p->counter[k].page, &perf_instructions, &p->value[k]))
			return false;
		m++;
	}
	return true;
}

/* Reads counter i, which is alone. */
static int read_alone(struct perf *p, u32 i)
{
	u64 buf[4];
	int err = read_bytes(p->counter[i].fd, buf, (p->rings.tells_lost ? 4 : 3) * sizeof(*buf));

	if (err)
		return err;
	p->value[i] = (struct perf_value){ .value = buf[0], .enabled = buf[1], .running = buf[2] };
	p->counter[i].lost = p->rings.tells_lost ? buf[3] : 0;
	return 0;
}

/* Reads counter i and its group by system calls. */
static int read_called(struct perf *p, u32 i)
{
	struct counter *c = &p->counter[i];
	u64 *buf;
	u32 k, m = 0, each = p->rings.tells_lost ? 2 : 1;
	u32 n = 3 + each * c->members + (c->switches >= 0);
	int err;

	if (c->leader != i && p->counter[c->leader].members > 1)
		return 0; /* it was read with its leader */
	if (c->members == 1)
		return read_alone(p, i);
	buf = malloc(n * sizeof(*buf));
	if (!buf)
		return -ENOMEM;
	err = read_bytes(c->fd, buf, n * sizeof(*buf));
	for (k = i; k < p->n && m < c->members && !err; k++) {
		if (p->counter[k].leader != i)
			continue;
		p->value[k].value = buf[3 + each * m];
		p->value[k].enabled = buf[1];
		p->value[k].running = buf[2];
		p->counter[k].lost = each == 2 ? buf[4 + each * m] : 0;
		m++;
	}
	free(buf);
	return err;
}

/* Reads counter i and its group. */
static int read_counter(struct perf *p, u32 i)
{
	return read_pages(p, i) ? 0 : read_called(p, i);
}

static int read_all(struct perf *p)
{
	u32 i;
	int err;

	/*
	 * A counter that cannot be read (of a pinned event that lost it) keeps its base, and so
	 * adds nothing.
	 */
	for (i = 0; i < p->n; i++)
		p->value[i] = p->counter[i].base;
	for (i = 0; i < p->n; i++) {
		err = read_counter(p, i);
		if (err && err != -ENODATA)
			return err;
	}
	return 0;
}

static int reset(struct pmc_set *set)
{
	struct perf *p = set->state[SOURCE_PERF];
	u32 i;
	int err = read_all(p);

	if (err)
		return err;
	for (i = 0; i < p->n; i++)
		p->counter[i].base = p->value[i];
	return 0;
}

/* Adds the reading of one counter to a count; finish() computes the value. */
static void add(struct pmc_count *c, const struct perf_value *now, const struct perf_value *base)
{
	c->seen += now->value - base->value;
	c->enabled_ns += now->enabled - base->enabled;
	c->running_ns += now->running - base->running;
}

static void finish(const struct pmc_set *set, struct pmc_count *counts)
{
	const struct perf *p = set->state[SOURCE_PERF];
	size_t i;

	for (i = 0; i < set->n_events; i++) {
		struct pmc_count *c = &counts[i];

		if (set->event[i].source != SOURCE_PERF)
			continue;
		c->quality = PMC_EXACT;
		c->value = c->seen;
		c->state = c->running_ns ? PMC_COUNTED : PMC_NOT_COUNTED;
		if (p->miscounts && is_on_counter(&set->event[i]) &&
		    c->seen / P4_MOST_PER_NS > c->running_ns)
			c->state = PMC_NOT_COUNTED;
		if (c->running_ns && c->running_ns < c->enabled_ns) {
			c->quality = PMC_SCALED;
			c->value = mul_div(c->seen, c->enabled_ns, c->running_ns);
		}
	}
}

static int read_perf(struct pmc_set *set, struct pmc_count *counts)
{
	struct perf *p = set->state[SOURCE_PERF];
	u32 i;
	int err = read_all(p);

	if (err)
		return err;
	for (i = 0; i < p->n; i++)
		add(&counts[p->counter[i].event], &p->value[i], &p->counter[i].base);
	finish(set, counts);
	return 0;
}

static int rows_perf(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows)
{
	struct perf *p = set->state[SOURCE_PERF];
	enum target_sort sort = set->target[0].sort;
	u32 i;
	int err;

	/* The kernel sums the counts of a command and its children, so they cannot be split. */
	if (by != PMC_BY_CPU && (sort == TARGET_COMMAND || sort == TARGET_CPU))
		return -EOPNOTSUPP;
	err = read_all(p);
	if (err)
		return err;
	for (i = 0; i < p->n && !err; i++) {
		const struct counter *c = &p->counter[i];
		struct pmc_row *row;

		if (by == PMC_BY_CPU)
			row = rows_get(rows, -1, -1, c->cpu);
		else
			row = rows_get(rows, c->pid, by == PMC_BY_THREAD ? c->tid : -1, -1);
		if (!row) {
			err = -ENOMEM;
			break;
		}
		if (by != PMC_BY_CPU && !row->name[0])
			proc_name_or(by == PMC_BY_THREAD ? c->tid : c->pid, c->name, row->name);
		add(&row->counts[c->event], &p->value[i], &c->base);
	}
	for (i = 0; i < rows->n_rows && !err; i++)
		finish(set, rows->row[i].counts);
	return err;
}

static int note_perf(struct pmc_set *set, size_t *index, struct pmc_note *note)
{
	const struct perf *p = set->state[SOURCE_PERF];
	bool hardware = false;
	size_t i;

	for (i = 0; i < set->n_events; i++)
		hardware |= set->event[i].source == SOURCE_PERF && is_on_counter(&set->event[i]);
	if (!p->miscounts || !hardware || (*index)--)
		return -ENOENT;
	memset(note, 0, sizeof(*note));
	note->pid = -1;
	note->kind = PMC_NOTE_WARNING;
	snprintf(
		note->text, sizeof(note->text),
		"Linux's driver for the Pentium 4 miscounts, from 6.1 on, what is scheduled "
		"more than once: counts that are impossible are left out, and others may be wrong; "
		"backend driver counts "
		"right");
	return 0;
}

/* ---- Samples ---- */

/* Adds to the queue how many records were lost since it was said last. */
static void tell_lost(struct perf *p, struct queue *queue)
{
	struct pmc_record r = { .type = PMC_TYPE_LOST, .cpu = -1, .time = clock_now() };
	u64 lost = perf_rings_lost(&p->rings);
	u32 i;

	p->rings.was_full = false;
	for (i = 0; i < p->n; i++) {
		/* One that cannot be read keeps what it had lost before. */
		(void)!read_called(p, i);
		lost += p->counter[i].lost;
	}
	if (lost <= p->lost)
		return;
	r.count = lost - p->lost;
	p->lost = lost;
	queue_add(queue, &r);
}

static int drain(struct pmc_set *set)
{
	struct perf *p = set->state[SOURCE_PERF];
	int err = perf_rings_drain(&p->rings, set->sampling);

	if (!err && p->rings.tells_lost && p->rings.was_full)
		tell_lost(p, &set->sampling->queue);
	return err;
}

static size_t wakers(struct pmc_set *set, struct pollfd *fds, size_t n)
{
	const struct perf *p = set->state[SOURCE_PERF];

	return perf_rings_wakers(&p->rings, fds, n);
}

/* ---- Overflows ---- */

#define GROUP 32 /* events that a group is read with in a handler of signals */

static int signalled(const struct pmc_set *set, const siginfo_t *info, u64 *value)
{
	struct perf *p = set->state[SOURCE_PERF];
	struct perf_value one;
	u64 group[3 + GROUP];
	const struct counter *c = NULL;
	u32 i;

	for (i = 0; i < p->n; i++)
		if (p->counter[i].event == set->overflow.event && p->counter[i].fd == info->si_fd)
			c = &p->counter[i];
	if (!c)
		return -ENOENT;
	/* It leads its group, so its own count comes first. */
	if (c->members == 1 ? read_bytes(c->fd, &one, sizeof(one)) :
			      read(c->fd, group, sizeof(group)) < 0)
		return -EIO;
	*value = (c->members == 1 ? one.value : group[3]) - c->base.value;
	p->armed = false;
	p->stopped = true;
	return 0;
}

static int resume(struct pmc_set *set)
{
	const struct perf *p = set->state[SOURCE_PERF];

	return p->stopped ? arm(set) : -EALREADY;
}

/*
 * A record does not say its period, so what was sampled with the old one is taken first. Nothing is
 * counted meanwhile.
 */
static int period(struct pmc_set *set, size_t event, u64 period)
{
	struct perf *p = set->state[SOURCE_PERF];
	bool pause = set->sampling && set->running;
	int err = pause ? stop(set) : 0;
	u32 i;

	if (!err && set->sampling)
		err = drain(set);
	for (i = 0; i < p->n && !err; i++)
		if (p->counter[i].event == event &&
		    ioctl(p->counter[i].fd, PERF_EVENT_IOC_PERIOD, &period))
			err = -errno;
	if (!err && set->sampling)
		perf_rings_period(&p->rings, (u32)event, period);
	if (pause && !err)
		err = start(set);
	return err;
}

const struct source source_perf = {
	.attach = attach_perf,
	.detach_last = detach_last_perf,
	.detach = detach_perf,
	.command = command_perf,
	.start = start,
	.stop = stop,
	.reset = reset,
	.read = read_perf,
	.rows = rows_perf,
	.drain = drain,
	.wakers = wakers,
	.signalled = signalled,
	.resume = resume,
	.period = period,
	.note = note_perf,
};
