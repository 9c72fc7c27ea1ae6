/* SPDX-License-Identifier: BSD-2-Clause */
/* Another process of this CPU, which works when it is told to. */
#define _GNU_SOURCE
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/other.h"

void become(unsigned user)
{
	must(!setgroups(0, NULL) && !setresgid(user, user, user) && !setresuid(user, user, user),
	     "another user");
	prctl(PR_SET_DUMPABLE, 1);
}

void other_start(struct other *o, unsigned user, void (*work)(void))
{
	char byte;

	must(!pipe(o->to) && !pipe(o->from), "pipes");
	o->pid = fork();
	must(o->pid >= 0, "a process");
	if (o->pid)
		return;
	close(o->to[1]);
	if (user)
		become(user);
	while (read(o->to[0], &byte, 1) == 1) {
		work();
		if (write(o->from[1], &byte, 1) != 1)
			break;
	}
	_exit(0);
}

int other_run(struct other *o)
{
	char byte = 0;

	return write(o->to[1], &byte, 1) == 1 && read(o->from[0], &byte, 1) == 1;
}

void other_end(struct other *o)
{
	int status;

	close(o->to[1]);
	waitpid(o->pid, &status, 0);
}
