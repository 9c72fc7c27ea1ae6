/* SPDX-License-Identifier: BSD-2-Clause */
/* Several sets that write to one ring, beside perf's PERF_EVENT_IOC_SET_OUTPUT. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define FIRST 32 /* the number of the second set's event */

static uint64_t period_a = 10007, period_b = 20011;

static int output(int fd, int to, uint32_t first)
{
	struct pmc_ioctl_output o = { .size = sizeof(o), .fd = to, .first_event = first };

	return ioctl(fd, PMC_IOC_OUTPUT, &o) ? errno : 0;
}

/* A set that is attached, without rings. */
static int attached(uint64_t period, uint32_t flags, uint32_t target, int id)
{
	struct pmc_ioctl_event e = instructions(0, period);
	int fd = dev();

	errno = setup(fd, &e, 1, flags, NULL);
	must(!errno, "setting up");
	errno = attach(fd, target, id, NULL);
	must(!errno, "attaching");
	return fd;
}

/* Do so many events of instructions fit on the counters, so that the sets take no turns? */
static bool fits(uint32_t n)
{
	struct pmc_ioctl_event e[3] = { instructions(0, 0), instructions(0, 0),
					instructions(0, 0) };
	int fd = dev(), err = setup(fd, e, n, 0, NULL);

	if (!err)
		err = attach(fd, PMC_TARGET_SELF, 0, NULL);
	close(fd);
	return !err;
}

static uint64_t count_of(int fd)
{
	struct sampling s = { .fd = fd };

	return value_of(&s, 1);
}

struct seen {
	uint64_t a, b, others, late, last;
};

static void drain(struct sampling *s, struct seen *seen)
{
	for (uint32_t i = 0; i < s->rings; i++) {
		seen->last = 0;
		while (take(ring(s, i), &record, sizeof(record))) {
			const struct pmc_ioctl_sample *r = &record.head;

			seen->late += r->time < seen->last;
			seen->last = r->time;
			if (r->type != PMC_RECORD_SAMPLE)
				continue;
			seen->a += r->event == 0 && r->period == period_a;
			seen->b += r->event == FIRST && r->period == period_b;
			seen->others += r->event != 0 && r->event != FIRST;
		}
	}
}

/* ---- Beside perf ---- */

/* perf's samples of two events in one ring: how many of each there are. */
static bool by_perf(uint64_t n[2])
{
	const uint64_t periods[2] = { period_a, period_b };
	struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE,
					.config = PERF_COUNT_HW_INSTRUCTIONS,
					.size = sizeof(attr),
					.sample_type = PERF_SAMPLE_IDENTIFIER,
					.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
						       PERF_FORMAT_TOTAL_TIME_RUNNING,
					.exclude_kernel = 1,
					.disabled = 1 };
	struct perf_event_mmap_page *page;
	uint64_t id[2], read_as[3], at;
	bool all = true;
	int fd[2];

	for (int i = 0; i < 2; i++) {
		attr.sample_period = periods[i];
		fd[i] = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
		if (fd[i] < 0 || ioctl(fd[i], PERF_EVENT_IOC_ID, &id[i]))
			return false;
	}
	page = mmap(NULL, 65 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd[0], 0);
	must(page != MAP_FAILED && !ioctl(fd[1], PERF_EVENT_IOC_SET_OUTPUT, fd[0]), "perf's ring");
	for (int i = 0; i < 2; i++)
		ioctl(fd[i], PERF_EVENT_IOC_ENABLE, 0);
	loop(100000);
	for (int i = 0; i < 2; i++)
		ioctl(fd[i], PERF_EVENT_IOC_DISABLE, 0);
	for (at = 0; at < page->data_head;) {
		const struct perf_event_header *h = (void *)((char *)page + page->data_offset + at);

		for (int i = 0; i < 2; i++)
			n[i] += h->type == PERF_RECORD_SAMPLE && *(uint64_t *)(h + 1) == id[i];
		at += h->size;
	}
	munmap(page, 65 * 4096);
	for (int i = 0; i < 2; i++) {
		/* On a Pentium 4 with two logical processors perf's two events take turns. */
		all &= read(fd[i], read_as, sizeof(read_as)) == sizeof(read_as) &&
		       read_as[1] == read_as[2];
		close(fd[i]);
	}
	return all;
}

