/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * again N PROGRAM ARG... executes the program so often, by fork and vfork in turn, and prints how
 * it ended. In no process does a count depend on process numbers, as it does in shells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[1]) : 0;

	for (int i = 0; i < n; i++) {
		pid_t child = i % 2 ? vfork() : fork();
		int status;

		if (!child) {
			execvp(argv[2], argv + 2);
			_exit(127);
		}
		if (child < 0 || waitpid(child, &status, 0) != child)
			return 1;
		printf("%#x\n", status);
		fflush(stdout);
	}
	return n ? 0 : 2;
}
