/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes code while it runs, as a JIT does, and names it in /tmp/perf-PID.map: it takes 200 page
 * faults. Another name stands there, too, of code that never runs. Prints the path. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096

int main(void)
{
	/* movb $1,(%rdi); add $4096,%rdi; dec %esi; jne to the beginning; ret */
	static const unsigned char code[] = { 0xc6, 0x07, 0x01, 0x48, 0x81, 0xc7, 0x00, 0x10,
					      0x00, 0x00, 0xff, 0xce, 0x75, 0xf2, 0xc3 };
	void (*made)(char *, int);
	char path[64];
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *all = mmap(NULL, 200 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			 0);
	FILE *map;

	if (page == MAP_FAILED || all == MAP_FAILED || madvise(all, 200 * PAGE, MADV_NOHUGEPAGE))
		return 1;
	memcpy(page, code, sizeof(code));
	mprotect(page, PAGE, PROT_READ | PROT_EXEC);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	map = fopen(path, "w");
	if (!map)
		return 1;
	fprintf(map, "%lx %zx made_at_run_time\n%lx 10 never_run\n", (unsigned long)page,
		sizeof(code), (unsigned long)page + 64);
	fclose(map);
	memcpy(&made, &page, sizeof(made));
	made(all, 200);
	puts(path);
	return 0;
}
