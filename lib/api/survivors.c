/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a command has left behind. The engine knows its processes. Of what runs natively, an event
 * of perf tells whether anything is left, and /proc which processes that may be. Where perf is
 * closed, /proc alone has to do.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "lib/api/sources.h"
#include "lib/api/survivors.h"
#include "lib/backends/perf/tracker.h"
#include "lib/set/command.h"
#include "lib/set/set.h"
#include "lib/set/survivors.h"

/*
 * Helpers of a command often end just after it, when they notice its end. They get some time, once,
 * so that the counts are whole; and a child that was only just forked gets its name. The time ends
 * when none was seen at work in GRACE_MS looks in a row. (One look proves nothing: a shell that is
 * about to learn that its child has ended still waits.) It ends in any case after ACTIVE_MS looks.
 */
#define GRACE_MS  20
#define ACTIVE_MS 500

void survivors_prepare(struct pmc_command *command, bool engine)
{
	const struct pmc_set *set;
	bool inherit = false;

	for (set = command->sets; set; set = set->next_of_command)
		inherit |= set->flags & PMC_SET_INHERIT;
	if (!inherit || engine)
		return;
	origin_init(&command->origin, command->pid);
	perf_tracker_open(command);
}

static void look(struct pmc_set *set, struct pmc_command *c, struct survivors *s)
{
	int i, err = -EOPNOTSUPP, alive;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < SOURCES && err; i++)
		if (set->state[i] && source_of(i)->survivors)
			err = source_of(i)->survivors(set, s);
	if (!err)
		return;
	alive = perf_tracker_poll(c);
	if (alive)
		survivors_find(s, &c->origin);
	s->any |= alive > 0;
}

void survivors_of_set(struct pmc_set *set, struct survivors *s)
{
	struct pmc_command *c = set->n_targets ? set->target[0].command : NULL;
	const struct timespec nap = { 0, 1000000 };
	int tries, idle = 0;

	memset(s, 0, sizeof(*s));
	if (!c || !c->started || !(set->flags & PMC_SET_INHERIT))
		return;
	command_poll(c);
	if (!c->ended)
		return;
	look(set, c, s);
	for (tries = 0; s->any && !c->had_survivors && tries < ACTIVE_MS; tries++) {
		idle = survivors_are_active(s) ? 0 : idle + 1;
		if (idle > GRACE_MS)
			break;
		nanosleep(&nap, NULL);
		look(set, c, s);
	}
	c->had_survivors |= s->any;
}
