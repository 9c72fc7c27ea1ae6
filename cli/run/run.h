/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One run of what is counted: from the start of counting to the end of the command, or of the
 * processes that the set is attached to.
 */
#ifndef PMC_CLI_RUN_RUN_H
#define PMC_CLI_RUN_RUN_H

#include <stdbool.h>
#include <stdint.h>

struct pmc_command;
struct pmc_diag;
struct pmc_set;

struct run {
	/* not started yet; NULL: wait for what the set is attached to */
	struct pmc_command *command;
	struct pmc_set *set; /* NULL: measure the time only */
	bool apart;	     /* the set is not attached to the command, but counts CPUs meanwhile */
	bool wait_all;	     /* also wait for what the command leaves behind; needs a set */
	bool wraps;	     /* counters wrap unless the set is read now and then: backend msr */
	bool collects;	     /* the set records a profile: pmc_set_collect() now and then */
	/*
	 * CLOCK_MONOTONIC: when counting began, and when the target had ended. What is counted
	 * apart from a command was counted within these times, so that a clock of n CPUs is at most
	 * n times as long.
	 */
	uint64_t begin_ns, end_ns;
	int status;	    /* of the command, as of waitpid(2) */
	bool command_ended; /* what it has left behind may still run */
	bool timed_out;	    /* timeout_ms passed: the command got SIGTERM */
};

/* What is to happen while the target runs. Zeros: nothing. */
struct run_timing {
	long delay_ms;	  /* begin to count after this time; -1: never */
	long interval_ms; /* call interval() this often; 0: never */
	long timeout_ms;  /* then end the command, or stop waiting; 0: no limit */
	/* `data` is run_once()'s. Returns false when no more calls are wanted. */
	bool (*interval)(void *data);
};

/*
 * Starts the set and the command, waits until the target ends or a signal asks pmc to end, and
 * stops the set. Returns 0, or an exit status when counting or the command cannot start; then diag
 * says why.
 */
int run_once(struct run *run, const struct run_timing *timing, void *data, struct pmc_diag *diag);

#endif
