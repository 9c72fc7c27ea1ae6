/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands of --pre and --post. */
#include "cli/run/hook.h"

#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_shell(const char *command)
{
	int input = open("/dev/null", O_RDONLY);

	if (input > 0) {
		dup2(input, STDIN_FILENO);
		close(input);
	}
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(STATUS_NOT_FOUND);
}

int hook_run(const char *option, const char *command)
{
	int status, before = interrupt_signal();
	pid_t pid;

	/* What is buffered must not leave twice. */
	fflush(stdout);
	fflush(stderr);
	pid = fork();
	if (!pid)
		run_shell(command);
	if (pid > 0) {
		interrupt_forward(pid);
		/* A signal may have come while there was no shell to forward it to. */
		if (interrupt_signal() != before)
			kill(pid, interrupt_signal());
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			pid = -1;
	interrupt_forward(0);
	if (pid < 0) {
		complain("%s '%s': cannot be run: %s", option, command, strerror(errno));
		return STATUS_FAILED;
	}
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	if (WIFSIGNALED(status))
		complain("%s '%s': ended by signal %d (%s)", option, command, WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	else
		complain("%s '%s': failed with status %d", option, command, WEXITSTATUS(status));
	return STATUS_FAILED;
}
