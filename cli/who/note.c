/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must be said beside the list. A moment's list leaves out more than one might expect, so a
 * reader who misses somebody is told why.
 */
#include "cli/who/note.h"

#include "cli/who/look.h"

#include <stdio.h>

/* About the list as a whole: number 0 to 2. False: there is nothing to say. */
static bool about_list(const struct who_list *list, size_t number, char *text, size_t size)
{
	switch (number) {
	case 0:
		snprintf(text, size, "%s",
			 !list->sets	 ? "nobody counts with the driver" :
			 list->all_users ? "no event is counted here at this moment" :
					   "none of your sets counts here at this moment");
		return !list->n_rows;
	case 1:
		snprintf(text, size,
			 "%zu set%s of events %s open on this machine; a set that is stopped, or "
			 "whose threads do not run now, is not shown",
			 list->sets, list->sets == 1 ? "" : "s", list->sets == 1 ? "is" : "are");
		return list->sets;
	default:
		snprintf(text, size,
			 "sets of other users are not shown: that takes root, or CAP_PERFMON");
		return list->sets && !list->all_users;
	}
}

/* About one CPU: number 0 and 1. */
static bool about_cpu(const struct who_list *list, const struct who_cpu *cpu, size_t number,
		      char *text, size_t size)
{
	if (!number) {
		snprintf(text, size, "CPU %u: only %zu of %zu events are shown", cpu->cpu, cpu->n,
			 cpu->total);
		return cpu->n < cpu->total;
	}
	snprintf(text, size,
		 "CPU %u: sets of other threads are not shown, as pmc itself runs there now, and "
		 "may not run elsewhere",
		 cpu->cpu);
	return cpu->own && list->sets;
}

bool note_text(const struct who_list *list, size_t index, char *text, size_t size)
{
	size_t i, k;

	for (k = 0; k < 3; k++)
		if (about_list(list, k, text, size) && !index--)
			return true;
	for (i = 0; i < list->n_cpus; i++)
		for (k = 0; k < 2; k++)
			if (about_cpu(list, &list->cpu[i], k, text, size) && !index--)
				return true;
	return false;
}
