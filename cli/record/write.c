/* SPDX-License-Identifier: BSD-2-Clause */
/* See write.h. */
#include "cli/record/write.h"

#include "cli/ui/complain.h"
#include "cli/ui/destination.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <fcntl.h>
#include <pmc/profile.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As perf does, keeps the file that was there under another name; a device stays what it is.
 * Returns false when there is none to put back. */
static bool keep_earlier(const char *path, char *old, size_t size)
{
	struct stat st;

	if (lstat(path, &st) || !S_ISREG(st.st_mode) ||
	    snprintf(old, size, "%s.old", path) >= (int)size)
		return false;
	/* When a file is renamed over another one, ext4 has its bytes written to the disk first. */
	unlink(old);
	return !rename(path, old);
}

/* Where else to keep a profile: in a new folder below one of these. */
static bool write_elsewhere(const struct pmc_profile *profile, char *path, size_t size)
{
	const char *dirs[] = { getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm" };
	struct pmc_diag diag;
	size_t i, n;

	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		if (!dirs[i] || !dirs[i][0] ||
		    snprintf(path, size, "%s/pmc-XXXXXX", dirs[i]) >= (int)size || !mkdtemp(path))
			continue;
		n = strlen(path);
		snprintf(path + n, size - n, "/pmc.data");
		if (!pmc_profile_write(profile, path, &diag))
			return true;
		path[n] = '\0';
		rmdir(path);
	}
	return false;
}

/* The profile could not be written where it should be: nobody wants to record for hours again. */
static void rescue(const struct pmc_profile *profile, const char *sentence)
{
	char path[4096];

	if (write_elsewhere(profile, path, sizeof(path)))
		complain("%s; the whole profile is in %s instead", sentence, path);
	else
		complain("%s; nor is there room for the profile in $TMPDIR, /tmp, /var/tmp or "
			 "/dev/shm, so it is lost",
			 sentence);
}

/* Can there be such a file? Its folder may go while the command runs: then rescue() helps. */
static int check_path(const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[4096] = ".";
	struct stat st;
	int err = 0;

	if (slash)
		snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path) + 1, path);
	if (!stat(path, &st))
		err = S_ISDIR(st.st_mode) ? EISDIR : 0;
	else if (access(folder, W_OK | X_OK))
		err = errno;
	if (!err)
		return 0;
	complain("-o %s: cannot write the file: %s", path, strerror(err));
	return STATUS_FAILED;
}

int record_output_init(struct record_output *to, const char *path)
{
	int own = descriptor_of(path);

	*to = (struct record_output){ .path = path, .fd = -1 };
	if (own < 0)
		return check_path(path);
	if (isatty(own)) {
		complain("-o %s: this is a terminal; pipe the profile to a program that reads it, "
			 "as in pmc record -o - COMMAND | pmc report -i -",
			 path);
		return STATUS_FAILED;
	}
	to->fd = open_over(path, false);
	/* What the command prints there would be within the profile. */
	if (to->fd >= 0 && (own != STDOUT_FILENO || dup2(STDERR_FILENO, STDOUT_FILENO) >= 0))
		return 0;
	complain("-o %s: cannot write to this descriptor: %s", path, strerror(errno));
	return STATUS_FAILED;
}

void record_output_deinit(struct record_output *to)
{
	if (to->fd >= 0)
		close(to->fd);
}

static int write_file(const struct pmc_profile *profile, const char *path, struct pmc_diag *diag)
{
	char old[4096];
	bool kept = keep_earlier(path, old, sizeof(old));
	int err = pmc_profile_write(profile, path, diag);

	if (err && kept)
		rename(old, path);
	return err;
}

/* Who was to read the profile may be gone: that must not end pmc before the profile is rescued. */
static int write_fd(const struct pmc_profile *profile, int fd, struct pmc_diag *diag)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction before;
	int err;

	sigaction(SIGPIPE, &ignore, &before);
	err = pmc_profile_write_fd(profile, fd, diag);
	sigaction(SIGPIPE, &before, NULL);
	return err;
}

int record_write(const struct pmc_profile *profile, const struct record_output *to)
{
	struct pmc_diag diag = { 0 };
	int err = to->fd < 0 ? write_file(profile, to->path, &diag) :
			       write_fd(profile, to->fd, &diag);

	if (!err)
		return 0;
	rescue(profile, diag.sentence);
	return STATUS_FAILED;
}

void record_print_output(FILE *out, const struct record_output *to)
{
	struct stat st;

	if (to->fd >= 0)
		fputs(strcmp(to->path, "-") ? to->path : "standard output", out);
	else if (stat(to->path, &st))
		fputs(to->path, out);
	else
		fprintf(out, "%s: %.1f KiB", to->path, (double)st.st_size / 1024);
}
