/* SPDX-License-Identifier: BSD-2-Clause */
/* The fields of one record of perf.data. */
#ifndef PMC_LIB_PROFILE_PERF_SAMPLE_H
#define PMC_LIB_PROFILE_PERF_SAMPLE_H

#include <stddef.h>

#include "core/base/types.h"
#include "lib/sampling/registers.h"

struct perf_file;
struct perf_record;

struct perf_sample {
	unsigned event;
	u64 ip, time, period;
	u32 pid, tid;
	const u8 *chain; /* n_chain numbers of 64 bits; NULL: none */
	u64 n_chain;
	bool group; /* it has the counts of its group, too */
	/* User mode's registers, by DWARF's numbers on x86-64, and its stack from RSP on. */
	u64 registers[REGISTERS];
	const u8 *stack; /* NULL: neither is there */
	size_t stack_size;
};

/* False: the record is too short for what its event says, or of no event of the file. */
bool perf_sample_read(const struct perf_file *f, const struct perf_record *record,
		      struct perf_sample *sample);
/* The time of a record; 0: it has none. */
u64 perf_sample_time(const struct perf_file *f, const struct perf_record *record);

#endif
