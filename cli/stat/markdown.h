/* SPDX-License-Identifier: BSD-2-Clause */
/* --format markdown: a table for the summary of a CI job. */
#ifndef PMC_CLI_STAT_MARKDOWN_H
#define PMC_CLI_STAT_MARKDOWN_H

struct format;

extern const struct format markdown_format;

#endif
