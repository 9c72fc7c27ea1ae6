/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of a PMU on standard output: `pmc encode` and `pmc decode` print the same. */
#ifndef PMC_CLI_REGISTERS_H
#define PMC_CLI_REGISTERS_H

#include <pmc/pmc.h>

/* Each register with every field and its meaning. decoding: reserved bits are told. */
void registers_table(const struct pmc_encoding *e);
/* "registers": [...], without what is before and after it. */
void registers_json(const struct pmc_encoding *e);
/* "0, 1, fixed 2"; returns buf. */
const char *counters_text(uint64_t counters, char *buf, size_t size);
/* [0, 1, 34] */
void counters_json(uint64_t counters);

#endif
