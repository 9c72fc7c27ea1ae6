/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines for the tools that compare the engine's modelling with something else. */
#ifndef PMC_TESTS_EMU_MODELLING_H
#define PMC_TESTS_EMU_MODELLING_H

#include <stdio.h>
#include "core/machine/state.h"
#include "emu/launch.h"

/*
 * Makes a machine of words with blanks between them: the name of one of pmc's, then settings (like
 * `L1d=1K,2,64,lru`), and names of parts: data, fetch, tlb, branch, prefetch, dirty; all but
 * prefetch without any. Ends the program with a message if a word is wrong.
 */
void modelling_machine(const char *words, struct machine *machine, u32 *parts);

/* Adds what the engine has counted in all task records. */
void modelling_total(const struct emu_header *shm, struct machine_counts *total);
/* Do bursts that leave nothing out say that they have seen all instructions? If not, it says so. */
bool modelling_saw_all(const struct emu_header *shm);

/* Prints the quantities that are not 0, "name number". */
void modelling_print(FILE *out, const struct machine_counts *counts);

#endif
