/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a report goes, and what reports say about the command. */
#include "cli/ui/output.h"

#include "cli/ui/complain.h"
#include "cli/ui/destination.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COMMAND_FDS 7 /* that pmc opens to run a command, beside the report */

/* If errno is EMFILE, the rest of a sentence that names the limit; else "". */
static const char *limit_in_the_way(char *why, size_t size)
{
	struct rlimit limit;
	int err = errno;

	why[0] = 0;
	if (err == EMFILE && !getrlimit(RLIMIT_NOFILE, &limit))
		snprintf(why, size,
			 "; the limit on open files (ulimit -n) is %llu; it must be at least %llu",
			 (unsigned long long)limit.rlim_cur,
			 (unsigned long long)limit.rlim_cur + 1 + COMMAND_FDS);
	errno = err;
	return why;
}

int output_open(struct output *output, const char *path, bool append, bool dated)
{
	time_t now = time(NULL);
	char why[160];
	int fd;

	memset(output, 0, sizeof(*output));
	output->path = path;
	output->file = stderr;
	if (!path)
		return 0;
	if (!strcmp(path, "-"))
		dated = false;
	fd = open_over(path, append);
	output->file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!output->file) {
		complain("-o %s: cannot open the file: %s%s", path, strerror(errno),
			 limit_in_the_way(why, sizeof(why)));
		return STATUS_FAILED;
	}
	if (dated)
		fprintf(output->file, "# started on %s\n", ctime(&now));
	return 0;
}

int output_open_fd(struct output *output, int fd)
{
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	char why[160];

	memset(output, 0, sizeof(*output));
	output->file = own < 0 ? NULL : fdopen(own, "w");
	if (output->file)
		return 0;
	complain("--log-fd %d: cannot write to this descriptor: %s%s", fd, strerror(errno),
		 limit_in_the_way(why, sizeof(why)));
	if (own >= 0)
		close(own);
	return STATUS_FAILED;
}

static void complain_write(struct output *output)
{
	output->failed = true;
	if (output->path)
		complain("-o %s: the report could not be written: %s", output->path,
			 strerror(errno));
}

void output_close(struct output *output)
{
	/* Some file systems report only here that the disk is full. */
	if (output->file && output->file != stderr && fclose(output->file) && !output->failed)
		complain_write(output);
	output->file = NULL;
}

bool output_is_stderr(const struct output *output)
{
	struct stat report, messages;

	return !fstat(fileno(output->file), &report) && !fstat(STDERR_FILENO, &messages) &&
	       report.st_dev == messages.st_dev && report.st_ino == messages.st_ino;
}

unsigned output_columns(const struct output *output)
{
	struct winsize size;

	if (!output->file || ioctl(fileno(output->file), TIOCGWINSZ, &size))
		return 0;
	/* A serial line does not know its size. */
	return size.ws_col ? size.ws_col : 80;
}

bool output_begin(struct output *output)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	if (output->failed)
		return false;
	sigaction(SIGPIPE, &ignore, &output->sigpipe);
	return true;
}

void output_end(struct output *output)
{
	if (fflush(output->file) || ferror(output->file))
		complain_write(output);
	sigaction(SIGPIPE, &output->sigpipe, NULL);
}

int output_flush_stdout(void)
{
	if (fflush(stdout))
		complain("standard output could not be written: %s", strerror(errno));
	else if (ferror(stdout))
		complain("standard output could not be written");
	else
		return STATUS_OK;
	return STATUS_FAILED;
}

void output_command(FILE *out, char *const *argv)
{
	char *const *word;
	const char *p;

	for (word = argv; *word; word++) {
		fputc(word == argv ? '\'' : ' ', out);
		/* The text of a script may have many lines, but the heading has one. */
		for (p = *word; *p; p++)
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
