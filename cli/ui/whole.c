/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes beside the path, then renames. */
#define _GNU_SOURCE /* asprintf, fopencookie, mkostemp */
#include "cli/ui/whole.h"

#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/rights.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *target_of(const struct whole *file)
{
	return file->target ? file->target : file->path;
}

static int open_beside(struct whole *file)
{
	if (asprintf(&file->beside, "%s.XXXXXX", target_of(file)) < 0) {
		file->beside = NULL;
		return -1;
	}
	return mkostemp(file->beside, O_CLOEXEC);
}

static void discard(struct whole *file, bool remove)
{
	if (file->fd >= 0)
		close(file->fd);
	if (remove && file->beside)
		unlink(file->beside);
	free(file->beside);
	free(file->target);
}

/* Ends by the signal that came, if one did, and leaves nothing beside the path. */
static void heed_signal(struct whole *file)
{
	int sig = interrupt_signal();

	if (!sig || !file->beside)
		return;
	unlink(file->beside);
	interrupt_unwatch();
	interrupt_die(sig);
}

/* stdio forgets why a write failed when more is written afterwards, so this keeps it. */
static ssize_t put(void *cookie, const char *bytes, size_t n)
{
	struct whole *file = cookie;
	size_t done = 0;
	ssize_t got;

	heed_signal(file);
	while (done < n) {
		got = write(file->fd, bytes + done, n - done);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && !file->err)
			file->err = errno;
		if (got < 0)
			break;
		done += (size_t)got;
	}
	return (ssize_t)done;
}

bool whole_is_stdout(const struct whole *file)
{
	return !strcmp(file->path, "-");
}

static int complain_write(const struct whole *file, int err)
{
	if (whole_is_stdout(file))
		complain("standard output could not be written: %s", strerror(err));
	else
		complain("cannot write %s: %s", file->path, strerror(err));
	return STATUS_FAILED;
}

/* The descriptor that the path names, which others may write to as well; -1: none. */
static int descriptor_of(const char *path)
{
	static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
	unsigned i, n;
	char more;

	if (!strcmp(path, "/dev/stdout"))
		return STDOUT_FILENO;
	if (!strcmp(path, "/dev/stderr"))
		return STDERR_FILENO;
	for (i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (!strncmp(path, folders[i], strlen(folders[i])) &&
		    sscanf(path + strlen(folders[i]), "%4u%c", &n, &more) == 1)
			return (int)n;
	return -1;
}

static int open_somewhere(struct whole *file)
{
	int own = descriptor_of(file->path);
	struct stat st;

	if (whole_is_stdout(file))
		own = STDOUT_FILENO;
	if (own >= 0)
		return fcntl(own, F_DUPFD_CLOEXEC, 0);
	if (!stat(file->path, &st)) {
		if (!S_ISREG(st.st_mode))
			return open(file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		/* Whoever made the file read-only wants to keep it. */
		if (access(file->path, W_OK))
			return -1;
	}
	/* What a link points to is replaced, not the link. */
	file->target = realpath(file->path, NULL);
	interrupt_watch();
	return open_beside(file);
}

int whole_open(struct whole *file, const char *path)
{
	static const cookie_io_functions_t functions = { .write = put };
	int err;

	*file = (struct whole){ .path = path, .fd = -1 };
	file->fd = open_somewhere(file);
	file->out = file->fd < 0 ? NULL : fopencookie(file, "w", functions);
	if (file->out)
		return 0;
	err = errno;
	discard(file, file->fd >= 0);
	interrupt_unwatch();
	return complain_write(file, err);
}

int whole_close(struct whole *file, bool keep)
{
	int err = 0;

	if (fclose(file->out))
		err = file->err ? file->err : errno;
	if (!err)
		err = file->err;
	if (!err && file->beside)
		err = rights_like(file->fd, target_of(file));
	/* Some file systems report only here that the disk is full. */
	if (close(file->fd) && !err)
		err = errno;
	file->fd = -1;
	heed_signal(file);
	if (!err && keep && file->beside && rename(file->beside, target_of(file)))
		err = errno;
	discard(file, err || !keep);
	interrupt_unwatch();
	return err && keep ? complain_write(file, err) : 0;
}

int whole_write(const char *path, const char *bytes, size_t n)
{
	struct whole file;
	int status = whole_open(&file, path);

	if (status)
		return status;
	fwrite(bytes, 1, n, file.out);
	return whole_close(&file, true);
}
