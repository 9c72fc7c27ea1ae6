/* SPDX-License-Identifier: BSD-2-Clause */
/* What another pmc prints. */
#define _GNU_SOURCE /* pipe2 */
#include "cli/report/captured.h"

#include "cli/report/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SELF "/proc/self/exe"
#define MOST ((size_t)256 << 20) /* bytes that are taken; nobody reads more */
#define TAB  8
#define HOT  5.0 /* percent */
#define WARM 0.5

extern char **environ;

/* Starts the program with its output in the pipe. */
static int start(char *const *argv, const int pipe_ends[2], pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int err = posix_spawn_file_actions_init(&actions);

	if (err)
		return -err;
	err = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDERR_FILENO);
	if (!err)
		err = posix_spawn(pid, SELF, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return -err;
}

static int read_all(struct captured *c, int fd)
{
	for (;;) {
		ssize_t n;

		if (c->size + 1 >= c->room) {
			size_t more = c->room * 2 + 65536;
			char *text = c->size < MOST ? realloc(c->text, more) : NULL;

			if (!text)
				return c->size < MOST ? -ENOMEM : 0;
			c->text = text;
			c->room = more;
		}
		n = read(fd, c->text + c->size, c->room - c->size - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		c->size += (size_t)n;
	}
}

static int split(struct captured *c)
{
	size_t n = 1, i;
	char *p;

	if (!c->text)
		return 0;
	c->text[c->size] = 0;
	for (i = 0; i < c->size; i++)
		n += c->text[i] == '\n';
	c->line = calloc(n, sizeof(*c->line));
	if (!c->line)
		return -ENOMEM;
	for (p = c->text; *p; p = strchr(p, 0) + 1) {
		char *end = strchr(p, '\n');

		c->line[c->n++] = p;
		if (!end)
			break;
		*end = 0;
	}
	return 0;
}

int captured_run(struct captured *c, char *const *argv)
{
	int ends[2], err, status;
	pid_t pid;

	memset(c, 0, sizeof(*c));
	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	err = start(argv, ends, &pid);
	close(ends[1]);
	if (!err) {
		err = read_all(c, ends[0]);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(ends[0]);
	return err ? err : split(c);
}

void captured_deinit(struct captured *c)
{
	free(c->text);
	free(c->line);
	memset(c, 0, sizeof(*c));
}

void captured_line(void *of, size_t i, struct pager_line *line)
{
	const struct captured *c = of;
	const char *p = c->line[i];
	size_t at = 0;
	double percent;
	char *end;

	for (; *p && at + TAB + 1 < sizeof(line->text); p++)
		do
			line->text[at++] = *p == '\t' ? ' ' : *p;
		while (*p == '\t' && at % TAB);
	line->text[at] = 0;
	/* Lines begin with their share. */
	percent = strtod(line->text, &end);
	line->look = end == line->text || (*end != '%' && *end != ' ') ? LOOK_PLAIN :
		     percent >= HOT				       ? LOOK_HOT :
		     percent >= WARM				       ? LOOK_WARM :
									 LOOK_PLAIN;
}
