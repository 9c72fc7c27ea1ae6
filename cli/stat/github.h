/* SPDX-License-Identifier: BSD-2-Clause */
/* --format github: the array that the action "github-action-benchmark" reads. */
#ifndef PMC_CLI_STAT_GITHUB_H
#define PMC_CLI_STAT_GITHUB_H

struct format;

extern const struct format github_format;

#endif
