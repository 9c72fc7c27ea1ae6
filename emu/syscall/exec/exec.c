/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * execve and execveat. What is to be run is found as the kernel would find it (#! scripts are
 * resolved here); an x86-64 ELF file is then run by a new image of the engine, which gets the file
 * itself by descriptor: what was checked is what runs. Anything else, and what the kernel would
 * give privileges to, goes to the kernel as it is, with a note for the report that is taken back if
 * the call fails.
 *
 * A child of vfork comes here with its parent's memory: nothing that outlives the call is changed,
 * and nothing is allocated that a success would leave behind, but for the pointers of a very long
 * argument list (struct scratch).
 */
#include "emu/syscall/exec/exec.h"
#include "emu/image/elf.h"
#include "emu/hide/fds.h"
#include "emu/hide/limits.h"
#include "emu/base/message.h"
#include "emu/hide/procfs.h"
#include "emu/hide/random.h"
#include "emu/image/script.h"

#include <asm/stat.h>
#include <asm/statfs.h>
#include <linux/fcntl.h>
#include <linux/magic.h>
#include <linux/mman.h>
#include <linux/prctl.h>

#define S_IFMT	  0170000
#define S_IFREG	  0100000
#define S_ISUID	  04000
#define S_ISGID	  02000
#define S_IXGRP	  010
#define X_OK	  1
#define ST_NOSUID 2
#define SIGURG	  23

/* What was asked for. */
struct request {
	int dirfd;
	u64 path, argv, envp; /* the program's memory */
	int flags;
	u32 task;
	const char *name;  /* what the kernel calls the file: AT_EXECFN, a script's argument */
	bool own_exe;	   /* it is a name of /proc/self/exe */
	bool inaccessible; /* the name leads through a descriptor that the exec closes */
	bool drop_first;   /* argv[0] is not passed on, but prefix[] instead */
	u32 n_prefix;
	const char *prefix[2 * (SCRIPT_DEPTH + 1) + 2];
	char given[ELF_PATH_MAX];
	char by_fd[ELF_PATH_MAX + 32];
	char lines[SCRIPT_DEPTH + 1][SCRIPT_BUF];
};

/* ---- pointers of long argument lists ---- */

#define SHORT_LIST 1024

/*
 * Memory of lists that do not fit on the stack. pid is the process that uses it, 0: nobody. When a
 * vfork child has succeeded, nobody tells: its entry is free again when the process has ended.
 */
struct scratch {
	u64 addr, size;
	s32 pid;
};
static struct scratch scratches[16];

static struct scratch *scratch_entry(s32 pid)
{
	struct scratch *s;

	for (s = scratches; s < scratches + ARRAY_SIZE(scratches); s++) {
		s32 owner = __atomic_load_n(&s->pid, __ATOMIC_ACQUIRE);

		if (owner && (owner == pid || sys2(__NR_kill, owner, 0) != -ESRCH))
			continue;
		if (__atomic_compare_exchange_n(&s->pid, &owner, pid, false, __ATOMIC_ACQ_REL,
						__ATOMIC_RELAXED))
			return s;
	}
	return NULL;
}

/* Room of that size; *entry gets the entry that it belongs to, or NULL when all are in use: then a
 * vfork child's is lost to its parent. Returns NULL when there is no memory. */
