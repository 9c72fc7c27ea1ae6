/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that appear whole or not at all: what a limit on their size leaves. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/profile/file.h"
#include "tests/tap.h"

static unsigned entries(const char *path)
{
	struct dirent *entry;
	unsigned n = 0;
	DIR *dir = opendir(path);

	while (dir && (entry = readdir(dir)))
		n += entry->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return n;
}

static bool is_pending(int sig)
{
	sigset_t pending;

	return !sigpending(&pending) && sigismember(&pending, sig) == 1;
}

static void limit_size(rlim_t size)
{
	struct rlimit limit;

	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = size;
	setrlimit(RLIMIT_FSIZE, &limit);
}

static bool has(const char *path, const char *text)
{
	struct file file = { 0 };
	int fd = file_open_read(path);
	bool same = fd >= 0 && !file_read(fd, &file) && file.n == strlen(text) &&
		    !memcmp(file.bytes, text, file.n);

	if (fd >= 0)
		close(fd);
	free(file.bytes);
	return same;
}

static int put(const char *path, const char *bytes, size_t n)
{
	const struct iovec parts[] = { { (char *)(uintptr_t)bytes, n / 2 },
				       { (char *)(uintptr_t)bytes + n / 2, n - n / 2 } };

	return file_write(path, parts, 2);
}

int main(void)
{
	char folder[] = "/tmp/pmc-file-XXXXXX", path[64];
	static const char large[100000];
	sigset_t blocked;

	if (!mkdtemp(folder))
		skip_all("no folder can be made");
	snprintf(path, sizeof(path), "%s/file", folder);
	ok(!put(path, "earlier", 7) && has(path, "earlier"), "a file is written");

	/* SIGXFSZ would end the test. */
	limit_size(65536);
	is_int(put(path, large, sizeof(large)), -EFBIG, "a file behind the limit");
	ok(has(path, "earlier"), "leaves the earlier one");
	is_int(entries(folder), 1, "and nothing beside it");
	ok(!is_pending(SIGXFSZ), "no signal is left");

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGXFSZ);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	raise(SIGXFSZ);
	is_int(put(path, large, sizeof(large)), -EFBIG, "nor is it when the signal waits");
	ok(is_pending(SIGXFSZ), "that somebody else has sent, who gets it");

	limit_size(RLIM_INFINITY);
	ok(!put(path, "later", 5) && has(path, "later"), "without a limit it is written");
	unlink(path);
	rmdir(folder);
	return done();
}
