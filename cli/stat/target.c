/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The target of a job: the command; or running processes and threads, or CPUs, as -p, -t, -C and -a
 * name them. A wrong number in a list is reported with its column.
 */
#include "cli/stat/target.h"

#include "cli/run/targets.h"
#include "cli/stat/events.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/reading.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int stat_target_check(const struct stat_options *opt)
{
	if (opt->pids)
		return targets_check('p', opt->pids);
	if (opt->tids)
		return targets_check('t', opt->tids);
	return opt->cpus ? targets_check('C', opt->cpus) : 0;
}

static int attach_list(struct stat_job *job, char option, const char *text)
{
	struct pmc_diag diag;
	int status = targets_attach(job->set, option, text, &diag);

	if (status != TARGETS_EVENT)
		return status;
	stat_events_complain(job, &diag);
	return STATUS_FAILED;
}

/* Attaches to every process that the user may count: -a with --per-thread or --per-process. */
static int attach_all(struct stat_job *job)
{
	DIR *proc = opendir("/proc");
	struct pmc_diag diag;
	struct dirent *entry;
	bool any = false;
	int err = -ESRCH, one;

	while (proc && (entry = readdir(proc))) {
		if (entry->d_name[0] < '0' || entry->d_name[0] > '9' ||
		    atoi(entry->d_name) == getpid())
			continue;
		one = pmc_set_attach_process(job->set, (pid_t)atoi(entry->d_name), &diag);
		if (!one)
			any = true;
		else if (one != -ESRCH) /* it may just have ended */
			err = one;
		if (one == -EMFILE)
			break;
	}
	if (proc)
		closedir(proc);
	if (any && err != -EMFILE)
		return 0;
	if (access("/proc/self", F_OK))
		complain("-a: processes cannot be listed: /proc is not mounted");
	else
		complain("-a: %s",
			 err == -ESRCH ? "no process is visible in /proc" : diag.sentence);
	return STATUS_FAILED;
}

/* Under the translator, software events of a command that runs come from /proc. */
static void warn_without_proc(const struct stat_job *job)
{
	size_t i;

	if (!job->opt->interval_ms || pmc_backend(job->pmc) != PMC_BACKEND_EMULATED ||
	    !access("/proc/self", F_OK))
		return;
	for (i = 0; i < job->n_events; i++)
		if (job->event[i].kind == PMC_KIND_SOFTWARE)
			break;
	if (i < job->n_events)
		complain("-I: /proc is not mounted, so software events are known only at the end");
}

int stat_target_attach(struct stat_job *job)
{
	const struct stat_options *opt = job->opt;
	struct pmc_diag diag = { 0 };
	int err;

	if (!job->set)
		return 0;
	if (opt->pids)
		return attach_list(job, 'p', opt->pids);
	if (opt->tids)
		return attach_list(job, 't', opt->tids);
	if (opt->by >= ROWS_THREAD && opt->all_cpus)
		return attach_all(job);
	if (opt->cpus)
		return attach_list(job, 'C', opt->cpus);
	if (opt->all_cpus)
		return attach_list(job, 'a', NULL);
	err = pmc_set_attach_command(job->set, job->command, &diag);
	if (err)
		stat_events_complain(job, &diag);
	else
		warn_without_proc(job);
	return err ? STATUS_FAILED : 0;
}

/* Reading the set shows it, before anything runs. */
int stat_target_check_rows(struct stat_job *job)
{
	const char *option = job->opt->by == ROWS_THREAD ? "--per-thread" : "--per-process";
	struct reading reading;
	bool emulated = !strcmp(pmc_backend_name(pmc_backend(job->pmc)), "emulated");
	struct pmc_set_event event;
	size_t i;
	int err;

	if (job->opt->by < ROWS_THREAD || !job->set)
		return 0;
	for (i = 0; emulated && !pmc_set_event(job->set, i, &event); i++)
		if (event.kind == PMC_KIND_SOFTWARE) {
			complain("%s: cannot be used with '%s', which backend emulated counts "
				 "for the whole command only",
				 option, event.name);
			return STATUS_FAILED;
		}
	err = reading_init(&reading, job);
	if (!err)
		reading_deinit(&reading);
	if (err != -EOPNOTSUPP)
		return 0;
	complain("%s: backend %s cannot separate them in a command; backend emulated can", option,
		 pmc_backend_name(pmc_backend(job->pmc)));
	return STATUS_FAILED;
}
