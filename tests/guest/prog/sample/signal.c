/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A signal at each overflow, which stops the set until it is resumed: how often, where, and with
 * which counts, beside the kernel's perf, which does the same by F_SETSIG and
 * PERF_EVENT_IOC_REFRESH. Both run the same instructions, those of the handler too, so their
 * signals come at the same places.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define MOST   4096
#define PERIOD 1009

/* The counts of two events at each signal. */
static volatile unsigned n;
static int at[MOST];
static uint64_t count[MOST][2];
static volatile unsigned wrong;
static volatile int the_fd;
static unsigned long again, again_arg; /* the call that makes it go on */
static uint32_t events;		       /* of the set; 0: perf's event */

static uint64_t ip_of(const ucontext_t *u)
{
#ifdef __x86_64__
	return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
#else
	return (uint32_t)u->uc_mcontext.gregs[REG_EIP];
#endif
}

static int read_both(uint64_t *value)
{
	struct pmc_ioctl_count counts[2];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = events, .counts = (uintptr_t)counts };

	if (!events)
		return read(the_fd, value, 8) != 8;
	if (ioctl(the_fd, PMC_IOC_READ, &r) || r.flags & PMC_READ_RUNNING ||
	    !(r.flags & PMC_READ_OVERFLOW))
		return 1;
	value[0] = counts[0].value;
	value[1] = counts[events - 1].value;
	return 0;
}

static void on_signal(int signal, siginfo_t *si, void *context)
{
	uint64_t once[2] = { 0 };
	unsigned k = n;

	if (k == MOST || signal != SIGRTMIN + 3)
		return;
	wrong += si->si_fd != the_fd || si->si_code != POLL_HUP || (events && si->si_band != 1);
	wrong += (unsigned)read_both(count[k]);
	/* Nothing is counted meanwhile. */
	wrong += (unsigned)read_both(once) + (once[0] != count[k][0]);
	at[k] = place(ip_of(context));
	n = k + 1;
	wrong += ioctl(the_fd, again, again_arg) != 0;
}

static void listen_to_signals(void)
{
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };

	sigaction(SIGRTMIN + 3, &sa, NULL);
	n = wrong = 0;
}

static int choose(int fd, int signal)
{
	struct pmc_ioctl_signal s = { .size = sizeof(s), .signal = (uint32_t)signal, .fd = fd };

	return ioctl(fd, PMC_IOC_SIGNAL, &s) ? errno : 0;
}

static int change(int fd, uint32_t event, uint64_t period, uint32_t flags)
{
	struct pmc_ioctl_period p = {
		.size = sizeof(p), .event = event, .period = period, .flags = flags
	};

	return ioctl(fd, PMC_IOC_PERIOD, &p) ? errno : 0;
}

/* Both sorts of sets go the same way from here on. */
static void run(int fd, unsigned long start, unsigned long arg, unsigned long next)
{
	the_fd = fd;
	again = next;
	again_arg = arg;
	ioctl(fd, start, arg);
	loop(20000);
}

static int perf_open(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.sample_period = PERIOD,
		.wakeup_events = 1,
		.disabled = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	struct f_owner_ex owner = { F_OWNER_TID, (pid_t)syscall(SYS_gettid) };
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

	if (fd < 0)
		return fd;
	must(!fcntl(fd, F_SETFL, O_ASYNC) && !fcntl(fd, F_SETSIG, SIGRTMIN + 3) &&
		     !fcntl(fd, F_SETOWN_EX, &owner),
	     "perf's signal");
	return fd;
}

/* Signals at every period, with the counts of that moment. */
static unsigned by_arithmetic(const char *what, uint64_t period)
{
	/* A Pentium 4 interrupts one count after the overflow. */
	uint64_t late = info.family == PMU_P4;
	unsigned bad = 0, inside = 0;

	for (unsigned k = 0; k < n; k++) {
		bad += count[k][0] != (k + 1) * period + late;
		inside += at[k] >= 0;
	}
	result(n > 200 && !bad, "%s: %u signals, at %u of them the count is not by arithmetic",
	       what, n, bad);
	result(inside + 5 > n, "%s: %u of %u in the loop", what, inside, n);
	return n;
}

