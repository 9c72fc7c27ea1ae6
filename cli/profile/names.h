/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of texts. Equal texts have the same number, so that numbers can be compared instead. */
#ifndef PMC_CLI_PROFILE_NAMES_H
#define PMC_CLI_PROFILE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#define NAME_NONE (~0u)

/* The number that the text at an address had. */
struct name_at {
	const char *text;
	unsigned name;
};

struct names_block;

/* Begins as zeros. */
struct names {
	struct names_block *blocks; /* what the texts stand in */
	const char **text;
	uint32_t *hash; /* of each text */
	unsigned n, room;
	unsigned *slot; /* a hash table of numbers + 1 */
	size_t slots;
};

/* Numbers of texts that stay where they are, by their addresses; begins as zeros. */
struct names_at {
	struct name_at *slot; /* a hash table */
	size_t n, slots;
};

/*
 * The same as names_add(), and quicker when the same text comes again from the same address, which
 * must have it as long as `names` and `at` are used: it is not copied.
 */
unsigned names_add_at(struct names_at *at, struct names *names, const char *text);
void names_at_deinit(struct names_at *at);

/* The number of the text, which is copied. NAME_NONE: there is no memory. */
unsigned names_add(struct names *names, const char *text);
/* The number of the text, if it is in the set; otherwise NAME_NONE. */
unsigned names_find(const struct names *names, const char *text);
const char *names_text(const struct names *names, unsigned name);
void names_deinit(struct names *names);

#endif
