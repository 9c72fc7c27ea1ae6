/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that inherit a set end while it is read. A reading takes contexts a few at a time, and
 * those that end in between hand their counts to the set. Each count must be taken once: readings
 * never become less, and in the end the sum is known.
 */
#include <inttypes.h>
#include <pthread.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

enum { MOST = 1000, TURNS = 20000, SLACK = 2000 /* instructions to begin a thread and end it */ };

static pthread_barrier_t all_there;

/* Each ends at another time. */
static void *work(void *i)
{
	long n = (long)i;

	pthread_barrier_wait(&all_there);
	spin((uint64_t)TURNS + (uint64_t)n * 7);
	return NULL;
}

static void one_round(int fd, long n)
{
	static pthread_t thread[MOST];
	uint64_t before, now, least = 0, fell = 0, begin;
	struct pmc_ioctl_count c;
	struct pmc_ioctl_read r;
	long i, readings = 0;

	must(!pthread_barrier_init(&all_there, NULL, (unsigned)n + 1), "a barrier");
	for (i = 0; i < n; i++) {
		must(!pthread_create(&thread[i], NULL, work, (void *)i), "a thread");
		least += 3 * ((uint64_t)TURNS + (uint64_t)i * 7);
	}
	begin = before = value(fd);
	pthread_barrier_wait(&all_there);
	do {
		must(!read_all(fd, &c, 1, &r), "reading");
		now = c.value;
		fell += now < before;
		before = now;
		readings++;
	} while (r.contexts > 1 && readings < 1000000);
	for (i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&all_there);
	/* What this thread itself has done is in the sum, too: some hundred for each reading. */
	now -= begin;
	result(!fell && now >= least &&
		       now <= least + (uint64_t)n * SLACK + (uint64_t)readings * 500,
	       "%ld threads end in %ld readings, %" PRIu64 " of which went back: %" PRIu64
	       " of at least %" PRIu64,
	       n, readings, fell, now, least);
}

void mode_ending(long n)
{
	int fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0), i;

	must(fd >= 0 && n <= MOST, "a set");
	call(fd, PMC_IOC_START, 0);
	for (i = 0; i < 5; i++)
		one_round(fd, n);
	close(fd);
}
