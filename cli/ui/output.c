/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a report goes, and what reports say of the command that they are about. */
#include "cli/ui/output.h"

#include "cli/ui/complain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

FILE *output_open(const char *path, bool append)
{
	time_t now;
	FILE *out;
	int fd;

	if (!path)
		return stderr;
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
	out = fd < 0 ? NULL : fdopen(fd, "w");
	if (!out) {
		complain("-o %s: cannot write there: %s", path, strerror(errno));
		return NULL;
	}
	/* In every format. */
	now = time(NULL);
	fprintf(out, "# started on %s\n", ctime(&now));
	return out;
}

void output_command(FILE *out, char *const *argv)
{
	char *const *word;
	const char *p;

	for (word = argv; *word; word++) {
		fputc(word == argv ? '\'' : ' ', out);
		for (p = *word; *p; p++) /* a script may have many lines; the heading has one */
			fputc((unsigned char)*p < ' ' ? ' ' : *p, out);
	}
	fputc('\'', out);
}

void output_signal(char *const *argv, int status)
{
	int sig = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	if (sig && sig != SIGINT && sig != SIGPIPE)
		fprintf(stderr, "%s: %s%s\n", argv[0], strsignal(sig),
			WCOREDUMP(status) ? " (core dumped)" : "");
}
