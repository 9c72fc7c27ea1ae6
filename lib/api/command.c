/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands: found along $PATH, forked, held back until what counts them is in place, then executed
 * (by the kernel, or through the engine), and waited for.
 *
 * Between fork and exec the child only makes system calls: the caller may have threads.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/proc.h"

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
		return diag_say(diag, -EINVAL, "no command is given");
	c = calloc(1, sizeof(*c));
	if (!c)
		return diag_say(diag, -ENOMEM, "out of memory");
	c->pmc = pmc;
	c->pidfd = -1;
	c->argv = copy_vector(argv);
	c->envp = copy_vector(envp ? envp : environ);
	if (!c->argv || !c->envp) {
		err = diag_say(diag, -ENOMEM, "out of memory");
	} else {
		err = command_find(c->argv[0], c->envp, &c->path, &shell, diag);
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
	free_vector(c->argv);
	free_vector(c->envp);
	free(c->path);
	free(c);
}

/* ---- Starting ---- */

/* What the child needs; filled in before the fork. */
struct child {
	const struct pmc_command *command;
	struct launch launch; /* argv NULL: the kernel executes the file itself */
	int go, report;	      /* reads one byte from go; writes errno to report when exec fails */
};

/* The caller's handlers go with its memory at exec anyway; a signal that waits for the mask to open must
 * meet the command, not them. */
static void drop_handlers(void)
{
	struct sigaction action;
	int sig;

	for (sig = 1; sig < NSIG; sig++) {
		if (sigaction(sig, NULL, &action) || action.sa_handler == SIG_DFL ||
		    action.sa_handler == SIG_IGN)
			continue;
		memset(&action, 0, sizeof(action));
		sigaction(sig, &action, NULL);
	}
}

static _Noreturn void child_run(const struct child *ch)
{
	const struct pmc_command *c = ch->command;
	char byte;
	int err;

	drop_handlers();

	while (read(ch->go, &byte, 1) != 1)
		if (errno != EINTR)
			_exit(125);
	/* The personality outlives fork and exec, as under setarch -R. */
	if (ch->launch.no_randomize)
		personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
	sigprocmask(SIG_SETMASK, &c->mask, NULL);
	if (ch->launch.argv) {
		fcntl(ch->launch.fd, F_SETFD, 0);
		fcntl(ch->launch.other_fd, F_SETFD, 0);
		syscall(SYS_execveat, ch->launch.fd, "", ch->launch.argv, c->envp, AT_EMPTY_PATH);
	} else {
		execve(c->path, c->argv, c->envp);
	}
	err = errno;
	if (write(ch->report, &err, sizeof(err)) < 0)
		_exit(125);
	_exit(pmc_command_status(-err));
}

static int write_go(int fd)
{
	ssize_t n;

	do {
		n = write(fd, "g", 1);
	} while (n < 0 && errno == EINTR);
	return n == 1 ? 0 : -errno;
}

/* errno of the exec; 0 when the pipe closes because it went well. */
static int read_report(int fd)
{
	int err = 0;
	ssize_t n;

	do {
		n = read(fd, &err, sizeof(err));
	} while (n < 0 && errno == EINTR);
	return n == sizeof(err) ? -err : 0;
}

/* The process exists and waits: whatever counts it takes its place. */
static int prepare(struct pmc_command *c, struct pmc_diag *diag)
{
	struct pmc_set *set;
	int err = 0, s;

	for (set = c->sets; set && !err; set = set->next_of_command)
		for (s = 0; s < SOURCES && !err; s++)
			if (set->state[s] && set_source(s)->command)
				err = set_source(s)->command(set, c, diag);
	return err;
}

static int exec_failed(const struct pmc_command *c, int err, bool engine, struct pmc_diag *diag)
{
	if (engine)
		return diag_say(diag, err, "the translator pmc-emu cannot be executed: %s",
				strerror(-err));
	return diag_say(diag, err, "cannot execute '%s': %s", c->path, strerror(-err));
}

static int start(struct pmc_command *c, struct pmc_diag *diag)
{
	struct child ch = { .command = c, .go = -1, .report = -1 };
	int go[2] = { -1, -1 }, report[2] = { -1, -1 };
	sigset_t all, old;
	struct pmc_set *set;
	pid_t pid;
	int err = 0;

	for (set = c->sets; set && !err && !ch.launch.argv; set = set->next_of_command)
		if (set_uses(set, SOURCE_EMULATED))
			err = emulated_launch(set, c, &ch.launch, diag);
	if (err)
		return err;
	if (pipe2(go, O_CLOEXEC) || pipe2(report, O_CLOEXEC)) {
		err = diag_say(diag, -errno, "cannot make a pipe: %s", strerror(errno));
		goto close_pipes;
	}
	ch.go = go[0];
	ch.report = report[1];

	/* No handler of the caller's may run in the child. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pid = fork();
	if (!pid)
		child_run(&ch);
	err = errno;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (pid < 0) {
		err = diag_say(diag, -err, "cannot start a process: %s", strerror(err));
		goto close_pipes;
	}
	close(report[1]);
	report[1] = -1;

	c->pid = pid;
	err = prepare(c, diag);
	c->start_ns = clock_now();
	if (!err) {
		err = write_go(go[1]);
		if (!err)
			err = read_report(report[0]);
		if (err)
			exec_failed(c, err, ch.launch.argv, diag);
	}
	if (err) {
		kill(pid, SIGKILL);
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
		c->pid = 0;
		goto close_pipes;
	}
	c->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	c->started = true;
close_pipes:
	for (int i = 0; i < 2; i++) {
		if (go[i] >= 0)
			close(go[i]);
		if (report[i] >= 0)
			close(report[i]);
	}
	launch_free(&ch.launch);
	return err;
}

int pmc_command_start(struct pmc_command *c, struct pmc_diag *diag)
{
	int err;

	pthread_mutex_lock(&c->pmc->lock);
	if (c->started)
		err = diag_say(diag, -EALREADY, "the command was started already");
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

void command_look(struct pmc_command *c)
{
	siginfo_t info = { 0 };
	struct rusage ru;
	int status;
	pid_t got;

	if (!c->started || c->ended)
		return;
	/* A zombie still has its own numbers in /proc; wait4 tells them with its children's. */
	if (!waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid)
		proc_process(c->pid, &c->own);
	do {
		got = wait4(c->pid, &status, WNOHANG, &ru);
	} while (got < 0 && errno == EINTR);
	if (!got)
		return;
	c->end_ns = clock_now();
	c->ended = true;
	/* With SIGCHLD ignored nothing is left of a process. */
	c->lost = got < 0 ? -errno : 0;
	if (got > 0) {
		c->status = status;
		c->rusage = ru;
	}
}

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
		command_look(c);
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
	/* Not reaped yet: the number is still its own. */
	if (c->started && !c->ended)
		err = kill(c->pid, sig) ? -errno : 0;
	pthread_mutex_unlock(&c->pmc->lock);
	return err;
}

static u64 timeval_ns(struct timeval tv)
{
	return (u64)tv.tv_sec * 1000000000u + (u64)tv.tv_usec * 1000u;
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
