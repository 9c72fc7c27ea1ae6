/* SPDX-License-Identifier: BSD-2-Clause */
/* --advice: lines of source that miss more often than the rules allow, and what to look at. */
#ifndef PMC_CLI_REPORT_ADVICE_H
#define PMC_CLI_REPORT_ADVICE_H

#include <stdio.h>

struct subject;

/* name: of the profile's file. Returns 0 or an exit status after a complaint. */
int advice_print(FILE *out, struct subject *subject, const char *name);

#endif
