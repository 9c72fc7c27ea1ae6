/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a modelled machine as a catalogue of events, by their own names. */
#ifndef PMC_LIB_QUANTITIES_NAMES_H
#define PMC_LIB_QUANTITIES_NAMES_H

struct catalogue;

/* Row i is pmc_quantity_row(i). */
extern const struct catalogue quantity_names;

#endif
