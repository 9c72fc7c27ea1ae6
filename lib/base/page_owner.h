/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who may read by the pages that a set has mapped: the thread that mapped them, in the process that did. A child has
 * the same pthread_self(), and none of the pages.
 */
#ifndef PMC_LIB_OWN_H
#define PMC_LIB_OWN_H

#include <pthread.h>
#include <stdbool.h>

struct own {
	pthread_t thread;
	const volatile char
		*here; /* not 0 in the process itself; a child finds it wiped. NULL: no pages */
};

/* By the thread that maps. False: nothing must be mapped, since children could not be told from it, or it is one; or
 * another thread has mapped. */
bool own_begin(struct own *own);
void own_end(struct own *own);

/* Are the pages there? */
static inline bool own_has_pages(const struct own *own)
{
	return own->here && *own->here;
}

static inline bool own_may_read(const struct own *own)
{
	return own_has_pages(own) && pthread_equal(own->thread, pthread_self());
}

#endif
