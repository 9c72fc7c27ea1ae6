/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sampling by /dev/pmc, called directly. usage: sample WHAT [N]; one line per result, "ok NAME" or
 * "not ok NAME: …"; exit status 0 when all are ok.
 *	exact	samples of a loop whose addresses are known: their number, places, counts
 *	chain	call chains, of user mode and of the kernel
 *	full	a ring that is never read
 *	often	more samples than can be handled: throttling
 *	two	two events in one ring, throttled and in the kernel, in N rounds each
 *	rate	a frequency
 *	tree	threads and children on every CPU
 *	cpu	a whole CPU
 *	wait	poll(2)
 *	refused	what must be
 *	storm	N processes that are killed while they are sampled
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "dev.h"

/* ---- Events: retired instructions, on every family ---- */

static struct pmc_ioctl_info info = { .size = sizeof(info) };

static struct pmc_ioctl_event instructions(int kernel, uint64_t period)
{
	struct pmc_ioctl_event e = { .counters = 0xffffffff, .period = period };

	if (info.family == PMU_P4) {
		/* instr_retired:NBOGUSNTAG:NBOGUSTAG */
		e.escr = 2u << P4_ESCR_EVENT_SHIFT | 5u << P4_ESCR_MASK_SHIFT | P4_ESCR_T0_USR |
			 (kernel ? P4_ESCR_T0_OS : 0);
		e.n_escrs = 2;
		e.escr_of[0] = P4_CRU_ESCR0;
		e.escr_of[1] = P4_CRU_ESCR1;
		return e;
	}
	e.select = 0x4100c0 | (kernel ? EVTSEL_OS : 0);
	return e;
}

struct sampling {
	int fd;
	uint32_t rings;
	size_t each;
	char *memory;
};

static int setup(int fd, struct pmc_ioctl_event *events, uint32_t n, uint32_t flags, uint32_t *bad)
{
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.flags = flags,
		.events = (uintptr_t)events,
		.n = n,
		.event_size = sizeof(*events),
	};
	int err = ioctl(fd, PMC_IOC_SETUP, &s) ? errno : 0;

	if (bad)
		*bad = s.bad;
	return err;
}

static int attach(int fd, uint32_t target, int id, uint32_t *rings)
{
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = target, .id = id };
	int err = ioctl(fd, PMC_IOC_ATTACH, &a) ? errno : 0;

	if (rings)
		*rings = a.rings;
	return err;
}

static void map(struct sampling *s, size_t pages)
{
	s->each = 4096 * (1 + pages);
	s->memory = mmap(NULL, s->rings * s->each, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd,
			 PMC_RING_OFFSET);
	must(s->memory != MAP_FAILED, "mapping the rings");
}

static struct sampling begin(struct pmc_ioctl_event *events, uint32_t n, uint32_t flags,
			     uint32_t target, int id, size_t pages)
{
	struct sampling s = { .fd = dev() };

	errno = setup(s.fd, events, n, flags, NULL);
	must(!errno, "setting up");
	errno = attach(s.fd, target, id, &s.rings);
	must(!errno, "attaching");
	map(&s, pages);
	return s;
}

static uint64_t value_of(struct sampling *s, uint32_t n)
{
	struct pmc_ioctl_count counts[8];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = n, .counts = (uintptr_t)counts };

	must(!ioctl(s->fd, PMC_IOC_READ, &r), "reading");
	return counts[0].value;
}

static void end(struct sampling *s)
{
	munmap(s->memory, s->rings * s->each);
	close(s->fd);
}

static struct pmc_ioctl_ring *ring(struct sampling *s, uint32_t i)
{
	return (void *)(s->memory + i * s->each);
}

static uint64_t total(struct sampling *s)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < s->rings; i++) {
		struct pmc_ioctl_ring *r = ring(s, i);

		n += r->samples + r->lost + r->missed + r->throttled;
	}
	return n;
}

