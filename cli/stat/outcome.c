/* SPDX-License-Identifier: BSD-2-Clause */
/* What becomes of the counts beside the report: --save, --baseline, --fail-if. */
#include "cli/stat/outcome.h"

#include "cli/comparison/comparable.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/gate.h"
#include "cli/comparison/markdown.h"
#include "cli/comparison/table.h"
#include "cli/result/make.h"
#include "cli/result/read.h"
#include "cli/result/result.h"
#include "cli/result/write.h"
#include "cli/run/run.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/report.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <stdlib.h>
#include <string.h>

struct outcome {
	struct stat_job *job;
	struct result_subject subject;
	struct result result;	 /* of this run of pmc */
	struct result before;	 /* --baseline */
	bool has_before;	 /* it can be compared with */
	struct result_file file; /* --save */
	struct gate gate;
	int status;
};

static int out_of_memory(void)
{
	complain("out of memory");
	return STATUS_FAILED;
}

static int begin_result(struct outcome *o)
{
	const struct stat_job *job = o->job;
	const char *twice;

	o->subject = (struct result_subject){
		.title = "this run",
		.target = job->use == PMC_USE_COMMAND ? "command" :
			  job->use == PMC_USE_CPU     ? "CPUs" :
							"tasks",
		.argv = job->opt->command,
		.pmc = job->pmc,
		.set = job->set,
		.env = &job->env,
		.notes = &job->notes,
		.deterministic = job->opt->fixed.deterministic,
	};
	if (result_begin(&o->result, &o->subject))
		return out_of_memory();
	twice = result_twice(&o->result);
	if (twice) {
		complain("two events are called '%s', and a result needs a name for each; "
			 "cpu/…,name=NAME/ gives one, or count it once",
			 twice);
		return STATUS_FAILED;
	}
	if (((double)o->result.n_events + RESULT_RUN_NUMBERS) * (double)job->opt->repeat >
	    RESULT_NUMBERS_MAX) {
		complain("--save and --baseline keep the counts of each run and %u numbers beside "
			 "them, at most %u in all; use fewer runs or events",
			 RESULT_RUN_NUMBERS, RESULT_NUMBERS_MAX);
		return STATUS_FAILED;
	}
	return 0;
}

/* Reads the conditions and checks that their events are counted. */
static int begin_gate(struct outcome *o)
{
	int status = gate_init(&o->gate, &o->job->opt->fail_if);

	if (status)
		return status;
	if (!o->job->opt->baseline && gate_needs_before(&o->gate)) {
		complain("--fail-if: a condition about a change ('> +1%%', '> +1000') needs "
			 "--baseline FILE");
		return STATUS_FAILED;
	}
	return gate_check(&o->gate, &o->result);
}

/* Reads the baseline. If it cannot be used, says so; the command runs all the same. */
static void read_baseline(struct outcome *o)
{
	const char *path = o->job->opt->baseline;
	char sentence[RESULT_SENTENCE], why[600];

	if (result_read(&o->before, path, sentence)) {
		complain("--baseline %s", sentence);
		return;
	}
	if (!o->job->opt->force && !result_comparable(&o->before, &o->result, why, sizeof(why))) {
		complain("--baseline %s: it was made under other conditions: %s; --force compares "
			 "all the same",
			 path, why);
		return;
	}
	o->has_before = !result_add_time(&o->before);
}

int outcome_create(struct stat_job *job)
{
	const struct stat_options *opt = job->opt;
	struct outcome *o;
	int status;

	if (!opt->save && !opt->baseline && !opt->fail_if.n)
		return 0;
	o = job->outcome = calloc(1, sizeof(*o));
	if (!o)
		return out_of_memory();
	o->job = job;
	status = begin_result(o);
	if (!status)
		status = begin_gate(o);
	if (status)
		return status;
	if (opt->baseline)
		read_baseline(o);
	return opt->save ? result_file_open(&o->file, "--save", opt->save) : 0;
}

void outcome_add(struct outcome *o, const struct run *run, const struct report *report,
		 const char *left_out)
{
	const struct result_run made = {
		.status = o && o->job->command ? status_of_command(run->status) : 0,
		.wall_ns = (uint64_t)report->wall_ns,
		.user_ns = (uint64_t)report->user_ns,
		.system_ns = (uint64_t)report->system_ns,
		.left_out = left_out,
	};
	size_t i;
	int err;

	if (!o)
		return;
	err = result_add_run(&o->result, &made);
	for (i = 0; !err && i < o->result.n_events; i++) {
		const struct value *value = &report->row[0].value[i];
		if (value->state == PMC_COUNTED && !left_out)
			err = result_add_count(&o->result, i, value->only,
					       pmc_quality_name(value->quality));
	}
	if (err)
		o->status = out_of_memory();
}

static void keep_status(struct outcome *o, int status)
{
	if (o->status == STATUS_OK)
		o->status = status;
}

/* Prints the comparison below a report for people; programs have the result's file. */
static void print(struct outcome *o, const struct comparison *comparison)
{
	enum stat_format format = o->job->opt->format;
	struct output *output = &o->job->output;

	if (format != FORMAT_TABLE && format != FORMAT_MARKDOWN)
		return;
	if (!output_begin(output))
		return;
	if (format == FORMAT_TABLE)
		comparison_table(output->file, comparison);
	else
		comparison_markdown(output->file, comparison);
	output_end(output);
}

static void compare(struct outcome *o)
{
	struct comparison comparison;

	if (result_add_time(&o->result) ||
	    comparison_init(&comparison, o->has_before ? &o->before : NULL, &o->result, &o->gate)) {
		keep_status(o, out_of_memory());
		return;
	}
	/* Who chose the events does not ask for the others in the file. */
	comparison.n_changes = o->result.n_events;
	if (o->has_before)
		print(o, &comparison);
	keep_status(o, gate_status(&o->gate, &comparison));
	comparison_deinit(&comparison);
}

void outcome_end(struct outcome *o)
{
	size_t failed;

	if (!o)
		return;
	if (!result_runs(&o->result, &failed)) {
		complain("no run was counted to its end, so there is no result to save or compare");
		/* A signal may end pmc now: leave no temporary file behind. */
		result_file_close(&o->file);
		keep_status(o, STATUS_FAILED);
		return;
	}
	if (result_end(&o->result, &o->subject)) {
		result_file_close(&o->file);
		keep_status(o, out_of_memory());
		return;
	}
	if (o->file.path)
		keep_status(o, result_file_write(&o->file, &o->result));
	compare(o);
}

int outcome_status(const struct outcome *o)
{
	return o ? o->status : STATUS_OK;
}

void outcome_destroy(struct outcome *o)
{
	if (!o)
		return;
	result_file_close(&o->file);
	result_deinit(&o->before);
	result_deinit(&o->result);
	gate_deinit(&o->gate);
	free(o);
}