static void two_sets(void)
{
	struct pmc_ioctl_event e = instructions(0, period_a);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 64);
	int other = attached(period_b, 0, PMC_TARGET_SELF, 0);
	uint64_t perf[2] = { 0 }, a, b;
	struct pollfd fds = { .fd = other, .events = POLLIN };
	struct seen seen = { 0 };

	result(output(other, s.fd, FIRST) == 0, "the second set writes to the first one's ring");
	ioctl(s.fd, PMC_IOC_START, 0);
	result(!ioctl(other, PMC_IOC_START, 0), "it starts without a ring of its own");
	loop(100000);
	ioctl(other, PMC_IOC_STOP, 0);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	a = count_of(s.fd), b = count_of(other);
	drain(&s, &seen);
	result(seen.a == a / period_a && seen.b == b / period_b && !seen.others && !seen.late &&
		       ring(&s, 0)->samples == seen.a + seen.b,
	       "%" PRIu64 " samples of %" PRIu64 " and %" PRIu64 " of %" PRIu64 ", %" PRIu64
	       " others, in the order of time",
	       seen.a, a / period_a, seen.b, b / period_b, seen.others);
	result(!poll(&fds, 1, 0), "poll of the second set tells nothing of them");
	close(other);
	end(&s);
	usleep(300000); /* the module gives the PMU back */
	if (!by_perf(perf)) {
		result(1, "perf does not sample here, or only in turns");
		return;
	}
	result(perf[0] - seen.a + 1 <= 2 && perf[1] - seen.b + 1 <= 2,
	       "perf: %" PRIu64 " and %" PRIu64, perf[0], perf[1]);
}

/* ---- Who ends first ---- */

static void reader_goes_first(void)
{
	struct pmc_ioctl_event e = instructions(0, period_a);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1);
	int other = attached(1009, 0, PMC_TARGET_SELF, 0);
	int third = attached(2003, 0, PMC_TARGET_SELF, 0);

	result(!output(other, s.fd, FIRST) && !output(third, other, 2 * FIRST),
	       "a third set writes to the ring through the second");
	ioctl(s.fd, PMC_IOC_START, 0);
	ioctl(other, PMC_IOC_START, 0);
	ioctl(third, PMC_IOC_START, 0);
	loop(20000);
	end(&s);
	loop(50000); /* the ring is full, and nobody is left to wake up */
	result(!fits(3) || (count_of(other) > 16 * 70000 && count_of(third) > 16 * 70000),
	       "the others count on without the reader");
	close(other);
	loop(20000);
	close(third);
}

static void killed(void)
{
	int status = 0;
	pid_t pid;

	for (int i = 0; i < 20; i++) {
		pid = fork();
		setpgid(pid, pid);
		if (!pid) {
			struct pmc_ioctl_event e = instructions(0, 1009);
			struct sampling s = begin(&e, 1, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0, 1);
			int other = attached(1009, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);

			if (output(other, s.fd, FIRST))
				_exit(1);
			ioctl(other, PMC_IOC_START, 0);
			ioctl(s.fd, PMC_IOC_START, 0);
			if (i & 1)
				munmap(s.memory, s.rings * s.each), close(s.fd);
			(void)!fork(); /* of the same group */
			for (;;)
				loop(1000);
		}
		usleep(3000u * (unsigned)(i + 1));
		kill(-pid, SIGKILL);
		waitpid(pid, &status, 0);
		if (WIFEXITED(status))
			break;
	}
	result(WIFSIGNALED(status), "processes that are killed meanwhile");
}

/* ---- Threads and children, on all CPUs ---- */

