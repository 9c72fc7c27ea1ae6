/* SPDX-License-Identifier: BSD-2-Clause */
/* --as-perf: what perf's formats have no field for goes to standard error. */
#ifndef PMC_CLI_STAT_AS_PERF_H
#define PMC_CLI_STAT_AS_PERF_H

struct report;
struct stat_job;

/*
 * Says which events of the last report (NULL: none) are not exact, and the notes. Says nothing when
 * the report itself goes to standard error, and that is no terminal: a program reads it.
 */
void as_perf_explain(const struct stat_job *job, const struct report *last);

#endif
