/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A diagnostic: where an input is wrong, and a sentence that says what is wrong and what would be right.
 * Built piece by piece, without printf; a text that does not fit is cut.
 *
 * The library hands the same three fields out as struct pmc_diag of <pmc/pmc.h>.
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

/* Every function takes a NULL diagnostic and then does nothing. Arguments with a length need no zero
 * byte at their end; control characters in them come out as '?'. */

/* Begin a diagnostic about the token at this 0-based offset of the input. */
void pmc_diag_at(struct diag *d, size_t offset, const char *token, size_t len);
/* Begin one that is about no place. */
void pmc_diag_none(struct diag *d);
/* Append to the sentence. */
void pmc_diag_add(struct diag *d, const char *text);
void pmc_diag_add_n(struct diag *d, const char *text, size_t len);
void pmc_diag_add_number(struct diag *d, u32 number);
void pmc_diag_add_hex(struct diag *d, u64 number);
/* The token, between quotes. */
void pmc_diag_add_quoted(struct diag *d, const char *text, size_t len);

#endif
