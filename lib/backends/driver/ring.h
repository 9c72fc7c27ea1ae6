/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory into which the module writes the records of one set (pmc_ioctl.h, PMC_RING_OFFSET),
 * and its clock.
 */
#ifndef PMC_LIB_DRIVER_RING_H
#define PMC_LIB_DRIVER_RING_H

#include <stddef.h>

#include "core/base/types.h"

struct driver_reading;

/*
 * From ticks of the time-stamp counter to CLOCK_MONOTONIC: a line through the last two looks at
 * both, between which the samples that are taken now were made. A record from elsewhere does not
 * convert: its CPU has another time-stamp counter than ours, or the machine slept. It gets the time
 * of the look that is nearer.
 */
struct driver_clock {
	u64 khz;
	u64 tsc, ns;		   /* the last look */
	u64 tsc_before, ns_before; /* the look before */
	double ns_of_tick;	   /* between them */
	u64 unclear;		   /* how many records did not convert */
};

void driver_clock_init(struct driver_clock *clock, u64 khz);
/* The two clocks at this moment; driver_clock_look() goes by what they are now. */
void driver_clock_set(struct driver_clock *clock, u64 tsc, u64 ns);
void driver_clock_look(struct driver_clock *clock);
u64 driver_clock_ns(struct driver_clock *clock, u64 tsc);

/* All zero: none. */
struct driver_rings {
	u8 *map;
	size_t size; /* of map */
	u32 n;
	u64 lost, throttled; /* what was told already */
};

/* Maps n rings of so many bytes, or less if the user may not have so much. 0 or -errno. */
int driver_rings_map(struct driver_rings *rings, int fd, u32 n, size_t data);
/* Moves all records to the queue. `scratch` has room for a record of the greatest size. */
void driver_rings_drain(struct driver_rings *rings, const struct driver_reading *reading,
			u64 *scratch);
void driver_rings_unmap(struct driver_rings *rings);

#define DRIVER_RECORD_MOST 65536u /* bytes; a record says its size in 16 bits */

#endif
