/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison as annotations of GitHub's CI: workflow commands on the standard output of a step.
 */
#ifndef PMC_CLI_COMPARISON_GITHUB_H
#define PMC_CLI_COMPARISON_GITHUB_H

#include <stdio.h>

struct comparison;

/* Prints a comparison. Errors stay in the stream. */
void comparison_github(FILE *out, const struct comparison *comparison);

#endif
