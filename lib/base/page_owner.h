/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who may read counters by the pages that a set has mapped: only the thread that mapped them, in
 * the process that did. After a fork, the child's pthread_self() is the same, but the child does
 * not have the pages.
 */
#ifndef PMC_LIB_PAGE_OWNER_H
#define PMC_LIB_PAGE_OWNER_H

#include <pthread.h>
#include <stdbool.h>

struct page_owner {
	pthread_t thread;
	const volatile char *mark; /* not 0 in this process; a fork wipes it. NULL: no pages */
};

/*
 * Makes the calling thread the owner. False: map nothing, because another thread is the owner
 * already, this is a forked child, or the kernel cannot wipe the mark on fork.
 */
bool page_owner_init(struct page_owner *owner);
void page_owner_deinit(struct page_owner *owner);

/* Does this process have the pages? */
static inline bool page_owner_has_pages(const struct page_owner *owner)
{
	return owner->mark && *owner->mark;
}

static inline bool page_owner_may_read(const struct page_owner *owner)
{
	return page_owner_has_pages(owner) && pthread_equal(owner->thread, pthread_self());
}

#endif
