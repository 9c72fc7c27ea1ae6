/* SPDX-License-Identifier: BSD-2-Clause */
/* Which of a profile's events a report shows. */
#ifndef PMC_CLI_PROFILE_EVENTS_H
#define PMC_CLI_PROFILE_EVENTS_H

#include <stddef.h>

struct option_list;
struct pmc_profile;

/* Numbers of events in the order of the columns. */
struct chosen_events {
	unsigned *index;
	unsigned n;
};

/*
 * Takes what -e names: lists of events. Without -e it is that of the exact call tree, or else
 * instructions:u, or else the first event.
 * Returns 0 or an exit status after a complaint.
 */
int chosen_events_init(struct chosen_events *chosen, const struct pmc_profile *profile,
		       const struct option_list *typed);
void chosen_events_deinit(struct chosen_events *chosen);

/* The number of the event that the exact call tree is of; -1: the profile has none. */
int events_of_tree(const struct pmc_profile *profile);

/* The number of the event of this name; -1: the profile does not have it. */
int event_find(const struct pmc_profile *profile, const char *name);

#endif
