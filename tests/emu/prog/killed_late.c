/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls 65,536 functions and ends with status 3, while another thread waits. A child sends SIGTERM
 * from then on when the ending thread blocks all signals, as it does only under pmc-emu while it
 * ends: the status stays 3.
 *
 * cflags: -O1 -pthread
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 65536

extern char functions[];
__asm__(".balign 4096\nfunctions:\n.rept 65536\nret\n.balign 16\n.endr\n");

static void *wait_for_ever(void *unused)
{
	for (;;)
		pause();
	return unused;
}

/* Does the process's first thread block SIGTERM? */
static int blocks(const char *status)
{
	unsigned long long mask = 0;
	FILE *f = fopen(status, "r");
	char line[256];

	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "SigBlk:", 7))
			mask = strtoull(line + 7, NULL, 16);
	if (f)
		fclose(f);
	return mask >> (SIGTERM - 1) & 1;
}

static void terminate(pid_t parent, int ready)
{
	char status[64], byte;

	snprintf(status, sizeof(status), "/proc/%d/status", (int)parent);
	blocks(status);
	if (read(ready, &byte, 1) != 1)
		_exit(1);
	while (getppid() == parent)
		if (blocks(status))
			kill(parent, SIGTERM);
	_exit(0);
}

int main(void)
{
	pid_t self = getpid();
	int ready[2];
	pthread_t t;

	if (pipe(ready) || fflush(NULL))
		return 1;
	if (!fork())
		terminate(self, ready[0]);
	if (pthread_create(&t, NULL, wait_for_ever, NULL))
		return 1;
	for (int i = 0; i < N; i++)
		((void (*)(void))(functions + (i * 16)))();
	if (write(ready[1], "", 1) != 1)
		return 1;
	_exit(3);
}
