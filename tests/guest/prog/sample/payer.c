/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets whose records go to one ring, in a process that changes its user: who may let them, and who
 * pays for the ring's memory, of which a user has only so much, until the last of the sets is
 * closed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define USER 1000

static void become(uid_t real, uid_t effective, uid_t saved)
{
	must(!setresuid(real, effective, saved), "another user");
}

static int output(int fd, int to)
{
	struct pmc_ioctl_output o = { .size = sizeof(o), .fd = to, .first_event = 32 };

	return ioctl(fd, PMC_IOC_OUTPUT, &o) ? errno : 0;
}

static int attached(void)
{
	struct pmc_ioctl_event e = instructions(0, 10007);
	int fd = dev();

	errno = setup(fd, &e, 1, 0, NULL);
	must(!errno, "setting up");
	errno = attach(fd, PMC_TARGET_SELF, 0, NULL);
	must(!errno, "attaching");
	return fd;
}

/* More than half of what a user may lock: two such rings are too much. */
static size_t ring_pages(void)
{
	return 64 * (size_t)sysconf(_SC_NPROCESSORS_ONLN);
}

/* 0, or errno */
static int map(int fd)
{
	void *at = mmap(NULL, (ring_pages() + 1) * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			PMC_RING_OFFSET);

	return at == MAP_FAILED ? errno : 0;
}

/* ---- Who may ---- */

/* Opens the sets as these users, of whom only root may change. Returns what PMC_IOC_OUTPUT does. */
static int as_users(const uid_t reader[3], const uid_t other[3])
{
	pid_t pid = fork();
	int status = 0;

	if (!pid) {
		int fd[2];

		become(reader[0], reader[1], reader[2]);
		fd[0] = attached();
		must(!map(fd[0]), "a ring");
		/* Root's capabilities return with its number. */
		if (reader[1])
			become((uid_t)-1, 0, (uid_t)-1);
		become(other[0], other[1], other[2]);
		fd[1] = attached();
		_exit(output(fd[1], fd[0]));
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void rights(void)
{
	static const uid_t root[3] = { 0, 0, 0 }, user[3] = { USER, USER, USER },
			   set_uid[3] = { USER, 0, 0 }, dropped[3] = { USER, USER, 0 };

	result(!as_users(root, root), "root's set and another of its own");
	result(as_users(root, user) == EPERM, "a set that was opened after setuid");
	result(!as_users(set_uid, user),
	       "a set-uid program's ring, and a set after it gave root up");
	result(as_users(set_uid, dropped) == EPERM, "one that can return to root");
	result(as_users(dropped, set_uid) == EPERM, "a set that was opened as root, and a user's");
}

/* ---- Who pays ---- */

/*
 * Runs this as the user, in a process that shares the table of files, so that what it opens stays.
 * Returns its status.
 */
static int as_user(int (*function)(int *fd), int *fd)
{
	pid_t pid = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
	const struct rlimit none = { 0 };
	int status = 0;

	if (!pid) {
		must(!setrlimit(RLIMIT_MEMLOCK, &none), "a limit");
		become(USER, USER, USER);
		_exit(function(fd));
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int two_that_share(int *fd)
{
	fd[0] = attached();
	fd[1] = attached();
	return map(fd[0]) || output(fd[1], fd[0]);
}

static int one_more(int *fd)
{
	fd[2] = attached();
	return map(fd[2]);
}

static int one_more_beside(int *fd)
{
	return map(fd[3]) || one_more(fd);
}

static void payment(void)
{
	int *fd = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	must(fd != MAP_FAILED, "memory");
	result(!as_user(two_that_share, fd), "a user's sets share a ring");
	result(as_user(one_more, fd) == EAGAIN, "the user has no room for another one");
	close(fd[2]);
	close(fd[0]);
	result(as_user(one_more, fd) == EAGAIN, "nor has when the set that mapped it is closed");
	close(fd[2]);
	close(fd[1]); /* by root */
	result(!as_user(one_more, fd), "when the last one is, the user has, whoever closed it");
	close(fd[2]);
	fd[3] = attached();
	result(!as_user(one_more_beside, fd), "who opened a file pays, not who maps the ring");
	close(fd[2]);
	close(fd[3]);
	result(!as_user(one_more, fd), "and has it back");
	close(fd[2]);
	munmap(fd, 4096);
}

void mode_payer(unsigned n_)
{
	(void)n_;
	if (geteuid()) {
		result(1, "only root can become others");
		return;
	}
	rights();
	payment();
}
