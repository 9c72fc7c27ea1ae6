/* SPDX-License-Identifier: BSD-2-Clause */
/* Which of a profile's events a report shows. */
#include "cli/profile/events.h"

#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"

#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_EVENT "instructions:u"

int event_find(const struct pmc_profile *profile, const char *name)
{
	struct pmc_profile_event event;
	int i;

	for (i = 0; !pmc_profile_event_at(profile, (size_t)i, &event); i++)
		if (!strcmp(event.name, name))
			return i;
	return -1;
}

/*
 * The event that the list begins with. Names may have commas in them, as "cpu/event=1,umask=2/", so
 * the longest one that fits is taken. -1: none. *length: of the name.
 */
static int first_of(const struct pmc_profile *profile, const char *list, size_t *length)
{
	struct pmc_profile_event event;
	int i, found = -1;

	*length = 0;
	for (i = 0; !pmc_profile_event_at(profile, (size_t)i, &event); i++) {
		size_t n = strlen(event.name);

		/* The modifier, behind the last colon, may be left out where the profile has one.
		 */
		if ((strncmp(list, event.name, n) || (list[n] && list[n] != ',')) &&
		    strrchr(event.name, ':'))
			n = (size_t)(strrchr(event.name, ':') - event.name);
		if (n <= *length || strncmp(list, event.name, n) || (list[n] && list[n] != ','))
			continue;
		*length = n;
		found = i;
	}
	return found;
}

static int refuse(const struct pmc_profile *profile, const char *list)
{
	struct pmc_profile_event event;
	char names[600] = "";
	size_t i, at = 0;

	for (i = 0; !pmc_profile_event_at(profile, i, &event); i++) {
		size_t n = strlen(event.name);

		if (at + n + 8 > sizeof(names)) {
			strcpy(names + at, ", …");
			break;
		}
		at += (size_t)snprintf(names + at, sizeof(names) - at, "%s%s", at ? ", " : "",
				       event.name);
	}
	complain("-e %.*s: the profile has no such event; it has %s", (int)strcspn(list, ","), list,
		 names);
	return STATUS_FAILED;
}

static void choose(struct chosen_events *chosen, unsigned index)
{
	unsigned i;

	for (i = 0; i < chosen->n; i++)
		if (chosen->index[i] == index)
			return;
	chosen->index[chosen->n++] = index;
}

int events_of_tree(const struct pmc_profile *profile)
{
	struct pmc_profile_event event;
	struct pmc_stack_walk *walk;
	struct pmc_stack stack;
	int found = -1, k;
	size_t common;

	if (pmc_stack_walk_create(profile, &walk))
		return -1;
	while (found < 0 && !pmc_stack_walk_next(walk, &stack, &common))
		for (k = 0; found < 0 && !pmc_profile_event_at(profile, (size_t)k, &event); k++)
			if (stack.counts[k])
				found = k;
	pmc_stack_walk_destroy(walk);
	if (found < 0)
		return found;
	pmc_profile_event_at(profile, (size_t)found, &event);
	return event.quality == PMC_EXACT && !event.samples ? found : -1;
}

int chosen_events_init(struct chosen_events *chosen, const struct pmc_profile *profile,
		       const struct option_list *typed)
{
	struct pmc_profile_info info;
	unsigned i;

	memset(chosen, 0, sizeof(*chosen));
	pmc_profile_info(profile, &info);
	chosen->index = calloc(info.events + 1, sizeof(*chosen->index));
	if (!chosen->index) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < typed->n; i++) {
		const char *list = typed->item[i];
		size_t length;

		for (;; list++) {
			int found = first_of(profile, list, &length);

			if (found < 0)
				return refuse(profile, list);
			choose(chosen, (unsigned)found);
			list += length;
			if (!*list)
				break;
		}
	}
	if (!chosen->n && info.events) {
		int found = events_of_tree(profile);

		if (found < 0)
			found = event_find(profile, DEFAULT_EVENT);
		choose(chosen, found < 0 ? 0 : (unsigned)found);
	}
	return 0;
}

void chosen_events_deinit(struct chosen_events *chosen)
{
	free(chosen->index);
	memset(chosen, 0, sizeof(*chosen));
}
