/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's architectural events, for every list that has them. SDM volume 3, table "Pre-Defined Architectural
 * Performance Events" (UMASK and event select) and "Association of Fixed-Function Performance Counters with
 * Architectural Performance Events"; their order is that of the bits of CPUID.0AH:EBX (23H.3:EAX). From Golden
 * Cove and Gracemont on 3CH with unit mask 01H is the same as fixed counter 2.
 */
#ifndef PMC_CORE_TABLES_ARCH_H
#define PMC_CORE_TABLES_ARCH_H

#include "core/tables/rows.h"

/* clang-format off */
/* AE(name, event select, unit mask, number in CPUID, fixed counter or -1, variants, about) */
#define AE(nam, cod, uma, num, fix, var, abo)                                                      \
	{ .name = nam, .code = cod, .plain = uma, .arch = (num) + 1, .fixed = (fix) + 1,           \
	  .variants = var, .about = abo }
/* On a fixed counter and nowhere else. */
#define FE(nam, fix, var, abo)                                                                     \
	{ .name = nam, .fixed = (fix) + 1, .flags = ROW_FIXED, .variants = var, .about = abo }

#define ARCH_ROWS \
	AE("UNHALTED_CORE_CYCLES", 0x3c, 0x00, 0, 1, 0, "core clock cycles while not halted"), \
	AE("INSTRUCTION_RETIRED", 0xc0, 0x00, 1, 0, 0, "instructions retired"), \
	FE("UNHALTED_REFERENCE_TSC", 2, ARCH_REF_TSC, \
	   "cycles at the rate of the time stamp counter while not halted; fixed counter 2 alone"), \
	AE("UNHALTED_REFERENCE_CYCLES", 0x3c, 0x01, 2, -1, ARCH_3C_BUS, \
	   "cycles at a constant clock (crystal or bus, by model) while not halted"), \
	AE("UNHALTED_REFERENCE_CYCLES", 0x3c, 0x01, 2, 2, ARCH_3C_TSC, \
	   "cycles at the rate of the time stamp counter while not halted"), \
	AE("LLC_REFERENCES", 0x2e, 0x4f, 3, -1, 0, \
	   "requests of the core for lines of the last level of cache"), \
	AE("LLC_MISSES", 0x2e, 0x41, 4, -1, 0, "those of them that miss"), \
	AE("BRANCH_INSTRUCTIONS_RETIRED", 0xc4, 0x00, 5, -1, 0, "branch instructions retired"), \
	AE("MISPREDICTED_BRANCH_RETIRED", 0xc5, 0x00, 6, -1, 0, \
	   "branch instructions retired that were predicted wrongly"), \
	AE("TOPDOWN_SLOTS", 0xa4, 0x01, 7, 3, ARCH_SLOTS, \
	   "issue slots of the pipeline, free or not, while not halted"), \
	AE("TOPDOWN_BACKEND_BOUND", 0xa4, 0x02, 8, -1, ARCH_TOPDOWN, \
	   "slots that stayed empty because the back end took no more"), \
	AE("TOPDOWN_BAD_SPECULATION", 0x73, 0x00, 9, 4, ARCH_BAD_SPEC, \
	   "slots wasted on what was not retired"), \
	AE("TOPDOWN_FRONTEND_BOUND", 0x9c, 0x01, 10, 5, ARCH_TOPDOWN, \
	   "slots that stayed empty because the front end brought nothing"), \
	AE("TOPDOWN_RETIRING", 0xc2, 0x02, 11, 6, ARCH_TOPDOWN, "slots whose micro-op was retired"), \
	AE("LBR_INSERTS", 0xe4, 0x01, 12, -1, ARCH_LBR, "branch records written")

/* What version 1 has; later ones add a constant clock. */
#define ARCH_MAP_V1                                                                                \
	MAP_HW(CYCLES, "UNHALTED_CORE_CYCLES"), MAP_HW(INSTRUCTIONS, "INSTRUCTION_RETIRED"),       \
	MAP_HW(BRANCHES, "BRANCH_INSTRUCTIONS_RETIRED"),                                           \
	MAP_HW(BRANCH_MISSES, "MISPREDICTED_BRANCH_RETIRED"),                                      \
	MAP_HW(CACHE_REFERENCES, "LLC_REFERENCES"), MAP_HW(CACHE_MISSES, "LLC_MISSES"),            \
	MAP_HW(BUS_CYCLES, "UNHALTED_REFERENCE_CYCLES"),                                           \
	MAP_CACHE(BPU, READ, ACCESS, "BRANCH_INSTRUCTIONS_RETIRED"),                               \
	MAP_CACHE(BPU, READ, MISS, "MISPREDICTED_BRANCH_RETIRED")
#define ARCH_MAP ARCH_MAP_V1, MAP_HW(REF_CYCLES, "UNHALTED_REFERENCE_TSC")
/* clang-format on */

#endif
