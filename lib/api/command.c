/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands: libpmc finds the file, begins a child (child.h), holds it back until everything that
 * counts it is in place, lets it execute the file (directly or under the engine), and waits for its
 * end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/api/child.h"
#include "lib/api/sources.h"
#include "lib/api/survivors.h"
#include "lib/backends/perf/tracker.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/limits.h"
#include "lib/base/paths.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/launch.h"
#include "lib/set/set.h"

/* ---- Making ---- */

static char **copy_vector(char *const v[])
{
	size_t n = 0, i;
	char **copy;

	while (v[n])
		n++;
	copy = calloc(n + 1, sizeof(*copy));
	for (i = 0; copy && i < n; i++) {
		copy[i] = strdup(v[i]);
		if (!copy[i]) {
			while (i--)
				free(copy[i]);
			free(copy);
			return NULL;
		}
	}
	return copy;
}

static void free_vector(char **v)
{
	size_t i;

	for (i = 0; v && v[i]; i++)
		free(v[i]);
	free(v);
}

/* A file that is neither ELF nor #! runs under the shell: argv becomes { "/bin/sh", PATH, … }. */
static int run_by_shell(struct pmc_command *c)
{
	size_t n = 0;
	char **argv;

	while (c->argv[n])
		n++;
	argv = calloc(n + 2, sizeof(*argv));
	if (!argv)
		return -ENOMEM;
	argv[0] = strdup("/bin/sh");
	argv[1] = c->path;
	c->path = strdup("/bin/sh");
	if (!argv[0] || !c->path) {
		free(argv[0]);
		free(argv[1]);
		free(argv);
		return -ENOMEM;
	}
	memcpy(argv + 2, c->argv + 1, (n - 1) * sizeof(*argv));
	free(c->argv[0]);
	free(c->argv);
	c->argv = argv;
	return 0;
}

int pmc_command_create(struct pmc *pmc, char *const argv[], char *const envp[],
		       struct pmc_command **command, struct pmc_diag *diag)
{
	struct pmc_command *c;
	bool shell = false;
	int err;

	if (!argv || !argv[0])
		return diag_say(diag, -EINVAL, "there is no command");
	c = calloc(1, sizeof(*c));
	if (!c)
		return diag_say(diag, -ENOMEM, "out of memory");
	c->pmc = pmc;
	c->pidfd = c->tracker_fd = -1;
	c->argv = copy_vector(argv);
	c->envp = copy_vector(envp ? envp : environ);
	if (!c->argv || !c->envp) {
		err = diag_say(diag, -ENOMEM, "out of memory");
	} else {
		err = path_find_command(c->argv[0], c->envp, &c->path, &shell, diag);
		if (!err && shell && run_by_shell(c))
			err = diag_say(diag, -ENOMEM, "out of memory");
	}
	if (err) {
		pmc_command_destroy(c);
		return err;
	}
	pthread_sigmask(SIG_SETMASK, NULL, &c->mask);
	*command = c;
	return 0;
}

void pmc_command_destroy(struct pmc_command *c)
{
	if (!c)
		return;
	if (c->pidfd >= 0)
		close(c->pidfd);
	perf_tracker_close(c);
	free_vector(c->argv);
	free_vector(c->envp);
	free(c->path);
	free(c);
}

/* ---- Starting ---- */

static int write_go(int fd)
{
	ssize_t n;

	do {
		n = write(fd, "g", 1);
	} while (n < 0 && errno == EINTR);
	return n == 1 ? 0 : -errno;
}

/*
 * Returns -errno of a failed exec; 0 when the child is about to sleep, or a successful exec has
 * closed the pipe.
 */
static int read_report(int fd)
{
	int err = 0;
	ssize_t n;

	do {
		n = read(fd, &err, sizeof(err));
	} while (n < 0 && errno == EINTR);
	return n == sizeof(err) ? -err : 0;
}

/* Asks the sets how to execute the command. The first answer counts. */
static int get_launch(struct pmc_command *c, struct launch *launch, struct pmc_diag *diag)
{
	struct pmc_set *set;
	int s, err;

	for (set = c->sets; set; set = set->next_of_command) {
		for (s = 0; s < SOURCES; s++) {
			if (!set->state[s] || !source_of(s)->launch)
				continue;
			err = source_of(s)->launch(set, c, launch, diag);
			if (err || launch->argv)
				return err;
		}
	}
	return 0;
}

/* Lets the sets attach to the process, which exists and waits. */
static int tell_sources(struct pmc_command *c, struct pmc_diag *diag)
{
	struct pmc_set *set;
	int s, err;

	for (set = c->sets; set; set = set->next_of_command) {
		for (s = 0; s < SOURCES; s++) {
			if (!set->state[s] || !source_of(s)->command)
				continue;
			err = source_of(s)->command(set, c, diag);
			if (err)
				return err;
		}
	}
	return 0;
}

static bool wants_sleep(const struct pmc_command *c)
{
	const struct pmc_set *set;
	int s;

	for (set = c->sets; set; set = set->next_of_command)
		for (s = 0; s < SOURCES; s++)
			if (set->state[s] && source_of(s)->wants_sleep)
				return true;
	return false;
}

static int open_pipes(int go[2], int report[2], struct pmc_diag *diag)
{
	if (pipe2(go, O_CLOEXEC))
		return limits_say(diag, -errno, 4, "cannot make a pipe");
	if (pipe2(report, O_CLOEXEC))
		return limits_say(diag, -errno, 2, "cannot make a pipe");
	return 0;
}

