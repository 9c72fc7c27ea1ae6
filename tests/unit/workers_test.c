/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads of a call of the library: how many run, which signals they take, and that they end. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include "lib/base/workers.h"
#include "tests/tap.h"

struct seen {
	pthread_mutex_t lock;
	pthread_barrier_t *all; /* NULL: they do not wait for one another */
	pthread_t caller;
	unsigned calls, others, open;
};

static void look(void *arg)
{
	struct seen *seen = arg;
	sigset_t blocked;
	bool other = !pthread_equal(pthread_self(), seen->caller);

	if (seen->all)
		pthread_barrier_wait(seen->all);
	pthread_sigmask(SIG_BLOCK, NULL, &blocked);
	pthread_mutex_lock(&seen->lock);
	seen->calls++;
	seen->others += other;
	seen->open += other && (!sigismember(&blocked, SIGTERM) || !sigismember(&blocked, SIGPROF));
	pthread_mutex_unlock(&seen->lock);
}

static void test_run(unsigned n)
{
	pthread_barrier_t all;
	struct seen seen = { .lock = PTHREAD_MUTEX_INITIALIZER, .caller = pthread_self() };
	sigset_t before, after;
	bool same = true;
	int sig;

	/* It only opens when all are there. */
	pthread_barrier_init(&all, NULL, n);
	seen.all = &all;
	pthread_sigmask(SIG_BLOCK, NULL, &before);
	workers_run(n, look, &seen);
	pthread_sigmask(SIG_BLOCK, NULL, &after);
	pthread_barrier_destroy(&all);
	is_int(seen.calls, n, "%u threads work at the same time", n);
	is_int(seen.others, n - 1, "one of them is the caller");
	is_int(seen.open, 0, "the others take no signals");
	for (sig = 1; sig < NSIG; sig++)
		same &= sigismember(&before, sig) == sigismember(&after, sig);
	ok(same, "the caller takes those that it took");
}

static void test_count(void)
{
	cpu_set_t all, one;
	unsigned n = workers_count(), k;

	ok(n >= 1 && n <= WORKERS_MOST, "there is at least one, and there are not too many");
	sched_getaffinity(0, sizeof(all), &all);
	CPU_ZERO(&one);
	for (k = 0; !CPU_ISSET(k, &all); k++)
		;
	CPU_SET(k, &one);
	sched_setaffinity(0, sizeof(one), &one);
	is_int(workers_count(), 1, "one on one CPU");
	sched_setaffinity(0, sizeof(all), &all);
	is_int(workers_count(), n, "as many as before on all");
}

int main(void)
{
	test_run(1);
	test_run(2);
	test_run(WORKERS_MOST);
	test_count();
	return done();
}
