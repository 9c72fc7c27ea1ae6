/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the runs of a job. It prints the counts of each run, or adds them to the means of all runs.
 * Whatever ends a run, it prints what was counted until then.
 */
#include "cli/stat/run.h"

#include "cli/run/clock.h"
#include "cli/run/loop.h"
#include "cli/stat/averages.h"
#include "cli/stat/csv.h"
#include "cli/stat/events.h"
#include "cli/stat/format.h"
#include "cli/stat/github.h"
#include "cli/stat/job.h"
#include "cli/stat/json.h"
#include "cli/stat/markdown.h"
#include "cli/stat/options.h"
#include "cli/stat/outcome.h"
#include "cli/stat/reading.h"
#include "cli/stat/report.h"
#include "cli/stat/table.h"
#include "cli/stat/target.h"
#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/status.h"

#include <string.h>

struct stat_run {
	struct stat_job *job;
	const struct format *format;
	const struct run *run; /* the one that is being made */
	struct averages all;   /* of the runs that ended by themselves */
	struct report cut_off; /* of a run that a signal to pmc cut off; or zeros */
	struct report last;    /* what was printed last */
	struct reading before; /* at the end of the interval before this one */
	uint64_t before_ns;    /* when that was */
	unsigned intervals;    /* printed */
};

/* Prints the report, and keeps it as the last one. */
static void print(struct stat_run *r, struct report *report)
{
	if (output_begin(&r->job->output)) {
		r->format->report(report);
		output_end(&r->job->output);
	}
	report_deinit(&r->last);
	r->last = *report;
}

/* ---- Intervals ---- */

static int print_interval(struct stat_run *r)
{
	uint64_t from = r->intervals ? r->before_ns : r->run->begin_ns;
	struct reading now;
	struct report report;
	uint64_t t = monotonic_ns();
	int err;

	err = reading_init(&now, r->job);
	if (err) {
		complain("the counters cannot be read: %s", strerror(-err));
		return err;
	}
	err = report_init_reading(&report, r->job, &now, r->intervals ? &r->before : NULL);
	if (err) {
		reading_deinit(&now);
		return err;
	}
	report.number = r->intervals;
	report.since_ns = t - r->run->begin_ns;
	report.wall_ns = (double)(t - from);
	print(r, &report);
	reading_deinit(&r->before);
	r->before = now;
	r->before_ns = t;
	r->intervals++;
	return 0;
}

static bool intervals_left(const struct stat_run *r)
{
	long limit = r->job->opt->interval_count;

	return !limit || r->intervals < (unsigned long)limit;
}

static bool end_interval(void *data)
{
	struct stat_run *r = data;

	if (print_interval(r) || !intervals_left(r))
		return false;
	/* Without a command, nothing is left to do when nobody reads the report. */
	return r->job->command || !r->job->output.failed;
}

/* ---- Runs ---- */

static int prepare(void *data, unsigned long number, struct run *run)
{
	struct stat_run *r = data;
	struct stat_job *job = r->job;
	unsigned long warmup = (unsigned long)job->opt->warmup;
	int status;

	/* The first command was made and attached with the job. */
	if (number) {
		if (job->set)
			pmc_set_detach(job->set);
		status = stat_job_lay_out(job, number > warmup ? number - warmup : 0);
		if (!status)
			status = stat_job_new_command(job);
		if (!status)
			status = stat_target_attach(job);
		if (status)
			return status;
	}
	run->set = job->set;
	run->command = job->command;
	run->apart = job->use != PMC_USE_COMMAND;
	r->run = run;
	return 0;
}

static void complain_start(void *data, struct pmc_diag *diag)
{
	struct stat_run *r = data;

	stat_events_complain(r->job, diag);
}

/* -v: prints what each counter saw, and its enabled and running time, as perf -v does. */
static void print_counts(const struct stat_job *job, const struct reading *reading)
{
	size_t i, j;

	for (i = 0; i < reading->n_rows; i++)
		for (j = 0; j < job->n_events; j++) {
			const struct pmc_count *c = &reading->row[i].count[j];

			fprintf(stderr, "%s: %llu %llu %llu%s\n", job->event[j].label,
				(unsigned long long)c->seen, (unsigned long long)c->enabled_ns,
				(unsigned long long)c->running_ns,
				job->event[j].flags & PMC_EVENT_RUSAGE ? " (from rusage)" : "");
		}
}

