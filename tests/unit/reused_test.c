/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The number of a process, or of a thread, that is another's before the set is attached, or before
 * it is read. The library's own calls are met on their way to the kernel: at the moment when it
 * asks for a counter, or reads /proc, the target is killed and waited for, and a stranger is made
 * that has its number (clone3 with set_tid). He must not be counted.
 *
 * Without arguments: backend perf with what needs no PMU, and rusage and /proc. In guests
 * (tests/guest/reused_test.sh): a backend and an event that user mode counts.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pmc/pmc.h"
#include "pmc/pmc_ioctl.h"
#include "tests/tap.h"

/* What sleeps until it is told to work, and tells when it has. */
struct task {
	pid_t pid;
	int go, done;
};

static struct task target, stranger;
static bool armed, no_pidfd;
static int opens; /* of the target's files in /proc, until the stranger comes */

static long direct(long n, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
			 : "rcx", "r11", "memory");
	if (result >= 0 || result < -4095)
		return result;
	errno = (int)-result;
	return -1;
}

/* ---- Tasks ---- */

static void work(int go, int done)
{
	char byte, *block;
	int i, j;

	if (read(go, &byte, 1) != 1)
		_exit(0);
	/* Each block costs 64 page faults, but most of the time is user mode's: ticks meet it. */
	while (clock() < 300 * CLOCKS_PER_SEC / 1000)
		for (i = 0; i < 20; i++) {
			block = malloc(1 << 18);
			for (j = 0; j < 20; j++) {
				memset(block, i + j, 1 << 18);
				__asm__ volatile("" : : "r"(block) : "memory");
			}
			free(block);
		}
	if (write(done, "", 1) == 1 && read(go, &byte, 1) == 1)
		_exit(0);
	_exit(0);
}

/* number: the one that it is to have, or 0. */
static bool make(struct task *task, pid_t number)
{
	pid_t ids[1] = { number };
	struct clone_args args = { .exit_signal = SIGCHLD };
	int go[2], done[2];

	args.set_tid = number ? (uintptr_t)ids : 0;
	args.set_tid_size = number ? 1 : 0;
	if (pipe2(go, O_CLOEXEC) || pipe2(done, O_CLOEXEC))
		return false;
	task->pid = (pid_t)direct(SYS_clone3, (long)&args, sizeof(args), 0, 0, 0);
	if (!task->pid) {
		close(go[1]);
		close(done[0]);
		work(go[0], done[1]);
	}
	close(go[0]);
	close(done[1]);
	task->go = go[1];
	task->done = done[0];
	return task->pid > 0;
}

static void let_work(const struct task *task)
{
	char byte;

	if (write(task->go, "", 1) != 1 || read(task->done, &byte, 1) != 1)
		note("the task does not work");
}

static void end(struct task *task)
{
	if (task->pid <= 0)
		return;
	kill(task->pid, SIGKILL);
	waitpid(task->pid, NULL, 0);
	close(task->go);
	close(task->done);
	task->pid = 0;
}

/* The target ends, and its number is the stranger's from now on. */
static void replace(void)
{
	pid_t number = target.pid;

	armed = false;
	end(&target);
	if (!make(&stranger, number))
		note("there is no stranger: %s", strerror(errno));
}

/* ---- The library's calls ---- */

