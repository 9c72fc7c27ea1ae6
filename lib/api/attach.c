/* SPDX-License-Identifier: BSD-2-Clause */
/* Attaches sets to threads, processes, CPUs and commands, and waits for their end. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/api/sources.h"
#include "lib/api/survivors.h"
#include "lib/base/clock.h"
#include "lib/base/cpu.h"
#include "lib/base/diag.h"
#include "lib/base/held.h"
#include "lib/base/proc.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"

static void detach(struct pmc_set *set)
{
	size_t i;
	int s;

	for (s = 0; s < SOURCES; s++) {
		if (set->state[s])
			source_of(s)->detach(set);
		set->state[s] = NULL;
	}
	for (i = 0; i < set->n_targets; i++) {
		struct pmc_command *c = set->target[i].command;
		struct pmc_set **link;

		held_deinit(&set->target[i].held);
		for (link = c ? &c->sets : NULL; link && *link; link = &(*link)->next_of_command) {
			if (*link == set) {
				*link = set->next_of_command;
				break;
			}
		}
	}
	free(set->target);
	set->target = NULL;
	set->n_targets = 0;
	set->running = false;
	memset(&set->survivors, 0, sizeof(set->survivors));
}

/* Takes the last target back, which the sources before `end` have seen. */
static void detach_last(struct pmc_set *set, int end)
{
	int s;

	if (set->n_targets == 1) {
		detach(set);
		return;
	}
	for (s = 0; s < end; s++)
		if (set_uses(set, s) && source_of(s)->detach_last)
			source_of(s)->detach_last(set);
	held_deinit(&set->target[--set->n_targets].held);
}

static int check_target(const struct pmc_set *set, const struct target *target,
			struct pmc_diag *diag)
{
	if (set->running)
		return diag_say(diag, -EBUSY,
				"the set is counting; stop it before attaching it to more");
	if (set->n_targets && (set->target[0].sort != target->sort || target->command))
		return diag_say(diag, -EBUSY,
				"the set is already attached to something of another sort");
	if (set->overflow.signal &&
	    (set->n_targets || (target->sort != TARGET_SELF && target->sort != TARGET_THREAD)))
		return diag_say(diag, -EOPNOTSUPP,
				"a set that sends a signal can be attached to one thread only");
	return 0;
}

/*
 * The sources attach by number, some of them several times. If what had the number lives, or has
 * not been waited for, it was the same task each time; else what was attached may be a stranger.
 */
static int check_held(const struct target *target, struct pmc_diag *diag)
{
	if (!held_is_gone(&target->held))
		return 0;
	return diag_say(diag, -ESRCH, "%s %d ended while the set was being attached to it",
			target->sort == TARGET_THREAD ? "thread" : "process", (int)target->id);
}

/* The set takes over what the target holds. */
static int attach(struct pmc_set *set, struct target *target, struct pmc_diag *diag)
{
	struct target *grown;
	int err = check_target(set, target, diag), s;

	if (err)
		return err;
	grown = realloc(set->target, (set->n_targets + 1) * sizeof(*grown));
	if (!grown)
		return diag_say(diag, -ENOMEM, "out of memory");
	set->target = grown;
	set->target[set->n_targets++] = *target;
	target->held = (struct held)HELD_NONE;
	for (s = 0; s < SOURCES && !err; s++)
		if (set_uses(set, s))
			err = source_of(s)->attach(set, diag);
	if (!err)
		err = check_held(&set->target[set->n_targets - 1], diag);
	if (err) {
		if (err == -ENOMEM)
			diag_say(diag, err, "out of memory");
		detach_last(set, s);
		return err;
	}
	if (target->command) {
		set->next_of_command = target->command->sets;
		target->command->sets = set;
	}
	return 0;
}

static int attach_locked(struct pmc_set *set, struct target *target, struct pmc_diag *diag)
{
	int err;

	pthread_mutex_lock(&set->pmc->lock);
	err = attach(set, target, diag);
	pthread_mutex_unlock(&set->pmc->lock);
	held_deinit(&target->held);
	return err;
}

int pmc_set_attach_self(struct pmc_set *set, struct pmc_diag *diag)
{
	struct target t = { TARGET_SELF, (pid_t)syscall(SYS_gettid), -1, NULL, HELD_NONE };

	return attach_locked(set, &t, diag);
}

static int attach_task(struct pmc_set *set, enum target_sort sort, pid_t id, struct pmc_diag *diag)
{
	struct target t = { sort, id, -1, NULL, HELD_NONE };
	bool thread = sort == TARGET_THREAD;
	int err = held_init(&t.held, id, thread);

	if (err == -ESRCH)
		return diag_say(diag, err, "there is no %s %d", thread ? "thread" : "process",
				(int)id);
	if (err)
		return diag_say(diag, err,
				"no descriptor is left for %s %d; to fix this, raise the limit by "
				"ulimit -n",
				thread ? "thread" : "process", (int)id);
	return attach_locked(set, &t, diag);
}

