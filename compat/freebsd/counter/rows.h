/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who holds which row of counters. A row holds one process PMC, or one system PMC on each CPU.
 *
 * Rows that pmc_disable() took away are listed in a file, a line "CPU ROW" for each, which all
 * programs of the layer read: nothing in Linux's kernel could keep that.
 */
#ifndef COMPAT_FREEBSD_COUNTER_ROWS_H
#define COMPAT_FREEBSD_COUNTER_ROWS_H

#include "compat/freebsd/counter/counter.h"

#define ROWS_FILE "/run/pmc-freebsd.disabled"

/* The PMC of this process that holds a row on a CPU (-1: on any), or NULL. */
struct counter *rows_holder(struct counter *all, unsigned row, int cpu);

/*
 * The row for an event. EINVAL: all that can count it are taken; ENXIO: those that are left are
 * disabled.
 */
int rows_choose(const struct machine *m, struct counter *all, const struct machine_event *event,
		enum pmc_mode mode, int cpu, unsigned *row);

/* Is a row disabled on this CPU (-1: on any)? */
bool rows_disabled(unsigned row, int cpu);
/* 0; EPERM: the caller may not; or an errno of the file. */
int rows_disable(unsigned row, int cpu, bool disable);

#endif
