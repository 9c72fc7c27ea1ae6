// SPDX-License-Identifier: BSD-2-Clause
/*
 * Tasks that read their own counts around work of different length: each difference must be what
 * arithmetic says. A child of fork, threads one after another, and threads at once do it; it prints
 * what each saw.
 */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_SIGNALS 11
#define ROUNDS	  2500
#define MOST	  97
#define AT_ONCE	  3

static __attribute__((noinline)) void read_counts(unsigned long *to)
{
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(0x706d63L), "D"(1L), "S"(to)
			 : "rcx", "r11", "memory");
	if (ret)
		_exit(3);
}

/* n times 2 instructions, of which all but the last one takes its branch */
static __attribute__((noinline)) void work(long n)
{
	__asm__ volatile("1: dec %0; jnz 1b" : "+r"(n));
}

static void *measure(void *who)
{
	unsigned long before[N_SIGNALS], after[N_SIGNALS], fixed = 0;
	int wrong = 0;

	for (int i = 0; i < ROUNDS; i++) {
		long n = 1 + i % MOST;

		read_counts(before);
		work(n);
		read_counts(after);
		if (!i)
			fixed = after[0] - before[0] - 2;
		/* instructions, branches that are taken: those of the call and its return are
		 * others; system calls */
		wrong += after[0] - before[0] != fixed + 2 * (unsigned long)n ||
			 after[3] - before[3] != (unsigned long)n - 1 ||
			 after[10] - before[10] != 1;
	}
	printf("%s: %d of %d wrong\n", (const char *)who, wrong, ROUNDS);
	fflush(stdout);
	return NULL;
}

static void in_threads(const char *who, int n)
{
	pthread_t thread[AT_ONCE];

	for (int i = 0; i < n; i++)
		pthread_create(&thread[i], NULL, measure, (void *)who);
	for (int i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
}

int main(void)
{
	measure("at first");
	if (!fork()) {
		measure("child");
		in_threads("thread of the child", 1);
		measure("child again");
		_exit(0);
	}
	wait(NULL);
	for (int i = 0; i < 2; i++)
		in_threads("thread", 1);
	in_threads("thread beside others", AT_ONCE);
	measure("at the end");
	return 0;
}
