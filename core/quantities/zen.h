/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The events of AMD's Zen 2 and 4. */
#ifndef PMC_CORE_QUANTITIES_ZEN_H
#define PMC_CORE_QUANTITIES_ZEN_H

struct machine_events;

extern const struct machine_events pmc_machine_events_zen;

#endif
