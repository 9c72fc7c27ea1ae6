/* SPDX-License-Identifier: BSD-2-Clause */
/* The table for people. */
#ifndef PMC_CLI_STAT_TABLE_H
#define PMC_CLI_STAT_TABLE_H

struct format;

extern const struct format table_format;

#endif
