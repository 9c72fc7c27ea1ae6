/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads, each counted by itself, and their process. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/guest/prog/agree/known.h"
#include "tests/guest/prog/agree/modes.h"
#include "tests/guest/prog/agree/set.h"
#include "tests/guest/prog/dev/result.h"

enum { THREADS = 32 };
static int gate[2];
static int tid[THREADS];

static void *thread(void *arg)
{
	long i = (long)arg;
	char byte;

	__atomic_store_n(&tid[i], (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
	raw(SYS_read, gate[0], (long)&byte, 1, 0);
	spin(100000 + (unsigned long)i * 1013);
	return NULL;
}

/*
 * Waits until the thread sleeps in its read(2): then nothing of it is counted before all are ready.
 */
static void wait_asleep(int id)
{
	char path[64], line[256];
	FILE *f;
	int asleep = 0;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", id);
	while (!asleep) {
		f = fopen(path, "r");
		asleep = f && fgets(line, sizeof(line), f) && atoi(line) == SYS_read &&
			 strncmp(line, "running", 7);
		if (f)
			fclose(f);
		if (!asleep)
			usleep(1000);
	}
}

/* Returns the process's count minus the sum of its threads'. */
static int64_t difference(long n, uint64_t *all)
{
	int process = open_set(0, 1, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0), set[THREADS], own;
	pthread_t t[THREADS];
	uint64_t v, sum = 0;
	long i;

	for (i = 0; i < n; i++) {
		tid[i] = 0;
		pthread_create(&t[i], NULL, thread, (void *)i);
	}
	for (i = 0; i < n; i++) {
		while (!__atomic_load_n(&tid[i], __ATOMIC_ACQUIRE))
			usleep(1000);
		wait_asleep(tid[i]);
		set[i] = open_set(0, 1, 0, PMC_TARGET_THREAD, tid[i]);
		ioctl(set[i], PMC_IOC_START, 0);
	}
	own = open_set(0, 1, 0, PMC_TARGET_SELF, 0);
	raw(SYS_ioctl, own, PMC_IOC_START, 0, 0);
	raw(SYS_ioctl, process, PMC_IOC_START, 0, 0);
	for (i = 0; i < n; i++)
		if (write(gate[1], "g", 1) != 1)
			exit(1);
	for (i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	raw(SYS_ioctl, process, PMC_IOC_STOP, 0, 0);
	raw(SYS_ioctl, own, PMC_IOC_STOP, 0, 0);
	for (i = 0; i < n; i++) {
		read_set(set[i], 1, &v);
		sum += v;
		close(set[i]);
	}
	read_set(own, 1, &v);
	sum += v;
	read_set(process, 1, all);
	close(own);
	close(process);
	return (int64_t)(*all - sum);
}

void mode_threads(long n)
{
	int64_t alone, with;
	uint64_t all;
	int i;

	if (pipe(gate) || n > THREADS)
		exit(1);
	difference(0, &all);
	alone = difference(0, &all);
	for (i = 0; i < 3; i++) {
		with = difference(n, &all);
		result(with == alone && all > (uint64_t)n * 300000,
		       "%" PRIu64 " of a process are the sum of its %ld threads, "
		       "and %" PRId64 " (without threads %" PRId64 ")",
		       all, n, with, alone);
	}
}
