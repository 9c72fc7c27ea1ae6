/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends as its argument says: segv, abort, fpe, ill, trap, bus, exit. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "exit";

	printf("ends by %s\n", how);
	fflush(stdout);
	if (!strcmp(how, "segv"))
		*(volatile int *)8 = 1;
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "fpe")) {
		volatile int zero = 0;

		return 1 / zero;
	}
	if (!strcmp(how, "ill"))
		__asm__ volatile("ud2");
	if (!strcmp(how, "trap"))
		__asm__ volatile("int3");
	if (!strcmp(how, "bus")) {
		FILE *f = tmpfile();
		volatile char *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(f), 0);

		return p[100];
	}
	if (!strcmp(how, "overflow")) {
		volatile char deep[1 << 16];

		deep[0] = 1;
		main(argc, argv);
		deep[1] = 2;
	}
	return 21;
}
