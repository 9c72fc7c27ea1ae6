/* SPDX-License-Identifier: BSD-2-Clause */
/* Processes and threads that inherit the set. */
#include <inttypes.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

static void *spin_thread(void *n)
{
	spin(*(uint64_t *)n);
	return NULL;
}

void mode_tree(long n)
{
	int fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0), i, status;
	struct pmc_ioctl_read r;
	struct pmc_ioctl_count c;
	uint64_t each = 100000, least;
	int more = 0;
	pthread_t t[16];

	call(fd, PMC_IOC_START, 0);
	for (i = 0; i < n; i++) {
		pid_t pid = fork();

		if (!pid) {
			/* A grandchild too. */
			if (i % 4 == 0 && !fork()) {
				spin(each);
				_exit(0);
			}
			spin(each);
			while (wait(&status) > 0)
				;
			_exit(0);
		}
	}
	for (i = 0; i < 16; i++)
		pthread_create(&t[i], NULL, spin_thread, &each);
	for (i = 0; i < 16; i++)
		pthread_join(t[i], NULL);
	while (wait(&status) > 0)
		;
	/* pthread_join() returns a little before the thread has ended. */
	do {
		usleep(1000);
		read_all(fd, &c, 1, &r);
	} while (r.contexts > 1 && ++more < 1000);
	least = (uint64_t)(n + (n + 3) / 4 + 16) * 3 * each;
	result(c.value >= least && c.value < least + least / 10,
	       "%" PRIu64 " of %ld processes and 16 threads, at least %" PRIu64, (uint64_t)c.value,
	       n + (n + 3) / 4, least);
	result(r.contexts == 1 && !r.lost, "only this one is left: %u, %u lost", r.contexts,
	       r.lost);
	close(fd);
}
