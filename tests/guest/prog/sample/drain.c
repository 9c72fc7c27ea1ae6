/* SPDX-License-Identifier: BSD-2-Clause */
/* One reader keeps up with 100,000 samples a second, through a ring that has room for few. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define PER_SECOND 100000
#define PAGES	   64

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct drained {
	uint64_t records, written, lost, throttled, all, by_arithmetic, backwards;
	double seconds;
};

/* A child makes so many samples, on another CPU if there is one, while this process takes them. */
static struct drained drain(uint64_t period, uint64_t samples)
{
	struct pmc_ioctl_event e = instructions(0, period);
	struct drained d = { 0 };
	struct sampling s;
	uint64_t last = 0;
	struct pollfd p;
	double begun;
	pid_t pid;

	pid = fork();
	if (!pid) {
		stay_on(sysconf(_SC_NPROCESSORS_ONLN) > 1);
		raise(SIGSTOP);
		loop(period * samples / 16);
		_exit(0);
	}
	stay_on(0);
	waitpid(pid, NULL, WUNTRACED);
	s = begin(&e, 1, 0, PMC_TARGET_THREAD, pid, PAGES);
	ioctl(s.fd, PMC_IOC_START, 0);
	p = (struct pollfd){ .fd = s.fd, .events = POLLIN };
	begun = seconds();
	kill(pid, SIGCONT);
	do {
		poll(&p, 1, 20000);
		while (take(ring(&s, 0), &record, sizeof(record))) {
			d.records++;
			d.backwards += record.head.time <= last;
			last = record.head.time;
		}
	} while (!(p.revents & POLLHUP));
	d.seconds = seconds() - begun;
	waitpid(pid, NULL, 0);
	d.written = ring(&s, 0)->samples;
	d.lost = ring(&s, 0)->lost;
	d.throttled = ring(&s, 0)->throttled;
	d.all = total(&s);
	d.by_arithmetic = value_of(&s, 1) / period;
	end(&s);
	return d;
}

void mode_drain(unsigned n)
{
	/* Half of the instructions take half of the time, plus what each sample adds. */
	double slow = drain(20000, 2000).seconds / 2000, fast = drain(10000, 2000).seconds / 2000;
	double added = 2 * fast - slow, each = (slow - added) / 20000, rate;
	uint64_t period = (uint64_t)((1.0 / PER_SECOND - added) / each);
	struct drained d;

	if (added + 1000 * each > 1.0 / PER_SECOND) {
		result(1, "this machine is too slow for %d samples a second", PER_SECOND);
		return;
	}
	d = drain(period, n);
	rate = (double)d.records / d.seconds;
	result(rate > 0.9 * PER_SECOND,
	       "one reader: %.0f samples a second, one every %" PRIu64 " instructions", rate,
	       period);
	result(d.records == d.written && !d.lost && !d.throttled && !d.backwards,
	       "one reader: %" PRIu64 " records of %" PRIu64 ", %" PRIu64 " lost, %" PRIu64
	       " throttled, %" PRIu64 " out of order",
	       d.records, d.written, d.lost, d.throttled, d.backwards);
	result(d.all == d.by_arithmetic,
	       "one reader: with those that fell due together %" PRIu64 ", by arithmetic %" PRIu64,
	       d.all, d.by_arithmetic);
}