static void close_pipe(int ends[2])
{
	int i;

	for (i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

/* Lets the child execute the command, and waits until exec has succeeded or failed. */
static int let_go(const struct pmc_command *c, int go, int report, bool engine,
		  struct pmc_diag *diag)
{
	int err = write_go(go);

	if (!err)
		err = read_report(report);
	if (err && engine)
		diag_say(diag, err, "cannot execute the translator pmc-emu: %s", strerror(-err));
	else if (err)
		diag_say(diag, err, "cannot execute '%s': %s", c->path, strerror(-err));
	return err;
}

static void kill_child(pid_t pid)
{
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static int start(struct pmc_command *c, struct pmc_diag *diag)
{
	alignas(64) char stack[CHILD_STACK];
	struct child ch = {
		.mask = &c->mask,
		.path = c->path,
		.argv = c->argv,
		.envp = c->envp,
		.reports_sleep = wants_sleep(c),
		.stack = stack,
	};
	int go[2] = { -1, -1 }, report[2] = { -1, -1 };
	pid_t pid;
	int err = get_launch(c, &ch.launch, diag);

	if (err)
		return err;
	err = open_pipes(go, report, diag);
	if (err)
		goto deinit;
	ch.go = go[0];
	ch.report = report[1];
	err = child_begin(&ch, &pid);
	if (err) {
		limits_say(diag, err, 0, "cannot start a process");
		goto deinit;
	}
	/*
	 * Leave the only writing end to the child, so that read_report() notices when exec closes
	 * it.
	 */
	close(report[1]);
	report[1] = -1;

	c->pid = pid;
	if (ch.reports_sleep)
		read_report(report[0]);
	err = tell_sources(c, diag);
	survivors_prepare(c, ch.launch.argv);
	c->start_ns = clock_now();
	if (!err)
		err = let_go(c, go[1], report[0], ch.launch.argv, diag);
	if (err) {
		kill_child(pid);
		c->pid = 0;
		goto deinit;
	}
	c->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	c->started = true;
deinit:
	close_pipe(go);
	close_pipe(report);
	launch_deinit(&ch.launch);
	return err;
}

int pmc_command_start(struct pmc_command *c, struct pmc_diag *diag)
{
	int err;

	pthread_mutex_lock(&c->pmc->lock);
	if (c->started)
		err = diag_say(diag, -EALREADY, "the command has already been started");
	else
		err = start(c, diag);
	pthread_mutex_unlock(&c->pmc->lock);
	return err;
}

pid_t pmc_command_pid(const struct pmc_command *c)
{
	return c->started ? c->pid : -1;
}

/* ---- Waiting ---- */

/* Waits without reaping, at most ms milliseconds (-1: no limit). */
static int wait_end(pid_t pid, int pidfd, int ms)
{
	struct pollfd p = { .fd = pidfd, .events = POLLIN };
	struct timespec nap = { 0, 2000000 };
	siginfo_t info;

	if (pidfd >= 0)
		return poll(&p, 1, ms) < 0 ? -errno : 0;
	if (ms < 0)
		return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) && errno == EINTR ?
			       -EINTR :
			       0;
	if (ms < 2)
		nap.tv_nsec = ms * 1000000L;
	return nanosleep(&nap, NULL) ? -errno : 0;
}

int pmc_command_wait(struct pmc_command *c, int timeout_ms, int *status)
{
	u64 end = clock_now() + (u64)(timeout_ms < 0 ? 0 : timeout_ms) * 1000000u;
	bool late = timeout_ms == 0;
	int err;

	if (!c->started)
		return -EINVAL;
	for (;;) {
		bool ended;
		u64 now;

		pthread_mutex_lock(&c->pmc->lock);
		command_poll(c);
		ended = c->ended;
		if (ended && !c->lost)
			*status = c->status;
		pthread_mutex_unlock(&c->pmc->lock);
		if (ended)
			return c->lost;
		if (late)
			return -ETIMEDOUT;
		now = clock_now();
		err = wait_end(c->pid, c->pidfd,
			       timeout_ms < 0 ? -1 :
			       now < end      ? (int)((end - now + 999999) / 1000000) :
						0);
		if (err)
			return err;
		late = timeout_ms > 0 && clock_now() >= end;
	}
}

int pmc_command_kill(struct pmc_command *c, int sig)
{
	int err = -ESRCH;

	pthread_mutex_lock(&c->pmc->lock);
	/* The process has not been reaped, so its number still means this process. */
	if (c->started && !c->ended)
		err = kill(c->pid, sig) ? -errno : 0;
	pthread_mutex_unlock(&c->pmc->lock);
	return err;
}

int pmc_command_times(struct pmc_command *c, struct pmc_times *times)
{
	pthread_mutex_lock(&c->pmc->lock);
	if (c->started) {
		times->start_ns = c->start_ns;
		times->elapsed_ns = (c->ended ? c->end_ns : clock_now()) - c->start_ns;
		times->user_ns = timeval_ns(c->rusage.ru_utime);
		times->system_ns = timeval_ns(c->rusage.ru_stime);
		times->max_rss_kb = (u64)c->rusage.ru_maxrss;
	}
	pthread_mutex_unlock(&c->pmc->lock);
	return c->started ? 0 : -EINVAL;
}

int pmc_command_status(int error)
{
	switch (-error) {
	case ENOENT:
		return 127;
	case EACCES:
	case EPERM:
	case EISDIR:
	case ENOEXEC:
	case ENOTDIR:
	case ELOOP:
	case ENAMETOOLONG:
	case E2BIG:
	case ETXTBSY:
	case ELIBBAD:
		return 126;
	}
	return 125;
}
