/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a user's calls about his own thread, which sleeps, cost other CPUs: interrupts by which CPUs
 * call functions on one another, and stops of the machine, on a CPU where another user's process
 * runs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Function-call interrupts of CPU 1. */
static long calls(void)
{
	FILE *f = fopen("/proc/interrupts", "r");
	char line[1024];
	long n = -1;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, " CAL: %*d %ld", &n) == 1)
			break;
	must(f && n >= 0, "/proc/interrupts");
	fclose(f);
	return n;
}

static int stopper; /* the thread of CPU 1 that runs when the machine is stopped */

static void find_stopper(void)
{
	char path[64], name[64];
	FILE *f;

	for (int pid = 2; pid < 200 && !stopper; pid++) {
		snprintf(path, sizeof(path), "/proc/%d/comm", pid);
		f = fopen(path, "r");
		if (f && fgets(name, sizeof(name), f) && !strcmp(name, "migration/1\n"))
			stopper = pid;
		if (f)
			fclose(f);
	}
	must(stopper, "migration/1");
}

static long stops(void)
{
	char path[64], line[256];
	long n = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", stopper);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "voluntary_ctxt_switches: %ld", &n) == 1)
			break;
	must(f && n >= 0, path);
	fclose(f);
	return n;
}

static volatile pid_t sleeper_tid;

static void *sleeper(void *unused)
{
	sleeper_tid = (pid_t)syscall(SYS_gettid);
	for (;;)
		pause();
	return unused;
}

static int started = -1; /* a set of the thread that sleeps */

static int start_and_stop(void)
{
	int err = call(started, PMC_IOC_START, 0);

	return err ? err : call(started, PMC_IOC_STOP, 0);
}

static int attach_and_close(void)
{
	int fd = counting(0, PMC_TARGET_THREAD, sleeper_tid), err = fd < 0 ? fd : 0;

	if (!err)
		err = call(fd, PMC_IOC_START, 0);
	close(fd);
	return err;
}

static int attach_self_and_close(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);

	close(fd);
	return fd < 0 ? fd : 0;
}

static int map_and_close(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	void *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	if (page == MAP_FAILED)
		return -errno;
	munmap(page, 4096);
	close(fd);
	return 0;
}

/* What counts on CPU 1: nothing. */
static int list_another_cpu(void)
{
	struct pmc_ioctl_list l = { .size = sizeof(l),
				    .cpu = 1,
				    .holding_size = sizeof(struct pmc_ioctl_holding) };

	return call(started, PMC_IOC_LIST, (uintptr_t)&l);
}

/* What the thread that sleeps has counted. */
static int read_sleeper(void)
{
	struct pmc_ioctl_list l = { .size = sizeof(l),
				    .cpu = (uint32_t)sleeper_tid,
				    .holding_size = sizeof(struct pmc_ioctl_holding),
				    .flags = PMC_LIST_THREAD };

	return call(started, PMC_IOC_LIST, (uintptr_t)&l);
}

static void measure(const char *what, int (*function)(void), long n)
{
	long called, stopped;
	int err = function(); /* what only the first one costs */

	usleep(20000);
	called = calls();
	stopped = stops();
	for (long i = 0; i < n && !err; i++)
		err = function();
	called = calls() - called;
	stopped = stops() - stopped;
	/* Linux's own work sends some, too. */
	result(!err && called <= n / 5 && stopped <= n / 5,
	       "%s, %ld times: %ld interrupts and %ld stops of another CPU: %s", what, n, called,
	       stopped, strerror(-err));
}

static void user(long n)
{
	pthread_t thread;
	int keep;

	become(1000);
	measure("a set of one's own, while nobody else counts", attach_self_and_close, n);
	must(!pthread_create(&thread, NULL, sleeper, NULL), "a thread");
	while (!sleeper_tid)
		usleep(1000);
	usleep(20000);
	measure("a set of a thread that sleeps", attach_and_close, n);
	keep = counting(0, PMC_TARGET_SELF, 0);
	started = counting(0, PMC_TARGET_THREAD, sleeper_tid);
	must(started >= 0, "a set of the thread that sleeps");
	measure("starting and stopping it", start_and_stop, n);
	measure("a list of another CPU, where nothing counts", list_another_cpu, n);
	measure("reading what it has counted", read_sleeper, n);
	close(started);
	if (about.features & PMC_FEATURE_RDPMC)
		measure("a page", map_and_close, n);
	close(keep);
	_exit(failed);
}

void mode_quiet(long n)
{
	pid_t victim, pid;
	int status;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
		result(1, "there is one CPU");
		return;
	}
	find_stopper();
	victim = fork();
	if (!victim) {
		stay_on(1);
		become(1001);
		for (;;)
			spin(100000);
	}
	stay_on(0);
	usleep(50000);
	pid = fork();
	if (!pid)
		user(n);
	waitpid(pid, &status, 0);
	result(WIFEXITED(status) && !WEXITSTATUS(status), "others were left alone");
	kill(victim, SIGKILL);
	waitpid(victim, NULL, 0);
}
