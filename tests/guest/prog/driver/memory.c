/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each call with its structure, and with its array, where it cannot be read or written, or where
 * its end cannot: the call fails with EFAULT, and nothing has changed. And each call with
 * structures of today's size, shorter and longer ones. For arch-v2 and later, as root.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

/* TAIL: how much of a structure lies beyond an end; what is returned reaches into it. */
enum { PAGE = 4096, TAIL = 24, SELECT = 0x186 };

/* ---- Places in memory ---- */

enum place { NOWHERE, ENDS_NOWHERE, READ_ONLY, ENDS_READ_ONLY, ENDS_NEW };

static const char *const place_name[] = { "unmapped", "its end unmapped", "read only",
					  "its end read only", "its end new" };

/* Copies something there. The next call takes it away. */
static unsigned long put(enum place place, const void *what, size_t size)
{
	static char *memory;
	char *at;

	if (memory)
		munmap(memory, 2 * PAGE);
	memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	must(memory != MAP_FAILED, "memory");
	at = memory;
	if (place == ENDS_NOWHERE || place == ENDS_READ_ONLY || place == ENDS_NEW)
		at += PAGE + TAIL - size;
	memcpy(at, what, size);
	if (place == NOWHERE)
		munmap(memory, 2 * PAGE);
	else if (place == ENDS_NEW)
		must(!madvise(memory + PAGE, PAGE, MADV_DONTNEED), "giving memory back");
	else if (place == ENDS_NOWHERE)
		munmap(memory + PAGE, PAGE);
	else
		must(!mprotect(memory + (place == READ_ONLY ? 0 : PAGE), PAGE, PROT_READ),
		     "to read only");
	return (unsigned long)at;
}

static uint32_t held(void)
{
	struct pmc_ioctl_info info = { .size = sizeof(info) };
	int fd = dev();

	must(!call(fd, PMC_IOC_INFO, (unsigned long)&info), "info");
	close(fd);
	return info.held;
}

/* ---- One call each, and what must be as before ---- */

static void info_in(enum place place)
{
	struct pmc_ioctl_info info = { .size = sizeof(info) };
	int fd = dev();

	is(call(fd, PMC_IOC_INFO, put(place, &info, sizeof(info))), -EFAULT, place_name[place]);
	close(fd);
}

static void setup_in(enum place place)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct pmc_ioctl_setup s = {
		.size = sizeof(s), .events = (uintptr_t)&e, .n = 1, .event_size = sizeof(e)
	};
	int fd = dev(), want = place < READ_ONLY ? -EFAULT : 0;

	/* A set-up that succeeds has nothing to write. */
	is(call(fd, PMC_IOC_SETUP, put(place, &s, sizeof(s))), want, place_name[place]);
	is(attach(fd, PMC_TARGET_SELF, 0), want ? -ENOTCONN : 0, "and the set is as it was");
	close(fd);
	fd = dev();
	s.events = put(place, &e, sizeof(e));
	is(call(fd, PMC_IOC_SETUP, (unsigned long)&s), want, "its events");
	is(attach(fd, PMC_TARGET_SELF, 0), want ? -ENOTCONN : 0, "and the set is as it was");
	close(fd);
	is((int)held(), 0, "nobody holds the PMU");
}

static void attach_in(enum place place)
{
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = PMC_TARGET_SELF };
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int fd = dev();

	must(!setup(fd, &e, 1, 0), "set-up");
	is(call(fd, PMC_IOC_ATTACH, put(place, &a, sizeof(a))), -EFAULT, place_name[place]);
	is(call(fd, PMC_IOC_START, 0), -ENOTCONN, "and nothing is attached");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "and it still can be");
	close(fd);
}

static void read_in(enum place place)
{
	struct pmc_ioctl_count c[2] = { { 0 } };
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 1, .counts = (uintptr_t)c };
	int fd = counting(0, PMC_TARGET_SELF, 0);
	uint64_t before;

	call(fd, PMC_IOC_START, 0);
	spin(1000);
	is(call(fd, PMC_IOC_READ, put(place, &r, sizeof(r))), -EFAULT, place_name[place]);
	r.counts = put(place, c, sizeof(c[0]));
	is(call(fd, PMC_IOC_READ, (unsigned long)&r), -EFAULT, "its counts");
	spin(1000);
	call(fd, PMC_IOC_STOP, 0);
	before = value(fd);
	r.counts = put(place, c, sizeof(c[0]));
	is(call(fd, PMC_IOC_READ, (unsigned long)&r), -EFAULT, "the same of a set that is stopped");
	result(before >= 6000 && value(fd) == before, "and the count is as it was: %" PRIu64,
	       before);
	close(fd);
}

