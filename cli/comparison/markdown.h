/* SPDX-License-Identifier: BSD-2-Clause */
/* A comparison in Markdown, for a comment in a code review or the summary of a CI job. */
#ifndef PMC_CLI_COMPARISON_MARKDOWN_H
#define PMC_CLI_COMPARISON_MARKDOWN_H

#include <stdio.h>

struct comparison;

/* Prints a comparison. Errors stay in the stream. */
void comparison_markdown(FILE *out, const struct comparison *comparison);

#endif
