/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What counting costs: instructions per context switch, per reading, per fork, with /dev/pmc and with perf, in
 * one boot. Meant for a guest of qemu/run with one CPU, where the time stamp counter moves by a fixed number
 * for each instruction; elsewhere the numbers are ticks. Prints one line per measurement:
 *	WHAT WHO EVENTS INSTRUCTIONS
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pmc/pmc_ioctl.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 8

static uint64_t rdtsc(void)
{
	uint32_t lo, hi;

	__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
	return (uint64_t)hi << 32 | lo;
}

/* Ticks of one instruction: a loop of two that are known. */
static double tick(void)
{
	uint64_t n = 1000000, a = rdtsc();

	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
	return (double)(rdtsc() - a) / 2000000;
}

static double per;

/* ---- Who counts ---- */

enum who { NOBODY, DRIVER, PERF };
static const char *const who_name[] = { "nobody", "driver", "perf" };

static int events_fd[MOST];

/* PERFEVTSEL: INST_RETIRED in user mode, on any general counter, as often as there are events. */
static int kernel_too; /* the first event counts the kernel, the others count user mode */

static int count_driver(pid_t pid, int n, int inherit)
{
	struct pmc_ioctl_event e[MOST];
	struct pmc_ioctl_setup s = {
		.size = sizeof(s), .n = (unsigned)n, .events = (uintptr_t)e, .event_size = sizeof(e[0]),
		.flags = inherit ? PMC_SETUP_INHERIT : 0,
	};
	struct pmc_ioctl_attach a = {
		.size = sizeof(a), .target = pid ? PMC_TARGET_THREAD : PMC_TARGET_SELF, .id = pid,
	};
	int fd = open(PMC_DEVICE, O_RDWR | O_CLOEXEC), i;

	memset(e, 0, sizeof(e));
	for (i = 0; i < n; i++) {
		e[i].counters = 0xff;
		e[i].select = kernel_too && !i ? 0x4200c0 : 0x4100c0;
	}
	if (fd < 0 || ioctl(fd, PMC_IOC_SETUP, &s) || ioctl(fd, PMC_IOC_ATTACH, &a) || ioctl(fd, PMC_IOC_START, 0)) {
		perror("driver");
		exit(1);
	}
	events_fd[0] = fd;
	return 1;
}

static int count_perf(pid_t pid, int n, int inherit)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_RAW, .size = sizeof(attr), .config = 0xc0 };
	int i;

	attr.exclude_kernel = 1;
	attr.exclude_user = 0;
	attr.inherit = (unsigned)inherit & 1;
	attr.read_format = inherit ? 0 : PERF_FORMAT_GROUP;
	for (i = 0; i < n; i++) {
		attr.exclude_kernel = !(kernel_too && !i);
		attr.exclude_user = kernel_too && !i;
		events_fd[i] = (int)syscall(SYS_perf_event_open, &attr, pid, -1, i ? events_fd[0] : -1, 0);
		if (events_fd[i] < 0) {
			perror("perf_event_open");
			exit(1);
		}
	}
	return n;
}

static int begin(enum who who, pid_t pid, int n, int inherit)
{
	return who == DRIVER ? count_driver(pid, n, inherit) : who == PERF ? count_perf(pid, n, inherit) : 0;
}

static void end(int n)
{
	while (n--)
		close(events_fd[n]);
}

/* ---- Switches: two processes that yield to each other ---- */

static double switches(void)
{
	int n = 20000, i;
	uint64_t a;

	for (i = 0; i < 200; i++)
		sched_yield();
	a = rdtsc();
	for (i = 0; i < n; i++)
		sched_yield();
	/* Each of ours is one of the other's too. */
	return (double)(rdtsc() - a) / per / (2 * n);
}

static void measure_switches(void)
{
	static const int numbers[] = { 1, 4, 8 };
	double base, uncounted, counted;
	enum who who;
	unsigned k;
	int n;
	pid_t other = fork(), third;

	if (!other)
		for (;;)
			sched_yield();
	base = switches();
	printf("switch nobody 0 %.0f\n", base);
	for (who = DRIVER; who <= PERF; who++) {
		/* Somebody else is counted, who sleeps. */
		third = fork();
		if (!third)
			for (;;)
				pause();
		n = begin(who, third, 4, 0);
		usleep(20000);
		uncounted = switches();
		printf("switch-uncounted %s 4 %.1f\n", who_name[who], uncounted - base);
		end(n);
		kill(third, SIGKILL);
		waitpid(third, NULL, 0);
		for (k = 0; k < 3; k++) {
			/* This one is counted, the other is not: one switch out and one in for each pair. */
			n = begin(who, 0, numbers[k], 0);
			counted = switches();
			printf("switch-out-and-in %s %d %.0f\n", who_name[who], numbers[k], 2 * (counted - base));
			end(n);
		}
	}
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
}

