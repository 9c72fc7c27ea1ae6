/* SPDX-License-Identifier: BSD-2-Clause */
/* -x: the fields of perf stat -x. */
#ifndef PMC_CLI_STAT_CSV_H
#define PMC_CLI_STAT_CSV_H

struct format;

extern const struct format csv_format;

#endif