/* Copies the next record out: up to room bytes. 0: there is none. */
static size_t take(struct pmc_ioctl_ring *r, void *to, size_t room)
{
	uint64_t head = __atomic_load_n(&r->head, __ATOMIC_ACQUIRE);
	const char *data = (const char *)r + r->data_offset;
	struct pmc_ioctl_sample *s = to;

	if (r->tail == head)
		return 0;
	for (size_t i = 0; i < 8; i++)
		((char *)to)[i] = data[(r->tail + i) % r->data_size];
	if (s->size < sizeof(*s) || s->size > room || s->size % 8) {
		result(0, "a record of %u bytes", s->size);
		exit(1);
	}
	for (size_t i = 8; i < s->size; i++)
		((char *)to)[i] = data[(r->tail + i) % r->data_size];
	__atomic_store_n(&r->tail, r->tail + s->size, __ATOMIC_RELEASE);
	return s->size;
}

static union {
	struct pmc_ioctl_sample head;
	char bytes[8192];
} record;

/* ---- The loop: 16 instructions, at addresses that are known ---- */

void loop(unsigned long n);
extern char loop_start[], loop_end[], loop_dec[], loop_jnz[];
__asm__(".text\n.globl loop\nloop:\n"
#ifdef __x86_64__
	"mov %rdi, %rcx\n"
#else
	"mov 4(%esp), %ecx\n"
#endif
	"loop_start: .rept 14\nnop\n.endr\n"
	"loop_dec: dec %ecx\n"
	"loop_jnz: jnz loop_start\n"
	"loop_end: ret\n");

static int place(uint64_t ip)
{
	if (ip >= (uintptr_t)loop_start && ip < (uintptr_t)loop_dec)
		return (int)(ip - (uintptr_t)loop_start);
	return ip == (uintptr_t)loop_dec ? 14 : ip == (uintptr_t)loop_jnz ? 15 : -1;
}

static void exact(uint64_t period)
{
	struct pmc_ioctl_event e = instructions(0, period);
	struct sampling s;
	uint64_t n = 0, in = 0, wrong = 0, count, last = 0, k;
	int phase = -1, at;

	e.sample = PMC_SAMPLE_COUNTS;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 256);
	must(!ioctl(s.fd, PMC_IOC_START, 0), "starting");
	loop(200000);
	must(!ioctl(s.fd, PMC_IOC_STOP, 0), "stopping");
	count = value_of(&s, 1);
	result(count > 3200000 && count < 3210000, "period %" PRIu64 ": counted %" PRIu64, period,
	       count);
	result(total(&s) == count / period,
	       "period %" PRIu64 ": %" PRIu64 " samples, by arithmetic %" PRIu64 " (lost %" PRIu64
	       ", missed %" PRIu64 ", throttled %" PRIu64 ")",
	       period, total(&s), count / period, ring(&s, 0)->lost, ring(&s, 0)->missed,
	       ring(&s, 0)->throttled);
	while (take(ring(&s, 0), &record, sizeof(record))) {
		struct pmc_ioctl_sample *r = &record.head;

		n++;
		if (r->pid != (uint32_t)getpid() || r->tid != (uint32_t)getpid() ||
		    r->time <= last || r->event || r->period != period || r->n_counts != 1 ||
		    r->n_user || r->n_kernel || !(r->flags & PMC_SAMPLE_USER))
			wrong++;
		last = r->time;
		at = place(r->ip);
		if (at < 0)
			continue;
		in++;
		/* The instruction that is next is the one behind the one that was counted last. */
		k = (uint64_t)(at - (int)(r->word[0] % 16) + 16) % 16;
		if (phase >= 0 && phase != (int)k)
			wrong++;
		phase = (int)k;
		/* A Pentium 4 interrupts one count after the overflow. */
		if (r->word[0] % period != (info.family == PMU_P4))
			wrong++;
	}
	result(n == ring(&s, 0)->samples, "period %" PRIu64 ": all %" PRIu64 " records are there",
	       period, n);
	result(in + 2 >= n && n > 0, "period %" PRIu64 ": %" PRIu64 " of them in the loop", period,
	       in);
	result(!wrong, "period %" PRIu64 ": %" PRIu64 " with a wrong place, count or field", period,
	       wrong);
	end(&s);
}

/* ---- Chains ---- */

