/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A diagnostic: where an input is wrong, and a sentence that says what is wrong and what would be
 * right. It is built piece by piece, without printf; text that does not fit is cut off.
 *
 * The library gives its users the same three fields as struct pmc_diag of <pmc/pmc.h>.
 */
#ifndef PMC_CORE_DIAG_H
#define PMC_CORE_DIAG_H

#include "core/base/types.h"

#define DIAG_TOKEN    64
#define DIAG_SENTENCE 640

struct diag {
	unsigned column; /* 1-based byte of the input; 0: no place */
	char token[DIAG_TOKEN];
	char sentence[DIAG_SENTENCE];
};

/* Every function accepts a NULL diagnostic and then does nothing. Arguments with a length need
 * no zero byte at their end; their control characters are replaced by '?'. */

/* Start a diagnostic about the token at this 0-based offset of the input. */
void pmc_diag_at(struct diag *d, size_t offset, const char *token, size_t len);
/* Start a diagnostic that is about no place in the input. */
void pmc_diag_none(struct diag *d);
/* Append to the sentence. */
void pmc_diag_add(struct diag *d, const char *text);
void pmc_diag_add_n(struct diag *d, const char *text, size_t len);
void pmc_diag_add_number(struct diag *d, u32 number);
void pmc_diag_add_hex(struct diag *d, u64 number);
/* Append a text in quotes. */
void pmc_diag_add_quoted(struct diag *d, const char *text, size_t len);

#endif
