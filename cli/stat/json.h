/* SPDX-License-Identifier: BSD-2-Clause */
/* -j: the objects of perf stat -j. */
#ifndef PMC_CLI_STAT_JSON_H
#define PMC_CLI_STAT_JSON_H

struct format;

extern const struct format json_format;

#endif
