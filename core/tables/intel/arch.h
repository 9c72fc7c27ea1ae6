/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's architectural events, which every list of Intel's cores begins with. SDM volume 3, table
 * "Pre-Defined Architectural Performance Events" (UMASK and event select) and "Association of
 * Fixed-Function Performance Counters with Architectural Performance Events"; they are in the order
 * of the bits of CPUID.0AH:EBX (23H.3:EAX). From Golden Cove and Gracemont on, 3CH with unit mask
 * 01H counts the same as fixed counter 2.
 */
#ifndef PMC_CORE_TABLES_ARCH_H
#define PMC_CORE_TABLES_ARCH_H

#include "core/tables/rows.h"

/* clang-format off */

#define ARCH_ROWS \
	{ .name = "UNHALTED_CORE_CYCLES", .code = 0x3c, .plain = 0x00, .arch = 1 + 0, \
	  .fixed = 1 + 1, .about = "core clock cycles while not halted" }, \
	{ .name = "INSTRUCTION_RETIRED", .code = 0xc0, .plain = 0x00, .arch = 1 + 1, \
	  .fixed = 1 + 0, .about = "instructions retired" }, \
	{ .name = "UNHALTED_REFERENCE_TSC", .fixed = 1 + 2, .flags = ROW_FIXED, \
	  .variants = ARCH_REF_TSC, \
	  .about = "cycles at the rate of the time stamp counter while not halted; fixed " \
		   "counter 2 alone" }, \
	{ .name = "UNHALTED_REFERENCE_CYCLES", .code = 0x3c, .plain = 0x01, .arch = 1 + 2, \
	  .variants = ARCH_3C_BUS, \
	  .about = "cycles at a constant clock (crystal or bus, by model) while not halted" }, \
	{ .name = "UNHALTED_REFERENCE_CYCLES", .code = 0x3c, .plain = 0x01, .arch = 1 + 2, \
	  .fixed = 1 + 2, .variants = ARCH_3C_TSC, \
	  .about = "cycles at the rate of the time stamp counter while not halted" }, \
	{ .name = "LLC_REFERENCES", .code = 0x2e, .plain = 0x4f, .arch = 1 + 3, \
	  .about = "requests of the core for lines of the last level of cache" }, \
	{ .name = "LLC_MISSES", .code = 0x2e, .plain = 0x41, .arch = 1 + 4, \
	  .about = "those of them that miss" }, \
	{ .name = "BRANCH_INSTRUCTIONS_RETIRED", .code = 0xc4, .plain = 0x00, .arch = 1 + 5, \
	  .about = "branch instructions retired" }, \
	{ .name = "MISPREDICTED_BRANCH_RETIRED", .code = 0xc5, .plain = 0x00, .arch = 1 + 6, \
	  .about = "branch instructions retired that were predicted wrongly" }, \
	{ .name = "TOPDOWN_SLOTS", .code = 0xa4, .plain = 0x01, .arch = 1 + 7, .fixed = 1 + 3, \
	  .variants = ARCH_SLOTS, \
	  .about = "issue slots of the pipeline, free or not, while not halted" }, \
	{ .name = "TOPDOWN_BACKEND_BOUND", .code = 0xa4, .plain = 0x02, .arch = 1 + 8, \
	  .variants = ARCH_TOPDOWN, \
	  .about = "slots that stayed empty because the back end took no more" }, \
	{ .name = "TOPDOWN_BAD_SPECULATION", .code = 0x73, .plain = 0x00, .arch = 1 + 9, \
	  .fixed = 1 + 4, .variants = ARCH_BAD_SPEC, \
	  .about = "slots wasted on what was not retired" }, \
	{ .name = "TOPDOWN_FRONTEND_BOUND", .code = 0x9c, .plain = 0x01, .arch = 1 + 10, \
	  .fixed = 1 + 5, .variants = ARCH_TOPDOWN, \
	  .about = "slots that stayed empty because the front end brought nothing" }, \
	{ .name = "TOPDOWN_RETIRING", .code = 0xc2, .plain = 0x02, .arch = 1 + 11, .fixed = 1 + 6, \
	  .variants = ARCH_TOPDOWN, .about = "slots whose micro-op was retired" }, \
	{ .name = "LBR_INSERTS", .code = 0xe4, .plain = 0x01, .arch = 1 + 12, \
	  .variants = ARCH_LBR, .about = "branch records written" }

/* The map of version 1; later versions add a constant clock. */
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
