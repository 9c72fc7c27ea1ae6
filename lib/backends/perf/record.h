/* SPDX-License-Identifier: BSD-2-Clause */
/* One record of a ring of Linux's perf: linux/perf_event.h, enum perf_event_type. */
#ifndef PMC_LIB_PERF_RECORD_H
#define PMC_LIB_PERF_RECORD_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"

struct queue;

/*
 * The fields that every sample has. PERF_SAMPLE_PERIOD is there, too, if the period varies,
 * PERF_SAMPLE_READ of switches, and PERF_SAMPLE_CALLCHAIN.
 */
#define PERF_RECORD_FIELDS                                                              \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU)
/* The registers of a dump, by the numbers of asm/perf_regs.h: AX to IP, and R8 to R15. */
#define PERF_RECORD_REGISTERS 0xff01ffull
#define PERF_RECORD_MOST      65536u /* bytes; the header says how many in 16 bits */

/* An event of a set by the number that the kernel has given it. */
struct perf_stream {
	u64 id;
	u32 event;
	u64 period;    /* 0: it stands in the record */
	bool switches; /* all samples are switches; this is the leader of a group */
	bool dumps;    /* samples have user mode's registers and stack: PERF_RECORD_REGISTERS */
};

/*
 * Adds a record, which is whole, to the queue; those that say nothing to a profile are left out.
 * The streams are sorted by id.
 */
void perf_record_take(const u8 *record, const struct perf_stream *streams, size_t n,
		      struct queue *queue);

#endif
