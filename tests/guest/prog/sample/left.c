/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where user mode was left, for samples that hit the kernel: two system calls take turns, each with
 * a frame pointer of its own. The count of user mode's instructions tells in which of them a sample
 * was taken. While the entry code has not stored where user mode was left, the kernel's memory
 * still holds that of the other call, which is what perf shows then, in the same boot.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/pmu/pmu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

/* Goes n times around its loop of eight instructions. */
void taking_turns(unsigned long n);
extern char turns_start[], turns_end[], turns_left[], turns_other[];
#define ROUND 8
#define APART 3 /* the instructions from one call to the next */

/* A frame is the caller's frame pointer and the return address. */
uintptr_t turns_frame[2][2] = { { 0, 0x1111000 }, { 0, 0x2222000 } };

#ifdef __x86_64__
__asm__(".text\n.globl taking_turns\ntaking_turns:\n"
	"push %rbp; push %rbx; mov %rdi, %rbx\n"
	"turns_start: lea turns_frame(%rip), %rbp; mov $39, %eax; syscall\n"
	"turns_left: lea 16+turns_frame(%rip), %rbp; mov $39, %eax; syscall\n"
	"turns_other: dec %rbx; jnz turns_start\n"
	"turns_end: pop %rbx; pop %rbp; ret\n");
#else
__asm__(".text\n.globl taking_turns\ntaking_turns:\n"
	"push %ebp; push %ebx; mov 12(%esp), %ebx\n"
	"turns_start: lea turns_frame, %ebp; mov $20, %eax; int $0x80\n"
	"turns_left: lea 8+turns_frame, %ebp; mov $20, %eax; int $0x80\n"
	"turns_other: dec %ebx; jnz turns_start\n"
	"turns_end: pop %ebx; pop %ebp; ret\n");
#endif

/* ---- Samples, of the driver and of perf ---- */

struct sampled {
	uint64_t ip, user_instructions;
	bool is_late, in_kernel;
	size_t n_kernel, n_user; /* of the chain */
	const uint64_t *user;
};

struct seen {
	uint64_t base; /* the number of the first call's instruction, modulo ROUND */
	bool has_base;
	uint64_t n, late, good, other, without, wrong;
};

static uint64_t call_left(int call)
{
	return (uintptr_t)(call ? turns_other : turns_left);
}

/* Is the chain that of this call? ip: of a late sample, which its chain does not begin with. */
static bool is_of(const struct sampled *s, int call)
{
	uint64_t frame = turns_frame[call][1];

	if (s->is_late)
		return s->ip == call_left(call) && s->n_user == 1 && s->user[0] == frame;
	return s->n_user == 2 && s->user[0] == call_left(call) && s->user[1] == frame;
}

static void look_at(struct seen *seen, const struct sampled *s)
{
	uint64_t at;
	int call;

	/* Deep in the kernel all has been stored: where are the calls? */
	if (!seen->has_base && s->n_kernel > 1 && (is_of(s, 0) || is_of(s, 1))) {
		seen->base = s->user_instructions - (is_of(s, 0) ? 0 : APART);
		seen->has_base = true;
	}
	if (!seen->has_base || !(s->in_kernel || s->is_late))
		return;
	at = (s->user_instructions - seen->base) % ROUND;
	/* Interrupts come anywhere else. */
	if (at != 0 && at != APART)
		return;
	call = at != 0;
	/* The calls that start and stop the set come at any. */
	if (s->n_user && !is_of(s, 0) && !is_of(s, 1) &&
	    !(s->user[0] >= (uintptr_t)turns_start && s->user[0] < (uintptr_t)turns_end))
		return;
	seen->n++;
	seen->late += s->is_late;
	seen->good += is_of(s, call);
	seen->other += is_of(s, !call);
	seen->without += !s->n_user;
	seen->wrong += s->n_user && !is_of(s, call) && !is_of(s, !call);
}

/* ---- The driver ---- */

static void by_driver(struct seen *seen, struct pmc_ioctl_event *events, unsigned long rounds)
{
	struct sampling s = begin(events, 2, 0, PMC_TARGET_SELF, 0, 256);

	ioctl(s.fd, PMC_IOC_START, 0);
	taking_turns(rounds);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	while (take(ring(&s, 0), &record, sizeof(record))) {
		const struct pmc_ioctl_sample *r = &record.head;
		const uint64_t *word = (const uint64_t *)r->word;

		if (r->n_counts != 2)
			continue;
		look_at(seen, &(struct sampled){
				      .ip = r->ip,
				      .user_instructions = word[1],
				      .is_late = r->flags & PMC_SAMPLE_LATE,
				      .in_kernel = !(r->flags & PMC_SAMPLE_USER),
				      .n_kernel = r->n_kernel,
				      .n_user = r->n_user,
				      .user = word + r->n_counts + r->n_kernel,
			      });
	}
	end(&s);
}

