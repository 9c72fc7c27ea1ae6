/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals that ask pmc to come to an end: SIGINT, SIGTERM, SIGHUP and SIGQUIT.
 *
 * While a command runs, pmc outlives them to report what was counted. The command gets them too: from
 * the terminal when it was typed there (the kernel signals the whole foreground group), and from pmc
 * when somebody sent it to pmc alone.
 *
 * The one place of global state of this folder: a signal handler has no other.
 */
#ifndef PMC_CLI_INTERRUPT_H
#define PMC_CLI_INTERRUPT_H

#include <sys/types.h>

/*
 * Begin to catch, before the command is started: between fork and exec the child has these handlers,
 * and exec takes them away. Signals that are ignored stay ignored, for the command inherits that.
 */
void interrupt_watch(void);
/* The command runs (or there is none): SIGINT is caught now even if it was ignored. Shells start
 * background jobs so, and `kill -INT` is how one ends `pmc stat -a &`. */
void interrupt_watch_all(void);
/* Back to what was before. */
void interrupt_unwatch(void);

/* Signals go to this process too from now on; 0: to none. */
void interrupt_forward(pid_t pid);

/* The signal that came since interrupt_watch(); 0: none. */
int interrupt_signal(void);

/* End by this signal, as if pmc had not caught it. Returns when it was ignored. */
void interrupt_die(int sig);

#endif
