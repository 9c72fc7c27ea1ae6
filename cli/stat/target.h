/* SPDX-License-Identifier: BSD-2-Clause */
/* What a job counts: the command, running processes and threads, or CPUs. */
#ifndef PMC_CLI_STAT_TARGET_H
#define PMC_CLI_STAT_TARGET_H

struct stat_job;
struct stat_options;

/* Each returns 0, or an exit status after a complaint. */

/* Checks that the lists of -p, -t and -C are well written. */
int stat_target_check(const struct stat_options *opt);
/* Attaches the job's set to its target; for another run, detach it first. */
int stat_target_attach(struct stat_job *job);
/* Checks that the backend can count the parts that --per-thread or --per-process ask for. */
int stat_target_check_rows(struct stat_job *job);

#endif
