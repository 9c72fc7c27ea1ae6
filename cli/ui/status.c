/* SPDX-License-Identifier: BSD-2-Clause */
/* Exit statuses. */
#include "cli/ui/status.h"

#include <sys/wait.h>

int status_of_command(int wait_status)
{
	if (WIFSIGNALED(wait_status))
		return STATUS_SIGNAL + WTERMSIG(wait_status);
	return WEXITSTATUS(wait_status);
}
