/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of texts. Equal texts have the same number, so that numbers can be compared instead. */
#ifndef PMC_CLI_PROFILE_NAMES_H
#define PMC_CLI_PROFILE_NAMES_H

#include <stddef.h>

#define NAME_NONE (~0u)

/* Begins as zeros. */
struct names {
	char **text;
	unsigned n, room;
	unsigned *slot; /* a hash table of numbers + 1 */
	size_t slots;
};

/* The number of the text, which is copied. NAME_NONE: there is no memory. */
unsigned names_add(struct names *names, const char *text);
/* The number of the text, if it is in the set; otherwise NAME_NONE. */
unsigned names_find(const struct names *names, const char *text);
const char *names_text(const struct names *names, unsigned name);
void names_deinit(struct names *names);

#endif
