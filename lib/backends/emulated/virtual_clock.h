/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock that a deterministic set's command sees: its choice and its record. */
#ifndef PMC_LIB_EMULATED_VIRTUAL_CLOCK_H
#define PMC_LIB_EMULATED_VIRTUAL_CLOCK_H

#include <stdbool.h>
#include <stddef.h>

struct emu_header;
struct pmc_diag;
struct pmc_fixed;
struct pmc_set;

/* Is this one of the names that virtual_clock_fix() knows? */
bool virtual_clock_has(const char *name);
/* pmc_set_fix() of "clock" and "clock-start". */
int virtual_clock_fix(struct pmc_set *set, const char *name, const char *value,
		      struct pmc_diag *diag);
/* pmc_set_fixed_at() of both, counted from 0. */
int virtual_clock_fixed_at(const struct pmc_set *set, size_t index, struct pmc_fixed *fixed);
/* Tells the engine. */
void virtual_clock_tell(const struct pmc_set *set, struct emu_header *header);

#endif
