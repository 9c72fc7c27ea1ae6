/* SPDX-License-Identifier: BSD-2-Clause */
/* From offsets in an ELF file to the addresses that its segments give them. */
#ifndef PMC_LIB_PROFILE_SEGMENTS_H
#define PMC_LIB_PROFILE_SEGMENTS_H

#include <pmc/profile.h>

#include "core/base/types.h"

#define SEGMENTS_MAX 64

struct segments {
	unsigned n;
	struct pmc_segment segment[SEGMENTS_MAX];
};

/* Reads the loaded segments of a file. Without a file, or if it is no ELF file, there are none. */
void segments_read(struct segments *segments, const char *path);
/* The address of an offset; without a segment that has it, the offset itself. */
u64 segments_address(const struct segments *segments, u64 offset);

#endif
