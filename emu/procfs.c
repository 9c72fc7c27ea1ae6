/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * /proc/self/exe and its other names. The kernel would lead them to the engine; the engine keeps the
 * program's file open, and /proc/self/fd/N of that is as good: it can be opened, read as a link,
 * looked at and executed even when the file has been moved or removed.
 *
 * Only the process's own entry is recognised. That of another process which runs under the engine
 * shows the engine.
 */
#include "emu/procfs.h"

#include <linux/fcntl.h>

/* Steps over a component of the path, and over slashes and dots behind it. */
static bool component(const char **path, const char *name)
{
	size_t len = strlen(name);
	const char *p = *path;

	if (strncmp(p, name, len) || (p[len] && p[len] != '/'))
		return false;
	p += len;
	while (*p == '/' || (*p == '.' && p[1] == '/'))
		p++;
	*path = p;
	return true;
}

static bool number(const char **path, s32 n)
{
	char text[16];

	emu_snprintf(text, sizeof(text), "%d", n);
	return component(path, text);
}

bool procfs_names_exe(const char *path, s32 pid, s32 tid)
{
	if (!component(&path, "") || !component(&path, "proc"))
		return false;
	if (component(&path, "thread-self"))
		return !strcmp(path, "exe");
	/* A thread's number leads to its process, too, though no listing shows it. */
	if (!component(&path, "self") && !number(&path, pid) && !number(&path, tid))
		return false;
	if (component(&path, "task") && !number(&path, tid) && !number(&path, pid))
		return false;
	return !strcmp(path, "exe");
}

bool procfs_is_own_exe(int dirfd, const char *path)
{
	size_t len = strlen(path);
	char text[128], link[32];
	s32 pid, tid;
	long n = 0;

	if (len < 3 || strcmp(path + len - 3, "exe") || len > 64)
		return false;
	if (path[0] == '/' && strncmp(path, "/proc", 5) && strncmp(path, "//", 2) &&
	    strncmp(path, "/./", 3))
		return false;
	if (path[0] != '/') {
		/* Only the last component, or a few before it, can be relative to a place in /proc. */
		if (dirfd == AT_FDCWD)
			n = sys2(__NR_getcwd, text, sizeof(text) - 1) - 1;
		else {
			emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", dirfd);
			n = sys3(__NR_readlink, link, text, 48);
		}
		if (n < 0 || n > 47 || strncmp(text, "/proc", 5))
			return false;
		text[n++] = '/';
	}
	emu_snprintf(text + n, sizeof(text) - n, "%s", path);
	pid = sys0(__NR_getpid);
	tid = sys0(__NR_gettid);
	return procfs_names_exe(text, pid, tid);
}

bool procfs_traced(void)
{
	char buf[2048], *p = buf;
	long n;
	int fd = sys4(__NR_openat, AT_FDCWD, "/proc/thread-self/status", O_RDONLY | O_CLOEXEC, 0);

	if (fd < 0)
		return false;
	n = sys3(__NR_read, fd, buf, sizeof(buf) - 1);
	sys1(__NR_close, fd);
	buf[n > 0 ? n : 0] = '\0';
	while (*p && strncmp(p, "TracerPid:", 10)) {
		p = strchr(p, '\n');
		if (!p)
			return false;
		p++;
	}
	return *p && p[10] && p[11] != '0';
}