static void beside_perf(void)
{
	static int places[MOST];
	struct pmc_ioctl_event e = instructions(0, PERIOD);
	unsigned perfs, same = 0;
	int fd = perf_open();

	if (fd < 0) {
		result(0, "perf does not sample here");
		perfs = 0;
	} else {
		events = 0;
		listen_to_signals();
		run(fd, PERF_EVENT_IOC_REFRESH, 1, PERF_EVENT_IOC_REFRESH);
		ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
		perfs = n;
		memcpy(places, at, sizeof(at));
		result(!wrong, "perf: %u signals with a wrong field", wrong);
		close(fd);
	}
	fd = dev();
	must(!setup(fd, &e, 1, 0, NULL) && !attach(fd, PMC_TARGET_SELF, 0, NULL), "a set");
	must(!choose(fd, SIGRTMIN + 3), "choosing a signal");
	events = 1;
	listen_to_signals();
	run(fd, PMC_IOC_START, 0, PMC_IOC_RESUME);
	ioctl(fd, PMC_IOC_STOP, 0);
	result(!wrong, "one event: %u signals with a wrong field", wrong);
	by_arithmetic("one event", PERIOD);
	for (unsigned k = 0; k < n; k++)
		same += at[k] == places[k];
	/* In the rig, Linux's driver of the Pentium 4 loses some overflows, or all. */
	if (info.family == PMU_P4)
		result(perfs <= n, "perf sends %u signals here", perfs);
	else
		result(n == perfs && same == n,
		       "perf sends %u signals; %u of ours at the same places", perfs, same);
	close(fd);
}

/* Another event of the set stands still, too, and so does the set if the kernel is counted. */
static void together(void)
{
	struct pmc_ioctl_event e[2] = { instructions(0, PERIOD), instructions(0, 0) };
	unsigned differ = 0;
	int fd = dev();

	must(!setup(fd, e, 2, 0, NULL), "two events");
	if (attach(fd, PMC_TARGET_SELF, 0, NULL)) {
		result(1, "two events of instructions do not fit here");
		close(fd);
		return;
	}
	must(!choose(fd, SIGRTMIN + 3), "choosing a signal");
	events = 2;
	listen_to_signals();
	run(fd, PMC_IOC_START, 0, PMC_IOC_RESUME);
	ioctl(fd, PMC_IOC_STOP, 0);
	by_arithmetic("beside another event", PERIOD);
	for (unsigned k = 0; k < n; k++)
		differ += count[k][0] != count[k][1];
	result(!differ && !wrong, "beside another event: %u counts differ, %u fields are wrong",
	       differ, wrong);
	close(fd);
}

static void with_kernel(void)
{
	struct pmc_ioctl_event e = instructions(1, 20011);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 256);
	unsigned bad = 0;
	uint64_t sum;

	must(!choose(s.fd, SIGRTMIN + 3), "choosing a signal");
	events = 1;
	listen_to_signals();
	run(s.fd, PMC_IOC_START, 0, PMC_IOC_RESUME);
	for (int i = 0; i < 1000; i++)
		getppid();
	ioctl(s.fd, PMC_IOC_STOP, 0);
	sum = value_of(&s, 1);
	/* What is counted until the set stands still belongs to the next period. */
	for (unsigned k = 0; k < n; k++)
		bad += count[k][0] / 20011 != k + 1;
	result(n > 10 && !bad && !wrong, "with the kernel: %u signals, %u wrong counts, %u fields",
	       n, bad, wrong);
	result(total(&s) == sum / 20011 && n == total(&s),
	       "with the kernel: %" PRIu64 " samples, %u signals, by arithmetic %" PRIu64,
	       total(&s), n, sum / 20011);
	end(&s);
}

/* The parent counts its child, gets the signals, and resumes the set. */
static void of_child(void)
{
	struct pmc_ioctl_event e = instructions(0, 100003);
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 1 };
	struct pmc_ioctl_count c;
	int go[2], status, fd = dev();
	char byte;
	pid_t pid;

	must(!pipe(go), "pipe");
	pid = fork();
	if (!pid) {
		signal(SIGRTMIN + 3, SIG_DFL); /* which would end it */
		if (read(go[0], &byte, 1) == 1)
			loop(200000);
		_exit(0);
	}
	must(!setup(fd, &e, 1, 0, NULL) && !attach(fd, PMC_TARGET_THREAD, pid, NULL), "a child");
	must(!choose(fd, SIGRTMIN + 3), "choosing a signal");
	events = 1;
	listen_to_signals();
	the_fd = fd;
	again = PMC_IOC_RESUME;
	again_arg = 0;
	must(!ioctl(fd, PMC_IOC_START, 0) && write(go[1], "", 1) == 1, "starting");
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	r.counts = (uintptr_t)&c;
	must(!ioctl(fd, PMC_IOC_READ, &r), "reading");
	/* It runs on while the parent is on its way to the handler. */
	result(n > 0 && c.value >= n * 100003ull && c.value < (n + 1) * 100003ull && !wrong &&
		       WIFEXITED(status),
	       "a child: %u signals to its parent, %" PRIu64 " instructions, %u fields wrong", n,
	       (uint64_t)c.value, wrong);
	close(fd);
}

