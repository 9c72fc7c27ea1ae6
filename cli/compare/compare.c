/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc compare`: options, two results, the report, the gate. */
#include "cli/compare/compare.h"

#include "cli/compare/options.h"
#include "cli/compare/run.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/formats.h"
#include "cli/comparison/gate.h"
#include "cli/profile/file.h"
#include "cli/result/read.h"
#include "cli/result/result.h"
#include "cli/ui/complain.h"
#include "cli/ui/destination.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What goes through all steps. */
struct compare {
	struct compare_options opt;
	struct gate gate;
	const struct comparison_format *format;
	struct result result[2]; /* before and after */
	FILE *out;
};

static int read_files(struct compare *c)
{
	char sentence[RESULT_SENTENCE];
	int i;

	for (i = 0; i < 2; i++)
		if (result_read(&c->result[i], c->opt.file[i], sentence)) {
			if (profile_file_is(c->opt.file[i]))
				complain("%s: a profile; 'pmc diff' compares profiles",
					 c->opt.file[i]);
			else
				complain("%s", sentence);
			return STATUS_FAILED;
		}
	return 0;
}

/*
 * The file of -o is opened before a command runs, and after everything else was checked: what is
 * refused must not empty it.
 */
static int open_output(struct compare *c)
{
	int fd;

	/* What two commands print goes to standard output, so the report does not. */
	c->out = c->opt.command[0] ? stderr : stdout;
	if (!c->opt.output)
		return 0;
	fd = open_over(c->opt.output, false);
	c->out = fd < 0 ? NULL : fdopen(fd, "w");
	if (c->out)
		return 0;
	complain("-o %s: cannot open the file: %s", c->opt.output, strerror(errno));
	return STATUS_FAILED;
}

static int close_output(struct compare *c)
{
	bool failed = fflush(c->out) || ferror(c->out);

	if (c->out != stdout && c->out != stderr && fclose(c->out))
		failed = true;
	c->out = NULL;
	if (!failed)
		return 0;
	complain("%s%sthe comparison could not be written: %s", c->opt.output ? c->opt.output : "",
		 c->opt.output ? ": " : "", strerror(errno));
	return STATUS_FAILED;
}

/* Compares, prints and judges. Returns the exit status. */
static int report(void *data)
{
	struct compare *c = data;
	struct comparison comparison;
	int status = 0, written;

	if (result_add_time(&c->result[0]) || result_add_time(&c->result[1]) ||
	    comparison_init(&comparison, &c->result[0], &c->result[1], &c->gate)) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	if (comparison.why[0] && !c->opt.force) {
		complain("%s and %s were made under other conditions: %s; --force compares all "
			 "the same",
			 c->result[0].title, c->result[1].title, comparison.why);
		status = STATUS_FAILED;
	} else if (!c->out) {
		status = open_output(c);
	}
	if (!status) {
		c->format->print(c->out, &comparison);
		written = close_output(c);
		status = gate_status(&c->gate, &comparison);
		if (status == STATUS_OK)
			status = written;
	}
	comparison_deinit(&comparison);
	return status;
}

static int compare_files(struct compare *c)
{
	int status = read_files(c);

	if (!status)
		status = gate_check(&c->gate, &c->result[1]);
	return status ? status : report(c);
}

static int compare_commands(struct compare *c)
{
	struct compare_run run;
	int status = compare_run_init(&run, &c->opt, c->result);

	if (!status)
		status = gate_check(&c->gate, &c->result[1]);
	if (!status)
		status = open_output(c);
	if (!status) {
		/* A command may have failed early; its counts are shown all the same. */
		run.report = report;
		run.data = c;
		status = compare_run(&run);
		if (status == STATUS_OK)
			status = run.reported;
	}
	compare_run_deinit(&run);
	return status;
}

int compare_main(const struct subcommand *self, char **argv)
{
	struct compare c = { 0 };
	int status;

	if (compare_options_init(&c.opt, self, argv, &status)) {
		c.format = comparison_format_find(c.opt.format);
		status = c.format ? gate_init(&c.gate, &c.opt.fail_if) : STATUS_FAILED;
		if (!status)
			status = c.opt.command[0] ? compare_commands(&c) : compare_files(&c);
	}
	if (c.out && c.out != stdout && c.out != stderr)
		fclose(c.out);
	gate_deinit(&c.gate);
	result_deinit(&c.result[0]);
	result_deinit(&c.result[1]);
	compare_options_deinit(&c.opt);
	return status;
}
