/* SPDX-License-Identifier: BSD-2-Clause */
/* The log of pmc(3) as text. */
#ifndef COMPAT_FREEBSD_PMCSTAT_LOG_H
#define COMPAT_FREEBSD_PMCSTAT_LOG_H

#include <stdio.h>

/* Prints a log, a record on a line. `name` is for messages. 0, or 1 after a message on stderr. */
int log_print(int fd, const char *name, FILE *out);

#endif
