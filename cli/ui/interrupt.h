/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The signals that ask pmc to end: SIGINT, SIGTERM, SIGHUP and SIGQUIT.
 *
 * pmc outlives them while a command runs, because it still has to report the counts. The command
 * gets them too: the kernel signals the whole foreground group when the user types Ctrl-C, and pmc
 * forwards a signal that somebody sent to pmc alone.
 *
 * This is the only global state of the command, because a signal handler can use nothing else.
 */
#ifndef PMC_CLI_UI_INTERRUPT_H
#define PMC_CLI_UI_INTERRUPT_H

#include <sys/types.h>

/*
 * Catch the signals, except those that are ignored: the command inherits that. Call this before the
 * command is started. Between fork and exec the child has these handlers; exec resets them.
 */
void interrupt_watch(void);
/*
 * Also catch SIGINT if it was ignored. Call this once the command runs, or if there is none. Shells
 * start background jobs with SIGINT ignored, but `kill -INT` is how users end `pmc stat -a &`.
 */
void interrupt_watch_all(void);
/* Restore the dispositions from before interrupt_watch(). */
void interrupt_unwatch(void);

/* Forward signals to this process from now on; 0: to none. */
void interrupt_forward(pid_t pid);

/* The signal that arrived while pmc watched; 0: none. */
int interrupt_signal(void);

/* End by this signal, as if pmc had not caught it. Returns if the signal was ignored. */
void interrupt_die(int sig);

#endif
