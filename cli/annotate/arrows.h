/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arrows from branches to their targets beside the instructions of a function, so that loops can be
 * seen. The shortest stand nearest to the instructions.
 */
#ifndef PMC_CLI_ANNOTATE_ARROWS_H
#define PMC_CLI_ANNOTATE_ARROWS_H

#include <stddef.h>

#define ARROWS_LANES 6 /* so many arrows can stand beside one instruction */

struct listing;

struct arrow {
	size_t from, to; /* rows */
	unsigned lane;	 /* 0 is the nearest */
};
struct arrows {
	struct arrow *arrow;
	size_t n;
	unsigned lanes;
};

/* Arrows that find no room are left out. Returns 0 or -ENOMEM. */
int arrows_init(struct arrows *arrows, const struct listing *listing);
void arrows_deinit(struct arrows *arrows);
/* Writes the arrows beside a row. `between`: above the row, where no instruction is. */
void arrows_write(const struct arrows *arrows, size_t row, int between,
		  char text[2 * ARROWS_LANES + 2]);

#endif
