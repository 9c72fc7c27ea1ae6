/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many registers are written when a counted thread leaves a CPU and comes back, while some
 * process that sleeps has a page with RDPMC, whether it has one thread or several: none. The
 * kernel's tracepoint msr:write_msr counts.
 */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

/* Counts what CPU 0 writes to its registers; -1: the kernel cannot tell. */
static int count_writes(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr) };
	FILE *f = fopen("/sys/kernel/tracing/events/msr/write_msr/id", "r");
	unsigned long id;

	if (!f || fscanf(f, "%lu", &id) != 1)
		return -1;
	fclose(f);
	attr.config = id;
	return (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
}

static void *sleeper(void *unused)
{
	for (;;)
		pause();
	return unused;
}

/* Another user's process maps a page and sleeps, with a second thread or without one. */
static pid_t with_page(int threads)
{
	struct pmc_ioctl_page *p;
	pthread_t thread;
	int ready[2];
	char byte;
	pid_t pid;

	must(!pipe(ready), "a pipe");
	pid = fork();
	if (pid) {
		must(read(ready[0], &byte, 1) == 1 && byte == 'y', "somebody's page");
		return pid;
	}
	become(1000);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, counting(0, PMC_TARGET_SELF, 0), 0);
	byte = p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC ? 'y' : 'n';
	if (threads > 1)
		must(!pthread_create(&thread, NULL, sleeper, NULL), "a thread");
	if (write(ready[1], &byte, 1) == 1)
		pause();
	_exit(0);
}

static void nothing(void)
{
}

/* The registers that are written while this process and the other one come to the CPU by turns. */
static uint64_t writes_in(int writes, struct other *o, long n)
{
	uint64_t before = 0, after = 0;

	must(other_run(o), "another process");
	must(read(writes, &before, sizeof(before)) == sizeof(before), "reading perf");
	for (long i = 0; i < n; i++)
		other_run(o);
	must(read(writes, &after, sizeof(after)) == sizeof(after), "reading perf");
	return after - before;
}

static void beside_page(int writes, int threads, long n)
{
	struct pmc_ioctl_event e[2] = { event_of(USER_INSTRUCTIONS), event_of(USER_INSTRUCTIONS) };
	uint64_t linux_own, with_set;
	pid_t page = with_page(threads);
	struct other other;
	int fd = dev();

	/*
	 * The module may be strict until it watches switches. Until a grace period after a page was
	 * mapped or unmapped it may also take this process for the other one, by the hash of its
	 * memory's address.
	 */
	usleep(500000);
	other_start(&other, 0, nothing);
	linux_own = writes_in(writes, &other, n);
	must(!setup(fd, e, 2, 0) && !attach(fd, PMC_TARGET_SELF, 0), "a set");
	call(fd, PMC_IOC_START, 0);
	with_set = writes_in(writes, &other, n);
	result(with_set < linux_own + (uint64_t)n / 2,
	       "%ld switches there and back write %lu registers beside a page of %d threads, "
	       "and %lu uncounted",
	       n, (unsigned long)with_set, threads, (unsigned long)linux_own);
	other_end(&other);
	kill(page, SIGKILL);
	waitpid(page, NULL, 0);
	close(fd);
}

void mode_writes(long n)
{
	int writes = count_writes();

	if (writes < 0 || !(about.features & PMC_FEATURE_RDPMC)) {
		result(1, "no RDPMC, or no tracepoint of written registers");
		return;
	}
	stay_on(0);
	beside_page(writes, 1, n);
	beside_page(writes, 2, n);
	close(writes);
}
