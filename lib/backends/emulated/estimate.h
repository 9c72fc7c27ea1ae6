/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The estimate of cycles: the event est-cycles, and cycles in a set with PMC_SET_ESTIMATE_CYCLES.
 * It is a pure function of the counts of the instruction stream and of the models.
 */
#ifndef PMC_LIB_EMULATED_ESTIMATE_H
#define PMC_LIB_EMULATED_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"

struct chosen_machine;
struct event;
struct pmc_diag;
struct pmc_note;
struct pmc_set;
struct set_event;

bool estimate_is(const struct pmc_set *set, const struct event *event);
/* Judges such an event of a handle whose machine is known. *parts: what must be modelled for it. */
int estimate_judge(const struct pmc_set *set, struct set_event *e, u32 *parts,
		   struct pmc_diag *diag);
/* Does the set count one? */
bool estimate_used(const struct pmc_set *set);
u64 estimate_value(const struct chosen_machine *machine, const u64 *signal, const u64 *counts);
/* Gives note *index about it; else -ENOENT with *index lowered by how many there are. */
int estimate_note(const struct pmc_set *set, size_t *index, struct pmc_note *note);

#endif
