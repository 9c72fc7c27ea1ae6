/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls that the driver must refuse. */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

static int refusal(struct pmc_ioctl_event e, uint32_t flags)
{
	int fd = dev(), err = setup(fd, &e, 1, flags, NULL);

	close(fd);
	return err;
}

static void events(void)
{
	struct pmc_ioctl_event e = instructions(0, 1000), plain = instructions(0, 0);

	e.precise = 1;
	result(refusal(e, 0) == EOPNOTSUPP, "precise: %d", refusal(e, 0));
	e.precise = 0, e.sample = 16;
	result(refusal(e, 0) == EINVAL, "an unknown field");
	e.sample = 0, e.reserved = 1;
	result(refusal(e, 0) == EINVAL, "reserved");
	e.reserved = 0, e.stack = 12;
	result(refusal(e, 0) == EINVAL, "a stack of one and a half words");
	e.stack = 65536;
	result(refusal(e, 0) == EINVAL, "a stack that no record can hold");
	e.stack = 0;
	result(refusal(e, PMC_SETUP_ROTATE) == EINVAL, "with turns");
	e.flags = PMC_EVENT_FREQUENCY, e.period = 1000001;
	result(refusal(e, 0) == EINVAL, "too often");
	e.flags = 0, e.period = ~0ull;
	result(refusal(e, 0) == EINVAL, "a period beyond all bounds");
	plain.flags = PMC_EVENT_FREQUENCY;
	result(refusal(plain, 0) == EINVAL, "a frequency of nothing");
	plain.flags = 0, plain.stack = 8;
	result(refusal(plain, 0) == EINVAL, "the stack of nothing");
	plain.stack = 0;
	e.period = 1000, e.sample = PMC_SAMPLE_KERNEL_CHAIN;
	result(refusal(e, 0) == (geteuid() ? EACCES : 0), "the kernel's chain");
	e.sample = 0;
}

static void without_period(void)
{
	struct pmc_ioctl_event plain = instructions(0, 0);
	uint32_t rings = 7;
	int fd = dev();
	void *m;

	result(setup(fd, &plain, 1, 0, NULL) == 0 && attach(fd, PMC_TARGET_SELF, 0, &rings) == 0 &&
		       rings == 0,
	       "without sampling there is no ring");
	m = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
	result(m == MAP_FAILED && errno == EOPNOTSUPP, "and none is mapped");
	close(fd);
}

static void mappings(void)
{
	struct pmc_ioctl_event e = instructions(0, 1000);
	uint32_t rings = 7;
	int fd = dev();
	void *m;

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

void mode_refused(unsigned n_)
{
	(void)n_;
	events();
	without_period();
	mappings();
}
