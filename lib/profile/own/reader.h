/* SPDX-License-Identifier: BSD-2-Clause */
/* What is known while a file is read, and its sections. */
#ifndef PMC_LIB_PROFILE_READER_H
#define PMC_LIB_PROFILE_READER_H

#include <pmc/profile.h>

#include "lib/profile/build/stacks.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/crc.h"
#include "lib/profile/own/expect.h"

/* How many of each there are: in the whole file, as it says, or in its whole sections. */
struct reader_counts {
	u64 places, rows, edges, stacks, symbols, code, frames, nodes;
};

struct reader {
	struct pmc_profile *p;
	const u8 *bytes;
	size_t n;
	const char *name;
	struct pmc_diag *diag;
	struct crc crc;
	struct expect expect;
	size_t at;	 /* in places: where the edges are */
	size_t next_row; /* the first place that the next row can be of */
	unsigned step;	 /* the last section's number in the order of sections */
	bool whole;	 /* the end was seen */
	size_t n_notes;	 /* of the file */
	struct reader_counts said, found;
	size_t n_stacks;   /* that were read */
	struct stacks old; /* of a file that has whole stacks */
	u32 *chain;	   /* the frames of one */
	size_t chain_room;
	size_t depth;	      /* of the last node */
	const char *nonsense; /* what is wrong in a section that is bad; NULL: nothing special */
};

struct section {
	u32 kind;
	size_t offset; /* of its header */
	struct cursor in;
};

/*
 * The section at *offset, which moves behind it. 1: there is one; 0: the file ends there, or in the
 * middle of it; -EPROTO with diag.
 */
int reader_section(struct reader *r, size_t *offset, bool check, struct section *section);
/* Says that the file is damaged. Returns -EPROTO. */
int reader_damaged(const struct reader *r, const struct section *section, const char *what);

#endif
