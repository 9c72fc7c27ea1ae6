/* SPDX-License-Identifier: BSD-2-Clause */
/* Call chains. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define FRAMES                            \
	__attribute__((noinline, noclone, \
		       optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")))

static FRAMES void third(unsigned long n)
{
	/* The loop has no frame of its own: RBP is this function's. */
	for (volatile unsigned long i = 0; i < n; i++)
		;
}
static FRAMES void second(unsigned long n)
{
	third(n);
	__asm__ volatile("");
}
static FRAMES void first(unsigned long n)
{
	second(n);
	__asm__ volatile("");
}

static int within(uint64_t at, void (*function)(unsigned long))
{
	return at > (uintptr_t)function && at < (uintptr_t)function + 128;
}

struct code {
	const char *name;
	uint64_t from, to;
};
static struct code entry_text = { "__entry_text_start" }; /* has no caller in the kernel */
static struct code timers = { "hrtimer_interrupt" };	  /* interrupts of timers, all of them */

static bool inside(const struct code *code, uint64_t at)
{
	return at >= code->from && at < code->to;
}

/* Notes where this code begins when the symbol is its name, and that it ends at the next one. */
static void look_at_symbol(struct code *code, const char *name, uint64_t at)
{
	if (code->to == UINT64_MAX && at > code->from)
		code->to = at;
	if (!strcmp(code->name, name)) {
		code->from = at;
		code->to = UINT64_MAX;
	}
}

/* /proc/kallsyms is sorted by addresses. */
static void read_symbols(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	char line[512], name[256];
	uint64_t at;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%" SCNx64 " %*c %255s", &at, name) != 2)
			continue;
		look_at_symbol(&timers, name, at);
		if (!strcmp(name, entry_text.name))
			entry_text.from = at;
		if (!strcmp(name, "__entry_text_end"))
			entry_text.to = at;
	}
	if (f)
		fclose(f);
	must(entry_text.from && entry_text.to && timers.to,
	     "entry text and hrtimer_interrupt in /proc/kallsyms");
}

static void user_chain(void)
{
	struct pmc_ioctl_event e = instructions(0, 10007);
	struct sampling s;
	uint64_t n = 0, good = 0, kernel = 0;

	e.sample = PMC_SAMPLE_USER_CHAIN;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 64);
	ioctl(s.fd, PMC_IOC_START, 0);
	first(200000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	while (take(ring(&s, 0), &record, sizeof(record))) {
		struct pmc_ioctl_sample *r = &record.head;

		if (!within(r->ip, third))
			continue;
		n++;
		good += r->n_user >= 3 && within(r->word[0], second) && within(r->word[1], first);
		for (uint32_t i = 0; i < r->n_user; i++)
			kernel += r->word[i] >> 47 != 0;
	}
	/* In the prologue and the epilogue the frame pointer is the caller's. */
	result(n > 20 && good + 1 >= n, "%" PRIu64 " of %" PRIu64 " user chains are the callers",
	       good, n);
	result(!kernel, "no address of the kernel in them");
	end(&s);
}

/* What the samples of a program that makes system calls looked like. */
struct seen {
	uint64_t n, kernel, entry, without, mixed, lone;
};

static void look_at(struct seen *seen, const struct pmc_ioctl_sample *r)
{
	uint64_t user_end = sizeof(long) == 8 ? 1ull << 47 : 1ull << 32;

	seen->n++;
	if (r->flags & PMC_SAMPLE_USER)
		return;
	seen->kernel++;
	if (inside(&entry_text, r->ip)) {
		seen->entry++;
	} else if (!r->n_kernel) {
		seen->without++;
		seen->lone = r->ip;
	}
	seen->mixed += r->n_user > 0 && r->word[r->n_kernel] < user_end;
}

static uint64_t switches(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (uint64_t)(u.ru_nvcsw + u.ru_nivcsw);
}

static bool by_tracepoint(void)
{
	FILE *f = fopen("/sys/module/pmc/parameters/switches", "r");
	char word[32] = "";

	must(f && fgets(word, sizeof(word), f), "the parameter switches");
	fclose(f);
	return !strncmp(word, "tracepoint", 10);
}

/*
 * How many samples of the kernel may lack a caller. The unwinder of Linux 5 does not know what
 * instructions push that are patched in, as in _raw_spin_lock_irqsave(); that of 32 bits follows
 * frame pointers, and loses some of a function's first instructions.
 */
static uint64_t may_lack(uint64_t kernel)
{
	struct utsname linux_is;

	uname(&linux_is);
	return linux_is.release[0] == '5' || strcmp(linux_is.machine, "x86_64") ? kernel / 100 : 0;
}

