/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows: the counts of a set in parts, one row per thread, process or CPU. */
#ifndef PMC_LIB_ROWS_H
#define PMC_LIB_ROWS_H

#include <sys/types.h>

struct pmc_row;
struct pmc_rows;

/*
 * The row with this key, made if there is none. In a new row all counts are PMC_NOT_COUNTED. NULL:
 * out of memory.
 */
struct pmc_row *rows_get(struct pmc_rows *rows, pid_t pid, pid_t tid, int cpu);

#endif
