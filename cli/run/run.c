/* SPDX-License-Identifier: BSD-2-Clause */
/* One run: start, wait, and what happens in between at set times. */
#include "cli/run/run.h"

#include "cli/run/clock.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <pmc/profile.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX
#define MSEC  1000000ull
/* Without a command that runs, only this wakes pmc for a signal that came just before a wait. */
#define SLICE (250 * MSEC)
/* How often the library is to see what goes on. The narrowest counters have 40 bits and wrap after
 * minutes. */
#define LOOK (1000 * MSEC)

/* When the next thing is due, in nanoseconds of CLOCK_MONOTONIC; or NEVER. */
struct deadlines {
	uint64_t begin, interval, timeout, look;
};

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Counting begins now: intervals and the timeout are counted from here. */
static void deadlines_begin(struct deadlines *d, const struct run_timing *timing, uint64_t begin)
{
	d->begin = NEVER;
	if (timing->interval_ms)
		d->interval = begin + (uint64_t)timing->interval_ms * MSEC;
	if (timing->timeout_ms)
		d->timeout = begin + (uint64_t)timing->timeout_ms * MSEC;
}

static void deadlines_init(struct deadlines *d, const struct run *run,
			   const struct run_timing *timing)
{
	d->begin = d->interval = d->timeout = NEVER;
	d->look = run->set && (run->wraps || run->collects) ? run->begin_ns + LOOK : NEVER;
	if (timing->delay_ms > 0)
		d->begin = run->begin_ns + (uint64_t)timing->delay_ms * MSEC;
	else
		deadlines_begin(d, timing, run->begin_ns);
}

static int wait_command(struct run *run, int ms)
{
	int err;

	/* The set waits in naps, and a signal shows only in the one in which it comes. */
	if (run->command_ended)
		return pmc_set_wait(run->set, ms);
	err = pmc_command_wait(run->command, ms, &run->status);
	if (err)
		return err;
	/* The process is gone, and its number may soon mean another one. */
	interrupt_forward(0);
	run->command_ended = true;
	/* Neither a signal to pmc nor --timeout lets it wait on. */
	if (!run->wait_all || interrupt_signal() || run->timed_out)
		return 0;
	/* Only look: the command has used up some of the time. */
	return pmc_set_wait(run->set, 0);
}

/* Waits for the target to end, until `until`. 0, -ETIMEDOUT or -EINTR. */
static int wait_until(struct run *run, uint64_t until)
{
	uint64_t t = monotonic_ns();
	int ms = -1;

	if ((!run->command || run->command_ended) && until > t + SLICE)
		until = t + SLICE;
	/* Round up: whoever wakes too early has to wait twice. */
	if (until != NEVER)
		ms = until > t ? (int)((until - t + MSEC - 1) / MSEC) : 0;
	if (run->command)
		return wait_command(run, ms);
	return run->set ? pmc_set_wait(run->set, ms) : 0;
}

/* Lets the library see each counter before it wraps, and each process that has ended. */
static void look(struct run *run)
{
	size_t n = pmc_set_size(run->set);
	struct pmc_count *count = run->wraps ? calloc(n, sizeof(*count)) : NULL;

	if (count)
		pmc_set_read(run->set, count, n, NULL);
	free(count);
	if (run->collects)
		pmc_set_collect(run->set);
}

/* Does what is due at `t`. Returns false when there is nothing left to wait for. */
static bool do_due(struct run *run, struct deadlines *d, const struct run_timing *timing,
		   void *data, uint64_t t)
{
	uint64_t step = (uint64_t)timing->interval_ms * MSEC;

	if (t >= d->begin) {
		run->begin_ns = monotonic_ns();
		if (run->set)
			pmc_set_start(run->set);
		if (run->command && !run->apart)
			run->begin_ns = monotonic_ns();
		deadlines_begin(d, timing, run->begin_ns);
	}
	if (t >= d->timeout) {
		d->timeout = NEVER;
		run->timed_out = true;
		if (!run->command || run->command_ended)
			return false;
		pmc_command_kill(run->command, SIGTERM);
	}
	if (t >= d->look) {
		look(run);
		d->look = monotonic_ns() + LOOK;
	}
	if (t >= d->interval) {
		/* Skip intervals that are over already, and keep to the clock. */
		d->interval += ((t - d->interval) / step + 1) * step;
		if (!timing->interval(data)) {
			d->interval = NEVER;
			return run->command;
		}
	}
	return true;
}

/* Waits from the start to the end of the target. */
static void follow(struct run *run, const struct run_timing *timing, void *data)
{
	struct deadlines d;

	deadlines_init(&d, run, timing);
	for (;;) {
		uint64_t next = earlier(earlier(d.begin, d.look), earlier(d.interval, d.timeout));

		if (!wait_until(run, next))
			return;
		if (interrupt_signal() && (!run->command || run->command_ended))
			return;
		if (!do_due(run, &d, timing, data, monotonic_ns()))
			return;
	}
}

static int start_command(struct run *run, struct pmc_diag *diag)
{
	struct pmc_times times;
	int err = pmc_command_start(run->command, diag);

	if (err)
		return err;
	/* Leave out the time in which pmc made the process. */
	if (!run->apart && !pmc_command_times(run->command, &times))
		run->begin_ns = times.start_ns;
	interrupt_forward(pmc_command_pid(run->command));
	/* A signal may have come while there was no command to forward it to. */
	if (interrupt_signal())
		pmc_command_kill(run->command, interrupt_signal());
	return 0;
}

/* Why the set could not be started: the library's note, if it has one. */
static void say_refused(const struct run *run, int err, struct pmc_diag *diag)
{
	struct pmc_note note;
	size_t i;

	for (i = 0; !pmc_set_note(run->set, i, &note); i++) {
		if (note.kind != PMC_NOTE_REFUSED)
			continue;
		snprintf(diag->sentence, sizeof(diag->sentence), "%s", note.text);
		return;
	}
	snprintf(diag->sentence, sizeof(diag->sentence), "counting cannot begin: %s",
		 strerror(-err));
}

int run_once(struct run *run, const struct run_timing *timing, void *data, struct pmc_diag *diag)
{
	int err = 0;

	memset(diag, 0, sizeof(*diag));
	run->begin_ns = monotonic_ns();
	if (run->set && timing->delay_ms == 0)
		err = pmc_set_start(run->set);
	if (err) {
		say_refused(run, err, diag);
		return STATUS_FAILED;
	}
	if (run->command)
		err = start_command(run, diag);
	if (err)
		return pmc_command_status(err);
	interrupt_watch_all();
	follow(run, timing, data);
	run->end_ns = monotonic_ns();
	interrupt_forward(0);
	if (run->set)
		pmc_set_stop(run->set);
	if (run->apart)
		run->end_ns = monotonic_ns();
	return 0;
}
