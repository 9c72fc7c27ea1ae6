/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints registers of a PMU on standard output, the same for each subcommand. */
#ifndef PMC_CLI_PMU_REGISTERS_H
#define PMC_CLI_PMU_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

struct pmc_encoding;

/* Prints each register with its fields and their meaning, and the reserved bits that are set. */
void registers_table(const struct pmc_encoding *e);
/* Prints "events": [...] with the counter of each, as a part of an object. */
void events_json(const struct pmc_encoding *e);
/* Prints "registers": [...] as a part of an object. */
void registers_json(const struct pmc_encoding *e);
/* Writes "0, 1, fixed 2". Returns buf. */
const char *counters_text(uint64_t counters, char *buf, size_t size);
/* Prints [0, 1, 34]. */
void counters_json(uint64_t counters);

#endif
