/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The first caches, of data and of code: one line of an access. */
#ifndef PMC_CORE_MACHINE_FIRST_H
#define PMC_CORE_MACHINE_FIRST_H

#include "core/machine/state.h"

/*
 * An access to one line of L1D or L1I. stores: it writes; a read with `stores` is a read and a
 * write of the same place. ip: of the instruction, for prefetchers by stride; 0: none. Returns
 * whether it missed. The line is in the filter afterwards, if its next access would change nothing.
 */
bool pmc_first_line(struct machine_state *s, u32 cache, u64 address, enum access_kind kind,
		    bool stores, u64 ip);
/* Lets the line at an address pass, if its next access would change nothing: of a page that was
 * just used, or without a cache. Returns false if a use of it would. */
bool pmc_first_settle(struct machine_state *s, bool code, u64 address);
/* An access that crosses lines of L1D or L1I, on a machine with MACHINE_CROSSING_WHOLE. */
bool pmc_first_crossing(struct machine_state *s, u32 cache, u64 address, u32 size,
			enum access_kind kind, bool stores);

#endif