static void inheriting(void)
{
	struct pmc_ioctl_event e = instructions(0, period_a);
	struct sampling s = begin(&e, 1, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0, 64);
	int other = attached(period_b, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
	uint64_t lost = 0, a, b;
	struct seen seen = { 0 };

	result(output(other, s.fd, FIRST) == 0, "sets that inherit share their rings");
	ioctl(s.fd, PMC_IOC_START, 0);
	ioctl(other, PMC_IOC_START, 0);
	for (int i = 0; i < 6; i++)
		if (!fork()) {
			loop(100000);
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	ioctl(other, PMC_IOC_STOP, 0);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	a = count_of(s.fd), b = count_of(other);
	drain(&s, &seen);
	for (uint32_t i = 0; i < s.rings; i++)
		lost += ring(&s, i)->lost + ring(&s, i)->missed + ring(&s, i)->throttled;
	/* Each process may end within a period. */
	result(!lost && seen.a <= a / period_a && seen.a + 8 >= a / period_a &&
		       seen.b <= b / period_b && seen.b + 8 >= b / period_b && !seen.late,
	       "%" PRIu64 " samples of %" PRIu64 " and %" PRIu64 " of %" PRIu64 " in %u rings",
	       seen.a, a / period_a, seen.b, b / period_b, s.rings);
	close(other);
	end(&s);
}

/* ---- CPUs ---- */

/* Two sets of CPU 0 share a ring; a set of another CPU does not, whichever way round. */
static void of_cpus(void)
{
	struct pmc_ioctl_event e = instructions(0, period_a);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_CPU, 0, 64);
	int other = attached(period_b, 0, PMC_TARGET_CPU, 0), far;
	uint64_t before = ring(&s, 0)->samples, a, b;
	struct seen seen = { 0 };

	if (sysconf(_SC_NPROCESSORS_ONLN) > 1) {
		struct sampling elsewhere = begin(&e, 1, 0, PMC_TARGET_CPU, 1, 1);

		far = attached(period_b, 0, PMC_TARGET_CPU, 1);
		result(output(far, s.fd, FIRST) == EINVAL &&
			       output(other, elsewhere.fd, FIRST) == EINVAL,
		       "sets of two CPUs");
		result(!output(far, elsewhere.fd, FIRST), "and then one of its own CPU");
		close(far);
		end(&elsewhere);
	}
	result(!output(other, s.fd, FIRST), "two sets of one CPU share a ring");
	stay_on(0);
	ioctl(s.fd, PMC_IOC_START, 0);
	ioctl(other, PMC_IOC_START, 0);
	loop(100000);
	ioctl(other, PMC_IOC_STOP, 0);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	a = count_of(s.fd), b = count_of(other);
	drain(&s, &seen);
	result(a > 1600000 && b > 1600000 && seen.a == a / period_a && seen.b == b / period_b &&
		       !seen.others && !seen.late &&
		       ring(&s, 0)->samples - before == seen.a + seen.b,
	       "CPU 0: %" PRIu64 " samples of %" PRIu64 " and %" PRIu64 " of %" PRIu64
	       ", in the order of time",
	       seen.a, a / period_a, seen.b, b / period_b);
	close(other);
	end(&s);
}

/* ---- Refusals ---- */

static void refusals(void)
{
	struct pmc_ioctl_event e = instructions(0, period_a), plain = instructions(0, 0);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1);
	int fd = dev(), file = open("/dev/null", O_RDONLY), to[2];
	struct pmc_ioctl_wakeup w = { .size = sizeof(w), .samples = 1 };
	pid_t pid;

	result(output(fd, s.fd, 0) == ENOTCONN, "a set that is not attached");
	setup(fd, &plain, 1, 0, NULL);
	attach(fd, PMC_TARGET_SELF, 0, NULL);
	result(output(fd, s.fd, 0) == EOPNOTSUPP, "one that does not sample");
	close(fd);
	fd = attached(period_b, 0, PMC_TARGET_SELF, 0);
	result(output(fd, file, 0) == EBADF && output(fd, -1, 0) == EBADF,
	       "another file, and none");
	result(output(fd, fd, 0) == ENOBUFS && output(s.fd, fd, 0) == ENOBUFS, "no rings");
	result(output(fd, s.fd, 65505) == EINVAL, "too high a number");
	result(output(s.fd, s.fd, 0) == EBUSY, "a set that has rings");
	close(fd);
	fd = attached(period_b, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
	result(output(fd, s.fd, 0) == EINVAL, "one that inherits beside one that does not");
	close(fd);
	must(!pipe(to), "a pipe");
	pid = fork();
	if (!pid) {
		char c;

		close(to[1]);
		(void)!read(to[0], &c, 1);
		_exit(0);
	}
	close(to[0]);
	fd = attached(period_b, 0, PMC_TARGET_THREAD, pid);
	result(output(fd, s.fd, 0) == EINVAL, "another thread's");
	close(to[1]);
	waitpid(pid, NULL, 0);
	result(output(fd, s.fd, 0) == ESRCH, "one whose thread has ended");
	close(fd);
	if (!geteuid()) {
		fd = attached(period_b, 0, PMC_TARGET_CPU, 0);
		result(output(fd, s.fd, 0) == EINVAL, "a CPU's");
		close(fd);
		must(!seteuid(1000), "a user");
		fd = attached(period_b, 0, PMC_TARGET_SELF, 0);
		result(output(fd, s.fd, 0) == EPERM, "another user's");
		close(fd);
		must(!seteuid(0), "root");
	}
	fd = attached(period_b, 0, PMC_TARGET_SELF, 0);
	result(output(fd, s.fd, 65504) == 0 && output(fd, s.fd, 0) == EBUSY, "twice");
	result(mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET) ==
			       MAP_FAILED &&
		       errno == EBUSY,
	       "and then rings of its own");
	result(ioctl(fd, PMC_IOC_WAKEUP, &w) && errno == EOPNOTSUPP, "and a watermark");
	close(fd);
	close(file);
	end(&s);
}

void mode_output(unsigned n_)
{
	(void)n_;
	if (has_checks())
		period_a *= 20, period_b *= 20;
	refusals();
	if (fits(2)) {
		two_sets();
		inheriting();
		if (!geteuid())
			of_cpus();
	} else {
		result(1, "two events of instructions do not fit here");
	}
	reader_goes_first();
	killed();
}