/* ---- Readings ---- */

/* One reading of all; the count of the first event, which is the kernel's instructions. */
static uint64_t read_one(enum who who)
{
	static struct pmc_ioctl_count counts[4];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 4, .counts = (uintptr_t)counts };
	uint64_t buf[16];

	if (who == DRIVER ? ioctl(events_fd[0], PMC_IOC_READ, &r) < 0 : read(events_fd[0], buf, sizeof(buf)) < 0)
		exit(1);
	return who == DRIVER ? counts[0].value : buf[1];
}

static void measure_self_read(void)
{
	volatile struct pmc_ioctl_page *p;
	uint32_t seq, index, lo, hi, k;
	uint64_t a, sum = 0;
	int i, n = begin(DRIVER, 0, 4, 0);

	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, events_fd[0], 0);
	if (p == MAP_FAILED || !(p->flags & PMC_PAGE_RDPMC))
		exit(1);
	a = rdtsc();
	for (i = 0; i < 10000; i++) {
		do {
			seq = p->seq;
			for (k = 0; k < 4; k++) {
				index = p->counter[k].index;
				__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(index - 1));
				sum += p->counter[k].sum + ((((uint64_t)hi << 32 | lo) - p->counter[k].base) &
							    ((1ull << p->counter[k].width) - 1));
			}
		} while (seq & 1 || p->seq != seq);
	}
	printf("self-read driver 4 %.0f\n", (double)(rdtsc() - a) / per / 10000);
	munmap((void *)p, 4096);
	end(n);
	if (!sum)
		exit(1);
}

/* The kernel's own instructions, as the counter has them: a repeated string instruction is one. */
static void measure_reads(void)
{
	uint64_t first, nothing;
	enum who who;
	int i, n;

	for (who = DRIVER; who <= PERF; who++) {
		kernel_too = 1;
		n = begin(who, 0, 4, 0);
		kernel_too = 0;
		first = read_one(who);
		nothing = read_one(who) - first;
		first = read_one(who);
		for (i = 0; i < 10000; i++)
			syscall(SYS_getppid);
		/* What a system call costs that does nothing, and one reading in ten thousand. */
		nothing = (read_one(who) - first - nothing) / 10000;
		first = read_one(who);
		for (i = 0; i < 10000; i++)
			read_one(who);
		printf("read %s 4 %.0f\n", who_name[who],
		       (double)(read_one(who) - first) / 10001 - (double)nothing);
		printf("system-call %s 0 %" PRIu64 "\n", who_name[who], nothing);
		end(n);
	}
	measure_self_read();
}

/* ---- Forks ---- */

static double forks(void)
{
	uint64_t a = rdtsc();
	int i;

	for (i = 0; i < 300; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
	return (double)(rdtsc() - a) / per / 300;
}

static void measure_forks(void)
{
	double base;
	enum who who;
	int n;

	forks();
	base = forks();
	printf("fork-exit-wait nobody 0 %.0f\n", base);
	for (who = DRIVER; who <= PERF; who++) {
		n = begin(who, 0, 4, 1);
		forks();
		printf("fork-inherit %s 4 %.0f\n", who_name[who], forks() - base);
		end(n);
	}
}

/* ---- Attaching to another thread, and letting go ---- */

static void measure_attach(void)
{
	enum who who;
	uint64_t a;
	int i, n;
	pid_t pid = fork();

	if (!pid)
		for (;;)
			pause();
	for (who = DRIVER; who <= PERF; who++) {
		int hold;

		/* The PMU is held, so that taking it is not measured. */
		hold = who == DRIVER ? begin(who, 0, 1, 0) : 0;
		i = events_fd[0];
		a = rdtsc();
		for (int k = 0; k < 20; k++) {
			n = begin(who, pid, 4, 0);
			end(n);
		}
		printf("attach-close %s 4 %.0f\n", who_name[who], (double)(rdtsc() - a) / per / 20);
		if (hold)
			close(i);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

int main(void)
{
	cpu_set_t set;

	setvbuf(stdout, NULL, _IOLBF, 0);
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	per = tick();
	fprintf(stderr, "ticks per instruction: %.3f\n", per);
	measure_switches();
	measure_reads();
	measure_forks();
	measure_attach();
	return 0;
}
