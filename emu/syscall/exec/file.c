// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See file.h. */
#include "emu/syscall/exec/file.h"

#include "emu/base/format.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/hide/fds.h"

#include <asm/stat.h>
#include <asm/statfs.h>
#include <linux/fcntl.h>
#include <linux/magic.h>
#include <linux/prctl.h>

#ifndef AT_EXECVE_CHECK /* Linux 6.14 */
#define AT_EXECVE_CHECK 0x10000
#endif

#define S_IFMT	  0170000
#define S_IFLNK	  0120000
#define S_IFREG	  0100000
#define S_ISUID	  04000
#define S_ISGID	  02000
#define S_IXGRP	  010
#define X_OK	  1
#define ST_NOSUID 2

static long may_execute(int fd)
{
	long ret = sys4(__NR_faccessat2, fd, "", X_OK, AT_EMPTY_PATH | AT_EACCESS);
	char link[32];

	/* A seccomp filter may say EPERM to a call that it does not know. */
	if (ret != -ENOSYS && ret != -EPERM)
		return ret;
	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	return sys3(__NR_faccessat, AT_FDCWD, link, X_OK);
}

/*
 * Has somebody the file open for writing? Then the kernel does not run it. A lease tells, if the
 * file belongs to this user. It is held for a moment only; when somebody opens the file just then,
 * the kernel sends a signal, so it is one that is ignored by default. Network file systems refuse
 * leases for other reasons too.
 */
static bool is_being_written(int fd)
{
	struct statfs fs;
	long ret;

	if (sys3(__NR_fcntl, fd, F_SETSIG, SIGURG) != 0)
		return false;
	ret = sys3(__NR_fcntl, fd, F_SETLEASE, F_RDLCK);
	if (ret == 0)
		sys3(__NR_fcntl, fd, F_SETLEASE, F_UNLCK);
	if (ret != -EAGAIN || sys2(__NR_fstatfs, fd, &fs) != 0)
		return false;
	switch ((u32)fs.f_type) {
	case NFS_SUPER_MAGIC:
	case CIFS_SUPER_MAGIC:
	case SMB2_SUPER_MAGIC:
		return false;
	default:
		return true;
	}
}

/*
 * Returns 0 if the kernel would run this file, or -errno. Since Linux 6.14 the kernel itself says
 * so: it asks security modules, and it tells fanotify(7), by which some programs watch, or decide,
 * what is run. A seccomp filter may not expect this call.
 */
static long would_run(int fd)
{
	static const char *const none[] = { "", NULL };
	long ret = -EINVAL;

	if (sys5(__NR_prctl, PR_GET_SECCOMP, 0, 0, 0, 0) == 0)
		ret = sys5(__NR_execveat, fd, "", none, none + 1, AT_EMPTY_PATH | AT_EXECVE_CHECK);
	if (ret != -EINVAL && ret != -ENOSYS)
		return ret;
	ret = may_execute(fd);
	return ret || !is_being_written(fd) ? ret : -ETXTBSY;
}

/* Opens a file that the program names by descriptor alone (AT_EMPTY_PATH with an empty path). */
static int reopen(int fd)
{
	char link[32];
	int to;

	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	to = fds_open(AT_FDCWD, link, O_RDONLY);
	if (to == -ENOENT || to == -ENOTDIR)
		to = sys3(__NR_fcntl, fd, F_DUPFD_CLOEXEC, 0);
	return to;
}

int file_open(int dirfd, const char *path, int flags, struct stat *st, bool *unreadable)
{
	int follow = flags & AT_SYMLINK_NOFOLLOW;
	long ret = sys4(__NR_newfstatat, dirfd, path, st, flags & (AT_EMPTY_PATH | follow));
	int fd;

	if (ret)
		return ret;
	if (follow && (st->st_mode & S_IFMT) == S_IFLNK)
		return -ELOOP;
	if ((st->st_mode & S_IFMT) != S_IFREG || !(st->st_mode & 0111))
		return -EACCES;
	fd = *path ? fds_open(dirfd, path, O_RDONLY | (follow ? O_NOFOLLOW : 0)) : reopen(dirfd);
	if (fd < 0) {
		*unreadable = fd == -EACCES &&
			      sys4(__NR_faccessat2, dirfd, path, X_OK,
				   AT_EACCESS | (flags & (AT_EMPTY_PATH | follow))) == 0;
		return fd;
	}
	/* The file may have changed since. When a seccomp filter refuses the call, *st stays. */
	sys2(__NR_fstat, fd, st);
	ret = (st->st_mode & S_IFMT) == S_IFREG ? would_run(fd) : -EACCES;
	if (ret) {
		sys1(__NR_close, fd);
		return ret;
	}
	return fd;
}

bool file_gains_rights(int fd, const struct stat *st)
{
	bool setuid = st->st_mode & S_ISUID;
	bool setgid = (st->st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP);
	u32 uid = sys0(__NR_getuid), euid = sys0(__NR_geteuid);
	u32 gid = sys0(__NR_getgid), egid = sys0(__NR_getegid);
	struct statfs fs;

	/* The process has these rights already. */
	if (setuid && st->st_uid == euid && euid == uid)
		setuid = false;
	if (setgid && st->st_gid == egid && egid == gid)
		setgid = false;
	if (!setuid && !setgid && (uid == 0 || euid == 0))
		return false; /* root gains nothing by file capabilities */
	if (sys5(__NR_prctl, PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
		return false;
	if (!setuid && !setgid && sys4(__NR_fgetxattr, fd, "security.capability", 0, 0) <= 0)
		return false;
	return sys2(__NR_fstatfs, fd, &fs) != 0 || !(fs.f_flags & ST_NOSUID);
}
