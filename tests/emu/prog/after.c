// SPDX-License-Identifier: BSD-2-Clause
/*
 * usage: after COMMAND...
 *
 * Runs the command, and begins a thread when it has ended: the thread counts where the command has
 * counted.
 */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void *loop(void *unused)
{
	for (volatile int i = 0; i < 10000; i++)
		;
	return unused;
}

int main(int argc, char **argv)
{
	pid_t child = argc > 1 ? fork() : -1;
	pthread_t thread;

	if (child < 0)
		return 1;
	if (!child) {
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	waitpid(child, NULL, 0);
	if (pthread_create(&thread, NULL, loop, NULL) || pthread_join(thread, NULL))
		return 1;
	puts("ended");
	return 0;
}
