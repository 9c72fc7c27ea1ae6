/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Class K7: pmc.k7(3), whose codes are those of AMD's "Athlon Processor x86 Code Optimization
 * Guide" (22007), appendix D.
 */
#include <stddef.h>

#include "compat/freebsd/events/tables/k7.h"

static const struct mask_word moesi_words[] = { { "m", 0x10 }, { "o", 0x08 }, { "e", 0x04 },
						{ "s", 0x02 }, { "i", 0x01 }, { NULL } };
static const struct mask_set moesi = { .words = moesi_words, .initial = 0x1f };

#define ROW(event, ...) [PMC_EV_K7_##event - PMC_EV_K7_FIRST] = { .name = #event, __VA_ARGS__ }

const struct event_row k7_rows[PMC_EV_K7__END - PMC_EV_K7_FIRST] = {
	ROW(DC_ACCESSES, .code = 0x40),
	ROW(DC_MISSES, .code = 0x41),
	ROW(DC_REFILLS_FROM_L2, .code = 0x42, .masks = &moesi),
	ROW(DC_REFILLS_FROM_SYSTEM, .code = 0x43, .masks = &moesi),
	ROW(DC_WRITEBACKS, .code = 0x44, .masks = &moesi),
	ROW(L1_DTLB_MISS_AND_L2_DTLB_HITS, .code = 0x45),
	ROW(L1_AND_L2_DTLB_MISSES, .code = 0x46),
	ROW(MISALIGNED_REFERENCES, .code = 0x47),
	ROW(IC_FETCHES, .code = 0x80),
	ROW(IC_MISSES, .code = 0x81),
	ROW(L1_ITLB_MISSES, .code = 0x84),
	ROW(L1_L2_ITLB_MISSES, .code = 0x85),
	ROW(RETIRED_INSTRUCTIONS, .code = 0xc0, .stream = "instructions"),
	ROW(RETIRED_OPS, .code = 0xc1),
	ROW(RETIRED_BRANCHES, .code = 0xc2, .stream = "branches"),
	ROW(RETIRED_BRANCHES_MISPREDICTED, .code = 0xc3),
	ROW(RETIRED_TAKEN_BRANCHES, .code = 0xc4, .stream = "branches-taken"),
	ROW(RETIRED_TAKEN_BRANCHES_MISPREDICTED, .code = 0xc5),
	ROW(RETIRED_FAR_CONTROL_TRANSFERS, .code = 0xc6),
	ROW(RETIRED_RESYNC_BRANCHES, .code = 0xc7),
	ROW(INTERRUPTS_MASKED_CYCLES, .code = 0xcd),
	ROW(INTERRUPTS_MASKED_WHILE_PENDING_CYCLES, .code = 0xce),
	ROW(HARDWARE_INTERRUPTS, .code = 0xcf),
};
