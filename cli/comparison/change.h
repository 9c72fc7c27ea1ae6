/* SPDX-License-Identifier: BSD-2-Clause */
/* How an event changed from one result to another. */
#ifndef PMC_CLI_COMPARISON_CHANGE_H
#define PMC_CLI_COMPARISON_CHANGE_H

#include "cli/result/sample.h"

#include <stdbool.h>
#include <stddef.h>

struct result;
struct result_event;

/* What a difference means. */
enum change_kind {
	CHANGE_NONE,	/* there is none */
	CHANGE_REAL,	/* both counts are exact and do not vary: every difference is one */
	CHANGE_OUTSIDE, /* it is larger than the spread of the runs explains */
	CHANGE_WITHIN,	/* the spread of the runs explains it */
	CHANGE_UNKNOWN, /* a single run, of a count that may vary, tells nothing of the spread */
};

struct change {
	const struct result_event *before, *after; /* NULL: that result does not have it */
	struct sample a, b;			   /* before and after */
	/* Why the two cannot be compared; NULL: they can, and what follows is set. */
	const char *why_not;
	enum change_kind kind;
	double difference; /* b - a, of the means, before the scale */
	double percent;	   /* of a; meaningless when `endless` */
	bool endless;	   /* from 0 to something: no percentage */
};

/* Compares two events, of which one may be NULL. */
struct change change_of(const struct result *from, const struct result_event *before,
			const struct result *to, const struct result_event *after);

/*
 * Writes the quality of the counts that are there: "estimated", "exact, then partial"; "" when all
 * are exact.
 */
void change_quality(const struct change *change, char *text, size_t size);

/* "exact", "outside", … for programs; and a clause for people. */
const char *change_name(enum change_kind kind);
const char *change_about(enum change_kind kind);

#endif
