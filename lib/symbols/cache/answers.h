/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What was found out about addresses of an object: each answer holds for a piece of them. Some come
 * from the user's cache (lib/symbols/cache/cache.h); those that are new go there.
 */
#ifndef PMC_LIB_SYMBOLS_CACHE_ANSWERS_H
#define PMC_LIB_SYMBOLS_CACHE_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/symbols/base/spans.h"

struct pmc_line;

struct answer {
	struct piece piece;
	uint64_t start, size; /* of a function */
	uint32_t first;	      /* its lines among the answers' lines */
	uint16_t n;	      /* how many lines it has */
	uint16_t asked;	      /* so many may be asked for; UINT16_MAX: there are no more */
};

/* Begins as zeros, but for `keep`. */
struct answers {
	bool keep;	      /* all, not only the last one */
	struct answer *known; /* those of the cache: they are sorted, and do not overlap */
	size_t n_known;
	size_t last_known; /* the one that was found last */
	struct answer *fresh;
	size_t n_fresh, room;
	size_t last_fresh;
	uint32_t *slot; /* a hash table of numbers + 1 of fresh ones, by start */
	size_t slots;
	struct pmc_line *lines; /* of all answers, those of the known ones first */
	size_t n_lines, room_lines, n_known_lines;
	bool has_new; /* some of the known ones are not in the cache */
};

/* The answer for the address if it has n lines, or all there are; NULL: there is none. */
const struct answer *answers_find(struct answers *answers, uint64_t address, size_t n);
/* From where on behind the address, for which there is none, answers are known from the cache. */
uint64_t answers_next_known(const struct answers *answers, uint64_t address);
/* Adds an answer with its lines. NULL: no memory. It stays until the next call. */
const struct answer *answers_add(struct answers *answers, const struct answer *answer,
				 const struct pmc_line *lines);
void answers_deinit(struct answers *answers);

/* Puts answers among those that are known, in the order of addresses. */
struct answers_merge {
	struct answers *to;
	struct answer *all;
	size_t n, taken; /* of the known ones: those that are among `all` */
	uint64_t reached;
};
/* There must be none that are fresh. most: so many are put at most. False: no memory. */
bool answers_merge_begin(struct answers_merge *merge, struct answers *to, size_t most);
/* Puts one with as many lines as it says: none or one. It is left out if it overlaps another. */
void answers_merge_put(struct answers_merge *merge, const struct answer *answer,
		       const struct pmc_line *line);
void answers_merge_end(struct answers_merge *merge);

#endif
