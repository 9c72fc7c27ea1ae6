/* SPDX-License-Identifier: BSD-2-Clause */
/* The exact profile of a command that a set has counted. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lib/api/command_line.h"
#include "lib/api/sources.h"
#include "lib/base/diag.h"
#include "lib/profile/build/builder.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "pmc/profile.h"

static int add_command(struct builder *b, const struct pmc_command *c)
{
	char *line = command_line(c->argv);

	if (!line)
		return -ENOMEM;
	builder_command(b, line);
	free(line);
	return 0;
}

static void add_notes(struct builder *b, struct pmc_set *set)
{
	struct pmc_note note;
	size_t i;

	for (i = 0; !pmc_set_note(set, i, &note); i++)
		builder_note(b, note.kind, note.pid, note.text);
}

/* The source whose counts the profile divides up; NULL: the command has not run under one. */
static const struct source *profiling(const struct pmc_set *set)
{
	int s;

	for (s = 0; s < SOURCES; s++)
		if (set->state[s] && source_of(s)->profile)
			return source_of(s);
	return NULL;
}

void pmc_set_collect(struct pmc_set *set)
{
	const struct source *source = profiling(set);

	if (!(set->flags & PMC_SET_PROFILE) || !source)
		return;
	pthread_mutex_lock(&set->pmc->lock);
	source->collect(set);
	pthread_mutex_unlock(&set->pmc->lock);
}

static int fill_in(struct pmc_set *set, const struct source *source, struct builder **b)
{
	int err;

	pthread_mutex_lock(&set->pmc->lock);
	err = source->profile(set, b);
	pthread_mutex_unlock(&set->pmc->lock);
	if (err)
		return err;
	add_notes(*b, set);
	return add_command(*b, set->target[0].command);
}

int pmc_set_profile(struct pmc_set *set, struct pmc_profile **profile, struct pmc_diag *diag)
{
	const struct source *source = profiling(set);
	struct builder *b = NULL;
	int err;

	if (!(set->flags & PMC_SET_PROFILE) || !source)
		return diag_say(diag, -EINVAL, "the set has not recorded a profile");
	err = fill_in(set, source, &b);
	if (err)
		builder_destroy(b);
	else
		err = builder_finish(b, profile);
	if (err == -EINVAL)
		return diag_say(diag, err, "the set has not recorded a profile");
	if (err == -EALREADY)
		return diag_say(diag, -EINVAL, "the set's profile was asked for before");
	if (err == -EPROTO)
		return diag_say(diag, err, "the translator's record of what it ran is damaged");
	if (err == -ESTALE)
		return diag_say(diag, -EPROTO,
				"the translator's record of what it ran is damaged; the kept "
				"translations that it began with are gone now, so try again");
	return err ? diag_say(diag, err, "out of memory for the profile") : 0;
}
