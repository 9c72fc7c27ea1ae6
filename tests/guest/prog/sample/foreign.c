/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * NMIs that no PMU caused come to a CPU where samples are taken: each must reach whoever waits for
 * it. Module tests/guest/foreign sends them, and counts what reached the end.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define FOLDER "/sys/module/foreign/parameters/"

static unsigned long get(const char *name)
{
	unsigned long n = 0;
	FILE *f = fopen(name, "r");

	must(f && fscanf(f, "%lu", &n) == 1, name);
	fclose(f);
	return n;
}

static void put(const char *name, unsigned long n)
{
	FILE *f = fopen(name, "w");

	must(f && fprintf(f, "%lu", n) > 0 && !fclose(f), name);
}

/* Is sampled until it is killed, and shows how many samples there were. */
static void sampled(int cpu, volatile uint64_t *samples)
{
	struct pmc_ioctl_event e = instructions(0, 20011);
	struct sampling s;

	stay_on(cpu);
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1);
	ioctl(s.fd, PMC_IOC_START, 0);
	for (;;) {
		loop(1000);
		*samples = total(&s);
	}
}

void mode_foreign(unsigned n)
{
	volatile uint64_t *samples = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
					  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int cpu = (int)sysconf(_SC_NPROCESSORS_ONLN) - 1;
	unsigned long sent, seen, before;
	uint64_t first;
	pid_t pid;

	must(samples != MAP_FAILED, "memory");
	/* What samples of the modes before this one left. */
	before = get(FOLDER "seen");
	result(before == get(FOLDER "sent"), "until now every NMI was somebody's: %lu", before);
	pid = fork();
	if (!pid)
		sampled(cpu, samples);
	stay_on(0);
	while (!*samples)
		usleep(1000);
	first = *samples;
	put(FOLDER "cpu", (unsigned)cpu);
	sent = get(FOLDER "sent");
	put(FOLDER "send", n);
	usleep(20000);
	first = *samples - first;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	sent = get(FOLDER "sent") - sent;
	seen = get(FOLDER "seen") - before;
	result(first > n / 4, "%" PRIu64 " samples meanwhile", first);
	/* Two NMIs that wait for the same moment are one. */
	result(sent == n && seen <= sent && seen + n / 50 >= sent,
	       "of %lu NMIs from elsewhere %lu reached the end", sent, seen);
}
