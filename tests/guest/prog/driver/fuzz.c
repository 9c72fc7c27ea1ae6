/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls with odd arguments. The kernel's log tells what went wrong. */
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/random.h"

enum { FILES = 4, EVENTS = 4 };

/* Most arguments are right, and point here. */
static unsigned char argument[256];
static struct pmc_ioctl_event events[EVENTS];
static struct pmc_ioctl_count counts[PMC_ABI_EVENTS];
static struct pmc_ioctl_finding findings[2 * PMC_SELFTEST_FINDINGS];

static void fill_setup(struct pmc_ioctl_setup *s)
{
	for (int i = 0; i < EVENTS; i++) {
		events[i] = event_of(chance(3) ? USER_INSTRUCTIONS : chance(1ull << 40));
		if (chance(4) == 0)
			((unsigned char *)&events[i])[chance(sizeof(events[i]))] ^= 1 << chance(8);
	}
	s->flags = (uint32_t)chance(4);
	s->events = (uintptr_t)events;
	s->n = (uint32_t)chance(5);
	s->event_size = sizeof(events[0]);
}

static void fill_attach(struct pmc_ioctl_attach *a)
{
	a->target = 1 + (uint32_t)chance(4);
	if (a->target == PMC_TARGET_CPU)
		a->id = (int)chance(3);
	else if (a->target != PMC_TARGET_SELF)
		a->id = (int)chance(200);
}

static void fill_read(struct pmc_ioctl_read *r)
{
	r->n = (uint32_t)chance(5);
	r->counts = (uintptr_t)counts;
}

/* Most are refused: a test takes some milliseconds. */
static void fill_selftest(struct pmc_ioctl_selftest *t)
{
	t->cpu = (uint32_t)(chance(50) ? chance(~0u) : chance(3));
	t->findings = (uintptr_t)findings;
	t->n = (uint32_t)chance(PMC_SELFTEST_FINDINGS + 2);
	t->finding_size = sizeof(findings[0]) + (uint32_t)chance(2) * 8;
}

/* Calls `what` with an argument that is mostly right. */
static void odd_call(int fd, unsigned long what)
{
	unsigned long arg = (unsigned long)argument;
	uint32_t size = chance(20) ? _IOC_SIZE(what) : (uint32_t)chance(5000);

	memset(argument, 0, sizeof(argument));
	memcpy(argument, &size, sizeof(size));
	if (what == PMC_IOC_SETUP)
		fill_setup((void *)argument);
	else if (what == PMC_IOC_ATTACH)
		fill_attach((void *)argument);
	else if (what == PMC_IOC_READ)
		fill_read((void *)argument);
	else if (what == PMC_IOC_SELFTEST)
		fill_selftest((void *)argument);
	else if (_IOC_DIR(what) == _IOC_NONE)
		arg = (unsigned long)(chance(8) ? 0 : chance(4));
	if (chance(10) == 0)
		argument[chance(sizeof(argument))] ^= (unsigned char)(1 << chance(8));
	if (chance(50) == 0)
		arg = (unsigned long)(chance(2) ? 0 : chance(~0ull));
	if (chance(100) == 0)
		what ^= 1ul << chance(32);
	ioctl(fd, what, arg);
}

void mode_fuzz(long n)
{
	static const unsigned long calls[] = { PMC_IOC_INFO,  PMC_IOC_SETUP,   PMC_IOC_ATTACH,
					       PMC_IOC_START, PMC_IOC_STOP,    PMC_IOC_RESET,
					       PMC_IOC_READ,  PMC_IOC_SELFTEST };
	int fd[FILES] = { -1, -1, -1, -1 }, k;
	long round;

	for (round = 0; round < n; round++) {
		k = (int)chance(FILES);
		if (fd[k] < 0 || chance(60) == 0) {
			if (fd[k] >= 0)
				close(fd[k]);
			fd[k] = dev();
		}
		odd_call(fd[k], calls[chance(sizeof(calls) / sizeof(calls[0]))]);
		if (chance(200) == 0) {
			void *p = mmap(NULL, 4096 << chance(2), PROT_READ, MAP_SHARED, fd[k], 0);

			if (p != MAP_FAILED && chance(2))
				munmap(p, 4096);
		}
	}
	for (k = 0; k < FILES; k++)
		if (fd[k] >= 0)
			close(fd[k]);
	result(1, "%ld calls", n);
}
