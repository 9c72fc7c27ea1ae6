/* SPDX-License-Identifier: BSD-2-Clause */
/* Refusals: each wrong call has its errno. For arch-v2 and later, whose registers it knows. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/places.h"

/*
 * RDPMC shows every counter of the CPU, so nobody gets it while CPUs are counted (mode beside has
 * the rest).
 */
static void rdpmc_and_cpus(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	if (p == MAP_FAILED || !(p->flags & PMC_PAGE_RDPMC)) {
		result(0, "a page with RDPMC");
		return;
	}
	int cpu = counting(0, PMC_TARGET_CPU, 0);
	result(cpu >= 0, "a CPU while somebody has RDPMC");
	munmap(p, 4096);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	result(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC,
	       "who maps the page again, and has it still");
	munmap(p, 4096);
	close(fd);
	fd = counting(0, PMC_TARGET_SELF, 0);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		result(0, "a page beside a CPU");
		return;
	}
	call(fd, PMC_IOC_START, 0);
	sched_yield();
	result(!(p->flags & PMC_PAGE_RDPMC) && p->running && !p->counter[0].index &&
		       !p->counter[0].base,
	       "without RDPMC, and without what stands in the counter");
	munmap(p, 4096);
	close(fd);
	close(cpu);
}

static void info_calls(int fd)
{
	struct pmc_ioctl_info info = { .size = sizeof(info) };
	char longer[sizeof(info) + 16] = { 0 };

	is(call(fd, PMC_IOC_INFO, (unsigned long)&info), 0, "info");
	result(info.version == PMC_ABI_VERSION && info.general && info.tsc_khz, "info tells");
	info.size = 8;
	is(call(fd, PMC_IOC_INFO, (unsigned long)&info), 0, "info of a shorter structure");
	info.size = 4;
	is(call(fd, PMC_IOC_INFO, (unsigned long)&info), -EINVAL, "info of too short a structure");
	*(uint32_t *)longer = sizeof(longer);
	is(call(fd, PMC_IOC_INFO, (unsigned long)longer), 0, "info of a longer structure");
	longer[sizeof(longer) - 1] = 1;
	is(call(fd, PMC_IOC_INFO, (unsigned long)longer), -E2BIG, "that holds something");
	is(call(fd, PMC_IOC_INFO, 16), -EFAULT, "info to nowhere");
}

static void setup_refusals(int fd)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct pmc_ioctl_setup s;

	is(setup(fd, &e, 1, 0x80), -EINVAL, "an unknown flag");
	is(setup(fd, &e, PMC_ABI_EVENTS + 1, 0), -EINVAL, "too many events");
	e.select |= 1ull << 60;
	is(setup(fd, &e, 1, 0), -ERANGE, "a reserved bit");
	e = event_of(USER_INSTRUCTIONS | 1 << 20);
	is(setup(fd, &e, 1, 0), -ERANGE, "the interrupt is the kernel's");
	e = event_of(USER_INSTRUCTIONS);
	e.counters = 1ull << 31;
	is(setup(fd, &e, 1, 0), -ERANGE, "no such counter");
	e = event_of(USER_INSTRUCTIONS);
	e.msr = 0x1a0;
	is(setup(fd, &e, 1, 0), -ERANGE, "no such register");
	e = event_of(USER_INSTRUCTIONS);
	e.period = 1000;
	e.precise = 1;
	is(setup(fd, &e, 1, 0), -EOPNOTSUPP, "precise samples");
	e.period = e.precise = 0;
	e.reserved = 1;
	is(setup(fd, &e, 1, 0), -EINVAL, "a reserved field of an event");
	e = event_of(USER_INSTRUCTIONS);
	memset(&s, 0, sizeof(s));
	s.size = sizeof(s);
	s.n = 1;
	s.event_size = sizeof(e);
	s.events = 16;
	is(call(fd, PMC_IOC_SETUP, (unsigned long)&s), -EFAULT, "events from nowhere");
}

/* From setup to attach to start: each call belongs to one state of the set. */
static void states(int fd)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct pmc_ioctl_count c[2];

	is(setup(fd, &e, 1, 0), 0, "setup");
	is(setup(fd, &e, 1, 0), -EALREADY, "setup again");
	is(attach(fd, 9, 0), -EINVAL, "no such target");
	is(attach(fd, PMC_TARGET_SELF, 1), -EINVAL, "self has no number");
	is(attach(fd, PMC_TARGET_THREAD, 999999), -ESRCH, "no such thread");
	is(attach(fd, PMC_TARGET_THREAD, -5), -ESRCH, "no such thread, negative");
	is(attach(fd, PMC_TARGET_CPU, 4096), -ENXIO, "no such CPU");
	is(attach(fd, PMC_TARGET_CPU, -1), -ENXIO, "no such CPU, negative");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "attach");
	is(attach(fd, PMC_TARGET_SELF, 0), -EISCONN, "attach again");
	is(call(fd, PMC_IOC_START, 0x40), -EINVAL, "start with an unknown flag");
	is(call(fd, PMC_IOC_STOP, 1), -EINVAL, "stop with an argument");
	is(read_all(fd, c, 2, NULL), -ERANGE, "read of another number of events");
	is(read_all(fd, (void *)16, 1, NULL), -EFAULT, "read to nowhere");
	is(call(fd, PMC_IOC_START, 0), 0, "start");
	is(call(fd, PMC_IOC_START, 0), 0, "start again");
	is(call(fd, PMC_IOC_STOP, 0), 0, "stop");
	is(call(fd, PMC_IOC_RESET, 0), 0, "reset");
	is((int)value(fd), 0, "zero after a reset");
	close(fd);
}