int pmc_set_attach_thread(struct pmc_set *set, pid_t tid, struct pmc_diag *diag)
{
	return attach_task(set, TARGET_THREAD, tid, diag);
}

int pmc_set_attach_process(struct pmc_set *set, pid_t pid, struct pmc_diag *diag)
{
	return attach_task(set, TARGET_PROCESS, pid, diag);
}

int pmc_set_attach_cpu(struct pmc_set *set, unsigned cpu, struct pmc_diag *diag)
{
	struct target t = { TARGET_CPU, -1, (int)cpu, NULL, HELD_NONE };
	int err = cpu_check(cpu, diag);

	return err ? err : attach_locked(set, &t, diag);
}

int pmc_cpu_check(unsigned cpu, struct pmc_diag *diag)
{
	return cpu_check(cpu, diag);
}

int pmc_set_attach_command(struct pmc_set *set, struct pmc_command *command, struct pmc_diag *diag)
{
	struct target t = { TARGET_COMMAND, -1, -1, command, HELD_NONE };

	if (command->pmc != set->pmc)
		return diag_say(diag, -EINVAL, "the command was made from another handle");
	if (command->started)
		return diag_say(diag, -EBUSY, "the command has already been started");
	return attach_locked(set, &t, diag);
}

void pmc_set_detach(struct pmc_set *set)
{
	pthread_mutex_lock(&set->pmc->lock);
	detach(set);
	pthread_mutex_unlock(&set->pmc->lock);
}

/* ---- Waiting ---- */

/* Of what has no pidfd. */
static bool has_ended(const struct target *t)
{
	return held_is_gone(&t->held) || proc_has_ended(t->id);
}

/* 0: the target has ended; -ETIMEDOUT: it has not within ms milliseconds. */
static int wait_target(const struct target *t, int ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000L };
	struct pollfd p = { .fd = t->held.pidfd, .events = POLLIN };
	int ready = 0;

	if (p.fd < 0 && has_ended(t))
		return 0;
	ready = ppoll(&p, 1, &ts, NULL) < 0 ? -errno : p.revents != 0;
	if (p.fd < 0 && !ready)
		ready = has_ended(t);
	return ready < 0 ? ready : ready ? 0 : -ETIMEDOUT;
}

/*
 * The kernel forgets the software counts of a process when it is reaped, so read them while it is a
 * zombie.
 */
static void last_look(struct pmc_set *set)
{
	struct pmc_count *scratch = calloc(set->n_events, sizeof(*scratch));

	pthread_mutex_lock(&set->pmc->lock);
	if (scratch && set->state[SOURCE_USAGE])
		source_of(SOURCE_USAGE)->read(set, scratch);
	pthread_mutex_unlock(&set->pmc->lock);
	free(scratch);
}

/* Waits for the command, and then for what it has left behind. `end` is when timeout_ms is over. */
static int wait_command(struct pmc_set *set, int timeout_ms, u64 end)
{
	const struct timespec nap = { 0, 5000000 };
	struct survivors left;
	int status, err;

	err = pmc_command_wait(set->target[0].command, timeout_ms, &status);
	while (!err) {
		pthread_mutex_lock(&set->pmc->lock);
		survivors_of_set(set, &left);
		pthread_mutex_unlock(&set->pmc->lock);
		if (!left.any)
			break;
		if (timeout_ms >= 0 && clock_now() >= end)
			err = -ETIMEDOUT;
		else if (nanosleep(&nap, NULL))
			err = -errno;
	}
	return err;
}

int pmc_set_wait(struct pmc_set *set, int timeout_ms)
{
	u64 end = clock_now() + (u64)(timeout_ms < 0 ? 0 : timeout_ms) * 1000000u;
	size_t i = 0;

	if (!set->n_targets)
		return -EINVAL;
	if (set->target[0].sort == TARGET_COMMAND)
		return wait_command(set, timeout_ms, end);
	for (;;) {
		const struct target *t = &set->target[i];
		bool endless = t->sort == TARGET_CPU || t->sort == TARGET_SELF;
		u64 now = clock_now();
		int ms = 50, err;

		/*
		 * CPUs never end, so just sleep: whoever polls for them counts his own work. Where
		 * there is no descriptor to wait for, poll often.
		 */
		if (endless)
			ms = timeout_ms;
		else if (t->held.pidfd < 0)
			ms = 5;
		if (timeout_ms >= 0 && end <= now)
			ms = 0;
		else if (timeout_ms >= 0 && (end - now) / 1000000u < (u64)ms)
			ms = (int)((end - now + 999999u) / 1000000u);
		if (endless)
			err = poll(NULL, 0, ms) < 0 ? -errno : -ETIMEDOUT;
		else
			err = wait_target(t, ms);
		if (!err) {
			last_look(set);
			if (++i == set->n_targets)
				return 0;
		} else if (err != -ETIMEDOUT || (timeout_ms >= 0 && clock_now() >= end)) {
			return err;
		}
	}
}
