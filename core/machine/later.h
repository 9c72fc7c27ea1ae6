/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Requests of the first caches that the levels below take in later, many at a time and in order
 * (pmc_machine_defer()). Nothing that these do changes the first caches, and nothing that the last
 * level does changes L2, which so takes in many before the last level sees what L2 did not have.
 */
#ifndef PMC_CORE_MACHINE_LATER_H
#define PMC_CORE_MACHINE_LATER_H

#include "core/machine/state.h"

/* The levels below take in what waits. */
void pmc_later_settle(struct machine_state *s);
/* May L2 and what is behind it do that by the short functions here? */
bool pmc_later_plain(const struct machine_state *s);

/* A request as it waits for that, and where the next one does. */
static inline u64 later_request(u64 address, enum access_kind kind)
{
	return (address & ~(u64)7) | kind;
}

static inline void later_room(struct machine_state *s)
{
	if (s->later.n == s->later.room)
		pmc_later_settle(s);
}

static inline void later_put(struct machine_state *s, u64 address, enum access_kind kind)
{
	later_room(s);
	s->later.address[s->later.n++] = later_request(address, kind);
}

#endif
