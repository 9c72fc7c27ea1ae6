/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many nanoseconds does it take to touch a page that the kernel has filled before? Thousands,
 * where a hypervisor keeps the processor's page tables. Exit status 77: the kernel fills none.
 */
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

#define PAGES 64
#define FILL  23 /* MADV_POPULATE_WRITE */
#define SIZE  4096

int main(void)
{
	volatile char *pages = mmap(NULL, PAGES * SIZE, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct timespec a, b;

	madvise((void *)pages, PAGES * SIZE, MADV_NOHUGEPAGE);
	if (madvise((void *)pages, PAGES * SIZE, FILL))
		return 77;
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (int i = 0; i < PAGES; i++)
		pages[i * SIZE];
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%ld\n", ((b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec) / PAGES);
	return 0;
}
