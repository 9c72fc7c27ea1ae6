/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counts of a modelled machine, and the estimate of cycles, as a catalogue of events by their
 * own names.
 */
#ifndef PMC_LIB_QUANTITIES_NAMES_H
#define PMC_LIB_QUANTITIES_NAMES_H

struct catalogue;

#define ESTIMATE_NAME "est-cycles"

/* Row i is pmc_quantity_row(i); the one behind the last of these is ESTIMATE_NAME. */
extern const struct catalogue quantity_names;

#endif
