/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of Intel's Core 2. */
#ifndef PMC_LIB_QUANTITIES_CORE2_H
#define PMC_LIB_QUANTITIES_CORE2_H

struct machine_events;

extern const struct machine_events pmc_machine_events_core2;

#endif
