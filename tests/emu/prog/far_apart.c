/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls 4,096 functions that lie on 64 pages, by one pointer, again and again. Prints how many page
 * faults interrupt it from the second time on: natively none. (What getrusage(2) tells has also the
 * pages that the kernel fills in a call.) Exit status 77: the kernel does not tell.
 *
 * cflags: -O1 -Wl,-z,now
 */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define N     4096
#define TIMES 100

extern char functions[];
__asm__(".balign 4096\nfunctions:\n.rept 4096\nret\n.balign 64\n.endr\n");

int main(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.exclude_kernel = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	long before = 0, after = 0;

	for (int k = 0; k < TIMES; k++) {
		if (k == 1 && read(fd, &before, sizeof(before)) != sizeof(before))
			return 77;
		for (int i = 0; i < N; i++)
			((void (*)(void))(functions + (i * 64)))();
	}
	if (read(fd, &after, sizeof(after)) != sizeof(after))
		return 77;
	printf("%ld\n", after - before);
	return 0;
}
