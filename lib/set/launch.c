/* SPDX-License-Identifier: BSD-2-Clause */
/* Frees a launch that a source has filled in. */
#include <stdlib.h>
#include <unistd.h>

#include "lib/set/launch.h"

void launch_deinit(struct launch *launch)
{
	if (!launch->argv)
		return;
	close(launch->fd);
	close(launch->other_fd);
	free(launch->argv[1]);
	free(launch->argv);
	launch->argv = NULL;
}
