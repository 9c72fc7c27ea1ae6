/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Storms of processes: N children by fork, vfork and posix_spawn, at most 30 at a time, each with a
 * status of its own; grandchildren; exec of this program again and again; signals from dying
 * children counted through SIGCHLD; forks from several threads at once.
 *
 *	stress_forks N
 * cflags: -O2
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile sig_atomic_t chld;
static char self[4096];

static void on_chld(int sig)
{
	chld++;
}

static int spin(int n)
{
	volatile int x = 0;

	for (int i = 0; i < n; i++)
		x += i;
	return x;
}

static pid_t start(int i)
{
	char number[16];
	char *args[] = { self, (char *)"exit", number, NULL };
	pid_t pid;

	snprintf(number, sizeof(number), "%d", i % 100);
	switch (i % 4) {
	case 0:
		pid = fork();
		if (!pid) {
			spin(i * 10);
			_exit(i % 100);
		}
		return pid;
	case 1:
		pid = vfork();
		if (!pid) {
			execve(self, args, environ);
			_exit(127);
		}
		return pid;
	case 2:
		if (posix_spawn(&pid, self, NULL, NULL, args, environ))
			return -1;
		return pid;
	default:
		pid = fork();
		if (!pid) {
			/* A grandchild gives the status. */
			int status;
			pid_t p = fork();

			if (!p)
				execve(self, args, environ);
			if (p < 0 || waitpid(p, &status, 0) != p)
				_exit(126);
			_exit(WEXITSTATUS(status));
		}
		return pid;
	}
}

static void *forker(void *arg)
{
	uintptr_t bad = 0;

	for (int i = 0; i < 20; i++) {
		pid_t pid = fork();
		int status;

		if (!pid) {
			/* Use only async-signal-safe functions in here. */
			_exit(i + 10);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || WEXITSTATUS(status) != i + 10)
			bad++;
	}
	return (void *)bad;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000, running = 0, bad = 0, status;
	struct sigaction sa = { .sa_handler = on_chld, .sa_flags = SA_RESTART };
	static struct {
		pid_t pid;
		int i;
	} child[30];
	uintptr_t failed = 0;
	pthread_t t[4];
	void *r;

	if (argc == 3 && !strcmp(argv[1], "exit"))
		return atoi(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "again")) {
		/* Executes itself until the number is 0. */
		char number[16];
		char *args[] = { argv[0], argv[1], number, NULL };

		n = atoi(argv[2]);
		if (!n)
			return 44;
		snprintf(number, sizeof(number), "%d", n - 1);
		execve("/proc/self/exe", args, environ);
		return 127;
	}
	if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		return 1;
	sigaction(SIGCHLD, &sa, NULL);
	for (int i = 0; i < n || running;) {
		pid_t pid;

		if (i < n && running < 30) {
			int k = 0;

			while (child[k].pid)
				k++;
			child[k].i = i;
			child[k].pid = start(i);
			if (child[k].pid < 0) {
				perror("start");
				return 1;
			}
			i++;
			running++;
			continue;
		}
		pid = waitpid(-1, &status, 0);
		if (pid < 0) {
			perror("waitpid");
			return 1;
		}
		for (int k = 0; k < 30; k++)
			if (child[k].pid == pid) {
				if (!WIFEXITED(status) || WEXITSTATUS(status) != child[k].i % 100)
					bad++;
				child[k].pid = 0;
				running--;
			}
	}
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, forker, NULL);
	for (int i = 0; i < 4; i++) {
		pthread_join(t[i], &r);
		failed += (uintptr_t)r;
	}
	{
		char count[16];
		char *args[] = { self, (char *)"again", count, NULL };
		pid_t pid;

		snprintf(count, sizeof(count), "%d", n / 10);
		if (posix_spawn(&pid, self, NULL, NULL, args, environ) ||
		    waitpid(pid, &status, 0) != pid || WEXITSTATUS(status) != 44)
			bad++;
	}
	printf("children %d bad %d in threads %lu signals %d\n", n, bad, (unsigned long)failed,
	       chld > 0);
	return bad || failed || !chld;
}