/* The end of the structure is in memory that the kernel has not given yet: that is no error. */
static void read_in_new_memory(void)
{
	struct pmc_ioctl_count c = { 0 };
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 1, .counts = (uintptr_t)&c }, *at;
	int fd = counting(0, PMC_TARGET_SELF, 0);

	call(fd, PMC_IOC_START, 0);
	spin(1000);
	at = (void *)put(ENDS_NEW, &r, sizeof(r));
	is(call(fd, PMC_IOC_READ, (unsigned long)at), 0, place_name[ENDS_NEW]);
	result(c.value >= 3000 && at->tsc && at->flags == PMC_READ_RUNNING && at->contexts == 1,
	       "and all is read: %" PRIu64, (uint64_t)c.value);
	close(fd);
}

static void msr_in(enum place place)
{
	struct pmc_ioctl_msr m = {
		.size = sizeof(m), .flags = PMC_MSR_WRITE, .address = SELECT, .value = 0xc0
	};
	struct pmc_ioctl_msr now = { .size = sizeof(now), .address = SELECT };
	int fd = dev();

	is(call(fd, PMC_IOC_MSR, put(place, &m, sizeof(m))), -EFAULT, place_name[place]);
	must(!call(fd, PMC_IOC_MSR, (unsigned long)&now), "reading a register");
	result(now.value != 0xc0, "and the register is as it was: %#" PRIx64, (uint64_t)now.value);
	close(fd);
}

/* ---- Sizes ---- */

/*
 * What the structures were when the interface began. Callers that were built then have these sizes
 * for ever.
 */
enum {
	INFO_THEN = 112,
	SETUP_THEN = 40,
	ATTACH_THEN = 64,
	READ_THEN = 48,
	MSR_THEN = 40,
	EVENT_THEN = 104,
	COUNT_THEN = 24
};

/* The start of each structure, which never changes, in memory for longer ones. */
union any {
	uint32_t size;
	struct pmc_ioctl_info info;
	struct pmc_ioctl_setup setup;
	struct pmc_ioctl_attach attach;
	struct pmc_ioctl_read read;
	struct pmc_ioctl_msr msr;
	unsigned char bytes[512];
};

/* A call of a caller whose structure has this size; nothing behind it may change. */
static int call_sized(int fd, unsigned long what, union any *a, uint32_t size)
{
	uint32_t i, touched = 0;
	int err;

	a->size = size;
	memset(a->bytes + size, 0xa5, sizeof(a->bytes) - size);
	err = call(fd, what, (unsigned long)a);
	for (i = size; i < sizeof(a->bytes); i++)
		touched += a->bytes[i] != 0xa5;
	result(!touched, "nothing behind %u bytes is written", size);
	return err;
}

/* How much longer the structures of another caller are. */
static void sized(int more)
{
	struct pmc_ioctl_event e[4] = { event_of(USER_INSTRUCTIONS) };
	struct pmc_ioctl_count c = { 0 };
	union any a = { 0 };
	int fd = dev();

	is(call_sized(fd, PMC_IOC_INFO, &a, (uint32_t)(INFO_THEN + more)), 0, "info");
	result(!strcmp(a.info.model, about.model) && a.info.general == about.general,
	       "and it is whole: %s", a.info.model);
	memset(&a, 0, sizeof(a));
	a.setup.events = (uintptr_t)e;
	a.setup.n = 1;
	a.setup.event_size = EVENT_THEN;
	is(call_sized(fd, PMC_IOC_SETUP, &a, (uint32_t)(SETUP_THEN + more)), 0, "set-up");
	memset(&a, 0, sizeof(a));
	a.attach.target = PMC_TARGET_SELF;
	is(call_sized(fd, PMC_IOC_ATTACH, &a, (uint32_t)(ATTACH_THEN + more)), 0, "attach");
	call(fd, PMC_IOC_START, 0);
	spin(1000);
	memset(&a, 0, sizeof(a));
	a.read.n = 1;
	a.read.counts = (uintptr_t)&c;
	is(call_sized(fd, PMC_IOC_READ, &a, (uint32_t)(READ_THEN + more)), 0, "read");
	result(c.value >= 3000 && a.read.flags & PMC_READ_RUNNING && a.read.contexts == 1,
	       "and it counts: %" PRIu64, (uint64_t)c.value);
	memset(&a, 0, sizeof(a));
	a.msr.address = SELECT;
	is(call_sized(fd, PMC_IOC_MSR, &a, (uint32_t)(MSR_THEN + more)), 0, "a register");
	close(fd);
}

