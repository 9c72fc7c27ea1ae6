/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The conditions of --fail-if: an event, an operator and a number.
 *
 *	instructions:u > +1%        the count grew by more than one percent
 *	instructions:u < -5%        it shrank by more than five percent
 *	branch-misses:u >= +1000    it grew by a thousand or more
 *	instructions:u > 20000000   it is above this number, whatever it was before
 *
 * Operators are > < >= <=. A number with % is the change in percent of the count before (1% is
 * +1%), a number with a sign the difference, a number without a sign the count itself; the last two
 * are in the event's unit. Means of several runs are compared without any rounding, so that a
 * change of exactly +1% is not above +1%.
 */
#ifndef PMC_CLI_COMPARISON_CONDITION_H
#define PMC_CLI_COMPARISON_CONDITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct change;

enum condition_operator { CONDITION_ABOVE, CONDITION_BELOW, CONDITION_FROM, CONDITION_TO };
enum condition_kind { CONDITION_PERCENT, CONDITION_DIFFERENCE, CONDITION_COUNT };

struct condition {
	const char *text; /* the user's */
	char name[320];	  /* of the event */
	enum condition_operator op;
	enum condition_kind kind;
	bool negative;
	/* The number is digits / 10^decimals. */
	uint64_t digits;
	unsigned decimals;
};

#define CONDITION_SENTENCE 900 /* room for every sentence about a condition */

/*
 * Reads a condition. Returns 0, or -EINVAL when it is wrong; then the sentence says what would be
 * right.
 */
int condition_parse(struct condition *condition, const char *text,
		    char sentence[CONDITION_SENTENCE]);

/* Does it hold? The change has counts as far as the condition needs them (why_not is NULL). */
bool condition_holds(const struct condition *condition, const struct change *change);

/* Writes what happened: "instructions:u went from 100 to 103: +3, +3.00 %". */
void condition_explain(const struct condition *condition, const struct change *change, char *text,
		       size_t size);

#endif
