/* SPDX-License-Identifier: BSD-2-Clause */
/* The instructions of a function, with their counts. */
#ifndef PMC_CLI_CODE_LISTING_H
#define PMC_CLI_CODE_LISTING_H

#include <pmc/profile.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct subject;

/* An instruction, or bytes that are none. */
struct listed {
	uint64_t address;
	unsigned length, flags; /* flags: PMC_PLACE_; 0 if it did not run */
	uint64_t count, executions, taken;
	uint64_t target; /* of a direct branch or call; 0: none */
	char *text;	 /* NULL: unknown */
};

/* What to list. */
struct listing_of {
	struct subject *subject;
	unsigned function, event; /* their numbers */
	size_t first, last;	  /* its places are among [first, last) */
	bool intel;
};

struct listing {
	struct listed *row;
	size_t n, room;
	uint64_t count; /* the sum */
	/* What is unknown. */
	bool no_code, no_disassembler;
};

/* Returns 0 or -ENOMEM. */
int listing_init(struct listing *listing, const struct listing_of *of);
void listing_deinit(struct listing *listing);

/* The row of the address; SIZE_MAX: none has it. */
size_t listing_find(const struct listing *listing, uint64_t address);

#endif