static void *scratch_get(u64 size, struct scratch **entry)
{
	struct scratch *s = scratch_entry(sys0(__NR_getpid));
	long at;

	*entry = s;
	if (s && s->size >= size)
		return (void *)s->addr;
	if (s && s->size)
		sys2(__NR_munmap, s->addr, s->size);
	at = sys6(__NR_mmap, 0, PAGE_UP(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		  -1, 0);
	if (s) {
		s->addr = at;
		s->size = at < 0 ? 0 : PAGE_UP(size);
		if (at < 0)
			__atomic_store_n(&s->pid, 0, __ATOMIC_RELEASE);
	}
	return at < 0 ? NULL : (void *)at;
}

/* Gives back what scratch_get() gave: a list that was not needed, for the exec failed. */
static void scratch_put(void *list, u64 size, struct scratch *entry)
{
	if (entry)
		__atomic_store_n(&entry->pid, 0, __ATOMIC_RELEASE);
	else
		sys2(__NR_munmap, list, PAGE_UP(size));
}

/* ---- the call as the kernel does it ---- */

static long native(const struct request *r)
{
	u64 path = r->own_exe ? (u64)engine.exe_link : r->path;
	long ret;

	fds_close_on_exec(true);
	limits_native(true);
	/* As it came, where that is possible: a seccomp filter may allow only one of the two. */
	if (r->dirfd == AT_FDCWD && !r->flags)
		ret = sys3(__NR_execve, path, r->argv, r->envp);
	else
		ret = sys5(__NR_execveat, r->dirfd, path, r->argv, r->envp, r->flags);
	limits_native(false);
	fds_close_on_exec(false);
	return ret;
}

/* The program goes on without us: the report is to say so. */
static long native_noted(const struct request *r, enum emu_note_kind kind, const char *path)
{
	static const char *const why[] = {
		[EMU_NOTE_SETID] = "is set-uid or has file capabilities",
		[EMU_NOTE_NOT_ELF64] = "is no x86-64 program",
		[EMU_NOTE_UNREADABLE] = "cannot be read",
		[EMU_NOTE_TRACED] = "is being traced",
		[EMU_NOTE_SECCOMP] = "has a seccomp filter that forbids what the emulator needs",
	};
	long ret;

	emu_note(kind, "ran natively and uncounted, since it %s: %s", why[kind], path);
	ret = native(r);
	emu_note_drop(kind);
	return ret;
}

/* ---- the file ---- */

static long may_execute(int fd)
{
	long ret = sys4(__NR_faccessat2, fd, "", X_OK, AT_EMPTY_PATH | AT_EACCESS);
	char link[32];

	/* Some seccomp filters say EPERM to a call that they do not know. */
	if (ret != -ENOSYS && ret != -EPERM)
		return ret;
	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	return sys3(__NR_faccessat, AT_FDCWD, link, X_OK);
}

/*
 * Somebody has the file open for writing: the kernel would not run it. A lease tells, of files that
 * are ours. It is held for a moment only; who opens the file just then makes the kernel send a
 * signal, so it is one that nobody minds. Network file systems refuse leases for reasons of their own.
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

/* The program's file by descriptor alone (AT_EMPTY_PATH with an empty path). */
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

/*
 * Opens a file that is to be run, by the kernel's rules. Returns a descriptor, or -errno as execve
 * would give it; *unreadable: it may be executed but not read.
 */
static int open_file(int dirfd, const char *path, int flags, struct stat *st, bool *unreadable)
{
	int follow = flags & AT_SYMLINK_NOFOLLOW;
	long ret = sys4(__NR_newfstatat, dirfd, path, st, flags & (AT_EMPTY_PATH | follow));
	int fd;

	if (ret)
		return ret;
	if (follow && (st->st_mode & S_IFMT) == 0120000)
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
	/* The file may have changed since; a call that a seccomp filter refuses tells nothing new. */
	sys2(__NR_fstat, fd, st);
	ret = (st->st_mode & S_IFMT) == S_IFREG ? may_execute(fd) : -EACCES;
	if (!ret && is_being_written(fd))
		ret = -ETXTBSY;
	if (ret) {
		sys1(__NR_close, fd);
		return ret;
	}
	return fd;
}

/* Would the kernel run this file with other rights than the process has? */
static bool gains_rights(int fd, const struct stat *st)
{
	bool setuid = st->st_mode & S_ISUID;
	bool setgid = (st->st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP);
	u32 uid = sys0(__NR_getuid), euid = sys0(__NR_geteuid);
	u32 gid = sys0(__NR_getgid), egid = sys0(__NR_getegid);
	struct statfs fs;

	/* What it would become it is already. */
	if (setuid && st->st_uid == euid && euid == uid)
		setuid = false;
	if (setgid && st->st_gid == egid && egid == gid)
		setgid = false;
	if (!setuid && !setgid && (uid == 0 || euid == 0))
		return false; /* file capabilities add nothing to root's */
	if (sys5(__NR_prctl, PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
		return false;
	if (!setuid && !setgid && sys4(__NR_fgetxattr, fd, "security.capability", 0, 0) <= 0)
		return false;
	return sys2(__NR_fstatfs, fd, &fs) != 0 || !(fs.f_flags & ST_NOSUID);
}

/* ---- the next image of the engine ---- */

/* Copies argv behind the n pointers in list[]; returns how many there are then, or -errno. */
static long copy_list(const char **list, u64 n, u64 max, const struct request *r)
{
	u64 at = r->argv, value;

	if (r->drop_first && at) {
		if (copy_from_user(&value, at, sizeof(value)))
			return -EFAULT;
		if (value)
			at += sizeof(value);
	}
	for (;; at += sizeof(value)) {
		value = 0;
		if (at && copy_from_user(&value, at, sizeof(value)))
			return -EFAULT;
		if (!value)
			break;
		if (n < max)
			list[n] = (const char *)value;
		n++;
	}
	/* The kernel gives a program without arguments an empty one. */
	if (n == 4) {
		if (n < max)
			list[n] = "";
		n++;
	}
	if (n < max)
		list[n] = NULL;
	return n + 1;
}

static long exec_engine(const struct request *r, const char **list)
{
	char link[32];
	long ret;

	/* By the same system call as the program's own, where /proc is there. */
	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", engine.engine_fd);
	ret = sys3(__NR_execve, link, list, r->envp);
	if (ret == -ENOENT || ret == -ENOTDIR || ret == -EACCES)
		ret = sys5(__NR_execveat, engine.engine_fd, "", list, r->envp, AT_EMPTY_PATH);
	return ret;
}

static long exec_followed(const struct request *r, const char *path, int fd)
{
	const char *own[SHORT_LIST], **list = own;
	struct scratch *entry = NULL;
	char numbers[320];
	u64 n = 0, size;
	long need, ret;
	int open_fd = fd;
	u32 i;

	/* The descriptor is to outlive the exec. */
	if (sys3(__NR_fcntl, fd, F_SETFD, 0) < 0) {
		open_fd = sys1(__NR_dup, fd);
		if (open_fd < 0)
			return open_fd;
	}
	n = emu_snprintf(numbers, sizeof(numbers), "%d,%d,%u,0,%d,%lx", engine.shm_fd,
			 engine.engine_fd, r->task, open_fd, random_place_of_exec());
	limits_tell(numbers + n, sizeof(numbers) - n);
	n = 0;
	list[n++] = "pmc-emu";
	list[n++] = numbers;
	list[n++] = path;
	list[n++] = path == r->name ? "" : r->name;
	for (i = 0; i < r->n_prefix; i++)
		list[n++] = r->prefix[i];
	ret = need = copy_list(list, n, SHORT_LIST, r);
	size = need * sizeof(*list);
	if (need > SHORT_LIST) {
		list = scratch_get(size, &entry);
		if (!list)
			ret = -ENOMEM;
		else
			memcpy(list, own, n * sizeof(*list));
		/* Another thread may be changing the list: then what has no room is not passed. */
		if (list && copy_list(list, n, need, r) > need)
			list[need - 1] = NULL;
	}
	if (ret >= 0)
		ret = exec_engine(r, list);
	if (list && list != own)
		scratch_put(list, size, entry);
	if (open_fd != fd)
		sys1(__NR_close, open_fd);
	return ret;
}

/* ---- all of it ---- */

static void push_front(struct request *r, const char *arg)
{
	memmove(r->prefix + 1, r->prefix, r->n_prefix * sizeof(r->prefix[0]));
	r->prefix[0] = arg;
	r->n_prefix++;
}

/*
 * Follows #! lines to a file that is no script. *path gets the name of the last file that was looked
 * at. Returns a descriptor that elf_check() has accepted; or -errno, in which case *kind says why the
 * kernel may yet be able to run it (EMU_NOTE_NONE: it cannot).
 */
static int find_program(struct request *r, const char **path, enum emu_note_kind *kind)
{
	int dirfd = r->dirfd, flags = r->flags, fd, depth;
	const char *open_path = r->own_exe ? engine.exe_link : r->given;
	bool unreadable = false;
	struct script s;
	struct stat st;
	long n;

	*path = r->name;
	for (depth = 0;; depth++) {
		char *line = r->lines[depth];

		*kind = EMU_NOTE_NONE;
		fd = open_file(dirfd, open_path, flags, &st, &unreadable);
		if (fd < 0) {
			if (unreadable || fd == -EMFILE || fd == -ENFILE)
				*kind = EMU_NOTE_UNREADABLE;
			return fd;
		}
		memset(line, 0, SCRIPT_BUF);
		n = sys4(__NR_pread64, fd, line, SCRIPT_BUF, 0);
		if (n >= 0 && elf_is_ours(line, n)) {
			n = elf_check(fd);
			if (n == 0 && gains_rights(fd, &st)) {
				*kind = EMU_NOTE_SETID;
				n = -EPERM;
			}
			if (n == 0)
				return fd;
			sys1(__NR_close, fd);
			return n;
		}
		sys1(__NR_close, fd);
		if (n < 0)
			return n;
		if (script_parse(line, &s)) {
			*kind = EMU_NOTE_NOT_ELF64;
			return -ENOEXEC;
		}
		if (r->inaccessible)
			return -ENOENT;
		if (depth == SCRIPT_DEPTH)
			return -ELOOP;
		/* argv[0] goes; in front come the interpreter, its argument, the script's name. */
		if (depth == 0) {
			r->drop_first = true;
			push_front(r, *path);
		}
		if (s.arg)
			push_front(r, s.arg);
		push_front(r, s.interp);
		/* A name of no bytes leads to the working directory. */
		*path = s.interp;
		open_path = *s.interp ? s.interp : ".";
		dirfd = AT_FDCWD;
		flags = 0;
	}
}

/* Reads the path, and makes of it the name by which the kernel calls the file. */
static long read_name(struct request *r)
{
	long n = string_from_user(r->given, r->path, sizeof(r->given));

	if (n < 0)
		return n;
	r->name = r->given;
	if (r->given[0] == '/' || r->dirfd == AT_FDCWD)
		return 0;
	if (!n && !(r->flags & AT_EMPTY_PATH))
		return -ENOENT;
	emu_snprintf(r->by_fd, sizeof(r->by_fd), "/dev/fd/%d%s%s", r->dirfd, n ? "/" : "",
		     r->given);
	r->name = r->by_fd;
	r->inaccessible = sys2(__NR_fcntl, r->dirfd, F_GETFD) == FD_CLOEXEC;
	return 0;
}

/* Only the command's own process is to be counted, and this is another. */
static bool is_left_alone(void)
{
	return engine.shm->flags & EMU_F_NOINHERIT &&
	       sys0(__NR_getpid) != engine.shm->tasks[0].pid;
}

long exec_syscall(struct thread *t, int dirfd, u64 path, u64 argv, u64 envp, int flags)
{
	struct request r = { .dirfd = dirfd, .path = path, .argv = argv, .envp = envp,
			     .flags = flags, .task = count_task(t) };
	enum emu_note_kind kind;
	const char *program;
	long ret;
	int fd;

	if (flags & ~(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW))
		return native(&r); /* an error, or AT_EXECVE_CHECK, which executes nothing */
	if (fds_hidden(dirfd))
		return -EBADF;
	ret = read_name(&r);
	if (ret)
		return ret;
	r.own_exe = engine.exe_fd >= 0 && procfs_is_own_exe(dirfd, r.given);
	if (is_left_alone())
		return native(&r);
	if (engine.shm->flags & EMU_F_PTRACE && procfs_traced())
		return native_noted(&r, EMU_NOTE_TRACED, r.name);
	if (seccomp_forbids_engine(t))
		return native_noted(&r, EMU_NOTE_SECCOMP, r.name);
	fd = find_program(&r, &program, &kind);
	if (fd < 0)
		return kind == EMU_NOTE_NONE ? fd : native_noted(&r, kind, program);
	ret = exec_followed(&r, program, fd);
	sys1(__NR_close, fd);
	return ret;
}

static const char *reason(long err)
{
	switch (err) {
	case -ENOENT:
		return "No such file or directory";
	case -EACCES:
		return "Permission denied";
	case -ENOEXEC:
		return "Exec format error";
	case -ENOTDIR:
		return "Not a directory";
	case -ETXTBSY:
		return "Text file busy";
	case -ELIBBAD:
		return "Accessing a corrupted shared library";
	case -ELOOP:
		return "Too many levels of symbolic links";
	case -E2BIG:
		return "Argument list too long";
	default:
		return NULL;
	}
}

int exec_first(const char *path, u64 argv, u64 envp, u32 task)
{
	struct request r = { .dirfd = AT_FDCWD, .path = (u64)path, .argv = argv, .envp = envp,
			     .task = task };
	enum emu_note_kind kind = EMU_NOTE_NONE;
	const char *program;
	long ret = read_name(&r);
	int fd = -1;

	if (!ret)
		ret = fd = find_program(&r, &program, &kind);
	if (fd >= 0 && !r.n_prefix)
		return fd;
	if (fd < 0 && kind != EMU_NOTE_NONE)
		ret = native_noted(&r, kind, program);
	if (ret == -ENOEXEC) {
		/* As the shell and execvp(3) do: a file without #! is a script of /bin/sh. */
		r.n_prefix = 0;
		push_front(&r, path);
		push_front(&r, "/bin/sh");
		r.drop_first = true;
		emu_snprintf(r.given, sizeof(r.given), "/bin/sh");
		ret = fd = find_program(&r, &program, &kind);
	}
	if (fd >= 0)
		ret = exec_followed(&r, program, fd);
	if (reason(ret))
		emu_refuse(ret == -ENOENT ? 127 : 126, "cannot run %s: %s", path, reason(ret));
	emu_refuse(126, "cannot run %s: error %d", path, (int)-ret);
}
