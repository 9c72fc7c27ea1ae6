/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaching to a process that runs: to all its threads, which come and go meanwhile.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/proc.h"

#define MOST_THREADS 32768

int open_threads(struct pmc_set *set, pid_t pid, bool again,
		 bool (*has)(const struct pmc_set *set, pid_t tid),
		 int (*open)(struct pmc_set *set, pid_t pid, pid_t tid, struct pmc_diag *diag),
		 struct pmc_diag *diag)
{
	pid_t *tids = malloc(MOST_THREADS * sizeof(*tids));
	int err = tids ? 0 : -ENOMEM, n, i;
	bool more = true;

	while (more && !err) {
		more = false;
		n = proc_threads(pid, tids, MOST_THREADS);
		if (n <= 0)
			err = diag_say(diag, -ESRCH, "there is no process %d", (int)pid);
		for (i = 0; i < n && i < MOST_THREADS && !err; i++) {
			if (has(set, tids[i]))
				continue;
			err = open(set, pid, tids[i], diag);
			more = again;
			if (err == -ESRCH && tids[i] != pid)
				err = 0; /* it has ended */
		}
	}
	free(tids);
	return err;
}
