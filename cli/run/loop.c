/* SPDX-License-Identifier: BSD-2-Clause */
/* All runs: standard input, signals, progress, exit status. */
#include "cli/run/loop.h"

#include "cli/run/hook.h"
#include "cli/run/input.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/output.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* On a terminal, says which run this is; 0 clears the line. */
static void show_progress(const struct loop *loop, unsigned long run)
{
	unsigned long all = loop->n_warmup + loop->n_runs;

	if (all == 1 || !isatty(STDERR_FILENO))
		return;
	if (run)
		fprintf(stderr, "\r\033[Kpmc: run %lu of %lu ... ", run, all);
	else
		fputs("\r\033[K", stderr);
	fflush(stderr);
}

/* The exit status of pmc when the command ended so. */
static int exit_status(const struct run *run)
{
	/* The user asked for this end by --timeout. */
	if (run->timed_out && WIFSIGNALED(run->status) && WTERMSIG(run->status) == SIGTERM)
		return STATUS_OK;
	return status_of_command(run->status);
}

/* 0, RUN_SKIPPED, or an exit status of pmc's own. */
static int make_run(const struct loop *loop, unsigned long number, struct run *run)
{
	struct pmc_diag diag;
	int failed = loop->pre ? hook_run("--pre", loop->pre) : 0;

	/* Whoever ends pmc ends its shell, too. */
	if (failed)
		return interrupt_signal() ? RUN_SKIPPED : failed;
	failed = loop->ops->prepare(loop->data, number, run);
	if (failed)
		return failed;
	failed = run_once(run, &loop->timing, loop->data, &diag);
	if (failed) {
		loop->ops->complain(loop->data, &diag);
		return failed;
	}
	if (loop->argv)
		output_signal(loop->argv, run->status);
	if (number >= loop->n_warmup)
		failed = loop->ops->finish(loop->data, run);
	if (!failed && loop->post)
		failed = hook_run("--post", loop->post);
	return failed;
}

/*
 * A signal asked pmc to end. pmc dies of it too, so that whoever waits for pmc sees that signal, if
 *  - there was nothing to end but pmc,
 *  - the command died of the same signal, or
 *  - the signal came between two runs, and no run failed: without it there would have been more.
 * Returns the exit status if pmc survives.
 */
static int end_by_signal(const struct loop *loop, const struct run *last, bool runs_left,
			 int result)
{
	int sig = interrupt_signal();
	bool died = WIFSIGNALED(last->status) && WTERMSIG(last->status) == sig;

	if (!loop->argv || died || (runs_left && !result))
		interrupt_die(sig);
	return loop->argv ? result : STATUS_SIGNAL + sig;
}

int loop_run(const struct loop *loop)
{
	int result = STATUS_OK, failed = 0, error;
	struct run run = { 0 };
	unsigned long n_runs = loop->n_warmup + loop->n_runs, number;
	bool skipped = false;
	struct input input;

	input_init(&input);
	interrupt_watch();
	for (number = 0; number < n_runs; number++) {
		if (number) {
			/* The next command inherits the dispositions that pmc was given. */
			interrupt_unwatch();
			interrupt_watch();
			input_rewind(&input);
		}
		show_progress(loop, number + 1);
		run = (struct run){ .wraps = loop->wraps,
				    .collects = loop->collects,
				    .wait_all = loop->wait_all };
		failed = make_run(loop, number, &run);
		skipped = failed == RUN_SKIPPED;
		if (skipped)
			failed = 0;
		else if (!failed && loop->argv && !result)
			result = exit_status(&run);
		if (failed || interrupt_signal())
			break;
	}
	show_progress(loop, 0);
	error = loop->ops->report(loop->data, failed);
	if (!failed)
		failed = error;
	/* The run that the signal kept from starting is left, too. */
	if (!failed && interrupt_signal())
		result = end_by_signal(loop, &run, number + !skipped < n_runs, result);
	if (!failed && !result && loop->output && loop->output->failed)
		failed = STATUS_FAILED;
	interrupt_unwatch();
	return failed ? failed : result;
}
