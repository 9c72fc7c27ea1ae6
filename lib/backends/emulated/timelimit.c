/* SPDX-License-Identifier: BSD-2-Clause */
/* The limit on processor time, which what the translator needs counts toward. */
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "lib/backends/emulated/timelimit.h"
#include "lib/set/command.h"

bool timelimit_hit(const struct pmc_command *command, char *text, size_t size)
{
	const struct rusage *used = &command->rusage;
	struct rlimit limit;
	int sig;

	if (!command->ended || !WIFSIGNALED(command->status) || getrlimit(RLIMIT_CPU, &limit) ||
	    limit.rlim_cur == RLIM_INFINITY)
		return false;
	/* SIGKILL comes at the hard limit. */
	sig = WTERMSIG(command->status);
	if (sig != SIGXCPU && (sig != SIGKILL || used->ru_utime.tv_sec + used->ru_stime.tv_sec + 1 <
							 (long)limit.rlim_cur))
		return false;
	snprintf(text, size,
		 "the limit on processor time (ulimit -t), %llu s, has ended the command; what the "
		 "translator needs counts too, so it must be at least %llu for what ends in time "
		 "natively",
		 (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_cur * 2);
	return true;
}
