/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads with a real-time priority hold CPU 1 and never give way, so what waits for a thread of
 * lower priority there waits for ever. Others take the PMU, map a page and unmap it meanwhile.
 */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

enum { LONGEST = 300 }; /* what a hog works, in millions of turns, unless it is told to end */

/* Shared by all processes. */
static volatile struct {
	int ready, unmapping, end, ended;
} * state;

static void write_file(const char *path, const char *what)
{
	FILE *f = fopen(path, "w");

	if (f) {
		fputs(what, f);
		fclose(f);
	}
}

/* Linux leaves the others some time, unless it is told not to. */
static void no_time_for_others(void)
{
	write_file("/proc/sys/kernel/sched_rt_runtime_us", "-1");
	write_file("/sys/kernel/debug/sched/fair_server/cpu1/runtime", "0");
}

static void time_for_others(void)
{
	write_file("/proc/sys/kernel/sched_rt_runtime_us", "950000");
	write_file("/sys/kernel/debug/sched/fair_server/cpu1/runtime", "50000000");
}

static void *hold_cpu(void *unused)
{
	struct sched_param param = { .sched_priority = 10 };

	stay_on(1);
	must(!sched_setscheduler(0, SCHED_FIFO, &param), "a real-time priority");
	state->ready = 1;
	for (int i = 0; i < LONGEST && !state->end; i++)
		spin(1000000);
	state->ended = 1;
	return unused;
}

/* The child of a process that read perf's counters by itself has been on CPU 1. */
static pid_t child_of_reader(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW, .size = sizeof(attr), .config = 0xc0, .exclude_kernel = 1
	};
	int perf = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	void *page = perf < 0 ? MAP_FAILED : mmap(NULL, 4096, PROT_READ, MAP_SHARED, perf, 0);
	pid_t pid = fork();

	if (!pid) {
		close(perf);
		stay_on(1);
		stay_on(0);
		state->ready = 1;
		pause();
		_exit(0);
	}
	while (!state->ready)
		usleep(1000);
	state->ready = 0;
	if (page != MAP_FAILED)
		munmap(page, 4096);
	close(perf);
	return pid;
}

static pid_t begin(void (*work)(void))
{
	pid_t pid;

	state->ready = state->unmapping = state->end = state->ended = 0;
	pid = fork();
	if (!pid) {
		work();
		_exit(0);
	}
	while (!state->ready)
		usleep(1000);
	return pid;
}

static void end(pid_t pid)
{
	state->end = 1;
	waitpid(pid, NULL, 0);
}

static void hold_alone(void)
{
	hold_cpu(NULL);
}

static void take_pmu(void)
{
	pid_t child = child_of_reader(), hog = begin(hold_alone);
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int fd = dev(), err = setup(fd, &e, 1, 0);

	if (!err)
		err = attach(fd, PMC_TARGET_SELF, 0);
	if (!err)
		err = call(fd, PMC_IOC_START, 0);
	result(!err && !state->ended, "the PMU is taken while a CPU is held: %s", strerror(-err));
	close(fd);
	end(hog);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static struct pmc_ioctl_page *map(int fd)
{
	return mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
}

/* A thread of the process itself holds the CPU. Only this process may wait for it. */
static void unmap_beside_own_hog(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p = map(fd);
	pthread_t thread;

	must(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC, "a page with RDPMC");
	must(!pthread_create(&thread, NULL, hold_cpu, NULL), "a thread");
	while (!state->ready)
		usleep(1000);
	state->unmapping = 1;
	munmap(p, 4096);
	pthread_join(thread, NULL);
	close(fd);
}

static void unmap(void)
{
	pid_t hog = begin(unmap_beside_own_hog);
	struct pmc_ioctl_page *p;
	int fd;

	while (!state->unmapping)
		usleep(1000);
	usleep(50000);
	fd = counting(0, PMC_TARGET_SELF, 0);
	p = map(fd);
	must(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC, "a page with RDPMC");
	munmap(p, 4096);
	close(fd);
	result(!state->ended, "a page is mapped and unmapped while another process waits");
	end(hog);
}

void mode_hog(long n)
{
	(void)n;
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2 || !(about.features & PMC_FEATURE_RDPMC)) {
		result(1, "one CPU, or no RDPMC");
		return;
	}
	state = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must(state != MAP_FAILED, "shared memory");
	stay_on(0);
	no_time_for_others();
	take_pmu();
	unmap();
	time_for_others();
}
