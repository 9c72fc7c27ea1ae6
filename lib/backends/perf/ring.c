/* SPDX-License-Identifier: BSD-2-Clause */
/* See ring.h. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "lib/backends/perf/open.h"
#include "lib/backends/perf/record.h"
#include "lib/backends/perf/ring.h"
#include "lib/base/proc.h"
#include "lib/base/vector.h"
#include "lib/sampling/sampling.h"

/* A ring with less room than this may have had none for some record. */
#define RECORD_ROOM 8192u

struct perf_ring {
	pid_t tid; /* whose, if cpu is -1 */
	int cpu;
	int fd;
	struct perf_event_mmap_page *page;
	u8 *data;
	size_t size; /* of data */
};

/* ---- Attributes ---- */

u64 perf_highest_frequency(void)
{
	char text[32];

	if (proc_read("/proc/sys/kernel/perf_event_max_sample_rate", text, sizeof(text)) <= 0)
		return UINT64_MAX;
	return strtoull(text, NULL, 10);
}

/* Times of all records are of one clock, and so are all members of a group. */
static void set_clock(struct perf_event_attr *attr)
{
	attr->use_clockid = 1;
	attr->clockid = CLOCK_MONOTONIC;
}

static void set_fields(struct perf_event_attr *attr)
{
	attr->sample_type = PERF_RECORD_FIELDS;
	attr->sample_id_all = 1;
	set_clock(attr);
}

/* Bytes; the event whose memory it is must have it, which may be that of the side band. */
static u32 watermark(const struct sampling *sampling)
{
	u32 half = sampling->how.ring_kb * 512, bytes = sampling->how.wakeup_bytes;

	return bytes && bytes < half ? bytes : half;
}

void perf_ring_attr(const struct sampling *sampling, struct perf_event_attr *attr)
{
	if (sampling_switches(sampling)) {
		set_clock(attr);
		return;
	}
	set_fields(attr);
	if (sampling->how.wakeup_samples) {
		attr->wakeup_events = sampling->how.wakeup_samples;
	} else {
		attr->watermark = 1;
		attr->wakeup_watermark = watermark(sampling);
	}
	if (sampling_chains(sampling))
		attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (sampling_dumps(sampling)) {
		attr->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
		attr->exclude_callchain_user = 1;
		attr->sample_regs_user = PERF_RECORD_REGISTERS;
		attr->sample_stack_user = sampling->how.stack_bytes;
	}
	if (sampling->how.period) {
		/*
		 * With PERF_SAMPLE_PERIOD the kernel would take a sample each time a software event
		 * has counted 1.
		 */
		attr->sample_period = sampling->how.period;
		return;
	}
	attr->sample_type |= PERF_SAMPLE_PERIOD;
	attr->freq = 1;
	attr->sample_freq = sampling->how.frequency;
}

