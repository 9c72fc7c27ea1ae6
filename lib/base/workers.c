/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts threads, and waits for their ends. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include "lib/base/workers.h"

struct call {
	void (*work)(void *arg);
	void *arg;
};

unsigned workers_count(void)
{
	cpu_set_t cpus;
	int n;

	/* It fails where there are more CPUs than fit. */
	if (sched_getaffinity(0, sizeof(cpus), &cpus))
		return WORKERS_MOST;
	n = CPU_COUNT(&cpus);
	return n < WORKERS_MOST ? n : WORKERS_MOST;
}

static void *start(void *arg)
{
	const struct call *call = arg;

	call->work(call->arg);
	return NULL;
}

void workers_run(unsigned n, void (*work)(void *arg), void *arg)
{
	struct call call = { work, arg };
	pthread_t threads[WORKERS_MOST - 1];
	sigset_t all, before;
	unsigned started = 0;
	int cancel;

	if (n > WORKERS_MOST)
		n = WORKERS_MOST;
	/* They use what is on this thread's stack. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (started + 1 < n && !pthread_create(&threads[started], NULL, start, &call))
		started++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	work(arg);
	while (started)
		pthread_join(threads[--started], NULL);
	pthread_setcancelstate(cancel, &cancel);
}
