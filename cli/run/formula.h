/* SPDX-License-Identifier: BSD-2-Clause */
/* A metric's formula as users read it. */
#ifndef PMC_CLI_RUN_FORMULA_H
#define PMC_CLI_RUN_FORMULA_H

#include <pmc/pmc.h>
#include <stddef.h>

/* Writes "100 * A / (B + C)", cut to size. Returns text. */
char *formula_write(const struct pmc_metric *metric, char *text, size_t size);

#endif
