/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The kernel would lead /proc/self/exe and its other names to the engine. The engine keeps the
 * program's file open, and /proc/self/fd/N of that does the same: it can be opened, read as a link,
 * looked at and executed, even when the file has been moved or removed.
 *
 * Only the process's own entry is recognised. /proc/PID/exe of another process that runs under the
 * engine shows the engine.
 *
 * Listings of the process's own descriptors leave the engine's out.
 */
#include "emu/hide/procfs.h"

#include "emu/base/format.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/hide/fds.h"

#include <asm/stat.h>
#include <linux/fcntl.h>

/* Steps over this component of the path, and over the slashes and dots behind it. */
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

/* Steps over the directory of the process, or of one of its threads. */
static bool own_directory(const char **path, s32 pid, s32 tid)
{
	if (!component(path, "") || !component(path, "proc"))
		return false;
	if (component(path, "thread-self"))
		return true;
	/* A thread's number leads to its process too, though no listing shows it. */
	if (!component(path, "self") && !number(path, pid) && !number(path, tid))
		return false;
	return !component(path, "task") || number(path, tid) || number(path, pid);
}

bool procfs_names_exe(const char *path, s32 pid, s32 tid)
{
	return own_directory(&path, pid, tid) && !strcmp(path, "exe");
}

bool procfs_lists_fds(const char *path, s32 pid, s32 tid)
{
	return own_directory(&path, pid, tid) && (!strcmp(path, "fd") || !strcmp(path, "fdinfo"));
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
		/* A relative path leads there only from a directory in /proc. */
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

static bool is_listing(int fd)
{
	static u64 proc; /* the file system of /proc; 0: not known yet */
	char link[32], path[64];
	struct stat st;
	long n;

	if (sys2(__NR_fstat, fd, &st))
		return false;
	if (proc && st.st_dev != proc)
		return false;
	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = sys3(__NR_readlink, link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	if (!procfs_lists_fds(path, sys0(__NR_getpid), sys0(__NR_gettid)))
		return false;
	proc = st.st_dev;
	return true;
}

/* Reads a directory entry in the program's memory: its length, and the number that its name is
 * (-1: it is none). 0 or -EFAULT. */
static int read_entry(u64 at, u32 name_at, u32 *length, int *fd)
{
	char name[12];
	u16 reclen;
	u32 i;

	if (copy_from_user(&reclen, at + 16, sizeof(reclen)) || reclen <= name_at ||
	    string_from_user(name, at + name_at, sizeof(name)) == -EFAULT)
		return -EFAULT;
	*length = reclen;
	*fd = 0;
	for (i = 0; i < sizeof(name) && name[i]; i++) {
		if (name[i] < '0' || name[i] > '9') {
			*fd = -1;
			break;
		}
		*fd = *fd * 10 + name[i] - '0';
	}
	return 0;
}

/* Takes the engine's entries out of the n bytes at buf. Returns how many are left, or -EFAULT. */
static long remove_hidden(u64 buf, u64 n, u32 name_at)
{
	u64 from = buf, to = buf, end = buf + n;
	u8 entry[64];
	u32 length;
	int fd;

	for (; from < end; from += length) {
		if (read_entry(from, name_at, &length, &fd))
			return -EFAULT;
		if (fds_hidden(fd))
			continue;
		/* Names are numbers or dots, so an entry is short. */
		if (from != to && (length > sizeof(entry) || copy_from_user(entry, from, length) ||
				   copy_to_user(to, entry, length)))
			return -EFAULT;
		to += length;
	}
	return to - buf;
}

bool procfs_getdents(long nr, u64 arg[6], long *ret)
{
	u32 name_at = nr == __NR_getdents64 ? 19 : 18;

	if (!is_listing((int)arg[0]))
		return false;
	do {
		*ret = sys3(nr, arg[0], arg[1], arg[2]);
		if (*ret <= 0)
			break;
		*ret = remove_hidden(arg[1], *ret, name_at);
	} while (*ret == 0); /* only the engine's were there: this is not the end */
	return true;
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