#define FRAMES                            \
	__attribute__((noinline, noclone, \
		       optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")))

static FRAMES void third(unsigned long n)
{
	/* Its own frame, and the loop without one of its own: RBP is this function's. */
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

/*
 * The kernel's code that has no caller in the kernel: its ways in and out. And where none is found: __switch_to has the
 * stack of the next thread while `current` is still the one before. (Counting has begun there when switches are heard of
 * by the tracepoint.)
 */
static struct code {
	uint64_t from, to;
} entry_text, switching;

static bool inside(const struct code *code, uint64_t at)
{
	return at >= code->from && at < code->to;
}

/* /proc/kallsyms goes by addresses. */
static void read_symbols(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	char line[512];

	while (f && !(entry_text.to && switching.to) && fgets(line, sizeof(line), f)) {
		uint64_t at = strtoull(line, NULL, 16);

		if (switching.from && !switching.to && at > switching.from)
			switching.to = at;
		if (strstr(line, " __switch_to\n"))
			switching.from = at;
		if (strstr(line, " __entry_text_start\n"))
			entry_text.from = at;
		if (strstr(line, " __entry_text_end\n"))
			entry_text.to = at;
	}
	if (f)
		fclose(f);
	must(entry_text.from && entry_text.to && switching.to,
	     "entry text and __switch_to in /proc/kallsyms");
}

static void chain(void)
{
	struct pmc_ioctl_event e = instructions(0, 10007);
	struct utsname linux_is;
	struct sampling s;
	uint64_t n = 0, good = 0, kernel = 0, entry = 0, without = 0, mixed = 0, lone = 0, count,
		 some, period;

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

	/* So seldom that an NMI, which the kernel's counter counts, too, is over long before the next one. */
	period = has_checks() ? 200003 : 20011;
	e = instructions(1, period);
	e.sample = PMC_SAMPLE_USER_CHAIN | PMC_SAMPLE_KERNEL_CHAIN;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 256);
	ioctl(s.fd, PMC_IOC_START, 0);
	for (int i = 0; i < 2000; i++) {
		char c;
		int fd = open("/proc/self/stat", O_RDONLY);

		(void)!read(fd, &c, 1);
		close(fd);
	}
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	result(total(&s) == count / period,
	       "in the kernel too, %" PRIu64 " samples of %" PRIu64 " periods", total(&s),
	       count / period);
	read_symbols();
	n = kernel = mixed = 0;
	while (take(ring(&s, 0), &record, sizeof(record))) {
		struct pmc_ioctl_sample *r = &record.head;

		n++;
		if (r->flags & PMC_SAMPLE_USER)
			continue;
		kernel++;
		if (inside(&entry_text, r->ip)) {
			entry++;
		} else if (!r->n_kernel && !inside(&switching, r->ip)) {
			without++;
			lone = r->ip;
		}
		mixed += r->n_user > 0 &&
			 r->word[r->n_kernel] < (sizeof(long) == 8 ? 1ull << 47 : 1ull << 32);
	}
	/*
	 * Linux 5's unwinder does not know what instructions that are patched in push, in _raw_spin_lock_irqsave() say;
	 * that of 32 bits goes by frame pointers, and loses some of a function's first instructions.
	 */
	uname(&linux_is);
	some = linux_is.release[0] == '5' || strcmp(linux_is.machine, "x86_64") ? kernel / 100 : 0;
	result(n > 500 && kernel > n / 2 && entry < kernel / 4 && without <= some,
	       "%" PRIu64 " samples, %" PRIu64 " in the kernel, %" PRIu64
	       " of its first instructions, %" PRIu64 " of others without a caller (%" PRIx64 ")",
	       n, kernel, entry, without, lone);
	result(mixed == kernel, "%" PRIu64 " of them go on in user mode", mixed);
	end(&s);
}

/* ---- Limits ---- */

/* Seldom enough for a kernel with checks: nothing is throttled. */
static void full(void)
{
	struct pmc_ioctl_event e = instructions(0, 20011);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1);
	uint64_t n = 0, count;

	ioctl(s.fd, PMC_IOC_START, 0);
	loop(800000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	result(ring(&s, 0)->lost > 0, "%" PRIu64 " were lost", ring(&s, 0)->lost);
	result(total(&s) == count / 20011, "with them, %" PRIu64 " samples of %" PRIu64, total(&s),
	       count / 20011);
	while (take(ring(&s, 0), &record, sizeof(record)))
		n++;
	result(n == ring(&s, 0)->samples && n == 4096 / sizeof(struct pmc_ioctl_sample),
	       "%" PRIu64 " are whole in the ring", n);
	/* There is room again. A reader that writes nonsense loses samples, and nothing else. */
	ring(&s, 0)->tail = 12345678901ull;
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(400000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	result(ring(&s, 0)->samples == n && total(&s) == value_of(&s, 1) / 20011,
	       "a tail that cannot be");
	memset(s.memory, 0xff, 4096);
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(400000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	/* The kernel's own numbers are put back as they change; nothing is written elsewhere. */
	result(ring(&s, 0)->lost == value_of(&s, 1) / 20011 - n,
	       "a header that was overwritten: %" PRIu64 " lost of %" PRIu64, ring(&s, 0)->lost,
	       value_of(&s, 1) / 20011);
	end(&s);
}

static void often(void)
{
	struct pmc_ioctl_event e = instructions(0, 40);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1024);
	uint64_t count;

	ioctl(s.fd, PMC_IOC_START, 0);
	loop(1000000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	result(ring(&s, 0)->throttled > ring(&s, 0)->samples,
	       "%" PRIu64 " samples, %" PRIu64 " throttled", ring(&s, 0)->samples,
	       ring(&s, 0)->throttled);
	result(total(&s) == count / 40, "together %" PRIu64 ", by arithmetic %" PRIu64, total(&s),
	       count / 40);
	end(&s);
}

/* Two events of CPU 0 in one ring; user: of user mode, else of the kernel. Rounds are short: sleeping takes no time here. */
struct pair {
	const char *what;
	bool user;
	uint64_t period[2];
};

static struct pmc_ioctl_event half(bool user, uint64_t period)
{
	struct pmc_ioctl_event e = instructions(!user, period);

	if (!user && info.family == PMU_P4)
		e.escr &= ~P4_ESCR_T0_USR;
	else if (!user)
		e.select &= ~EVTSEL_USR;
	return e;
}

static void sample_pair(const struct pair *pair, unsigned n,
			void check(const struct pair *, const struct pmc_ioctl_ring *))
{
	struct pmc_ioctl_event e[2] = { half(pair->user, pair->period[0]),
					half(false, pair->period[1]) };
	uint64_t last = 0, taken = 0, wrong = 0, sum;
	struct pmc_ioctl_count counts[2];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 2, .counts = (uintptr_t)counts };
	struct sampling s = begin(e, 2, 0, PMC_TARGET_CPU, 0, 1024);

	ioctl(s.fd, PMC_IOC_START, 0);
	while (n--) {
		loop(6000);
		for (int i = 0; i < 1000; i++)
			getppid();
		usleep(12000);
		while (take(ring(&s, 0), &record, sizeof(record))) {
			struct pmc_ioctl_sample *h = &record.head;

			taken++;
			if (h->type != PMC_RECORD_SAMPLE || h->size != sizeof(*h) || h->event > 1 ||
			    h->cpu || h->time < last || h->period != pair->period[h->event])
				wrong++;
			last = h->time;
		}
	}
	ioctl(s.fd, PMC_IOC_STOP, 0);
	must(!ioctl(s.fd, PMC_IOC_READ, &r), "reading");
	sum = counts[0].value / pair->period[0] + counts[1].value / pair->period[1];
	result(!wrong && taken <= ring(&s, 0)->samples,
	       "%s: %" PRIu64 " records, %" PRIu64 " of them wrong", pair->what, taken, wrong);
	result(total(&s) == sum, "%s: together %" PRIu64 ", by arithmetic %" PRIu64, pair->what,
	       total(&s), sum);
	check(pair, ring(&s, 0));
	end(&s);
}

static void is_throttled(const struct pair *pair, const struct pmc_ioctl_ring *r)
{
	result(r->throttled > 9 * r->missed, "%s: %" PRIu64 " were throttled, %" PRIu64 " missed",
	       pair->what, (uint64_t)r->throttled, (uint64_t)r->missed);
}
static void is_sampled(const struct pair *pair, const struct pmc_ioctl_ring *r)
{
	/* On a kernel with checks handling takes so long that it is throttled. */
	result(r->samples > 100 && !r->missed && (!r->throttled || has_checks()),
	       "%s: %" PRIu64 " were taken, %" PRIu64 " missed, %" PRIu64 " throttled", pair->what,
	       (uint64_t)r->samples, (uint64_t)r->missed, (uint64_t)r->throttled);
}

static void goes_on(const struct pair *pair, const struct pmc_ioctl_ring *r)
{
	result(r->samples > 20000,
	       "%s: %" PRIu64 " were taken, %" PRIu64 " missed, %" PRIu64 " throttled", pair->what,
	       (uint64_t)r->samples, (uint64_t)r->missed, (uint64_t)r->throttled);
}

/* A logical processor of a Pentium 4 has half of what there is. */
static bool two_fit(void)
{
	struct pmc_ioctl_event e[2] = { half(true, 40), half(false, 3001) };
	int fd = dev(), err = setup(fd, e, 2, 0, NULL);

	if (!err)
		err = attach(fd, PMC_TARGET_CPU, 0, NULL);
	close(fd);
	return info.family != PMU_P4 || err != ENOSPC;
}

static void two(unsigned n)
{
	cpu_set_t first;

	if (!two_fit()) {
		result(1, "two events of instructions do not fit here");
		return;
	}
	CPU_ZERO(&first);
	CPU_SET(0, &first);
	must(!sched_setaffinity(0, sizeof(first), &first), "going to CPU 0");
	/* One is throttled, and let go again by an interrupt in which the other one has its own. */
	sample_pair(&(struct pair){ "throttled beside another", true, { 40, 3001 } }, n,
		    is_throttled);
	/* One overflows while the other one is served, and its interrupt is masked. */
	sample_pair(&(struct pair){ "two in the kernel", false, { 10007, 14009 } }, n, is_sampled);
	/* It overflows again while it is served. */
	sample_pair(&(struct pair){ "shorter than its handling", false, { 20, 14009 } }, n,
		    goes_on);
}

static void rate(void)
{
	struct pmc_ioctl_event e = instructions(0, 4000);
	struct timespec a, b;
	struct sampling s;
	uint64_t before, n;
	double seconds;

	e.flags = PMC_EVENT_FREQUENCY;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1024);
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(500000); /* while it adapts itself */
	before = total(&s);
	clock_gettime(CLOCK_MONOTONIC, &a);
	loop(5000000);
	clock_gettime(CLOCK_MONOTONIC, &b);
	n = total(&s) - before;
	ioctl(s.fd, PMC_IOC_STOP, 0);
	seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
	result((double)n > 3200 * seconds && (double)n < 4800 * seconds,
	       "%" PRIu64 " samples in %.3f s at 4000 a second", n, seconds);
	end(&s);
}

/* ---- Threads, children, CPUs ---- */

static void *runs(void *n)
{
	loop((unsigned long)(uintptr_t)n);
	return NULL;
}

static void tree(void)
{
	struct pmc_ioctl_event e = instructions(0, 10007);
	struct sampling s = begin(&e, 1, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0, 64);
	uint64_t count, n = 0, others = 0, wrong = 0, last;
	pthread_t thread[8];

	ioctl(s.fd, PMC_IOC_START, 0);
	for (int i = 0; i < 8; i++)
		pthread_create(&thread[i], NULL, runs, (void *)50000);
	for (int i = 0; i < 8; i++)
		if (!fork()) {
			loop(50000);
			_exit(0);
		}
	for (int i = 0; i < 8; i++)
		pthread_join(thread[i], NULL);
	while (wait(NULL) > 0)
		;
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	/* Each of 17 threads has a rest of its own. */
	result(total(&s) <= count / 10007 && total(&s) + 17 >= count / 10007,
	       "17 threads: %" PRIu64 " samples of %" PRIu64 " periods", total(&s), count / 10007);
	for (uint32_t i = 0; i < s.rings; i++) {
		last = 0;
		while (take(ring(&s, i), &record, sizeof(record))) {
			n++;
			others += record.head.tid != (uint32_t)getpid();
			wrong += record.head.cpu != i || record.head.time <= last;
			last = record.head.time;
		}
	}
	result(n == total(&s) && others > n * 9 / 10 && !wrong,
	       "%" PRIu64 " records, %" PRIu64 " of other threads, %" PRIu64 " not in order", n,
	       others, wrong);
	end(&s);
}

static void cpu(void)
{
	struct pmc_ioctl_event e = instructions(0, 10007);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_CPU, 0, 256);
	uint64_t n = 0, in = 0, late = 0;
	cpu_set_t one;
	pid_t pid;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	sched_setaffinity(0, sizeof(one), &one);
	ioctl(s.fd, PMC_IOC_START, 0);
	pid = fork();
	if (!pid) {
		loop(200000);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	result(total(&s) == value_of(&s, 1) / 10007,
	       "a CPU: %" PRIu64 " samples, by arithmetic %" PRIu64, total(&s),
	       value_of(&s, 1) / 10007);
	while (take(ring(&s, 0), &record, sizeof(record))) {
		n++;
		in += record.head.pid == (uint32_t)pid && place(record.head.ip) >= 0;
		late += !!(record.head.flags & PMC_SAMPLE_LATE);
	}
	result(in >= 319 && in <= n, "%" PRIu64 " of %" PRIu64 " are the child's, in its loop", in,
	       n);
	end(&s);
}

/* How many samples a run of given length gives, throttling decides, and so how fast the machine is: it runs until
 * there were more than the ring has room for, and then all of them are accounted for. */
static void waiting(void)
{
	struct pmc_ioctl_event e = instructions(0, 1009);
	volatile int *enough = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
				    -1, 0);
	struct sampling s;
	struct pollfd p;
	pid_t pid;
	uint64_t n = 0, count, room;
	int hung = 0;

	must(enough != MAP_FAILED, "mapping");
	pid = fork();
	if (!pid) {
		raise(SIGSTOP);
		while (!*enough)
			loop(1000);
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	s = begin(&e, 1, 0, PMC_TARGET_THREAD, pid, 4);
	room = ring(&s, 0)->data_size / sizeof(struct pmc_ioctl_sample);
	ioctl(s.fd, PMC_IOC_START, 0);
	p = (struct pollfd){ .fd = s.fd, .events = POLLIN };
	result(poll(&p, 1, 0) == 0, "nothing to read yet");
	kill(pid, SIGCONT);
	while (!hung && poll(&p, 1, 20000) > 0) {
		hung = p.revents & POLLHUP;
		/* Samples may come as fast as they are taken. */
		while (take(ring(&s, 0), &record, sizeof(record)))
			*enough = ++n > 2 * room;
	}
	result(hung && *enough,
	       "poll: %" PRIu64 " samples while it ran, through a ring of %" PRIu64
	       ", then the end",
	       n, room);
	*enough = 1;
	waitpid(pid, NULL, 0);
	count = value_of(&s, 1);
	result(n == ring(&s, 0)->samples && total(&s) == count / 1009,
	       "%" PRIu64 " samples, with those not taken %" PRIu64 ", by arithmetic %" PRIu64, n,
	       total(&s), count / 1009);
	end(&s);
}

/* ---- Refusals ---- */

static int refusal(struct pmc_ioctl_event e, uint32_t flags)
{
	int fd = dev(), err = setup(fd, &e, 1, flags, NULL);

	close(fd);
	return err;
}

static void refused(void)
{
	struct pmc_ioctl_event e = instructions(0, 1000);
	struct pmc_ioctl_event plain = instructions(0, 0);
	uint32_t rings = 7;
	int fd = dev();
	void *m;

	e.precise = 1;
	result(refusal(e, 0) == EOPNOTSUPP, "precise: %d", refusal(e, 0));
	e.precise = 0, e.sample = 8;
	result(refusal(e, 0) == EINVAL, "an unknown field");
	e.sample = 0, e.reserved = 1;
	result(refusal(e, 0) == EINVAL, "reserved");
	e.reserved = 0;
	result(refusal(e, PMC_SETUP_ROTATE) == EINVAL, "with turns");
	e.flags = PMC_EVENT_FREQUENCY, e.period = 1000001;
	result(refusal(e, 0) == EINVAL, "too often");
	e.flags = 0, e.period = ~0ull;
	result(refusal(e, 0) == EINVAL, "a period beyond all bounds");
	plain.flags = PMC_EVENT_FREQUENCY;
	result(refusal(plain, 0) == EINVAL, "a frequency of nothing");
	plain.flags = 0;
	e.period = 1000, e.sample = PMC_SAMPLE_KERNEL_CHAIN;
	result(refusal(e, 0) == (geteuid() ? EACCES : 0), "the kernel's chain");
	e.sample = 0;
	result(setup(fd, &plain, 1, 0, NULL) == 0 && attach(fd, PMC_TARGET_SELF, 0, &rings) == 0 &&
		       rings == 0,
	       "without sampling there is no ring");
	m = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
	result(m == MAP_FAILED && errno == EOPNOTSUPP, "and none is mapped");
	close(fd);
	fd = dev();
	setup(fd, &e, 1, 0, NULL);
	m = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
	result(m == MAP_FAILED && errno == ENOTCONN, "not before attaching");
	attach(fd, PMC_TARGET_SELF, 0, &rings);
	result(ioctl(fd, PMC_IOC_START, 0) && errno == ENOBUFS, "no start without a ring");
	m = mmap(NULL, 4 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
	result(m == MAP_FAILED && errno == EINVAL, "three pages are no power of two");
	m = mmap(NULL, 2 * 4096, PROT_READ, MAP_SHARED, fd, PMC_RING_OFFSET);
	result(m == MAP_FAILED && errno == EINVAL, "a reader must be able to write tail");
	m = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, PMC_RING_OFFSET);
	result(m == MAP_FAILED && errno == EINVAL, "private");
	m = mmap(NULL, (size_t)(1 + 32768) * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		 PMC_RING_OFFSET);
	result(m == MAP_FAILED && errno == EINVAL, "128 MiB");
	m = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	result(m == MAP_FAILED && errno == EOPNOTSUPP, "no page for RDPMC beside sampling");
	if (geteuid()) {
		setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ 0, 0 });
		m = mmap(NULL, (size_t)(1 + 2048) * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			 PMC_RING_OFFSET);
		result(m == MAP_FAILED && errno == EAGAIN, "8 MiB, for who may lock nothing");
	}
	m = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
	result(m != MAP_FAILED, "two are right");
	result(mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET) ==
			       MAP_FAILED &&
		       errno == EBUSY,
	       "once");
	munmap(m, 2 * 4096);
	close(fd);
}