long syscall(long n, ...)
{
	long a[5];
	va_list ap;
	int i;

	va_start(ap, n);
	for (i = 0; i < 5; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (n == SYS_pidfd_open && no_pidfd) {
		errno = ENOSYS;
		return -1;
	}
	if (n == SYS_perf_event_open && armed && (pid_t)a[1] == target.pid)
		replace();
	return direct(n, a[0], a[1], a[2], a[3], a[4]);
}

int ioctl(int fd, unsigned long call, ...)
{
	va_list ap;
	void *arg;

	va_start(ap, call);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (call == PMC_IOC_ATTACH && armed)
		replace();
	return (int)direct(SYS_ioctl, fd, (long)call, (long)arg, 0, 0);
}

int open(const char *path, int flags, ...)
{
	char folder[32];
	va_list ap;
	int mode;

	va_start(ap, flags);
	mode = va_arg(ap, int);
	va_end(ap);
	snprintf(folder, sizeof(folder), "/proc/%d/", (int)target.pid);
	if (armed && !strncmp(path, folder, strlen(folder)) && !opens--)
		replace();
	return (int)direct(SYS_openat, AT_FDCWD, (long)path, flags, mode, 0);
}

/* ---- Tests ---- */

static int attach(struct pmc_set *set, bool thread, pid_t pid, struct pmc_diag *diag)
{
	return thread ? pmc_set_attach_thread(set, pid, diag) :
			pmc_set_attach_process(set, pid, diag);
}

static uint64_t count(struct pmc_set *set)
{
	struct pmc_count c = { 0 };

	if (pmc_set_read(set, &c, 1, NULL))
		note("the set cannot be read");
	return c.state == PMC_COUNTED ? c.value : 0;
}

/* The number changes its owner while the set is attached. */
static void test_attach(struct pmc *pmc, const char *event, bool thread, const char *what)
{
	bool proc = !strcmp(event, "user_time");
	struct pmc_diag diag = { 0 };
	struct pmc_set *set;
	int err;

	if (!make(&target, 0) || pmc_set_create(pmc, event, 0, &set, &diag)) {
		ok(false, "%s: a set of %s: %s", what, event, diag.sentence);
		return;
	}
	/* Without a pidfd the first to be opened there is what holds the task. */
	opens = !proc ? 1000 : no_pidfd;
	armed = true;
	err = attach(set, thread, target.pid, &diag);
	is_int(err, -ESRCH, "%s: not attached to a stranger", what);
	ok(!armed && strstr(diag.sentence, "ended while the set was being attached to it"),
	   "%s: the sentence says why (%s)", what, diag.sentence);
	is_int(pmc_set_start(set), -EINVAL, "%s: the set is attached to nothing", what);
	is_int(attach(set, thread, stranger.pid, &diag), 0, "%s: but to him who is meant", what);
	is_int(pmc_set_start(set), 0, "%s: started", what);
	let_work(&stranger);
	ok(count(set) > 0, "%s: he is counted", what);
	pmc_set_destroy(set);
	end(&stranger);
}

/* The number changes its owner while the set counts. */
static void test_read(struct pmc *pmc, const char *event, bool thread, const char *what)
{
	struct pmc_diag diag = { 0 };
	struct pmc_set *set;
	uint64_t before;

	if (!make(&target, 0) || pmc_set_create(pmc, event, 0, &set, &diag) ||
	    attach(set, thread, target.pid, &diag) || pmc_set_start(set)) {
		ok(false, "%s: a set of %s: %s", what, event, diag.sentence);
		return;
	}
	let_work(&target);
	before = count(set);
	ok(before > 0, "%s: the target is counted", what);
	replace();
	let_work(&stranger);
	/* What the target has done until it was killed belongs to it. */
	ok(count(set) < before + before / 4, "%s: who has its number now is not", what);
	is_int(pmc_set_wait(set, -1), 0, "%s: nobody waits for him", what);
	pmc_set_destroy(set);
	end(&stranger);
}

static void test(const char *backend, const char *event)
{
	struct pmc_diag diag = { 0 };
	struct pmc *pmc;
	char what[80];
	int i;

	if (pmc_open(backend, PMC_USE_TASK, &pmc, &diag)) {
		skip(1, diag.sentence);
		return;
	}
	for (i = 0; i < 4; i++) {
		no_pidfd = i & 2;
		snprintf(what, sizeof(what), "%s, %s, a %s%s", backend, event,
			 i & 1 ? "thread" : "process", no_pidfd ? " without pidfds" : "");
		test_attach(pmc, event, i & 1, what);
		test_read(pmc, event, i & 1, what);
	}
	pmc_close(pmc);
}

int main(int argc, char **argv)
{
	if (!make(&target, 0))
		skip_all("clone3 makes no process here");
	replace();
	if (stranger.pid <= 0)
		skip_all("no process can be made with a number of choice (CAP_SYS_ADMIN)");
	end(&stranger);
	if (argc == 3) {
		test(argv[1], argv[2]);
	} else {
		test("perf", "page-faults:u");
		test("perf", "user_time");
	}
	return done();
}
