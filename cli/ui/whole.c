/* SPDX-License-Identifier: BSD-2-Clause */
/* See whole.h. */
#define _GNU_SOURCE /* fopencookie */
#include "cli/ui/whole.h"

#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Ends by the signal that came, if one did, and leaves nothing beside the path. */
static void heed_signal(struct whole *file)
{
	int sig = interrupt_signal();

	if (!sig || !file->to.beside)
		return;
	unlink(file->to.beside);
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
		got = write(file->to.fd, bytes + done, n - done);
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

int whole_open(struct whole *file, const char *path)
{
	static const cookie_io_functions_t functions = { .write = put };
	int err;

	*file = (struct whole){ .path = path };
	err = destination_open(&file->to, path);
	if (err)
		return complain_write(file, err);
	if (file->to.beside)
		interrupt_watch();
	file->out = fopencookie(file, "w", functions);
	if (file->out)
		return 0;
	err = errno;
	destination_close(&file->to, false);
	interrupt_unwatch();
	return complain_write(file, err);
}

int whole_close(struct whole *file, bool keep)
{
	int err = 0, closed;

	if (fclose(file->out))
		err = file->err ? file->err : errno;
	if (!err)
		err = file->err;
	heed_signal(file);
	closed = destination_close(&file->to, keep && !err);
	interrupt_unwatch();
	if (!err)
		err = closed;
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
