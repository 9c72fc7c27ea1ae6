/* SPDX-License-Identifier: BSD-2-Clause */
/* The log of pmc(3): reading it, and printing it as text. */
#ifndef COMPAT_FREEBSD_PMCSTAT_LOG_H
#define COMPAT_FREEBSD_PMCSTAT_LOG_H

#include <pmclog.h>
#include <stdio.h>

/* Gives each record of a log to a function. `name` is for messages. 0, or 1 after a message on
 * stderr. */
int log_read(int fd, const char *name, void (*take)(const struct pmclog_ev *ev, void *arg),
	     void *arg);
/* Prints a log, a record on a line. `name` and the result as above. */
int log_print(int fd, const char *name, FILE *out);

#endif
