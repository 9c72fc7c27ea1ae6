/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of a command. */
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
	/* A zombie still has its own numbers in /proc; wait4 tells them with its children's. */
	if (!waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid)
		proc_process(c->pid, &c->alone);
	do {
		got = wait4(c->pid, &status, WNOHANG, &ru);
	} while (got < 0 && errno == EINTR);
	if (!got)
		return;
	c->end_ns = clock_now();
	c->ended = true;
	/* With SIGCHLD ignored nothing is left of a process. */
	c->lost = got < 0 ? -errno : 0;
	if (got > 0) {
		c->status = status;
		c->rusage = ru;
	}
}
