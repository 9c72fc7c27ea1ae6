/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of two profiles, side by side. */
#ifndef PMC_CLI_DIFF_CHANGES_H
#define PMC_CLI_DIFF_CHANGES_H

#include "cli/profile/events.h"
#include "cli/profile/names.h"
#include "cli/profile/rows.h"
#include "cli/profile/subject.h"

#include <stdbool.h>

struct diff_options;

/* The rows of two profiles. Columns: counts before, then counts after. */
struct side_by_side {
	struct rows rows;
	unsigned n_before; /* rows from this one on are in the second profile alone */
};

struct changes {
	const struct diff_options *options;
	struct names names;	   /* of both */
	struct subject subject[2]; /* before and after */
	struct chosen_events chosen[2];
	struct pmc_profile_event *event[2]; /* the chosen ones */
	struct side_by_side both;
	unsigned *order, n_shown;
	unsigned n_same; /* rows without any difference, which are not shown */
};

/* Takes both profiles. Returns 0 or an exit status after a complaint. */
int changes_init(struct changes *changes, const struct diff_options *options,
		 struct pmc_profile *const profile[2]);
void changes_deinit(struct changes *changes);

/* Makes rows by other keys. Returns 0 or -ENOMEM. */
int side_by_side_init(struct side_by_side *both, struct changes *changes, const struct keys *keys);

/* Counts of a chosen event. */
struct change_counts {
	uint64_t before, after;
};
struct change_counts changes_of(const struct changes *changes, unsigned row, unsigned event);

/*
 * Do so different counts prove nothing? A sampled count of n samples varies by the root of n; a
 * difference counts when it is larger than 99 % of all that arise by chance.
 */
bool counts_are_noise(const struct pmc_profile_event event[2], struct change_counts counts);
bool changes_are_noise(const struct changes *changes, unsigned event, struct change_counts counts);

/* The text of a row's key, from the profile that has the row. */
const char *changes_text(const struct changes *changes, unsigned row, enum key key, char *text);

#define CHANGE_TEXT 64

/* "+1.00 %", "from 0"; "" when both are 0. */
void change_percent(struct change_counts counts, char text[CHANGE_TEXT]);

#endif
