/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine that a program sees in a deterministic run: what is fixed, and how to choose it. */
#ifndef PMC_LIB_EMULATED_MACHINE_H
#define PMC_LIB_EMULATED_MACHINE_H

#include <stddef.h>

struct emu_header;
struct pmc_diag;
struct pmc_fixed;
struct pmc_set;

/* The functions of struct backend. */
int machine_fixed_at(const struct pmc_set *set, size_t index, struct pmc_fixed *fixed);
int machine_fix(struct pmc_set *set, const char *name, const char *value, struct pmc_diag *diag);

/* -EOPNOTSUPP, with diag: this processor is too old for what the set would show. */
int machine_check(const struct pmc_set *set, struct pmc_diag *diag);
/* Tells the engine. */
void machine_tell(const struct pmc_set *set, struct emu_header *header);

#endif
