/* SPDX-License-Identifier: BSD-2-Clause */
/* Notices the end of a command. */
#include <errno.h>
#include <sys/wait.h>

#include "lib/base/clock.h"
#include "lib/set/command.h"

void command_poll(struct pmc_command *c)
{
	siginfo_t info = { 0 };
	struct rusage ru;
	int status;
	pid_t got;

	if (!c->started || c->ended)
		return;
	/*
	 * A zombie still has its own usage in /proc; wait4 returns it together with its children's.
	 */
	if (!waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid)
		proc_process(c->pid, &c->alone);
	do {
		got = wait4(c->pid, &status, WNOHANG, &ru);
	} while (got < 0 && errno == EINTR);
	if (!got)
		return;
	c->end_ns = clock_now();
	c->ended = true;
	/* Nothing is left of a process that has ended when SIGCHLD is ignored. */
	c->lost = got < 0 ? -errno : 0;
	if (got > 0) {
		c->status = status;
		c->rusage = ru;
	}
}
