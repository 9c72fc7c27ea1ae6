/* SPDX-License-Identifier: BSD-2-Clause */
/* Where counts are written: memory that has no page yet, or must not be written. */
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/places.h"

static void *reset_on(void *fd)
{
	for (int i = 0; i < 20000; i++)
		call(*(int *)fd, PMC_IOC_RESET, 0);
	return NULL;
}

void places(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0), bad = 0;
	struct pmc_ioctl_count *fresh, last = { 0 };
	uint64_t before, after;
	pthread_t thread;

	call(fd, PMC_IOC_START, 0);
	before = value(fd);
	fresh = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	/* The count lies across the two pages. */
	fresh = (void *)((char *)fresh + 4096 - 8);
	is(read_all(fd, fresh, 1, NULL), 0, "counts go to pages that are not there yet");
	after = value(fd);
	result(fresh->value > before && fresh->value < after, "and are right");
	result(fresh->enabled && fresh->enabled == fresh->running, "with their times");
	mprotect((char *)fresh + 8, 4096, PROT_READ);
	is(read_all(fd, fresh, 1, NULL), -EFAULT, "a page that must not be written");
	munmap((char *)fresh + 8, 4096);
	is(read_all(fd, fresh, 1, NULL), -EFAULT, "a page that is gone");
	is(read_all(fd, &last, 2, NULL), -ERANGE, "room for another number");
	call(fd, PMC_IOC_STOP, 0);
	before = value(fd);
	result(before > after && value(fd) == before, "a stopped set stands still");
	call(fd, PMC_IOC_START, 0);
	/* Another thread resets the counts all the time: no reading mixes old and new halves. */
	if (pthread_create(&thread, NULL, reset_on, &fd))
		return;
	for (int i = 0; i < 20000; i++) {
		read_all(fd, &last, 1, NULL);
		bad += last.value > 1ull << 40 || last.enabled > 1ull << 50;
	}
	pthread_join(thread, NULL);
	result(!bad, "no odd count while another thread resets: %d", bad);
	close(fd);
}
