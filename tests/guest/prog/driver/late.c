/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For how long a user can turn interrupts off by calls about a process with many threads and sets
 * with many events: the module `late` (tests/guest/late) says how late a timer came. It needs one
 * CPU, where the rig's time is instructions: two nanoseconds for each.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

#define WORST	  "/sys/module/late/parameters/worst"
#define MOST_NS	  50000
#define MOST_SETS 32 /* of one thread */

static void clear(void)
{
	FILE *f = fopen(WORST, "w");

	must(f && fputs("0", f) >= 0 && !fclose(f), WORST);
}

static void say(const char *what, long n)
{
	long worst = 0, came = 0;
	FILE *f = fopen(WORST, "r");

	must(f && fscanf(f, "%ld %ld", &worst, &came) == 2, WORST);
	fclose(f);
	result(worst <= MOST_NS && came > 0, "%s, %ld: a timer came %ld ns late, of %ld times",
	       what, n, worst, came);
	clear();
}

/* ---- A process with many threads that sleep ---- */

enum { STACK = 2048 }; /* a thread's: little memory has to do for thousands of them */

static struct {
	pid_t pid;
	int go[2], done[2], leave[2];
} many;

#ifdef __x86_64__
static long system_call(long number, long a, long b, long c)
{
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
}
#else /* the test is for 64 bits */
#define system_call syscall
#endif

/* Until it gets a byte. All threads have the same TLS, so this must not touch errno. */
static __attribute__((noreturn)) int sleep_long(void *unused)
{
	char byte;

	(void)unused;
	system_call(SYS_read, many.leave[0], (long)&byte, 1);
	for (;;)
		system_call(SYS_exit, 0, 0, 0);
}

static void make_threads(long n)
{
	const int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
			  CLONE_SYSVSEM;
	char *stacks = mmap(NULL, (size_t)n * STACK, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	must(stacks != MAP_FAILED, "stacks");
	for (long i = 1; i <= n; i++)
		must(clone(sleep_long, stacks + i * STACK, flags, NULL) > 0, "a thread");
}

/* Makes its threads when it is told to. */
static void start_process(long n)
{
	char byte;

	must(!pipe(many.go) && !pipe(many.done) && !pipe(many.leave), "a pipe");
	many.pid = fork();
	if (many.pid)
		return;
	become(1000);
	if (read(many.go[0], &byte, 1) != 1)
		_exit(1);
	make_threads(n);
	if (write(many.done[1], &byte, 1) != 1)
		_exit(1);
	sleep_long(NULL);
}

static void let_it_make_threads(void)
{
	char byte = 0;

	must(write(many.go[1], &byte, 1) == 1 && read(many.done[0], &byte, 1) == 1, "threads");
	usleep(100000);
}

/* Linux turns interrupts off for 25 ms when it kills so many threads: each ends by itself. */
static void end_process(long n)
{
	static char bytes[1000];

	for (n++; n > 0; n -= (long)sizeof(bytes))
		must(write(many.leave[1], bytes,
			   n < (long)sizeof(bytes) ? (size_t)n : sizeof(bytes)) > 0,
		     "ending threads");
	waitpid(many.pid, NULL, 0);
	close(many.go[0]);
	close(many.go[1]);
	close(many.done[0]);
	close(many.done[1]);
	close(many.leave[0]);
	close(many.leave[1]);
}

/* ---- What a user does ---- */

/* A set with so many events, which take turns, on the process and all that it creates. */
static int inherited(unsigned events)
{
	struct pmc_ioctl_event e[PMC_ABI_EVENTS];
	int fd = dev(), err;

	for (unsigned i = 0; i < events; i++)
		e[i] = event_of(USER_INSTRUCTIONS);
	err = setup(fd, e, events, PMC_SETUP_INHERIT | (events > 1 ? PMC_SETUP_ROTATE : 0)) ?:
		      attach(fd, PMC_TARGET_THREAD, many.pid)				    ?:
		      call(fd, PMC_IOC_START, 0);
	must(!err, "a set");
	return fd;
}

static void many_threads(long n)
{
	struct pmc_ioctl_count c[PMC_ABI_EVENTS];
	struct pmc_ioctl_read r = { 0 };
	int big, small, beside;

	clear();
	start_process(n);
	small = inherited(0);
	big = inherited(PMC_ABI_EVENTS);
	say("attaching", 1);
	let_it_make_threads();
	say("threads that inherit 32 events", n);
	for (int i = 0; i < 3; i++)
		must(!read_all(big, c, PMC_ABI_EVENTS, &r), "reading");
	must(r.contexts == (__u32)n + 1 && !r.lost, "contexts of all threads");
	say("reading their set", n);
	must(!call(big, PMC_IOC_RESET, 0), "a reset");
	say("setting its counts to 0", n);
	must(!call(big, PMC_IOC_STOP, 0) && !call(big, PMC_IOC_START, 0), "a stop and a start");
	say("stopping and starting it", n);
	beside = counting(0, PMC_TARGET_SELF, 0);
	say("attaching another set to another thread", n);
	close(beside);
	close(big);
	say("closing it", n);
	/* Not measured: Linux takes half a millisecond, with sets or without. */
	end_process(n);
	must(!read_all(small, NULL, 0, &r), "reading");
	must(!r.contexts && r.flags & PMC_READ_ENDED, "the end of all contexts");
	close(small);
}

static void nothing(void)
{
}

/*
 * A thread with as many sets as it can have is switched, creates a process, and closes them. They
 * all need the same counters. user: who attaches them.
 */
static void many_sets(uid_t user)
{
	int fds[MOST_SETS];
	struct other other;
	pid_t pid;

	other_start(&other, 0, nothing);
	many.pid = getpid();
	clear();
	must(!seteuid(user), "another user");
	for (int i = 0; i < MOST_SETS; i++)
		fds[i] = inherited(1 + (unsigned)i % 4);
	must(!seteuid(0), "root");
	say(user ? "as many sets as a user can have on a thread" : "the same, of root", MOST_SETS);
	for (int i = 0; i < 100; i++)
		other_run(&other);
	say("switches of that thread", 200);
	pid = fork();
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	say("a process that inherits them and ends", 1);
	for (int i = 0; i < MOST_SETS; i++)
		close(fds[i]);
	say("closing them", MOST_SETS);
	other_end(&other);
}

/* The limits that Linux derives from the little memory of a guest. */
static void allow_threads(long n)
{
	struct rlimit limit = { (rlim_t)n * 2, (rlim_t)n * 2 };
	FILE *f = fopen("/proc/sys/kernel/threads-max", "w");

	must(f && fprintf(f, "%ld", n * 2) > 0 && !fclose(f), "threads-max");
	must(!setrlimit(RLIMIT_NPROC, &limit), "RLIMIT_NPROC");
}

void mode_late(long n)
{
	if (access(WORST, R_OK)) {
		result(1, "the module late is not loaded");
		return;
	}
	allow_threads(n);
	clear();
	usleep(100000);
	say("nothing", 0);
	many_sets(1000);
	many_sets(0);
	many_threads(n);
}
