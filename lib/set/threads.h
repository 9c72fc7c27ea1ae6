/* SPDX-License-Identifier: BSD-2-Clause */
/* Attaching a set to all threads of a running process, which come and go meanwhile. */
#ifndef PMC_LIB_THREADS_H
#define PMC_LIB_THREADS_H

#include <stdbool.h>
#include <sys/types.h>

struct pmc_diag;
struct pmc_set;

/*
 * Calls `open` for each thread of the process that the set does not have yet (`has`); with `again`,
 * until there are no new ones. `open` returns 0 or -errno and undoes what it began when the thread
 * has ended (-ESRCH), which is an error only for the first thread. 0 or -errno.
 */
int set_open_threads(struct pmc_set *set, pid_t pid, bool again,
		     bool (*has)(const struct pmc_set *set, pid_t tid),
		     int (*open)(struct pmc_set *set, pid_t pid, pid_t tid, struct pmc_diag *diag),
		     struct pmc_diag *diag);
/*
 * Whoever has just opened something for a thread of a process asks: had the thread ended since it
 * was listed, and has another process's thread its number now?
 */
bool thread_is_anothers(pid_t pid, pid_t tid);

#endif
