/* SPDX-License-Identifier: BSD-2-Clause */
/* The records of the module's rings (pmc_ioctl.h), as records of libpmc. */
#ifndef PMC_LIB_DRIVER_RECORD_H
#define PMC_LIB_DRIVER_RECORD_H

#include "core/base/types.h"

struct driver_clock;
struct mapped_files;
struct pmc_ioctl_record;
struct queue;

/* What reading records needs, beside the records. */
struct driver_reading {
	struct driver_clock *clock;
	const u32 *events; /* the numbers in libpmc's set of those in the module's */
	struct mapped_files *files;
	struct queue *queue;
};

/*
 * Adds a record, which is `record->size` bytes long, to the queue. What is lost or left out is not
 * among them: the ring's numbers tell of that (ring.c). A record that is too short is skipped.
 */
void driver_record_take(const struct driver_reading *reading,
			const struct pmc_ioctl_record *record);

#endif