/* Reads the counts of the whole run. Returns 0 or -errno. */
static int report_run(struct stat_run *r, const struct run *run, struct report *report)
{
	struct stat_job *job = r->job;
	struct pmc_times times;
	struct reading now;
	int err = reading_init(&now, job);

	if (err) {
		complain("the counters cannot be read: %s", strerror(-err));
		return err;
	}
	if (job->opt->verbose)
		print_counts(job, &now);
	err = report_init_reading(report, job, &now, NULL);
	reading_deinit(&now);
	if (err)
		return err;
	report->wall_ns = (double)(run->end_ns - run->begin_ns);
	report->times_quality = stat_job_translates(job) ? PMC_ESTIMATED : PMC_EXACT;
	if (job->command && job->use == PMC_USE_COMMAND &&
	    !pmc_command_times(job->command, &times)) {
		report->has_times = true;
		report->user_ns = (double)times.user_ns;
		report->system_ns = (double)times.system_ns;
		report->max_rss_kb = times.max_rss_kb;
	}
	return 0;
}

/* After the last reading: some notes are about what it has shown. */
static void add_notes(struct stat_run *r)
{
	if (r->job->set)
		notes_add_set(&r->job->notes, r->job->set);
}

/* A report that cannot be made does not change the exit status. */
static int finish(void *data, const struct run *run)
{
	struct stat_run *r = data;
	struct past_run past = { run->status, interrupt_signal(), run->timed_out };
	/* Without a command, a signal is how the user ends the counting. */
	bool cut_off = past.cut_off && r->job->command;
	struct report report;

	history_add(&r->job->history, &past);
	if (r->job->opt->interval_ms) {
		if (intervals_left(r))
			print_interval(r);
		add_notes(r);
		return 0;
	}
	if (report_run(r, run, &report))
		return 0;
	add_notes(r);
	outcome_add(r->job->outcome, run, &report, cut_off ? "a signal cut it off" : NULL);
	if (r->job->opt->repeat == 1) {
		print(r, &report);
		return 0;
	}
	if (past.cut_off) {
		r->cut_off = report;
		return 0;
	}
	averages_add(&r->all, &report);
	report_deinit(&report);
	return 0;
}

/* Prints the means of the runs that ended by themselves, or else the one run that did not. */
static void print_runs(struct stat_run *r)
{
	struct report report;

	if (r->all.runs) {
		if (!averages_report(&r->all, r->job, &report))
			print(r, &report);
	} else if (r->cut_off.job) {
		print(r, &r->cut_off);
		r->cut_off.row = NULL;
	}
}

static int print_end(void *data, int failed)
{
	struct stat_run *r = data;
	unsigned long planned = (unsigned long)r->job->opt->repeat;

	print_runs(r);
	history_explain(&r->job->history, planned, &r->job->notes);
	if (r->job->history.n && r->job->history.n < planned)
		notes_say(&r->job->notes, "%zu of %lu runs were made", r->job->history.n, planned);
	if (output_begin(&r->job->output)) {
		r->format->end(r->job, r->last.job ? &r->last : NULL);
		output_end(&r->job->output);
	}
	outcome_end(r->job->outcome);
	/* A signal may end pmc now: give the counters back first. */
	if (r->job->set)
		pmc_set_detach(r->job->set);
	return 0;
}

static const struct format *format_of(const struct stat_options *opt)
{
	static const struct format *const formats[] = {
		[FORMAT_TABLE] = &table_format,	  [FORMAT_CSV] = &csv_format,
		[FORMAT_JSON] = &json_format,	  [FORMAT_MARKDOWN] = &markdown_format,
		[FORMAT_GITHUB] = &github_format,
	};

	return formats[opt->format];
}

int stat_job_run(struct stat_job *job)
{
	static const struct loop_ops ops = {
		.prepare = prepare,
		.complain = complain_start,
		.finish = finish,
		.report = print_end,
	};
	const struct stat_options *opt = job->opt;
	struct stat_run r = { .job = job, .format = format_of(opt) };
	struct loop loop = {
		.ops = &ops,
		.data = &r,
		.argv = job->command ? opt->command : NULL,
		.n_runs = (unsigned long)opt->repeat,
		.n_warmup = (unsigned long)opt->warmup,
		.pre = opt->pre,
		.post = opt->post,
		.wraps = pmc_backend(job->pmc) == PMC_BACKEND_MSR,
		.wait_all = opt->wait_all,
		.timing = { .delay_ms = opt->delay_ms,
			    .interval_ms = opt->interval_ms,
			    .timeout_ms = opt->timeout_ms,
			    .interval = end_interval },
		.output = &job->output,
	};
	int status;

	if (r.format->begin)
		r.format->begin(job);
	status = loop_run(&loop);
	output_close(&job->output);
	if (!status && job->output.failed)
		status = STATUS_FAILED;
	if (status == STATUS_OK)
		status = outcome_status(job->outcome);
	averages_deinit(&r.all);
	report_deinit(&r.cut_off);
	reading_deinit(&r.before);
	report_deinit(&r.last);
	return status;
}
