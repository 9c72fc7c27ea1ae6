/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events that are formulas: counts of a modelled machine, and a PMU's events that the instruction
 * stream answers. Such an event's `attr` is its struct machine_formula; that of an estimate of
 * cycles is NULL.
 */
#ifndef PMC_LIB_EMULATED_MODELLED_H
#define PMC_LIB_EMULATED_MODELLED_H

#include <stdbool.h>
#include <stddef.h>

struct emu_header;
struct event_row;
struct pmc_diag;
struct pmc_note;
struct pmc_set;
struct set_event;
struct shared;

/*
 * Finds the formula of an event that is no sum of signals. 0, or -EOPNOTSUPP or -EINVAL with a
 * sentence.
 */
int modelled_judge(struct pmc_set *set, struct set_event *e, struct pmc_diag *diag);
/* Could it count this generic event on the default machine? */
bool modelled_knows(const struct event_row *row);

/* Tells the engine which machine to model, if an event of the set needs one. Returns EMU_F_MODEL
 * then, else 0. */
unsigned modelled_flag(const struct pmc_set *set);
void modelled_tell(const struct pmc_set *set, struct emu_header *header);

/* Does it model the machine in bursts only? */
bool modelled_in_bursts(const struct pmc_set *set);

/* Gives note *index about the models; else -ENOENT with *index lowered by how many there are. */
int modelled_note(const struct pmc_set *set, const struct shared *shared, size_t *index,
		  struct pmc_note *note);

#endif
