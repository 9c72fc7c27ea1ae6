/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the ABI promises: calls that fail change nothing; callers with shorter and longer structures
 * are served, in arrays, too; starting at a program that the target executes, and no other; and
 * registers that perf counts with stay as they are. For arch-v2 and later, as root.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

enum { SELECT = 0x186, FIXED_CONTROL = 0x38d, COUNTER = 0xc1 };

/* Copies a structure to memory that can be read only. */
static unsigned long read_only(const void *what, size_t size)
{
	static char *memory;

	if (!memory)
		memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	must(memory != MAP_FAILED && !mprotect(memory, 4096, PROT_READ | PROT_WRITE), "memory");
	memcpy(memory, what, size);
	must(!mprotect(memory, 4096, PROT_READ), "memory to read only");
	return (unsigned long)memory;
}

static int msr(uint32_t address, uint32_t flags, uint64_t *value)
{
	struct pmc_ioctl_msr m = {
		.size = sizeof(m), .flags = flags, .address = address, .value = *value
	};
	int fd = dev(), err = call(fd, PMC_IOC_MSR, (unsigned long)&m);

	*value = m.value;
	close(fd);
	return err;
}

/* ---- Calls that fail ---- */

static void failing_msr(int fd)
{
	struct pmc_ioctl_msr m = {
		.size = sizeof(m), .flags = PMC_MSR_WRITE, .address = SELECT, .value = 0xc0
	};
	uint64_t held = 0;

	is(call(fd, PMC_IOC_MSR, read_only(&m, sizeof(m))), -EFAULT, "a register, to read only");
	is(msr(SELECT, 0, &held), 0, "the register is read");
	result(held != 0xc0, "and was not written: %#" PRIx64, held);
}

static void failing_calls(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct pmc_ioctl_setup s = { .size = sizeof(s), .n = 1, .event_size = sizeof(e) };
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = PMC_TARGET_SELF };
	struct pmc_ioctl_info info = { .size = sizeof(info) };
	struct pmc_ioctl_count c = { 0 };
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 1, .counts = (uintptr_t)&c };
	int fd = dev();

	is(call(fd, PMC_IOC_INFO, read_only(&info, sizeof(info))), -EFAULT, "info to read only");
	failing_msr(fd);
	e.select |= 1ull << 60;
	s.events = (uintptr_t)&e;
	is(call(fd, PMC_IOC_SETUP, read_only(&s, sizeof(s))), -EFAULT, "a bad event, read only");
	is(attach(fd, PMC_TARGET_SELF, 0), -ENOTCONN, "and nothing is set up");
	e = event_of(USER_INSTRUCTIONS);
	s.events = 16;
	is(call(fd, PMC_IOC_SETUP, (unsigned long)&s), -EFAULT, "events from nowhere");
	is(setup(fd, &e, 1, 0), 0, "and the set can still be set up");
	is(call(fd, PMC_IOC_ATTACH, read_only(&a, sizeof(a))), -EFAULT, "attach, read only");
	is(call(fd, PMC_IOC_START, 0), -ENOTCONN, "and nothing is attached");
	is(call(fd, PMC_IOC_ATTACH, 16), -EFAULT, "attach from nowhere");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "then it is attached");
	is(call(fd, PMC_IOC_START, 0), 0, "started");
	is(call(fd, PMC_IOC_READ, read_only(&r, sizeof(r))), -EFAULT, "reading, to read only");
	r.counts = read_only(&c, sizeof(c));
	is(call(fd, PMC_IOC_READ, (unsigned long)&r), -EFAULT, "reading counts, to read only");
	spin(1000);
	is(call(fd, PMC_IOC_STOP, 0), 0, "stopped");
	result(value(fd) >= 3000, "and it has counted: %" PRIu64, value(fd));
	close(fd);
}

/* ---- Sizes ---- */

/* Two events in an array whose elements have this size: 0, or the error. */
static int events_of_size(size_t size, int rest)
{
	char array[2 * (sizeof(struct pmc_ioctl_event) + 64)];
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct pmc_ioctl_setup s = {
		.size = sizeof(s), .events = (uintptr_t)array, .n = 2, .event_size = (uint32_t)size
	};
	struct pmc_ioctl_count c[2] = { { 0 } };
	size_t known = size < sizeof(e) ? size : sizeof(e);
	int fd = dev(), err, i;

	memset(array, 0, sizeof(array));
	for (i = 0; i < 2; i++)
		memcpy(array + (size_t)i * size, &e, known);
	if (rest)
		array[2 * size - 1] = 1;
	err = call(fd, PMC_IOC_SETUP, (unsigned long)&s);
	if (!err) {
		must(!attach(fd, PMC_TARGET_SELF, 0), "attaching");
		call(fd, PMC_IOC_START, 0);
		spin(1000);
		call(fd, PMC_IOC_STOP, 0);
		read_all(fd, c, 2, NULL);
		result(c[0].value >= 3000 && c[1].value >= 3000, "events of %zu bytes count", size);
	}
	close(fd);
	return err;
}