/* A longer structure that says something which this module does not know is refused. */
static void says_more(void)
{
	static const struct {
		unsigned long call;
		uint32_t size;
	} calls[] = {
		{ PMC_IOC_INFO, INFO_THEN },	 { PMC_IOC_SETUP, SETUP_THEN },
		{ PMC_IOC_ATTACH, ATTACH_THEN }, { PMC_IOC_READ, READ_THEN },
		{ PMC_IOC_MSR, MSR_THEN },
	};
	unsigned i;
	union any a;
	int fd = dev();

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		memset(&a, 0, sizeof(a));
		a.size = sizeof(a);
		a.bytes[sizeof(a) - 1] = 1;
		is(call(fd, calls[i].call, (unsigned long)&a), -E2BIG, "says more");
		a.size = PAGE + 8;
		is(call(fd, calls[i].call, (unsigned long)&a), -EINVAL, "longer than a page");
		a.size = 4;
		is(call(fd, calls[i].call, (unsigned long)&a), -EINVAL, "shorter than 8 bytes");
	}
	close(fd);
}

/* ---- The page ---- */

/*
 * The page's header ends where the counters begin, and each counter where the next one does: a
 * caller whose header knows more finds out so that it is not there. All else in the page is 0.
 */
static void page_grows(void)
{
	struct pmc_ioctl_event e[2] = { event_of(USER_INSTRUCTIONS), event_of(USER_INSTRUCTIONS) };
	const unsigned char *bytes;
	const struct pmc_ioctl_page *p;
	unsigned i, other = 0, at;
	struct pmc_ioctl_count count[2];
	uint64_t sum[2];
	int fd = dev();

	must(!setup(fd, e, 2, 0) && !attach(fd, PMC_TARGET_SELF, 0), "a set of two");
	result(mmap(NULL, 2 * PAGE, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED && errno == EINVAL,
	       "two pages");
	p = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
	must(p != MAP_FAILED, "the page");
	bytes = (const unsigned char *)p;
	call(fd, PMC_IOC_START, 0);
	spin(1000);
	call(fd, PMC_IOC_STOP, 0);
	result(p->counter_offset >= 64 && p->counter_size >= 24 && !(p->counter_offset % 8) &&
		       !(p->counter_size % 8) &&
		       p->counter_offset + PMC_ABI_EVENTS * p->counter_size <= PAGE,
	       "counters of %u bytes from %u on", p->counter_size, p->counter_offset);
	must(!read_all(fd, count, 2, NULL), "reading");
	for (i = 0; i < 2; i++) {
		at = p->counter_offset + i * p->counter_size;
		memcpy(&sum[i], bytes + at + 8, sizeof(sum[i]));
	}
	result(sum[0] >= 3000 && sum[0] == count[0].value && sum[1] == count[1].value,
	       "by their places, the page has the kernel's counts: %" PRIu64, sum[0]);
	for (i = p->counter_offset + 2 * p->counter_size; i < PAGE; i++)
		other += bytes[i] != 0;
	for (i = 0; i < sizeof(p->reserved) / sizeof(p->reserved[0]); i++)
		other += p->reserved[i] != 0;
	result(!other, "all else is 0");
	munmap((void *)p, PAGE);
	close(fd);
}

void mode_memory(long n)
{
	enum place place;

	(void)n;
	for (place = 0; place < ENDS_NEW; place++) {
		info_in(place);
		setup_in(place);
		attach_in(place);
		read_in(place);
		msr_in(place);
	}
	read_in_new_memory();
	sized(0);
	sized(32);
	sized(-8);
	says_more();
	page_grows();
}
