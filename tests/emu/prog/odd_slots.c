// SPDX-License-Identifier: BSD-2-Clause
/*
 * A table of addresses that may only be read, as a linker leaves it; or "written", one that may be
 * written to and is full of such addresses. One thread calls by way of it all the time, and another
 * one changes the table on the same CPU, mostly while that thread is on its way to a call. Before
 * there are two threads, the calls have become hot code.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE	4096
#define WARM	100000
#define ROUNDS	2
#define CHANGES 50

typedef int step(void);

static int even(void)
{
	return 0;
}

static int odd(void)
{
	return 1;
}

static step *const both[] = { even, odd };

/* In a page of the file, so that it is the kind of page that a linker makes read-only. */
static step *table[PAGE / sizeof(step *)]
	__attribute__((aligned(PAGE))) = { [0 ... PAGE / sizeof(step *) - 1] = even };
static bool written;

static volatile int begun, done; /* changes */

static void lead(step *to)
{
	if (!written && mprotect(table, sizeof(table), PROT_READ | PROT_WRITE))
		exit(1);
	__atomic_store_n(table, to, __ATOMIC_RELAXED);
	if (!written && mprotect(table, sizeof(table), PROT_READ))
		exit(1);
}

/* A slow way to a call. The address of the slot is relative to the code. False: the call went where
 * the table does not lead any more. */
static bool way(void)
{
	int before, to;

	asm volatile(".rept 16\n\tdivl %0\n\t.endr" : : "r"(3), "a"(1), "d"(0) : "cc", "memory");
	before = done;
	to = table[0]();
	return begun != before || to == before % 2;
}

/* N times. How many went wrong? */
static __attribute__((noinline)) long ways(long n)
{
	long wrong = 0;

	while (n--)
		wrong += !way();
	return wrong;
}

static void *nothing(void *unused)
{
	return unused;
}

static void *change(void *unused)
{
	for (int i = 1; i <= CHANGES; i++) {
		usleep(2000);
		begun = i;
		lead(both[i % 2]);
		done = i;
	}
	return unused;
}

int main(int argc, char **argv)
{
	long wrong = 0;
	pthread_t other;
	cpu_set_t one;

	written = argc > 1 && !strcmp(argv[1], "written");
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		return 1;
	lead(even);
	for (int i = 0; i < ROUNDS; i++) {
		wrong += ways(WARM);
		/* So much new code that the engine looks what is hot. */
		if (pthread_create(&other, NULL, nothing, NULL))
			return 1;
		pthread_join(other, NULL);
	}
	wrong += ways(WARM);
	if (pthread_create(&other, NULL, change, NULL))
		return 1;
	while (done < CHANGES)
		wrong += ways(WARM / 100);
	pthread_join(other, NULL);
	printf("wrong: %ld\n", wrong);
	return 0;
}