static void storm(unsigned n)
{
	unsigned seed = 1;

	for (unsigned i = 0; i < n; i++) {
		pid_t pid = fork();

		seed = seed * 1103515245 + 12345;
		if (!pid) {
			struct pmc_ioctl_event e = instructions(0, 200 + seed / 65536 % 3000);
			struct sampling s;

			e.sample = PMC_SAMPLE_COUNTS | PMC_SAMPLE_USER_CHAIN;
			s = begin(&e, 1, i & 1 ? PMC_SETUP_INHERIT : 0, PMC_TARGET_SELF, 0, 1);
			ioctl(s.fd, PMC_IOC_START, 0);
			if (i & 1 && !fork()) {
				loop(20000);
				_exit(0);
			}
			loop(100000000);
			_exit(0);
		}
		usleep(seed / 65536 % 8000);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	result(1, "%u processes were killed while they were sampled", n);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int fd = dev();

	must(!ioctl(fd, PMC_IOC_INFO, &info), "asking");
	close(fd);
	if (!strcmp(what, "exact")) {
		exact(1009);
		exact(10007);
		exact(100003);
	} else if (!strcmp(what, "chain")) {
		chain();
	} else if (!strcmp(what, "full")) {
		full();
	} else if (!strcmp(what, "often")) {
		often();
	} else if (!strcmp(what, "two")) {
		two(argc > 2 ? (unsigned)atoi(argv[2]) : 40);
	} else if (!strcmp(what, "rate")) {
		rate();
	} else if (!strcmp(what, "tree")) {
		tree();
	} else if (!strcmp(what, "cpu")) {
		cpu();
	} else if (!strcmp(what, "wait")) {
		waiting();
	} else if (!strcmp(what, "refused")) {
		refused();
	} else if (!strcmp(what, "storm")) {
		storm(argc > 2 ? (unsigned)atoi(argv[2]) : 100);
	} else {
		fprintf(stderr,
			"usage: sample exact|chain|full|often|two|rate|tree|cpu|wait|refused|storm [N]\n");
		return 2;
	}
	return failed;
}
