/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that reads its own counts. usage: self MODE [BACKEND]; exit status 0 when the result is
 * right.
 *	page	RDPMC by perf's mapped page: two reads differ by the instructions between them
 *	bare	RDPMC that nothing allows: ends by SIGSEGV where only perf allows it
 *	count	libpmc, this thread: RDPMC and the kernel count one region, with the same result
 *	fast	libpmc: a reading by RDPMC does not enter the kernel
 *	tsc	libpmc: nor does a reading of the event tsc alone, which counts this thread's time
 *	child	libpmc: a child of this thread reads the set through the kernel, and destroys it
 *	free	libpmc: after the set is destroyed RDPMC is closed again: ends by SIGSEGV
 */
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t rdpmc(uint32_t counter)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(counter));
	return (uint64_t)hi << 32 | lo;
}

/* Two readings with n - 1 instructions between them, so that they differ by n */
#define APART(counter, first, second, between)                                               \
	do {                                                                                 \
		uint32_t lo_, hi_;                                                           \
		__asm__ volatile("rdpmc\n\tmov %%eax, %%esi\n\tmov %%edx, %%edi\n\t" between \
				 "rdpmc"                                                     \
				 : "=a"(lo_), "=d"(hi_), "=S"(first), "=D"(hi)               \
				 : "c"(counter));                                            \
		second = lo_;                                                                \
	} while (0)

static int page(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE, .size = sizeof(attr) };
	volatile struct perf_event_mmap_page *pc;
	uint32_t hi, a, b, index;
	int fd, i, good = 0;

	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	attr.exclude_kernel = 1;
	fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (fd < 0)
		return perror("perf_event_open"), 1;
	pc = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
	if (pc == MAP_FAILED)
		return perror("mmap"), 1;
	for (i = 0; i < 100; i++) {
		index = pc->index;
		if (!index || !pc->cap_user_rdpmc)
			return printf("index %u, rdpmc %u\n", index, (unsigned)pc->cap_user_rdpmc),
			       1;
		APART(index - 1, a, b, "");
		good += b - a == 3;
		if (b - a != 3)
			printf("3 instructions: %u\n", b - a);
		APART(index - 1, a, b, ".fill 97, 1, 0x90\n\t");
		good += b - a == 100;
		if (b - a != 100)
			printf("100 instructions: %u\n", b - a);
		APART(index - 1, a, b, "nop\n\t");
		good += b - a == 4;
	}
	printf("counter %x, width %u: %d of 300\n", index - 1, pc->pmc_width, good);
	return good != 300;
}

static struct pmc_set *make(struct pmc *pmc, const char *events, unsigned flags)
{
	struct pmc_diag diag;
	struct pmc_set *set;

	if (pmc_set_create(pmc, events, flags, &set, &diag) || pmc_set_attach_self(set, &diag)) {
		printf("self: %s\n", diag.sentence);
		exit(1);
	}
	return set;
}

static const char *backend = "perf";

static struct pmc *begin(void)
{
	struct pmc_diag diag;
	struct pmc *pmc;

	if (pmc_open(backend, PMC_USE_SELF, &pmc, &diag)) {
		printf("self: %s\n", diag.sentence);
		exit(1);
	}
	return pmc;
}

/* Two million instructions and two. */
static __attribute__((noinline)) void region(void)
{
	uint32_t n = 1000000;

	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
}

static void nothing(void)
{
}

/*
 * What a set counts from one reading to the next, with the work between them: the least of five
 * times, since a reading in which the kernel changes the page takes what it needs once more.
 */
static uint64_t least(struct pmc_set *set, void (*work)(void))
{
	struct pmc_count before, after;
	uint64_t n = UINT64_MAX;
	int i;

	for (i = 0; i < 5; i++) {
		pmc_set_read(set, &before, 1, NULL);
		work();
		pmc_set_read(set, &after, 1, NULL);
		if (after.value - before.value < n)
			n = after.value - before.value;
	}
	return n;
}

