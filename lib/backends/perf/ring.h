/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory into which the kernel writes samples, and the side band: mapped files, names, forks
 * and exits. As perf does, there is one ring for each CPU, or for a thread without inheritance.
 * All events of that CPU write into it. It belongs to an event that counts nothing (dummy) and
 * brings the side band.
 */
#ifndef PMC_LIB_PERF_RING_H
#define PMC_LIB_PERF_RING_H

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

#include "core/base/types.h"

struct perf_event_attr;
struct perf_ring;
struct perf_stream;
struct sampling;

/* All zero: none. */
struct perf_rings {
	struct perf_ring *ring;
	size_t n, room;
	struct perf_stream *stream; /* which event an id in a record means */
	size_t n_streams, streams_room;
	bool sorted;
	int *side; /* further events of the side band, without rings of their own */
	size_t n_side, side_room;
	u8 *record; /* one that wraps around in its ring, or was copied to be aligned */
	/*
	 * The kernel writes how many records a ring had no room for when it has room for the next
	 * one, so it never says what was lost last. From Linux 6.0 on each event knows.
	 */
	bool tells_lost;
	bool was_full; /* some ring had no room, or little, since this was set to false */
	u32 largest;   /* record so far */
};

/* What the kernel must add to an event so that it is sampled, or read at switches. */
void perf_ring_attr(const struct sampling *sampling, struct perf_event_attr *attr);
/* The event that, as the last member of a group, notes the group's counts at each switch. */
void perf_ring_switches(struct perf_event_attr *attr, bool inherit);
/*
 * Opens the side band for a task (tid -1: all) on a CPU (-1: any), and the ring if there is none.
 * 0 or -errno of perf_event_open(2) or mmap(2).
 */
int perf_rings_side(struct perf_rings *rings, const struct sampling *sampling, pid_t tid, int cpu,
		    bool inherit);
/* An event that was just opened. */
struct perf_sampled {
	u32 event;  /* its number in the set */
	int fd;	    /* its descriptor, and that of the event which writes its records: fd, or */
	int writes; /* the one of perf_ring_switches() */
	pid_t tid;
	int cpu;
};
/* Can the kernel say of an event how many records it has lost? */
bool perf_rings_can_tell_lost(void);
/* So many of the side band were lost, if it tells. */
u64 perf_rings_lost(const struct perf_rings *rings);
/* It is to write into its ring. */
int perf_rings_add(struct perf_rings *rings, const struct sampling *sampling,
		   const struct perf_sampled *sampled);
/* Records of this event that come from now on stand for so many events. */
void perf_rings_period(struct perf_rings *rings, u32 event, u64 period);
/* Moves all records to the queue of the sampling. 0 or -ENOMEM. */
int perf_rings_drain(struct perf_rings *rings, struct sampling *sampling);
/* As in struct source. */
size_t perf_rings_wakers(const struct perf_rings *rings, struct pollfd *fds, size_t n);
/* Leaves none; whether they tell what is lost stays. */
void perf_rings_deinit(struct perf_rings *rings);

/* The highest frequency that the kernel allows. */
u64 perf_highest_frequency(void);

#endif
