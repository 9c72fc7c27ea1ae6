/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The values of a setting: items between commas, words with `:NUMBER`, numbers, sizes. */
#ifndef PMC_CORE_MACHINE_ITEMS_H
#define PMC_CORE_MACHINE_ITEMS_H

#include "core/base/diag.h"

struct items {
	const char *text; /* the whole setting */
	size_t len;
	size_t at; /* of the next item */
};

struct item {
	size_t at, len; /* in the text */
	const char *text;
};

/* The next item up to a comma or the end; false: there is none. An item may be empty. */
bool pmc_items_next(struct items *it, struct item *item);
/* Splits `word:rest` at its first colon. rest->text is NULL if there is no colon. */
void pmc_item_split(const struct item *item, struct item *word, struct item *rest);
bool pmc_item_is(const struct item *item, const char *word);
/* A decimal number up to 2^32 - 1, with K or M behind it if `size`. */
bool pmc_item_number(const struct item *item, bool size, u32 *number);
/* -PMC_CORE_EINVAL: 'item' SENTENCE. */
int pmc_item_wrong(const struct item *item, struct diag *diag, const char *sentence);

#endif