/* More events than counters: refused, or by rotation. */
static void too_many(void)
{
	struct pmc_ioctl_event many[PMC_ABI_EVENTS];
	int fd, other, i;

	for (i = 0; i < PMC_ABI_EVENTS; i++)
		many[i] = event_of(USER_INSTRUCTIONS);
	fd = dev();
	is(setup(fd, many, PMC_ABI_EVENTS, 0), 0, "many events");
	is(attach(fd, PMC_TARGET_SELF, 0), -ENOSPC, "do not fit");
	is(attach(fd, PMC_TARGET_SELF, 0), -ENOSPC, "do not fit again");
	close(fd);
	fd = dev();
	is(setup(fd, many, PMC_ABI_EVENTS, PMC_SETUP_ROTATE), 0, "many events in turns");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "fit");
	other = counting(0, PMC_TARGET_SELF, 0);
	result(other >= 0, "and another set of the thread takes turns with them: %d", other);
	close(other);
	close(fd);
}

static void write_msr(uint32_t address, uint64_t value)
{
	struct pmc_ioctl_msr m = {
		.size = sizeof(m), .flags = PMC_MSR_WRITE, .address = address, .value = value
	};
	int fd = dev();

	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), 0, "a register of CPU 0 is written");
	close(fd);
}

/* Firmware may leave a counter running, in kernel mode, too. */
static void left_running(void)
{
	struct pmc_ioctl_msr global = { .size = sizeof(global), .address = 0x38f };
	int fd = dev();

	is(call(fd, PMC_IOC_MSR, (unsigned long)&global), 0, "a register of CPU 0 is read");
	close(fd);
	write_msr(0x186, 0x4300c0);
	write_msr(0x38f, global.value | 1);
	fd = counting(0, PMC_TARGET_SELF, 0);
	result(fd >= 0, "the PMU is taken while a counter runs: %d", fd);
	close(fd);
	write_msr(0x186, 0);
	write_msr(0x38f, global.value);
}

static void registers(void)
{
	struct pmc_ioctl_msr m;
	int fd, other;

	fd = dev();
	memset(&m, 0, sizeof(m));
	m.size = sizeof(m);
	m.address = 0x186;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), 0, "a register is read");
	m.address = 0x1b;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -EPERM, "one that is none of the PMU's");
	m.address = 0x186;
	m.cpu = 4000;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -ENXIO, "of no CPU");
	m.cpu = 0;
	m.flags = PMC_MSR_WRITE;
	m.value = 1ull << 63;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -ERANGE, "reserved bits");
	m.value = 0;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), 0, "written");
	m.address = 0x38e;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -EROFS, "a status register");
	other = counting(0, PMC_TARGET_SELF, 0);
	m.address = 0x186;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), 0, "written beside an idle set");
	call(other, PMC_IOC_START, 0);
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -EBUSY, "written while it is in use");
	close(other);
	close(fd);
}

static void pages(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int fd;

	fd = dev();
	result(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED && errno == ENOTCONN,
	       "a page before attach");
	setup(fd, &e, 1, 0);
	attach(fd, PMC_TARGET_SELF, 0);
	result(mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED && errno == EINVAL,
	       "two pages");
	result(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED &&
		       errno == EINVAL,
	       "a page to write");
	result(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED && errno == EINVAL,
	       "a private page");
	close(fd);
	fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
	result(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED && errno == EOPNOTSUPP,
	       "a page of a set that inherits");
	close(fd);
}

static void cpus(void)
{
	int cpu;

	cpu = counting(PMC_SETUP_INHERIT, PMC_TARGET_CPU, 0);
	is(cpu, -EINVAL, "CPUs have no children");
	cpu = counting(0, PMC_TARGET_CPU, 0);
	result(cpu >= 0, "a CPU");
	is(call(cpu, PMC_IOC_START, PMC_START_ON_EXEC), -EINVAL, "which executes no programs");
	close(cpu);
}

void mode_abi(long n)
{
	struct pmc_ioctl_count c[2];
	int fd = dev();

	(void)n;
	info_calls(fd);
	is(call(fd, _IO(PMC_IOC_MAGIC, 99), 0), -ENOTTY, "no such call");
	is(call(fd, PMC_IOC_START, 0), -ENOTCONN, "start before attach");
	is(read_all(fd, c, 1, NULL), -ENOTCONN, "read before attach");
	is(attach(fd, PMC_TARGET_SELF, 0), -ENOTCONN, "attach before setup");

	setup_refusals(fd);
	states(fd);
	too_many();
	places();
	registers();
	left_running();
	pages();
	cpus();
	rdpmc_and_cpus();
}
