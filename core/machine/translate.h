/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* TLBs and page walks. All pages have 4 KiB. */
#ifndef PMC_CORE_MACHINE_TRANSLATE_H
#define PMC_CORE_MACHINE_TRANSLATE_H

#include "core/machine/state.h"

/*
 * Looks the page of an address up: ACCESS_FETCH in the TLBs of code, others in those of data. A
 * page that no TLB has is walked to. The walker reads the page table's entry, and before it the
 * directory's unless it keeps it; entries of higher levels, each for a GiB and more, it always has.
 * Tables lie in address order, from MACHINE_TABLES and MACHINE_DIRECTORIES on, where no program is.
 */
void pmc_translate(struct machine_state *s, u64 address, enum access_kind kind);
/* The TLB that is asked then, which may have no ways. */
u32 pmc_translate_second(const struct machine_state *s, bool code);
/* What follows when the first TLB does not have the page. */
void pmc_translate_missed(struct machine_state *s, u64 page, enum access_kind kind);
/* What follows when no TLB has it. */
void pmc_translate_walk(struct machine_state *s, u64 page, enum access_kind kind);

#define MACHINE_TABLES	    ((u64)1 << 56)
#define MACHINE_DIRECTORIES ((u64)3 << 55)
#define MACHINE_TABLE_PAGES (((u64)1 << 45) - 1) /* page numbers that do not alias */

#endif
