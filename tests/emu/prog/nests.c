/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nests N [maps | waits] calls functions in all ways that matter for pairs of calls and returns
 * (emu/code/pair.h): deeper than a processor remembers, through pointers, from libc, in a handler,
 * in a child, and without a return. It does that N times and prints a sum. First of all it returns
 * to places that no call has entered in the table of landings, with all low bytes of addresses.
 * With "maps" it maps much code in between, which makes it a large program. With "waits" it prints
 * its process number and waits for a line first.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MUCH (9ul << 20)
#define DEEP 300

typedef unsigned long function(unsigned long);

static jmp_buf out;
static volatile unsigned long handled;
static volatile int leaves = 1;

/* Returns into a row of NOPs, whose addresses have all low bytes. */
unsigned long return_to(unsigned long n);
__asm__(".pushsection .text\n"
	"return_to: lea row(%rip), %rax; add %rdi, %rax; push %rax; ret\n"
	"row: .fill 256, 1, 0x90\n"
	"mov %rdi, %rax; ret\n"
	".popsection");

static __attribute__((noinline)) unsigned long down(unsigned long n)
{
	if (!n)
		return 1;
	return n % 3 ? down(n - 1) + n : 2 * down(n - 1);
}

static __attribute__((noinline)) unsigned long leave(unsigned long n)
{
	if (!n && leaves)
		longjmp(out, 1);
	return n ? leave(n - 1) + 1 : 0;
}

static __attribute__((noinline)) unsigned long odd(unsigned long n)
{
	return n * 2 + 1;
}

static function *const functions[] = { down, odd };

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void on_signal(int sig)
{
	handled += down((unsigned long)sig);
}

static unsigned long round_of(unsigned long i)
{
	char words[16][12];
	unsigned long sum = down(DEEP) + functions[i % 2](i % 50);

	for (unsigned k = 0; k < 16; k++)
		snprintf(words[k], sizeof(words[k]), "%u", (unsigned)(i * 7 + k * 5) % 100);
	qsort(words, 16, sizeof(words[0]), compare);
	if (!setjmp(out))
		leave(i % 20);
	raise(SIGUSR1);
	return sum + strtoul(words[8], NULL, 10);
}

static unsigned long in_child(unsigned long i)
{
	pid_t child = fork();
	int status;

	if (!child)
		_exit((int)(round_of(i) % 100));
	return child > 0 && waitpid(child, &status, 0) == child ? (unsigned)WEXITSTATUS(status) : 0;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, sum = 0;

	const char *how = argc > 2 ? argv[2] : "";

	for (unsigned long i = 0; i < 256; i++)
		sum += return_to(i);
	signal(SIGUSR1, on_signal);
	if (!strcmp(how, "waits")) {
		printf("%d\n", (int)getpid());
		fflush(stdout);
		getchar();
	}
	for (unsigned long i = 0; i < n; i++) {
		if (i == n / 2 && !strcmp(how, "maps") &&
		    mmap(NULL, MUCH, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
			    MAP_FAILED)
			return 1;
		if (i == n / 4)
			sum += in_child(i);
		sum += round_of(i);
	}
	printf("%lu\n", sum + handled);
	return 0;
}
