/* SPDX-License-Identifier: BSD-2-Clause */
/* The event tsc: what all backends say of it. */
#include "lib/set/tsc.h"

#include <errno.h>

#include "core/event/event.h"
#include "core/event/generic.h"
#include "lib/base/diag.h"
#include "lib/set/set.h"

bool is_tsc(const struct event *event)
{
	return event->kind == EVENT_SOFTWARE && event->id == SW_TSC;
}

int tsc_check(const struct set_event *event, struct pmc_diag *diag)
{
	const struct event *ev = &event->parsed;

	if (!(ev->mods & ~(MOD_PINNED | MOD_WEAK)) && !ev->cmask && !ev->counters)
		return 0;
	return diag_say(diag, -EOPNOTSUPP,
			"'%s': the time-stamp counter ticks in user mode and in the kernel alike, "
			"and on no counter of a PMU; write 'tsc' without modifiers",
			event->info.typed);
}
