/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When poll(2) reports records: the program samples itself, in steps shorter than a period, and
 * asks after each, so what must be reported follows from the ring. Perf's wakeup_events reports at
 * the same samples. Then a reader sleeps while a child is sampled.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/pmu/pmu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define PERIOD 100000
#define STEP   (PERIOD / 16 * 6 / 10)
#define STEPS  80
#define EVERY  5
#define BYTES  (10 * sizeof(struct pmc_ioctl_sample))

static int choose(int fd, uint32_t bytes, uint32_t samples)
{
	struct pmc_ioctl_wakeup w = { .size = sizeof(w), .bytes = bytes, .samples = samples };

	return ioctl(fd, PMC_IOC_WAKEUP, &w) ? errno : 0;
}

static int is_ready(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 0) > 0 && p.revents & POLLIN;
}

/* ---- A number of samples, beside perf ---- */

/* At which samples perf reported; their number, or -1. */
static int perfs(uint64_t *at)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.sample_period = PERIOD,
		.sample_type = PERF_SAMPLE_IP,
		.wakeup_events = EVERY,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0), n = 0, i;
	struct perf_event_mmap_page *page;

	if (fd < 0)
		return -1;
	page = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	must(page != MAP_FAILED, "perf's ring");
	for (i = 0; i < STEPS; i++) {
		loop(STEP);
		if (is_ready(fd))
			at[n++] = page->data_head / 16; /* a header and an address */
	}
	munmap(page, 2 * 4096);
	close(fd);
	return n;
}

static void by_samples(void)
{
	static uint64_t at[STEPS], perf_at[STEPS];
	struct pmc_ioctl_event e = instructions(0, PERIOD);
	int theirs = perfs(perf_at), n = 0, i, wrong = 0, same = 0;
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 2);
	uint64_t seen = 0, now;

	result(choose(s.fd, 0, EVERY) == 0, "waiting for %d samples", EVERY);
	ioctl(s.fd, PMC_IOC_START, 0);
	for (i = 0; i < STEPS; i++) {
		int ready, must_be;

		loop(STEP);
		ready = is_ready(s.fd);
		now = ring(&s, 0)->samples;
		must_be = now - seen >= EVERY ||
			  ring(&s, 0)->head - ring(&s, 0)->tail > ring(&s, 0)->data_size / 2;
		wrong += ready != must_be;
		if (ready)
			at[n++] = seen = now;
	}
	ioctl(s.fd, PMC_IOC_STOP, 0);
	result(n > 5 && !wrong, "poll reported %d times in %d steps, %d times wrongly", n, STEPS,
	       wrong);
	/* Linux's driver of the Pentium 4 loses overflows in the rig. */
	if (info.family == PMU_P4) {
		result(1, "perf reports %d times here", theirs);
	} else {
		/* Beyond half of the ring ours reports each time. */
		while (same < n && same < theirs && at[same] == perf_at[same])
			same++;
		result(same >= 6, "perf reported %d times; the first %d of ours at the same places",
		       theirs, same);
	}
	end(&s);
}

/* ---- Bytes ---- */

static void by_bytes(void)
{
	struct pmc_ioctl_event e = instructions(0, PERIOD);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 2);
	int i, wrong = 0, ready = 0, taken = 0;
	struct pmc_ioctl_ring *r = ring(&s, 0);

	result(choose(s.fd, BYTES, 0) == 0, "waiting for %zu bytes", BYTES);
	ioctl(s.fd, PMC_IOC_START, 0);
	for (i = 0; i < STEPS; i++) {
		loop(STEP);
		if (is_ready(s.fd) != (r->head - r->tail >= BYTES))
			wrong++;
		if (!is_ready(s.fd))
			continue;
		ready++;
		/* Take a record, and sometimes all. */
		while (take(r, &record, sizeof(record)) && ++taken % 7)
			;
	}
	result(ready > 5 && !wrong, "poll reported %d times in %d steps, %d times wrongly", ready,
	       STEPS, wrong);
	result(choose(s.fd, 0, 0) == 0 && is_ready(s.fd) == (r->head != r->tail),
	       "no watermark any more");
	result(choose(s.fd, 1u << 30, 0) == 0 && !is_ready(s.fd), "a watermark above the ring …");
	while (r->head - r->tail < r->data_size / 2)
		loop(STEP);
	result(is_ready(s.fd), "… is half of it");
	end(&s);
}

/* ---- Sleeping ---- */

static void asleep(void)
{
	struct pmc_ioctl_event e = instructions(0, 20011);
	struct pollfd p;
	struct sampling s;
	uint64_t least = UINT64_MAX, n = 0;
	pid_t pid = fork();
	int woken = 0;

	if (!pid) {
		raise(SIGSTOP);
		loop(1000000);
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	s = begin(&e, 1, 0, PMC_TARGET_THREAD, pid, 4);
	must(!choose(s.fd, BYTES, 0), "a watermark");
	ioctl(s.fd, PMC_IOC_START, 0);
	p = (struct pollfd){ .fd = s.fd, .events = POLLIN };
	kill(pid, SIGCONT);
	for (;;) {
		struct pmc_ioctl_ring *r = ring(&s, 0);
		uint64_t unread;

		must(poll(&p, 1, 60000) > 0, "poll");
		unread = r->head - r->tail;
		while (take(r, &record, sizeof(record)))
			n++;
		if (p.revents & POLLHUP)
			break;
		woken++;
		least = unread < least ? unread : least;
	}
	waitpid(pid, NULL, 0);
	result(woken > 3 && least >= BYTES,
	       "a reader was woken up %d times, with %" PRIu64 " bytes at least", woken, least);
	result(n == ring(&s, 0)->samples && total(&s) == value_of(&s, 1) / 20011,
	       "he took all %" PRIu64 " samples, also those below the watermark at the end", n);
	end(&s);
}

static void refusals(void)
{
	struct pmc_ioctl_event e = instructions(0, PERIOD), plain = instructions(0, 0);
	struct pmc_ioctl_wakeup w = { .size = sizeof(w), .reserved = 1 };
	int fd = dev();

	result(choose(fd, 0, 1) == ENOTCONN, "a watermark before attaching");
	must(!setup(fd, &e, 1, 0, NULL) && !attach(fd, PMC_TARGET_SELF, 0, NULL), "a set");
	result(choose(fd, 1, 1) == EINVAL, "bytes and samples");
	result(ioctl(fd, PMC_IOC_WAKEUP, &w) && errno == EINVAL, "something reserved");
	result(choose(fd, 1, 0) == 0, "a watermark before there is a ring");
	close(fd);
	fd = dev();
	must(!setup(fd, &plain, 1, 0, NULL) && !attach(fd, PMC_TARGET_SELF, 0, NULL), "a set");
	result(choose(fd, 1, 0) == EOPNOTSUPP, "a watermark without rings");
	close(fd);
}

void mode_wakeup(unsigned n)
{
	(void)n;
	result(info.features & PMC_FEATURE_WAKEUP, "the driver says that it can");
	refusals();
	by_samples();
	by_bytes();
	asleep();
}
