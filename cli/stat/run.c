/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The runs: start, wait, print intervals, and come to an end when the command ends, when time is up, or
 * when a signal asks for it. Whatever happens, what was counted is printed; and whatever becomes of
 * the report, the exit status is the command's.
 */
#include "cli/stat/stat.h"

#include "cli/ui/status.h"
#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/output.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NEVER UINT64_MAX
#define MSEC  1000000ull
/* Without a command nothing but this looks for a signal that came just before a wait. */
#define SLICE (250 * MSEC)

struct runs {
	struct plan *plan;
	const struct format *format;
	struct averages all;   /* of the runs so far */
	struct reading before; /* of the interval before this one */
	struct report last;    /* what was printed last */
	unsigned intervals;    /* printed */
	uint64_t begin, at;    /* of counting; of the last interval's end */
	bool mute;	       /* the report cannot be written any more */
	bool stopped;	       /* --timeout ended it */
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- Printing ---- */

/* A reader that has gone away must not take pmc's exit status with it. */
static void pipe_signal(bool ignore, struct sigaction *saved)
{
	struct sigaction action = { .sa_handler = SIG_IGN };

	if (ignore)
		sigaction(SIGPIPE, &action, saved);
	else
		sigaction(SIGPIPE, saved, NULL);
}

static void check_written(struct runs *r)
{
	const char *output = r->plan->opt->output;

	if (fflush(r->plan->out) == 0 && !ferror(r->plan->out))
		return;
	if (r->mute)
		return;
	r->mute = true;
	if (output)
		complain("-o %s: the report could not be written: %s", output, strerror(errno));
}

/* Prints the report, and keeps it as the last one. */
static void print(struct runs *r, struct report *report)
{
	struct sigaction saved;

	if (!r->mute) {
		pipe_signal(true, &saved);
		r->format->report(report);
		check_written(r);
		pipe_signal(false, &saved);
	}
	report_free(&r->last);
	r->last = *report;
}

static int print_interval(struct runs *r)
{
	struct reading now;
	struct report report;
	uint64_t t = now_ns();
	int err;

	err = reading_take(r->plan, &now);
	if (err) {
		complain("the counters cannot be read: %s", strerror(-err));
		return err;
	}
	err = report_make(&report, r->plan, &now, r->intervals ? &r->before : NULL);
	if (err) {
		reading_free(&now);
		return err;
	}
	report.number = r->intervals;
	report.since_ns = t - r->begin;
	report.wall_ns = (double)(t - r->at);
	print(r, &report);
	reading_free(&r->before);
	r->before = now;
	r->at = t;
	r->intervals++;
	return 0;
}

/* ---- One run ---- */

/* Wait for the target to end, until `until`. 0, -ETIMEDOUT, -EINTR. */
static int wait_target(struct plan *plan, uint64_t until, int *status)
{
	uint64_t t = now_ns();
	int ms = -1;

	if (!plan->command && until > t + SLICE)
		until = t + SLICE;
	if (until != NEVER)
		/* Up to the next millisecond: to come too early would be to come twice. */
		ms = until > t ? (int)((until - t + MSEC - 1) / MSEC) : 0;
	if (plan->command)
		return pmc_command_wait(plan->command, ms, status);
	return plan->set ? pmc_set_wait(plan->set, ms) : 0;
}

static uint64_t earliest(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* From the start to the end of the target; *status as of waitpid(2), 0 without a command. */
static void follow(struct runs *r, int *status)
{
	struct plan *plan = r->plan;
	const struct stat_options *opt = plan->opt;
	uint64_t step = (uint64_t)opt->interval_ms * MSEC, t;
	uint64_t enable = opt->delay_ms > 0 ? r->begin + (uint64_t)opt->delay_ms * MSEC : NEVER;
	uint64_t timeout = (uint64_t)opt->timeout_ms * MSEC;
	uint64_t tick = step && opt->delay_ms <= 0 ? r->begin + step : NEVER;
	uint64_t stop = timeout && opt->delay_ms <= 0 ? r->begin + timeout : NEVER;

	*status = 0;
	for (;;) {
		if (!wait_target(plan, earliest(enable, earliest(tick, stop)), status))
			return;
		if (interrupt_signal() && !plan->command)
			return;
		t = now_ns();
		if (t >= enable) {
			if (plan->set)
				pmc_set_start(plan->set);
			r->begin = r->at = now_ns();
			enable = NEVER;
			if (step)
				tick = r->begin + step;
			if (timeout)
				stop = r->begin + timeout;
		}
		if (t >= stop) {
			r->stopped = true;
			if (!plan->command)
				return;
			pmc_command_kill(plan->command, SIGTERM);
			stop = NEVER;
		}
		if (t >= tick) {
			/* Late ones are left out, and the clock is kept. */
			tick += ((t - tick) / step + 1) * step;
			if (print_interval(r) ||
			    (opt->interval_count &&
			     r->intervals >= (unsigned long)opt->interval_count))
				tick = NEVER;
			if (!plan->command && (tick == NEVER || r->mute))
				return;
		}
	}
}

static int exit_status(struct runs *r, int status)
{
	if (!WIFSIGNALED(status))
		return WEXITSTATUS(status);
	/* The user asked for this end. */
	if (r->stopped && WTERMSIG(status) == SIGTERM)
		return STATUS_OK;
	return STATUS_SIGNAL + WTERMSIG(status);
}

/* -v: what each counter saw, with the times that it was meant to run and did, as perf -v does. */
static void say_counts(const struct plan *plan, const struct reading *reading)
{
	size_t i, j;

	for (i = 0; i < reading->n_rows; i++)
		for (j = 0; j < plan->n_events; j++) {
			const struct pmc_count *c = &reading->row[i].count[j];

			fprintf(stderr, "%s: %llu %llu %llu%s\n", plan->event[j].label,
				(unsigned long long)c->seen, (unsigned long long)c->enabled_ns,
				(unsigned long long)c->running_ns,
				plan->event[j].flags & PMC_EVENT_RUSAGE ? " (from rusage)" : "");
		}
}

/* The run has ended: read, and print or add up. */
static void finish_run(struct runs *r, uint64_t end)
{
	struct plan *plan = r->plan;
	struct pmc_times times;
	struct reading now;
	struct report report;
	int err;

	if (plan->opt->interval_ms) {
		if (!plan->opt->interval_count ||
		    r->intervals < (unsigned long)plan->opt->interval_count)
			print_interval(r);
		return;
	}
	err = reading_take(plan, &now);
	if (err) {
		complain("the counters cannot be read: %s", strerror(-err));
		return;
	}
	if (plan->opt->verbose)
		say_counts(plan, &now);
	err = report_make(&report, plan, &now, NULL);
	reading_free(&now);
	if (err)
		return;
	report.wall_ns = (double)(end - r->begin);
	if (plan->command && plan->use == PMC_USE_COMMAND &&
	    !pmc_command_times(plan->command, &times)) {
		report.has_times = true;
		report.user_ns = (double)times.user_ns;
		report.system_ns = (double)times.system_ns;
	}
	if (plan->opt->repeat == 1) {
		print(r, &report);
		return;
	}
	averages_add(&r->all, &report);
	report_free(&report);
}

/* 0 or an exit status of pmc's own; *status as of waitpid(2). */
static int make_run(struct runs *r, int *status)
{
	struct plan *plan = r->plan;
	struct pmc_times times;
	struct pmc_diag diag;
	uint64_t end;
	int err = 0;

	if (plan->set && plan->opt->delay_ms == 0)
		err = pmc_set_start(plan->set);
	if (err) {
		complain("counting cannot begin: %s", strerror(-err));
		return STATUS_FAILED;
	}
	interrupt_watch();
	r->begin = r->at = now_ns();
	if (plan->command) {
		err = pmc_command_start(plan->command, &diag);
		if (err) {
			complain_event(plan, &diag);
			return pmc_command_status(err);
		}
		/* Making the process is our work, not the command's. */
		if (!pmc_command_times(plan->command, &times))
			r->begin = r->at = times.start_ns;
		interrupt_forward(pmc_command_pid(plan->command));
		if (interrupt_signal()) /* it came while there was nobody to pass it on to */
			pmc_command_kill(plan->command, interrupt_signal());
	}
	interrupt_watch_all();
	follow(r, status);
	end = now_ns();
	interrupt_forward(0);
	if (plan->set)
		pmc_set_stop(plan->set);
	if (plan->command)
		output_signal(plan->opt->command, *status);
	finish_run(r, end);
	return 0;
}

/* ---- All runs ---- */

/* On a terminal, which run this is; nothing when it is the last word (0). */
static void progress(const struct plan *plan, long run)
{
	if (plan->opt->repeat == 1 || !isatty(STDERR_FILENO))
		return;
	if (run)
		fprintf(stderr, "\r\033[Kpmc: run %ld of %ld ... ", run, plan->opt->repeat);
	else
		fputs("\r\033[K", stderr);
	fflush(stderr);
}

static void print_average(struct runs *r)
{
	struct report report;

	if (!r->all.runs || report_average(&report, r->plan, &r->all))
		return;
	print(r, &report);
}

int runs_make(struct plan *plan)
{
	const struct stat_options *opt = plan->opt;
	struct runs r = { .plan = plan };
	struct sigaction saved;
	int status = 0, result = 0, failed = 0;
	long run;

	r.format = opt->json ? &json_format : opt->separator ? &csv_format : &table_format;
	r.format->begin(plan);
	for (run = 1; run <= opt->repeat; run++) {
		if (run > 1) {
			interrupt_unwatch();
			if (plan->set)
				pmc_set_detach(plan->set);
			failed = plan_command(plan);
			if (!failed)
				failed = plan_attach(plan);
			if (failed)
				break;
		}
		progress(plan, run);
		failed = make_run(&r, &status);
		if (failed)
			break;
		/* The first run that fails tells the status of all. */
		if (plan->command && !result)
			result = exit_status(&r, status);
		if (interrupt_signal())
			break;
	}
	progress(plan, 0);
	if (opt->repeat > 1)
		print_average(&r);
	if (!r.mute) {
		pipe_signal(true, &saved);
		r.format->end(plan, r.last.plan ? &r.last : NULL);
		check_written(&r);
		pipe_signal(false, &saved);
	}
	if (failed)
		result = failed;
	else if (!plan->command && r.mute)
		result = STATUS_FAILED;
	if (interrupt_signal() && !failed) {
		/* The command ended by the signal that pmc got too, or there was nothing but pmc to end:
		 * whoever waits for pmc sees that signal. */
		if (!plan->command ||
		    (WIFSIGNALED(status) && WTERMSIG(status) == interrupt_signal()))
			interrupt_die(interrupt_signal());
		if (!plan->command)
			result = STATUS_SIGNAL + interrupt_signal();
	}
	interrupt_unwatch();
	averages_free(&r.all);
	reading_free(&r.before);
	report_free(&r.last);
	return result;
}
