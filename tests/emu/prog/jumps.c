/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parents and children of fork that have other code at the same addresses, and jump to it by the
 * same pointers at the same time, each in several threads. What a pointer leads to in one of them
 * must not be known to the other one. Prints how many calls returned what they should.
 *
 *	jumps ROUNDS
 * cflags: -O2
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS	  8
#define FUNCTIONS 200 /* on as many places of the table of jumps */
#define CALLS	  20

static unsigned char *code;
static int first; /* the number that the first function returns */

/* Makes functions that return first, first + 1 and so on. */
static void make(int number)
{
	first = number;
	for (int i = 0; i < FUNCTIONS; i++) {
		unsigned char *p = code + i * 64;
		int n = number + i;

		p[0] = 0xb8; /* mov eax, n */
		memcpy(p + 1, &n, 4);
		p[5] = 0xc3;
	}
}

/* Calls all functions in turn. Returns how many returned their numbers. */
static void *call(void *unused)
{
	uintptr_t right = 0;

	for (int k = 0; k < CALLS; k++)
		for (int i = 0; i < FUNCTIONS; i++) {
			int (*volatile f)(void) = (int (*)(void))(code + i * 64);

			right += f() == first + i;
		}
	return (void *)right;
}

static long call_in_threads(void)
{
	pthread_t threads[THREADS];
	long right = 0;
	void *r;

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, call, NULL))
			exit(1);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &r);
		right += (long)(uintptr_t)r;
	}
	return right;
}

/* Forks in a thread that is not the first one; both sides make new code and call it. */
static void *fork_and_call(void *round)
{
	int number = (int)(uintptr_t)round * 1000, status;
	long right = 0;
	pid_t pid = fork();

	if (pid < 0)
		exit(1);
	make(number + (pid ? 500000 : 0));
	right += (long)(uintptr_t)call(NULL) + call_in_threads();
	if (!pid)
		_exit(right != (THREADS + 1) * CALLS * FUNCTIONS);
	if (waitpid(pid, &status, 0) != pid || status)
		right = 0;
	return (void *)right;
}

int main(int argc, char **argv)
{
	int rounds = argc == 2 ? atoi(argv[1]) : 0;
	long right = 0;
	void *r;

	code = mmap(NULL, FUNCTIONS * 64, PROT_READ | PROT_WRITE | PROT_EXEC,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (code == MAP_FAILED)
		return 1;
	make(7);
	right += call_in_threads();
	for (int i = 1; i <= rounds; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, fork_and_call, (void *)(uintptr_t)i))
			return 1;
		pthread_join(thread, &r);
		right += (long)(uintptr_t)r;
	}
	printf("%ld\n", right);
	return 0;
}
