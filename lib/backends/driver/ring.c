/* SPDX-License-Identifier: BSD-2-Clause */
/* See ring.h. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/backends/driver/record.h"
#include "lib/backends/driver/ring.h"
#include "lib/base/clock.h"
#include "lib/base/rdpmc.h"
#include "lib/sampling/queue.h"
#include "pmc/pmc_ioctl.h"

/* ---- The clock ---- */

#define SLACK  10   /* milliseconds by which a record may lie outside */
#define SECOND 1000 /* milliseconds */
#define LOOKS  8    /* the quickest of these is taken, which nothing interrupted */

static void look(u64 *tsc, u64 *ns)
{
	u64 best = UINT64_MAX, before, now, after;
	int i;

	for (i = 0; i < LOOKS; i++) {
		before = rdtsc();
		now = clock_now();
		after = rdtsc();
		if (after - before >= best)
			continue;
		best = after - before;
		*tsc = before + best / 2;
		*ns = now;
	}
}

void driver_clock_init(struct driver_clock *clock, u64 khz)
{
	const u64 minute = khz * 60000;

	clock->khz = khz;
	clock->ns_of_tick = 1e6 / (double)khz;
	look(&clock->tsc, &clock->ns);
	/* The first records are older than this look. */
	clock->tsc_before = clock->tsc > minute ? clock->tsc - minute : 0;
	clock->ns_before = clock->ns;
}

void driver_clock_set(struct driver_clock *clock, u64 tsc, u64 ns)
{
	/* Between two looks that are too close their own error would make a wrong line. */
	if (ns - clock->ns < 1000000)
		return;
	if (tsc > clock->tsc) {
		clock->ns_of_tick = (double)(ns - clock->ns) / (double)(tsc - clock->tsc);
		clock->tsc_before = clock->tsc;
	} else if (clock->tsc - tsc > SECOND * clock->khz) {
		/* It began anew, when the machine slept. */
		clock->ns_of_tick = 1e6 / (double)clock->khz;
		clock->tsc_before = 0;
	} else {
		return;
	}
	clock->ns_before = clock->ns;
	clock->tsc = tsc;
	clock->ns = ns;
}

void driver_clock_look(struct driver_clock *clock)
{
	u64 tsc = 0, ns = 0;

	look(&tsc, &ns);
	driver_clock_set(clock, tsc, ns);
}

u64 driver_clock_ns(struct driver_clock *clock, u64 tsc)
{
	double ns;

	/* The samples lie before the last look, but for those that came since. */
	if (tsc > clock->tsc && tsc > rdtsc() + SLACK * clock->khz) {
		clock->unclear++;
		return clock->ns;
	}
	if (tsc < clock->tsc_before && clock->tsc_before - tsc > SLACK * clock->khz) {
		clock->unclear++;
		return clock->ns_before;
	}
	ns = (double)(s64)(tsc - clock->tsc) * clock->ns_of_tick;
	return clock->ns + (u64)(s64)ns;
}

/* ---- Rings ---- */

int driver_rings_map(struct driver_rings *rings, int fd, u32 n, size_t data)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size;
	void *at;

	for (;; data /= 2) {
		size = n * (page + data);
		at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
		if (at != MAP_FAILED)
			break;
		if ((errno != EAGAIN && errno != EINVAL && errno != ENOMEM) || data <= page)
			return -errno;
	}
	rings->map = at;
	rings->size = size;
	rings->n = n;
	return 0;
}

void driver_rings_unmap(struct driver_rings *rings)
{
	if (rings->map)
		munmap(rings->map, rings->size);
	memset(rings, 0, sizeof(*rings));
}

/* Copies n bytes from a place of the ring, around its end if need be. */
static void copy(const struct pmc_ioctl_ring *ring, u64 from, void *to, size_t n)
{
	const u8 *data = (const u8 *)ring + ring->data_offset;
	size_t at = from & (ring->data_size - 1), first = ring->data_size - at;

	if (first > n)
		first = n;
	memcpy(to, data + at, first);
	memcpy((u8 *)to + first, data, n - first);
}

static void drain(struct pmc_ioctl_ring *ring, const struct driver_reading *reading, u64 *scratch)
{
	u64 head = __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE), tail = ring->tail;
	const struct pmc_ioctl_record *record = (const void *)scratch;

	while (head - tail >= 8) {
		u16 size;

		copy(ring, tail, scratch, 8);
		size = record->size;
		if (size < 8 || size > head - tail)
			break;
		copy(ring, tail, scratch, size);
		driver_record_take(reading, record);
		tail += size;
	}
	__atomic_store_n(&ring->tail, head, __ATOMIC_RELEASE);
}

/* How many more there are than were told. */
static void tell(u64 *told, u64 now, enum pmc_record_type type, struct queue *queue)
{
	struct pmc_record r = { .type = type, .cpu = -1, .time = clock_now() };

	r.count = now - *told;
	if (r.count)
		queue_add(queue, &r);
	*told = now;
}

void driver_rings_drain(struct driver_rings *rings, const struct driver_reading *reading,
			u64 *scratch)
{
	u64 lost = 0, throttled = 0;
	u32 i;

	for (i = 0; rings->map && i < rings->n; i++) {
		struct pmc_ioctl_ring *ring = (void *)(rings->map + i * (rings->size / rings->n));

		drain(ring, reading, scratch);
		lost += ring->lost + ring->missed + ring->lost_records;
		throttled += ring->throttled;
	}
	tell(&rings->lost, lost, PMC_TYPE_LOST, reading->queue);
	tell(&rings->throttled, throttled, PMC_TYPE_THROTTLE, reading->queue);
}
