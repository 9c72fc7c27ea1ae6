/* SPDX-License-Identifier: BSD-2-Clause */
/* What is known while a file is written, and the frame of its sections. */
#ifndef PMC_LIB_PROFILE_WRITER_H
#define PMC_LIB_PROFILE_WRITER_H

#include "lib/profile/own/crc.h"

#include <stddef.h>

struct bytes;
struct pmc_profile;

struct writer {
	const struct pmc_profile *p;
	struct bytes *out;
	const struct crc *crc;
	size_t section; /* where the present one begins */
};

void writer_begin(struct writer *w, u32 kind);
/* Fills in the section's length and checksums. */
void writer_end(struct writer *w);

#endif
