/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands: programs to be started.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_COMMAND_H
#define PMC_COMMAND_H

#include <pmc/diag.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc;
struct pmc_command;

/*
 * Makes a command: a program to be started. It looks argv[0] up along the PATH of envp, unless it
 * has a slash. A file that is neither ELF nor #! runs under /bin/sh, as from a shell. envp NULL:
 * the caller's environment. The arrays are copied. The program gets the caller's descriptors
 * (unless close-on-exec), directory and signal dispositions, and the signal mask of the thread that
 * calls this function.
 * Errors: -ENOENT: not found (a shell would exit with 127); -EACCES, -EISDIR, -ENOEXEC, -ELOOP,
 * -ENOTDIR…: found, but it cannot be executed (126). pmc_command_status() gives that number. The
 * caller owns the command: pmc_command_destroy().
 */
int pmc_command_create(struct pmc *pmc, char *const argv[], char *const envp[],
		       struct pmc_command **command, struct pmc_diag *diag);

/*
 * Frees a command. If it was not started, it never runs; if it runs, it goes on, and nobody waits
 * for it. Destroy the sets that are attached to it first. NULL is ignored.
 */
void pmc_command_destroy(struct pmc_command *command);

/*
 * Starts a command. Usually, attach a set and call pmc_set_start() first; to count only later,
 * start the command first and the set later. A command without a set just runs.
 * Errors: those of exec, as above; -EALREADY: it has already been started; -ENOSPC, -EFBIG,
 * -EMFILE: there is no room for the shared memory (emulated).
 */
int pmc_command_start(struct pmc_command *command, struct pmc_diag *diag);

/* Its process; -1 before the start. */
pid_t pmc_command_pid(const struct pmc_command *command);

/*
 * Waits until the command has ended, at most timeout_ms milliseconds (-1: no limit; 0: look and
 * return). *status is as from waitpid(2). -ETIMEDOUT; -EINTR: a signal handler ran; -EINVAL: it was
 * not started; -ECHILD: it has ended, but its status is lost (SIGCHLD is ignored, or somebody else
 * waited). Once it has returned 0, further calls give the same status.
 */
int pmc_command_wait(struct pmc_command *command, int timeout_ms, int *status);

/* Sends a signal; -ESRCH: the command has ended, or it was not started. */
int pmc_command_kill(struct pmc_command *command, int signal);

struct pmc_times {
	uint64_t start_ns;	     /* CLOCK_MONOTONIC at the start */
	uint64_t elapsed_ns;	     /* from the start until its end was noticed, or until now */
	uint64_t user_ns, system_ns; /* with the children that it waited for; 0 before its end */
	uint64_t max_rss_kb;
};
/* -EINVAL: the command was not started. */
int pmc_command_times(struct pmc_command *command, struct pmc_times *times);

/*
 * The exit status of a launcher when a function of this section has returned `error` (-errno): 127
 * for -ENOENT, 126 for what cannot be executed, 125 for the rest.
 */
int pmc_command_status(int error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
