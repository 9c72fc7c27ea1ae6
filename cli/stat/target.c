/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The target of a job: the command; or running processes and threads, or CPUs, as -p, -t, -C and -a
 * name them. A wrong number in a list is reported with its column.
 */
#include "cli/stat/target.h"

#include "cli/stat/events.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/reading.h"
#include "cli/ui/complain.h"
#include "cli/ui/numbers.h"
#include "cli/ui/status.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int stat_target_check(const struct stat_options *opt)
{
	struct number_listed *list;
	size_t n;
	int status = 0;

	if (opt->pids)
		status = numbers_parse("-p", opt->pids, false, &list, &n);
	else if (opt->tids)
		status = numbers_parse("-t", opt->tids, false, &list, &n);
	else if (opt->cpus)
		status = numbers_parse("-C", opt->cpus, true, &list, &n);
	else
		return 0;
	if (!status)
		free(list);
	return status;
}

/* Attaches to each number of a list; `text` and `option` are what the user typed. */
static int attach_list(struct stat_job *job, const char *option, const char *text, bool cpus,
		       int (*attach)(struct stat_job *job, long number, struct pmc_diag *diag))
{
	struct pmc_diag diag = { 0 };
	struct number_listed *list;
	size_t n, i;
	int status, err = 0;

	status = numbers_parse(option, text, cpus, &list, &n);
	if (status)
		return status;
	for (i = 0; i < n && !err; i++) {
		err = attach(job, list[i].number, &diag);
		/* With -a, a CPU may go offline after the list was read. */
		if (err == -ENOENT && cpus && !job->opt->cpus && n > 1)
			err = 0;
	}
	if (err && diag.column) {
		/* The diagnostic is about an event that cannot be counted there. */
		stat_events_complain(job, &diag);
		status = STATUS_FAILED;
	} else if (err && !job->opt->cpus && cpus) {
		/* The user did not type this list. */
		complain("-a: %s", diag.sentence);
		status = STATUS_FAILED;
	} else if (err) {
		numbers_complain(option, text, &list[i - 1], &diag);
		status = STATUS_FAILED;
	}
	free(list);
	return status;
}

static int attach_process(struct stat_job *job, long number, struct pmc_diag *diag)
{
	return pmc_set_attach_process(job->set, (pid_t)number, diag);
}

static int attach_thread(struct stat_job *job, long number, struct pmc_diag *diag)
{
	return pmc_set_attach_thread(job->set, (pid_t)number, diag);
}

static int attach_cpu(struct stat_job *job, long number, struct pmc_diag *diag)
{
	return pmc_set_attach_cpu(job->set, (unsigned)number, diag);
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
	char online[4096];
	int err;

	if (!job->set)
		return 0;
	if (opt->pids)
		return attach_list(job, "-p", opt->pids, false, attach_process);
	if (opt->tids)
		return attach_list(job, "-t", opt->tids, false, attach_thread);
	if (opt->by >= ROWS_THREAD && opt->all_cpus)
		return attach_all(job);
	if (opt->cpus)
		return attach_list(job, "-C", opt->cpus, true, attach_cpu);
	if (opt->all_cpus) {
		numbers_of_online_cpus(online, sizeof(online));
		return attach_list(job, "-a", online, true, attach_cpu);
	}
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
