/* SPDX-License-Identifier: BSD-2-Clause */
/* What a table says of an event of pmc(3). */
#ifndef COMPAT_FREEBSD_EVENTS_TABLES_ROW_H
#define COMPAT_FREEBSD_EVENTS_TABLES_ROW_H

#include <stdbool.h>
#include <stdint.h>

/* A word of a unit mask. */
struct mask_word {
	const char *word; /* NULL: the end */
	uint16_t bits;	  /* of the unit mask; MASK_PREFETCH: it says whose prefetches count */
};
#define MASK_PREFETCH 0x100u

/* The unit masks of an event. */
struct mask_set {
	const struct mask_word *words;
	uint8_t initial;   /* without a qualifier */
	uint8_t pentium_m; /* added on Pentium M, unless a word has MASK_PREFETCH */
	bool one;	   /* only one word may be given */
};

struct event_row {
	const char *name;
	const char *other;  /* a second spelling in the manual pages, or NULL */
	const char *stream; /* libpmc's event for the same in the instruction stream, or NULL */
	uint8_t code;	    /* event select */
	const struct mask_set *masks; /* NULL: none */
};

#endif
