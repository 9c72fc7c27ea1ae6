/* SPDX-License-Identifier: BSD-2-Clause */
/* A format of the report. Each function prints to the job's output; errors stay in the stream. */
#ifndef PMC_CLI_STAT_FORMAT_H
#define PMC_CLI_STAT_FORMAT_H

struct report;
struct stat_job;

struct format {
	void (*begin)(const struct stat_job *job); /* before the first run; or NULL */
	void (*report)(const struct report *report);
	/* Prints what follows all reports: notes, and marks of the last report (NULL: none). */
	void (*end)(const struct stat_job *job, const struct report *last);
};

#endif
