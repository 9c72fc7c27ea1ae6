/* SPDX-License-Identifier: BSD-2-Clause */
/* The standard input of a command that runs several times. */
#include "cli/run/input.h"

#include "cli/ui/complain.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* Does the pipe have no writer any more, and no data that a writer left behind? */
static bool pipe_at_end(void)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&p, 1, 0) == 1 && p.revents & POLLHUP && !(p.revents & POLLIN);
}

void input_init(struct input *input)
{
	struct stat st;

	input->start = -1;
	input->pipe = false;
	if (fstat(STDIN_FILENO, &st))
		return;
	if (S_ISREG(st.st_mode))
		input->start = lseek(STDIN_FILENO, 0, SEEK_CUR);
	/*
	 * Services and scripts often hand down a pipe at its end; nobody expects input from that.
	 */
	input->pipe = S_ISFIFO(st.st_mode) && !pipe_at_end();
}

void input_rewind(struct input *input)
{
	if (input->start >= 0)
		lseek(STDIN_FILENO, input->start, SEEK_SET);
	if (!input->pipe || !pipe_at_end())
		return;
	input->pipe = false;
	complain(
		"standard input is a pipe, and the runs so far have read all of it; the other runs "
		"read nothing (every run reads the same if it is a file)");
}