static void refusals(void)
{
	static const int no[] = { SIGKILL, SIGSTOP, SIGSEGV, SIGCHLD, 65, -1 };
	struct pmc_ioctl_event e = instructions(0, 100003), plain = instructions(0, 0);
	int fd = dev(), bad = 0;

	setup(fd, &e, 1, 0, NULL);
	result(choose(fd, SIGUSR1) == ENOTCONN && change(fd, 0, 5, 0) == ENOTCONN &&
		       ioctl(fd, PMC_IOC_RESUME, 0) && errno == ENOTCONN,
	       "nothing before attaching");
	attach(fd, PMC_TARGET_SELF, 0, NULL);
	for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		bad += choose(fd, no[i]) != EINVAL;
	result(!bad, "%d signals that tell nothing are accepted", bad);
	result(!choose(fd, SIGUSR1) && ioctl(fd, PMC_IOC_RESUME, 0) && errno == EALREADY,
	       "no overflow has stopped it");
	result(!ioctl(fd, PMC_IOC_START, 0) && choose(fd, SIGUSR1) == EBUSY, "it is started");
	ioctl(fd, PMC_IOC_STOP, 0);
	result(ioctl(fd, PMC_IOC_RESUME, 0) && errno == EALREADY, "it was stopped by a call");
	result(change(fd, 1, 5, 0) == ERANGE && change(fd, 0, 0, 0) == EINVAL &&
		       change(fd, 0, ~0ull, 0) == EINVAL && change(fd, 0, 5, 1) == EINVAL &&
		       change(fd, 0, 1000001, PMC_EVENT_FREQUENCY) == EINVAL,
	       "other periods are refused");
	close(fd);
	fd = dev();
	setup(fd, &plain, 1, 0, NULL);
	attach(fd, PMC_TARGET_SELF, 0, NULL);
	result(choose(fd, SIGUSR1) == EOPNOTSUPP && change(fd, 0, 5, 0) == EINVAL,
	       "a set that does not sample");
	close(fd);
	fd = dev();
	setup(fd, &e, 1, PMC_SETUP_INHERIT, NULL);
	attach(fd, PMC_TARGET_SELF, 0, NULL);
	result(choose(fd, SIGUSR1) == EINVAL, "a set that inherits");
	close(fd);
}

/* The period changes while the set counts: where the next sample comes, and those after it. */
static void period(void)
{
	const uint64_t late = info.family == PMU_P4;
	struct pmc_ioctl_event e = instructions(0, 1009);
	uint64_t before, after, last = 0, olds = 0, news = 0, bad = 0, period;
	struct sampling s;

	e.sample = PMC_SAMPLE_COUNTS;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 256);
	must(!ioctl(s.fd, PMC_IOC_START, 0), "starting");
	loop(20000);
	before = value_of(&s, 1);
	must(!change(s.fd, 0, 500, 0), "another period");
	after = value_of(&s, 1);
	loop(20000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	while (take(ring(&s, 0), &record, sizeof(record))) {
		period = record.head.period;
		if (period == 1009) {
			bad += record.head.word[0] != ++olds * 1009 + late;
		} else if (!news++) {
			last = record.head.word[0] - 500 - late;
			bad += period != 500 || last <= before || last >= after;
		} else {
			bad += period != 500 || record.head.word[0] != last + news * 500 + late;
		}
	}
	result(olds == before / 1009 && news > 600 && !bad,
	       "another period: %" PRIu64 " samples before, %" PRIu64 " after, %" PRIu64 " wrong",
	       olds, news, bad);
	must(!change(s.fd, 0, 1000, PMC_EVENT_FREQUENCY), "a frequency");
	end(&s);
}

void mode_signal(unsigned unused)
{
	(void)unused;
	beside_perf();
	together();
	if (!geteuid())
		with_kernel();
	of_child();
	refusals();
	period();
}
