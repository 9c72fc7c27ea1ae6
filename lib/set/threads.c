/* SPDX-License-Identifier: BSD-2-Clause */
/* Goes through the threads of a process again until a pass finds no new one. */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/diag.h"
#include "lib/base/proc.h"
#include "lib/set/threads.h"

#define MOST_THREADS 32768

bool thread_is_anothers(pid_t pid, pid_t tid)
{
	pid_t now = tid == pid ? pid : proc_tgid(tid);

	/* `pid` may itself be the number of any thread. */
	return now > 0 && now != pid && now != proc_tgid(pid);
}

int set_open_threads(struct pmc_set *set, pid_t pid, bool again,
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
		if (n <= 0 && !proc_is_mounted())
			err = diag_say(diag, -ESRCH,
				       "cannot see the threads of process %d, because /proc is not "
				       "mounted",
				       (int)pid);
		else if (n <= 0)
			err = diag_say(diag, -ESRCH, "there is no process %d", (int)pid);
		for (i = 0; i < n && i < MOST_THREADS && !err; i++) {
			if (has(set, tids[i]))
				continue;
			err = open(set, pid, tids[i], diag);
			more = again;
			if (err == -ESRCH && tids[i] != pid)
				err = 0; /* this thread has ended; the process goes on */
		}
	}
	free(tids);
	return err;
}
