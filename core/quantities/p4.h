/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The Pentium 4's events. */
#ifndef PMC_CORE_QUANTITIES_P4_H
#define PMC_CORE_QUANTITIES_P4_H

struct machine_events;

extern const struct machine_events pmc_machine_events_p4;

#endif
