/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sentences for the user, on standard error: one line that begins with "pmc: ", and below it, where
 * there is one, the place in the text that the user typed, with a caret.
 */
#ifndef PMC_CLI_COMPLAIN_H
#define PMC_CLI_COMPLAIN_H

#include <pmc/pmc.h>

/* "pmc: " and the sentence. */
void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * What a diagnostic says of `text`, which was given by `option` ("-e"). The column and the caret come
 * only when the diagnostic names a place.
 */
void complain_at(const char *option, const char *text, const struct pmc_diag *diag);

/*
 * The name of `names` (closed by NULL) that is spelled most like `typed`; NULL when none is near
 * enough to be meant.
 */
const char *nearest_name(const char *typed, const char *const *names);

#endif
