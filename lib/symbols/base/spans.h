/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranges of addresses that may lie inside one another: functions, inlined functions, units. For
 * each address, the innermost range counts: the one that starts last, among those the one that ends
 * first, among those the one with the greatest value.
 */
#ifndef PMC_LIB_SYMBOLS_BASE_SPANS_H
#define PMC_LIB_SYMBOLS_BASE_SPANS_H

#include <stddef.h>
#include <stdint.h>

#define SPANS_NONE UINT32_MAX

struct span {
	uint64_t start, end; /* [start, end) */
	uint32_t value;
};

/* The ranges cut into pieces that do not overlap: from starts[i] to starts[i + 1]. */
struct spans {
	uint64_t *starts;
	uint32_t *values; /* SPANS_NONE: nothing is there */
	size_t n;
	size_t last; /* the piece that was found last; the next one is likely the same */
};

/* Addresses around one for which an answer holds. */
struct piece {
	uint64_t start, end; /* [start, end) */
};
#define PIECE_ALL ((struct piece){ 0, UINT64_MAX })

/* Makes the pieces; sorts the list. Returns 0 or -ENOMEM. */
int spans_init(struct spans *spans, struct span *list, size_t n);
void spans_deinit(struct spans *spans);
/* The value at the address, or SPANS_NONE. */
uint32_t spans_find(struct spans *spans, uint64_t address);
/* The same; makes *within narrower, to the part of it that has this value. */
uint32_t spans_piece(struct spans *spans, uint64_t address, struct piece *within);
/* Makes *within narrower, to its part from start on and before end. */
void piece_narrow(struct piece *within, uint64_t start, uint64_t end);

#endif
