/* SPDX-License-Identifier: BSD-2-Clause */
/* The calls of /dev/pmc. */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"

struct pmc_ioctl_info about;

struct pmc_ioctl_event event_of(uint64_t select)
{
	struct pmc_ioctl_event e = { .counters = 0xff, .select = select };
	/* instr_retired:NBOGUSNTAG:u on CRU_ESCR0 or 1 */
	static const struct pmc_ioctl_event p4 = {
		.counters = 0x3f000,
		.select = 0x31000,
		.escr = 2u << 25 | 1u << 9 | 1u << 2,
		.n_escrs = 2,
		.escr_of = { 24, 25 },
	};

	return about.family == P4 && select == USER_INSTRUCTIONS ? p4 : e;
}

struct pmc_ioctl_event kernel_instructions(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);

	/* Of the rings' bits, the one for the kernel instead of the one for user mode. */
	if (about.family == P4)
		e.escr ^= 3u << 2;
	else
		e.select ^= 3ull << 16;
	return e;
}

int setup(int fd, const struct pmc_ioctl_event *events, unsigned n, unsigned flags)
{
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.flags = flags,
		.events = (uintptr_t)events,
		.n = n,
		.event_size = sizeof(*events),
	};

	return ioctl(fd, PMC_IOC_SETUP, &s) ? -errno : 0;
}

int attach(int fd, unsigned target, int id)
{
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = target, .id = id };

	return ioctl(fd, PMC_IOC_ATTACH, &a) ? -errno : 0;
}

int call(int fd, unsigned long what, unsigned long arg)
{
	return ioctl(fd, what, arg) ? -errno : 0;
}

int read_all(int fd, struct pmc_ioctl_count *counts, unsigned n, struct pmc_ioctl_read *r)
{
	struct pmc_ioctl_read own;

	if (!r)
		r = &own;
	memset(r, 0, sizeof(*r));
	r->size = sizeof(*r);
	r->n = n;
	r->counts = (uintptr_t)counts;
	return ioctl(fd, PMC_IOC_READ, r) ? -errno : 0;
}

int counting(unsigned flags, unsigned target, int id)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int fd = dev(), err = setup(fd, &e, 1, flags);

	if (!err)
		err = attach(fd, target, id);
	if (err) {
		close(fd);
		return err;
	}
	return fd;
}

uint64_t value(int fd)
{
	struct pmc_ioctl_count c = { 0 };
	int err = read_all(fd, &c, 1, NULL);

	if (err)
		result(0, "read: %s", strerror(-err));
	return c.value;
}

void spin(uint64_t turns)
{
	unsigned long n = (unsigned long)turns;

	__asm__ volatile("1: nop\n\tdec %0\n\tjnz 1b" : "+r"(n));
}

void is(int got, int want, const char *what)
{
	result(got == want, "%s: %s%s%s", what, got == want ? strerror(-want) : strerror(-got),
	       got == want ? "" : ", should be ", got == want ? "" : strerror(-want));
}
