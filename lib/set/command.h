/* SPDX-License-Identifier: BSD-2-Clause */
/* A command: a program to be started, or its process. */
#ifndef PMC_LIB_COMMAND_H
#define PMC_LIB_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>

#include "lib/base/proc.h"
#include "lib/set/survivors.h"

struct pmc;
struct pmc_set;

struct pmc_command {
	struct pmc *pmc;
	char **argv, **envp;
	char *path;	      /* the file to execute */
	sigset_t mask;	      /* the signal mask of the thread that made it */
	struct pmc_set *sets; /* those attached to it, linked by next_of_command */
	pid_t pid;	      /* 0: no process yet */
	int pidfd;	      /* -1: none */
	bool started, ended;
	int status;
	int lost; /* -ECHILD: somebody else reaped it, and its status is unknown */
	struct rusage rusage;
	u64 start_ns, end_ns;
	struct origin origin;
	bool had_survivors; /* rusage does not have what they used, even when they have ended */
	int tracker_fd;	    /* lib/backends/perf/tracker.h; -1: none */
	void *tracker_ring;
	struct usage
		alone; /* what its process used without its children, taken when it had ended */
};

/* Looks whether the command has ended, without waiting; if so, notes its status and times. */
void command_poll(struct pmc_command *command);

#endif
