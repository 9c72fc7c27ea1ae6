/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes the records of a PMC's samplers into the log. */
#ifndef COMPAT_FREEBSD_LOG_SAMPLES_H
#define COMPAT_FREEBSD_LOG_SAMPLES_H

#include "compat/freebsd/counter/counter.h"
#include "compat/freebsd/log/record.h"

/* A process that has executed a program whose file the next mapping will tell. */
struct samples_state {
	pid_t executing[64];
	size_t n;
};

/* Adds the numbers of samples, and of those that were lost, to *samples and *lost. */
void samples_take(struct samples_state *s, struct record_log *log, const struct counter *c,
		  unsigned *samples, unsigned *lost);

#endif
