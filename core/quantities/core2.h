/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The events of Intel's Core 2. */
#ifndef PMC_CORE_QUANTITIES_CORE2_H
#define PMC_CORE_QUANTITIES_CORE2_H

struct machine_events;

extern const struct machine_events pmc_machine_events_core2;

#endif