static void counts_of_size(uint32_t size)
{
	unsigned char array[3 * 48];
	struct pmc_ioctl_count c[2];
	struct pmc_ioctl_read r = {
		.size = sizeof(r), .n = 2, .counts = (uintptr_t)array, .count_size = size
	};
	struct pmc_ioctl_event e[2] = { event_of(USER_INSTRUCTIONS), event_of(USER_INSTRUCTIONS) };
	size_t known = size < sizeof(c[0]) ? size : sizeof(c[0]), i, k;
	int fd = dev(), same = 1;

	must(!setup(fd, e, 2, 0) && !attach(fd, PMC_TARGET_SELF, 0), "a set of two");
	call(fd, PMC_IOC_START, 0);
	spin(1000);
	call(fd, PMC_IOC_STOP, 0);
	memset(array, 0xa5, sizeof(array));
	is(call(fd, PMC_IOC_READ, (unsigned long)&r), 0, "counts of another size");
	read_all(fd, c, 2, NULL);
	for (i = 0; i < 2; i++) {
		same &= !memcmp(array + i * size, &c[i], known);
		for (k = known; k < size; k++)
			same &= !array[i * size + k];
	}
	for (k = 2 * (size_t)size; k < sizeof(array); k++)
		same &= array[k] == 0xa5;
	result(same && c[0].value >= 3000, "counts of %u bytes are whole, and nothing else", size);
	close(fd);
}

/* A structure that is longer than the module's. */
struct longer {
	union {
		struct pmc_ioctl_setup setup;
		struct pmc_ioctl_attach attach;
		struct pmc_ioctl_read read;
		uint32_t size;
	} known;
	uint64_t more[4];
};

static void longer_structures(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct pmc_ioctl_count c;
	struct longer s = { 0 };
	int fd = dev();

	s.known.setup = (struct pmc_ioctl_setup){
		.size = sizeof(s), .n = 1, .events = (uintptr_t)&e, .event_size = sizeof(e)
	};
	s.more[3] = 1;
	is(call(fd, PMC_IOC_SETUP, (unsigned long)&s), -E2BIG, "a longer setup that says more");
	s.more[3] = 0;
	is(call(fd, PMC_IOC_SETUP, (unsigned long)&s), 0, "a longer setup");
	memset(&s, 0, sizeof(s));
	s.known.attach = (struct pmc_ioctl_attach){ .size = sizeof(s), .target = PMC_TARGET_SELF };
	is(call(fd, PMC_IOC_ATTACH, (unsigned long)&s), 0, "a longer attach");
	memset(&s, 0, sizeof(s));
	s.known.read =
		(struct pmc_ioctl_read){ .size = sizeof(s), .n = 1, .counts = (uintptr_t)&c };
	is(call(fd, PMC_IOC_READ, (unsigned long)&s), 0, "a longer read");
	s.known.read = (struct pmc_ioctl_read){ .size = offsetof(struct pmc_ioctl_read, lost),
						.n = 1,
						.counts = (uintptr_t)&c };
	is(call(fd, PMC_IOC_READ, (unsigned long)&s), 0, "a shorter read");
	close(fd);
}

static void sizes(void)
{
	const size_t own = sizeof(struct pmc_ioctl_event);
	struct pmc_ioctl_page *p;
	int fd;

	is(events_of_size(own + 8, 0), 0, "longer events");
	is(events_of_size(own + 8, 1), -E2BIG, "longer events that say more");
	is(events_of_size(own - 8, 0), 0, "shorter events");
	is(events_of_size(16, 0), 0, "the shortest events");
	is(events_of_size(8, 0), -EINVAL, "too short events");
	is(events_of_size(own + 4, 0), -EINVAL, "events of an odd size");
	counts_of_size(48);
	counts_of_size(16);
	longer_structures();
	fd = counting(0, PMC_TARGET_SELF, 0);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	result(p != MAP_FAILED && p->counter_offset == offsetof(struct pmc_ioctl_page, counter) &&
		       p->counter_size == sizeof(p->counter[0]),
	       "the page says where its counters are");
	munmap(p, 4096);
	close(fd);
}

/* ---- Starting when a program is executed ---- */

static void executes(int fd, const char *how)
{
	struct pmc_ioctl_count c = { 0 };
	struct pmc_ioctl_read r;
	pid_t pid = fork();

	if (!pid) {
		execl("/proc/self/exe", "driver", "spin", "1000", NULL);
		_exit(2);
	}
	waitpid(pid, NULL, 0);
	spin(1000);
	must(!read_all(fd, &c, 1, &r), "reading");
	result(!(r.flags & PMC_READ_RUNNING) && !c.value,
	       "%s: a child's program does not start the set: %" PRIu64, how, (uint64_t)c.value);
}

static void on_exec(void)
{
	int fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);

	is(call(fd, PMC_IOC_START, PMC_START_ON_EXEC), 0, "to start at a program");
	executes(fd, "of a set that inherits");
	close(fd);
}

/* ---- Beside perf ---- */

static void beside_perf(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW, .size = sizeof(attr), .config = 0xc0, .exclude_kernel = 1
	};
	int perf = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	uint64_t control = 0, select = 0, counter = 0, first = 0, last = 0;

	if (perf < 0) {
		result(1, "perf does not count here");
		return;
	}
	is(msr(FIXED_CONTROL, 0, &control), 0, "a register is read while perf counts");
	control ^= 0xb;
	is(msr(FIXED_CONTROL, PMC_MSR_WRITE, &control), -EBUSY, "the fixed counters' control");
	is(msr(SELECT, PMC_MSR_WRITE, &select), -EBUSY, "a select");
	is(msr(COUNTER, PMC_MSR_WRITE, &counter), -EBUSY, "a counter");
	must(read(perf, &first, sizeof(first)) == sizeof(first), "reading perf");
	spin(10000);
	must(read(perf, &last, sizeof(last)) == sizeof(last), "reading perf");
	result(last - first >= 30000 && last - first < 40000, "perf counts on: %" PRIu64,
	       last - first);
	close(perf);
	is(msr(SELECT, PMC_MSR_WRITE, &select), 0, "and when it has ended, a select");
}

void mode_contract(long n)
{
	(void)n;
	failing_calls();
	sizes();
	on_exec();
	beside_perf();
}
