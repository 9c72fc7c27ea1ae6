/* SPDX-License-Identifier: BSD-2-Clause */
/* A set that samples. */
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/sampling.h"

struct pmc_ioctl_info info = { .size = sizeof(info) };
union record record;

struct pmc_ioctl_event instructions(int kernel, uint64_t period)
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

int setup(int fd, struct pmc_ioctl_event *events, uint32_t n, uint32_t flags, uint32_t *bad)
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

int attach(int fd, uint32_t target, int id, uint32_t *rings)
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

struct sampling begin(struct pmc_ioctl_event *events, uint32_t n, uint32_t flags, uint32_t target,
		      int id, size_t pages)
{
	struct sampling s = { .fd = dev() };

	errno = setup(s.fd, events, n, flags, NULL);
	must(!errno, "setting up");
	errno = attach(s.fd, target, id, &s.rings);
	must(!errno, "attaching");
	map(&s, pages);
	return s;
}

void end(struct sampling *s)
{
	munmap(s->memory, s->rings * s->each);
	close(s->fd);
}

uint64_t value_of(struct sampling *s, uint32_t n)
{
	struct pmc_ioctl_count counts[8];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = n, .counts = (uintptr_t)counts };

	must(!ioctl(s->fd, PMC_IOC_READ, &r), "reading");
	return counts[0].value;
}

struct pmc_ioctl_ring *ring(struct sampling *s, uint32_t i)
{
	return (void *)(s->memory + i * s->each);
}

uint64_t total(struct sampling *s)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < s->rings; i++) {
		struct pmc_ioctl_ring *r = ring(s, i);

		n += r->samples + r->lost + r->missed + r->throttled;
	}
	return n;
}

size_t take(struct pmc_ioctl_ring *r, void *to, size_t room)
{
	uint64_t head = __atomic_load_n(&r->head, __ATOMIC_ACQUIRE);
	const char *data = (const char *)r + r->data_offset;
	struct pmc_ioctl_sample *s = to;

	if (r->tail == head)
		return 0;
	for (size_t i = 0; i < 8; i++)
		((char *)to)[i] = data[(r->tail + i) % r->data_size];
	if (s->size < sizeof(struct pmc_ioctl_record) || s->size > room || s->size % 8) {
		result(0, "a record of %u bytes", s->size);
		exit(1);
	}
	for (size_t i = 8; i < s->size; i++)
		((char *)to)[i] = data[(r->tail + i) % r->data_size];
	__atomic_store_n(&r->tail, r->tail + s->size, __ATOMIC_RELEASE);
	return s->size;
}
