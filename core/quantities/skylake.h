/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Skylake's events, of clients and servers. */
#ifndef PMC_CORE_QUANTITIES_SKYLAKE_H
#define PMC_CORE_QUANTITIES_SKYLAKE_H

struct machine_events;

extern const struct machine_events pmc_machine_events_skylake;

#endif
