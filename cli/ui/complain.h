/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages to the user on standard error: one line that begins with "pmc: ". When the message is
 * about a place in a text that the user typed, that text follows with a caret under the place.
 */
#ifndef PMC_CLI_UI_COMPLAIN_H
#define PMC_CLI_UI_COMPLAIN_H

struct pmc_diag;

/*
 * Prints "pmc: " and the sentence, which may quote any text: control characters are replaced
 * (cli/ui/plain.h).
 */
void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Prints what a diagnostic says about `text`, which the user gave to `option` ("-e"). The column
 * and the caret are printed only when the diagnostic names a place.
 */
void complain_at(const char *option, const char *text, const struct pmc_diag *diag);

#endif