/* The kernel counts switches in kernel mode only, and before the counters stop. */
void perf_ring_switches(struct perf_event_attr *attr, bool inherit)
{
	*attr = (struct perf_event_attr){
		.size = sizeof(*attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES,
		.sample_period = 1,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID,
		.inherit = inherit,
	};
	set_fields(attr);
	attr->sample_type |= PERF_SAMPLE_READ;
}

/* ---- Opening ---- */

static struct perf_ring *find(const struct perf_rings *rings, pid_t tid, int cpu)
{
	size_t i;

	for (i = 0; i < rings->n; i++)
		if (rings->ring[i].cpu == cpu && (cpu >= 0 || rings->ring[i].tid == tid))
			return &rings->ring[i];
	return NULL;
}

/* Maps the ring; where the user may lock less memory, a smaller one. */
static int map_ring(struct perf_ring *ring, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at;

	for (;; size /= 2) {
		at = mmap(NULL, page + size, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
		if (at != MAP_FAILED)
			break;
		if (errno != EPERM || size <= page)
			return -errno;
	}
	ring->page = at;
	ring->data = (u8 *)at + page;
	ring->size = size;
	return 0;
}

bool perf_rings_can_tell_lost(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.read_format = PERF_FORMAT_LOST,
		.disabled = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = perf_open(&attr, 0, -1, -1);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static u64 side_lost(int fd)
{
	u64 value[2]; /* a count, which is 0, and how many were lost */

	return read(fd, value, sizeof(value)) == (ssize_t)sizeof(value) ? value[1] : 0;
}

u64 perf_rings_lost(const struct perf_rings *rings)
{
	u64 lost = 0;
	size_t i;

	for (i = 0; i < rings->n && rings->tells_lost; i++)
		lost += side_lost(rings->ring[i].fd);
	for (i = 0; i < rings->n_side && rings->tells_lost; i++)
		lost += side_lost(rings->side[i]);
	return lost;
}

static int open_side(const struct perf_rings *rings, const struct sampling *sampling, pid_t tid,
		     int cpu, bool inherit)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.read_format = rings->tells_lost ? PERF_FORMAT_LOST : 0,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.inherit = inherit,
		.mmap = 1,
		.mmap2 = 1,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.build_id = 1,
		.watermark = 1,
		.wakeup_watermark = watermark(sampling),
	};
	int fd;

	set_fields(&attr);
	fd = perf_open(&attr, tid, cpu, -1);
	if (fd != -EINVAL)
		return fd;
	/* Before Linux 5.12 records had no build-id. */
	attr.build_id = 0;
	return perf_open(&attr, tid, cpu, -1);
}

int perf_rings_side(struct perf_rings *rings, const struct sampling *sampling, pid_t tid, int cpu,
		    bool inherit)
{
	struct perf_ring *ring = find(rings, tid, cpu), new = { .tid = tid, .cpu = cpu };
	int err;

	if (ring ? vector_reserve(&rings->side, &rings->side_room, rings->n_side + 1,
				  sizeof(*rings->side)) :
		   vector_reserve(&rings->ring, &rings->room, rings->n + 1, sizeof(*rings->ring)))
		return -ENOMEM;
	new.fd = open_side(rings, sampling, tid, cpu, inherit);
	if (new.fd < 0)
		return new.fd;
	if (ring)
		err = ioctl(new.fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd) ? -errno : 0;
	else
		err = map_ring(&new, (size_t)sampling->how.ring_kb * 1024);
	if (err)
		close(new.fd);
	else if (ring)
		rings->side[rings->n_side++] = new.fd;
	else
		rings->ring[rings->n++] = new;
	return err;
}

void perf_rings_period(struct perf_rings *rings, u32 event, u64 period)
{
	size_t i;

	for (i = 0; i < rings->n_streams; i++)
		if (rings->stream[i].event == event)
			rings->stream[i].period = period;
}

int perf_rings_add(struct perf_rings *rings, const struct sampling *sampling,
		   const struct perf_sampled *sampled)
{
	const struct perf_ring *ring = find(rings, sampled->tid, sampled->cpu);
	struct perf_stream *stream;

	if (vector_reserve(&rings->stream, &rings->streams_room, rings->n_streams + 1,
			   sizeof(*rings->stream)))
		return -ENOMEM;
	stream = &rings->stream[rings->n_streams];
	stream->event = sampled->event;
	stream->period = sampling->how.period;
	stream->switches = sampling_switches(sampling);
	stream->dumps = sampling_dumps(sampling);
	if (!ring || ioctl(sampled->writes, PERF_EVENT_IOC_SET_OUTPUT, ring->fd) ||
	    ioctl(sampled->fd, PERF_EVENT_IOC_ID, &stream->id))
		return ring ? -errno : -EINVAL;
	rings->n_streams++;
	rings->sorted = false;
	return 0;
}

/* ---- Taking records ---- */

static int compare(const void *a, const void *b)
{
	const struct perf_stream *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* Copies n bytes from a place of the ring, around its end if need be. */
static void copy(const struct perf_ring *ring, u64 from, void *to, size_t n)
{
	size_t at = from & (ring->size - 1), first = ring->size - at;

	if (first > n)
		first = n;
	memcpy(to, ring->data + at, first);
	memcpy((u8 *)to + first, ring->data, n - first);
}

static bool is_lost(const struct perf_event_header *header)
{
	return header->type == PERF_RECORD_LOST || header->type == PERF_RECORD_LOST_SAMPLES;
}

static void drain(struct perf_rings *rings, struct perf_ring *ring, struct queue *queue)
{
	u64 head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	u64 tail = ring->page->data_tail, left = ring->size - (head - tail);
	struct perf_event_header header;

	while (head - tail >= sizeof(header)) {
		copy(ring, tail, &header, sizeof(header));
		if (header.size < sizeof(header) || header.size > head - tail)
			break;
		rings->largest = header.size > rings->largest ? header.size : rings->largest;
		rings->was_full |= is_lost(&header);
		if (!is_lost(&header) || !rings->tells_lost) {
			copy(ring, tail, rings->record, header.size);
			perf_record_take(rings->record, rings->stream, rings->n_streams, queue);
		}
		tail += header.size;
	}
	rings->was_full |= left < RECORD_ROOM || left < rings->largest;
	__atomic_store_n(&ring->page->data_tail, head, __ATOMIC_RELEASE);
}

int perf_rings_drain(struct perf_rings *rings, struct sampling *sampling)
{
	size_t i;

	if (!rings->record)
		rings->record = malloc(PERF_RECORD_MOST);
	if (!rings->record)
		return -ENOMEM;
	if (!rings->sorted && rings->n_streams)
		qsort(rings->stream, rings->n_streams, sizeof(*rings->stream), compare);
	rings->sorted = true;
	for (i = 0; i < rings->n; i++)
		drain(rings, &rings->ring[i], &sampling->queue);
	return 0;
}

size_t perf_rings_wakers(const struct perf_rings *rings, struct pollfd *fds, size_t n)
{
	size_t i;

	for (i = 0; i < rings->n && i < n; i++)
		fds[i] = (struct pollfd){ .fd = rings->ring[i].fd, .events = POLLIN };
	return i;
}

void perf_rings_deinit(struct perf_rings *rings)
{
	size_t i, page = (size_t)sysconf(_SC_PAGESIZE);

	for (i = 0; i < rings->n_side; i++)
		close(rings->side[i]);
	for (i = 0; i < rings->n; i++) {
		munmap(rings->ring[i].page, page + rings->ring[i].size);
		close(rings->ring[i].fd);
	}
	free(rings->ring);
	free(rings->stream);
	free(rings->side);
	free(rings->record);
	*rings = (struct perf_rings){ .tells_lost = rings->tells_lost };
}
