/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls functions that stand in files, and prints what each returns. Each file is mapped privately
 * at the same address, one after another.
 *
 *	mapped_code call FILE...	calls each
 *	mapped_code rewrite FILE...	calls each, makes it return 100 more, and calls it again
 *	mapped_code fork FILE...	calls each, then again in a child, and in a child of that
 *	mapped_code known FILE...	calls each until there is an entry for that, and before what
 *					the engine has to look up by the same bits of its address
 *	mapped_code thread FILE...	calls each in several threads at once, and ends in one
 *	mapped_code trap FILE...	calls each; prints where one faults, as an offset
 *					in its file
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE	4096
#define THREADS 4
#define ALIKE	0x10000 /* so far away, an address has the same low bits */
#define PLACES	32
#define RET	0xc3

typedef int function(void);

static unsigned char *place;

/* One place from which everything is called, so that nobody can guess where it leads. */
static __attribute__((noinline)) int call_at(unsigned char *at)
{
	function *f;

	memcpy(&f, &at, sizeof(f));
	return f();
}

static int call(void)
{
	return call_at(place);
}

/* In anonymous memory. When they come to the engine the second time, it puts all that it knows in a
 * page of its table of indirect jumps. */
static void call_alike(void)
{
	unsigned char *at = place + ALIKE;

	if (mprotect(at, SIZE, PROT_READ | PROT_WRITE))
		err(1, "mprotect");
	memset(at, RET, SIZE);
	if (mprotect(at, SIZE, PROT_READ | PROT_EXEC))
		err(1, "mprotect");
	for (int i = 0; i < 2 * PLACES; i++)
		call_at(at + 16 * (i % PLACES));
}

static void map(const char *file)
{
	int fd = open(file, O_RDONLY);

	if (fd < 0 ||
	    mmap(place, SIZE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, 0) != place)
		err(1, "%s", file);
	close(fd);
}

/* MOV EAX's constant is the second byte on. */
static void rewrite(void)
{
	if (mprotect(place, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC))
		err(1, "mprotect");
	place[1] = (unsigned char)(place[1] + 100);
	printf("%d\n", call());
}

static void call_in_child(int depth)
{
	pid_t child;

	fflush(stdout);
	child = depth ? fork() : -1;
	if (!child) {
		printf("%d in a child\n", call());
		call_in_child(depth - 1);
		exit(0);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
}

static void *run(void *number)
{
	int sum = 0;

	for (int i = 0; i < 10000; i++)
		sum += call();
	if (number)
		return NULL;
	printf("%d\n", sum);
	exit(0);
}

static void call_in_threads(void)
{
	pthread_t thread[THREADS];

	for (int i = 1; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, run, thread))
			errx(1, "no thread");
	run(NULL);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	(void)context;
	printf("signal %d at %ld\n", sig, (long)((unsigned char *)info->si_addr - place));
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };

	if (argc < 3)
		return 2;
	place = mmap(NULL, ALIKE + SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (place == MAP_FAILED)
		err(1, "mmap");
	if (!strcmp(argv[1], "trap")) {
		sigaction(SIGILL, &action, NULL);
		sigaction(SIGSEGV, &action, NULL);
	}
	for (int i = 2; i < argc; i++) {
		map(argv[i]);
		if (!strcmp(argv[1], "known"))
			call_alike();
		printf("%d\n", call());
		for (int k = 0; k < PLACES && !strcmp(argv[1], "known"); k++)
			call_at(k % 2 ? place : place + ALIKE + 16 * k);
		if (!strcmp(argv[1], "rewrite"))
			rewrite();
		if (!strcmp(argv[1], "fork"))
			call_in_child(2);
		if (!strcmp(argv[1], "thread"))
			call_in_threads();
	}
	return 0;
}
