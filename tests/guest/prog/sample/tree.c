/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads and children, on every CPU. */
#include <inttypes.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

static void *runs(void *n)
{
	loop((unsigned long)(uintptr_t)n);
	return NULL;
}

void mode_tree(unsigned n_)
{
	struct pmc_ioctl_event e = instructions(0, 10007);
	struct sampling s = begin(&e, 1, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0, 64);
	uint64_t count, n = 0, others = 0, wrong = 0, lost = 0, missed = 0, throttled = 0, last;
	pthread_t thread[8];

	(void)n_;
	ioctl(s.fd, PMC_IOC_START, 0);
	for (int i = 0; i < 8; i++)
		pthread_create(&thread[i], NULL, runs, (void *)50000);
	for (int i = 0; i < 8; i++)
		if (!fork()) {
			loop(50000);
			_exit(0);
		}
	for (int i = 0; i < 8; i++)
		pthread_join(thread[i], NULL);
	while (wait(NULL) > 0)
		;
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	/* Each of the 17 threads has a remainder of its own. */
	result(total(&s) <= count / 10007 && total(&s) + 17 >= count / 10007,
	       "17 threads: %" PRIu64 " samples of %" PRIu64 " periods", total(&s), count / 10007);
	for (uint32_t i = 0; i < s.rings; i++) {
		last = 0;
		lost += ring(&s, i)->lost;
		missed += ring(&s, i)->missed;
		throttled += ring(&s, i)->throttled;
		while (take(ring(&s, i), &record, sizeof(record))) {
			n++;
			others += record.head.tid != (uint32_t)getpid();
			wrong += record.head.cpu != i || record.head.time <= last;
			last = record.head.time;
		}
	}
	result(n == total(&s) && others > n * 9 / 10 && !wrong,
	       "%" PRIu64 " records, %" PRIu64 " of other threads, %" PRIu64
	       " not in order; %" PRIu64 " lost, %" PRIu64 " missed, %" PRIu64 " throttled",
	       n, others, wrong, lost, missed, throttled);
	end(&s);
}
