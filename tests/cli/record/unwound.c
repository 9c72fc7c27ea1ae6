/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes page faults at known places below known callers, without frame pointers: 300 in few(), 600
 * in many(), and 100 in a signal handler, of pages that nothing else touches. */
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096

static volatile char *page;

__attribute__((noipa)) static int touch(int n)
{
	for (int i = 0; i < n; i++, page += PAGE)
		*page = 1;
	return n;
}

__attribute__((noipa)) static int few(int n)
{
	char room[200];

	memset(room, n, sizeof(room));
	__asm__ volatile("" ::"r"(room) : "memory");
	return touch(n) + room[7];
}

__attribute__((noipa)) static int many(int n)
{
	return few(0) + touch(2 * n) + 1;
}

static int sum;

static void handler(int sig)
{
	sum += touch(100) + sig;
}

int main(void)
{
	void *all = mmap(NULL, 1000 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			 0);

	if (all == MAP_FAILED)
		return 1;
	madvise(all, 1000 * PAGE, MADV_NOHUGEPAGE);
	page = all;
	sum += few(300);
	sum += many(300);
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	return sum == 0;
}