/* ---- perf ---- */

static int perf_event(uint64_t period, bool kernel, int leader)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.size = sizeof(attr),
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
		.read_format = PERF_FORMAT_GROUP,
		.sample_period = period,
		.exclude_kernel = !kernel,
		.disabled = leader < 0,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, 0);
}

/* A sample: ip; how many counts, and these; how long the chain is, and it. */
static void look_at_perf(struct seen *seen, const uint64_t *word)
{
	const uint64_t *chain = word + 2 + word[1] + 1, *end = chain + chain[-1];
	struct sampled s = { .ip = word[0], .user_instructions = word[3], .in_kernel = true };
	bool user = false;

	for (; chain < end; chain++) {
		if (*chain == (uint64_t)PERF_CONTEXT_USER) {
			user = true;
			s.user = chain + 1;
		} else if (*chain != (uint64_t)PERF_CONTEXT_KERNEL) {
			user ? s.n_user++ : s.n_kernel++;
		}
	}
	/* The first is ip itself. */
	s.in_kernel = s.n_kernel > 0;
	s.n_kernel -= s.in_kernel;
	look_at(seen, &s);
}

static bool by_perf(struct seen *seen, uint64_t period, unsigned long rounds)
{
	int leader = perf_event(period, true, -1), user;
	struct perf_event_mmap_page *page;
	uint64_t at;

	if (leader < 0)
		return false;
	user = perf_event(0, false, leader);
	page = mmap(NULL, 257 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, leader, 0);
	must(user >= 0 && page != MAP_FAILED, "perf's ring");
	ioctl(leader, PERF_EVENT_IOC_ENABLE, 0);
	taking_turns(rounds);
	ioctl(leader, PERF_EVENT_IOC_DISABLE, 0);
	for (at = 0; at < page->data_head;) {
		const struct perf_event_header *h = (void *)((char *)page + page->data_offset + at);

		if (h->type == PERF_RECORD_SAMPLE)
			look_at_perf(seen, (const uint64_t *)(h + 1));
		at += h->size;
	}
	munmap(page, 257 * 4096);
	close(user);
	close(leader);
	return true;
}

/* ---- Results ---- */

/* What some ten instructions push cannot be told; on i386 more of them. */
static uint64_t may_lack(uint64_t n)
{
	return sizeof(long) == 8 ? n / 12 : n / 4;
}

void mode_left(unsigned n_)
{
	const uint64_t period = has_checks() ? 200003 : 20011;
	struct pmc_ioctl_event events[2] = { instructions(1, period), instructions(0, 0) };
	struct seen seen = { 0 }, late = { 0 }, perf = { 0 };
	int fd = dev(), fits;

	(void)n_;
	fits = !setup(fd, events, 2, 0, NULL) && !attach(fd, PMC_TARGET_SELF, 0, NULL);
	close(fd);
	if (!fits) {
		result(1, "two events of instructions do not fit here");
		return;
	}
	events[0].sample = PMC_SAMPLE_COUNTS | PMC_SAMPLE_USER_CHAIN | PMC_SAMPLE_KERNEL_CHAIN;
	by_driver(&seen, events, 8000);
	result(seen.n >= 150 && !seen.other && !seen.wrong && seen.without <= may_lack(seen.n),
	       "of %" PRIu64 " samples in the kernel %" PRIu64
	       " have the chain of their call, %" PRIu64 " that of the other, %" PRIu64
	       " none, %" PRIu64 " another",
	       seen.n, seen.good, seen.other, seen.without, seen.wrong);
	/* The calls stand where they stood. */
	late.base = seen.base, late.has_base = seen.has_base;
	events[0] = instructions(0, 1009);
	events[0].sample = PMC_SAMPLE_COUNTS | PMC_SAMPLE_USER_CHAIN;
	by_driver(&late, events, 150000);
	result(late.late >= 100 && late.good == late.n,
	       "of %" PRIu64 " samples of user mode that came late, %" PRIu64
	       " are where their call was left, %" PRIu64 " where the other was",
	       late.late, late.good, late.other);
	usleep(300000); /* the module gives the PMU back */
	if (info.family == PMU_P4 || !by_perf(&perf, period, 8000))
		result(1, "perf does not sample here");
	else
		result(perf.n >= 150,
		       "perf: of %" PRIu64 " %" PRIu64 " have that of the other call, %" PRIu64
		       " one of both or none",
		       perf.n, perf.other, perf.n - perf.good - perf.other);
}