/*
 * By the tracepoint counting begins shortly before the thread has its stack, which one sample of
 * each switch may hit.
 */
static uint64_t may_come_early(uint64_t switched)
{
	return by_tracepoint() ? switched : 0;
}

/* Samples of many system calls, with both chains. timer: a timerfd that is read, too, or -1. */
static struct sampling sample_calls(uint64_t period, int timer)
{
	struct pmc_ioctl_event e = instructions(1, period);
	struct sampling s;

	e.sample = PMC_SAMPLE_USER_CHAIN | PMC_SAMPLE_KERNEL_CHAIN;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 256);
	ioctl(s.fd, PMC_IOC_START, 0);
	for (int i = 0; i < 2000; i++) {
		uint64_t c;
		int fd = open("/proc/self/stat", O_RDONLY);

		(void)!read(fd, &c, sizeof(c));
		if (timer >= 0)
			(void)!read(timer, &c, sizeof(c)); /* it goes on only then */
		close(fd);
	}
	ioctl(s.fd, PMC_IOC_STOP, 0);
	return s;
}

static void kernel_chain(void)
{
	/*
	 * Sample so seldom that an NMI ends long before the next one: the kernel's counter counts
	 * the NMI, too.
	 */
	uint64_t period = has_checks() ? 200003 : 20011, count;
	uint64_t switched = switches();
	struct sampling s = sample_calls(period, -1);
	struct seen seen = { 0 };

	switched = switches() - switched;
	count = value_of(&s, 1);
	result(total(&s) == count / period,
	       "in the kernel too, %" PRIu64 " samples of %" PRIu64 " periods", total(&s),
	       count / period);
	read_symbols();
	while (take(ring(&s, 0), &record, sizeof(record)))
		look_at(&seen, &record.head);
	result(seen.n > 500 && seen.kernel > seen.n / 2 && seen.entry < seen.kernel / 4 &&
		       seen.without <= may_lack(seen.kernel) + may_come_early(switched),
	       "%" PRIu64 " samples, %" PRIu64 " in the kernel, %" PRIu64
	       " of its first instructions, %" PRIu64 " of others without a caller (%" PRIx64 ")",
	       seen.n, seen.kernel, seen.entry, seen.without, seen.lone);
	/* But not where the entry code is just storing where user mode was left. */
	result(seen.mixed + seen.kernel / 50 >= seen.kernel,
	       "%" PRIu64 " of them go on in user mode", seen.mixed);
	end(&s);
}

/* Samples of timers' interrupts: so many at least, if need be in so many rounds. */
#define INTERRUPTS 21
#define ROUNDS	   8

struct interrupts {
	uint64_t n, of_kernel, whole;
};

static void look_at_interrupt(struct interrupts *seen, const struct pmc_ioctl_sample *r)
{
	bool is_timer = inside(&timers, r->ip);
	uint64_t entries = 0;
	uint32_t i;

	for (i = 0; i < r->n_kernel; i++) {
		is_timer |= inside(&timers, r->word[i]);
		entries += inside(&entry_text, r->word[i]);
	}
	if (!is_timer)
		return;
	seen->n++;
	seen->of_kernel += entries > 1;
	seen->whole += r->n_kernel && inside(&entry_text, r->word[r->n_kernel - 1]) && r->n_user;
}

/*
 * An interrupt of the kernel has a stack of its own. The chain goes on where that was entered, and
 * ends at the entry of the system call, behind which user mode was left.
 */
static void interrupt_chain(void)
{
	const struct itimerspec often = { { 0, 50000 }, { 0, 50000 } };
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
	struct interrupts seen = { 0 };

	must(timer >= 0 && !timerfd_settime(timer, 0, &often, NULL), "a timer");
	for (int i = 0; i < ROUNDS && seen.n < INTERRUPTS; i++) {
		struct sampling s = sample_calls(has_checks() ? 200003 : 6007, timer);

		while (take(ring(&s, 0), &record, sizeof(record)))
			look_at_interrupt(&seen, &record.head);
		end(&s);
	}
	close(timer);
	result(seen.n >= INTERRUPTS && seen.of_kernel > seen.n / 4 &&
		       seen.whole + may_lack(seen.n) >= seen.n,
	       "%" PRIu64 " samples of timers, %" PRIu64 " that interrupted the kernel; %" PRIu64
	       " chains lead to user mode",
	       seen.n, seen.of_kernel, seen.whole);
}

void mode_chain(unsigned n)
{
	(void)n;
	user_chain();
	kernel_chain();
	interrupt_chain();
}