static int count(void)
{
	struct pmc *pmc = begin();
	struct pmc_set *fast = make(pmc, "instructions:u", 0);
	struct pmc_set *slow = make(pmc, "instructions:u", PMC_SET_NO_FASTREAD);
	struct pmc_count before, after, kernel[2];
	int64_t off;

	pmc_set_start(slow);
	pmc_set_start(fast);
	/* The first reading loads and binds what it calls. */
	pmc_set_read(fast, &before, 1, NULL);
	off = (int64_t)(least(fast, region) - least(fast, nothing)) - 2000000;
	pmc_set_read(slow, &kernel[0], 1, NULL);
	pmc_set_read(fast, &before, 1, NULL);
	region();
	pmc_set_read(fast, &after, 1, NULL);
	pmc_set_read(slow, &kernel[1], 1, NULL);
	printf("fast %" PRIu64 ", off by %" PRId64 "; kernel %" PRIu64 "\n",
	       after.value - before.value, off, kernel[1].value - kernel[0].value);
	/* region() sets up its counter, and is called where nothing() is not. */
	if (off < 1 || off > 12)
		return 1;
	/* The kernel's counts include a whole reading more. */
	off = (int64_t)(kernel[1].value - kernel[0].value) - (int64_t)(after.value - before.value);
	return off <= 0 || off > 5000 || after.quality != PMC_EXACT;
}

/*
 * Returns how many of 100 readings of a set leave the count of the kernel's instructions unchanged.
 */
static int quiet(struct pmc *pmc, struct pmc_set *kernel, const char *events, unsigned flags)
{
	struct pmc_set *set = make(pmc, events, flags);
	struct pmc_count a, b, c;
	int i, n = 0;

	pmc_set_start(set);
	for (i = 0; i < 100; i++) {
		pmc_set_read(kernel, &a, 1, NULL);
		pmc_set_read(set, &c, 1, NULL);
		pmc_set_read(kernel, &b, 1, NULL);
		n += a.value == b.value;
	}
	pmc_set_destroy(set);
	return n;
}

/* Two events at a time, because some PMUs have two counters only. */
static int fast(const char *events)
{
	struct pmc *pmc = begin();
	struct pmc_set *kernel = make(pmc, "instructions:k", 0);
	int fast_ones, slow_ones;

	pmc_set_start(kernel);
	fast_ones = quiet(pmc, kernel, events, 0);
	slow_ones = quiet(pmc, kernel, events, PMC_SET_NO_FASTREAD);
	printf("kernel not entered in %d of 100 readings; in %d of 100 that ask it\n", fast_ones,
	       slow_ones);
	/* An interrupt may come during one reading. */
	return fast_ones < 90 || slow_ones;
}

/* A sleep of 0.1 s is not this thread's time; the instructions of a region are. */
static int slept(void)
{
	struct pmc *pmc = begin();
	struct pmc_set *set = make(pmc, "tsc", 0);
	struct pmc_count a, b, c;

	pmc_set_start(set);
	pmc_set_read(set, &a, 1, NULL);
	region();
	pmc_set_read(set, &b, 1, NULL);
	usleep(100000);
	pmc_set_read(set, &c, 1, NULL);
	printf("tsc: region %" PRIu64 ", sleep %" PRIu64 "\n", b.value - a.value,
	       c.value - b.value);
	return b.value - a.value < 2000000 || c.value - b.value > 20000000;
}

static int child(void)
{
	struct pmc_set *set = make(begin(), "instructions:u", 0);
	struct pmc_count before, after = { 0 };
	int status;

	pmc_set_start(set);
	pmc_set_read(set, &before, 1, NULL);
	if (!fork()) {
		status = pmc_set_read(set, &after, 1, NULL);
		pmc_set_destroy(set);
		_exit(status || after.value <= before.value);
	}
	wait(&status);
	printf("a child: %s %d\n", WIFSIGNALED(status) ? "signal" : "status",
	       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return status || pmc_set_read(set, &after, 1, NULL) || after.value <= before.value;
}

static int freed(void)
{
	struct pmc *pmc = begin();
	struct pmc_set *set = make(pmc, "instructions:u", 0);
	struct pmc_count c;

	pmc_set_start(set);
	pmc_set_read(set, &c, 1, NULL);
	pmc_set_destroy(set);
	printf("read %" PRIu64 "\n", c.value);
	fflush(stdout);
	rdpmc(0);
	printf("and still open\n");
	return 1;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (argc > 2)
		backend = argv[2];
	if (!strcmp(what, "page"))
		return page();
	if (!strcmp(what, "bare"))
		return printf("%" PRIu64 "\n", rdpmc(0)) < 0;
	if (!strcmp(what, "count"))
		return count();
	if (!strcmp(what, "fast"))
		return fast("instructions:u");
	if (!strcmp(what, "tsc"))
		return fast("tsc") || slept();
	if (!strcmp(what, "child"))
		return child();
	if (!strcmp(what, "free"))
		return freed();
	return 2;
}
