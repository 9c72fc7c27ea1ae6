/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words of event specifiers. Case does not matter, and blanks, points, underscores and hyphens are
 * the same (pmc(3), EVENT SPECIFIERS). A colon of a libpmc name is one of them, too.
 */
#ifndef COMPAT_FREEBSD_EVENTS_WORD_H
#define COMPAT_FREEBSD_EVENTS_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* n bytes at s. */
struct word {
	const char *s;
	size_t n;
};

bool word_is(struct word w, const char *name);
/* If w begins with the prefix and a separator, takes both away. */
bool word_strip(struct word *w, const char *prefix);
/* Takes the part before the first `separator` from *rest, without blanks around it. */
struct word word_next(struct word *rest, char separator);
/* A number, decimal or with 0x, up to max. */
bool word_number(struct word w, uint64_t max, uint64_t *number);

#endif
