/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What AMD's lists share: the rows that kept event select and meaning, and under which variants each list is
 * shown. amd.c has K7 and K8, amd_f10h.c families 10h to 16h, amd_zen.c Zen.
 */
#ifndef PMC_CORE_TABLES_AMD_H
#define PMC_CORE_TABLES_AMD_H

#include "core/tables/rows.h"

/* clang-format off */
/* From K7 to today: optimization guide of K7, each BKDG, each PPR; the names are those of the BKDGs. */
#define AMD_ROWS_EVER \
	EV("CPU_CLK_UNHALTED", 0x76, "cycles while not halted"), \
	EV("RETIRED_INSTRUCTIONS", 0xc0, "instructions retired, exceptions and interrupts too"), \
	EV("RETIRED_UOPS", 0xc1, "micro-ops retired"), \
	EV("RETIRED_BRANCH_INSTRUCTIONS", 0xc2, "branches retired, exceptions and interrupts too"), \
	EV("RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS", 0xc3, "… that were predicted wrongly"), \
	EV("RETIRED_TAKEN_BRANCH_INSTRUCTIONS", 0xc4, "taken branches retired"), \
	EV("RETIRED_TAKEN_BRANCH_INSTRUCTIONS_MISPREDICTED", 0xc5, "… that were predicted wrongly"), \
	EV("RETIRED_FAR_CONTROL_TRANSFERS", 0xc6, "far transfers, interrupts and exceptions"), \
	EV("RETIRED_NEAR_RETURNS", 0xc8, "near returns retired"), \
	EV("RETIRED_NEAR_RETURNS_MISPREDICTED", 0xc9, "… that were predicted wrongly"), \
	EV("RETIRED_INDIRECT_BRANCHES_MISPREDICTED", 0xca, \
	   "indirect branches whose target was predicted wrongly")

/* From K7 to family 16h. */
#define AMD_ROWS_TO_16H \
	EV("RETIRED_BRANCH_RESYNCS", 0xc7, "resyncs that are no transfer of control"), \
	EV("DATA_CACHE_ACCESSES", 0x40, "accesses of the data cache"), \
	EV("INSTRUCTION_CACHE_FETCHES", 0x80, "fetches of the instruction cache"), \
	EV("INSTRUCTION_CACHE_MISSES", 0x81, "misses of the instruction cache"), \
	EV("INSTRUCTION_CACHE_REFILLS_FROM_L2", 0x82, "refills from the L2"), \
	EV("INSTRUCTION_CACHE_REFILLS_FROM_SYSTEM", 0x83, "refills from the system"), \
	EV("INSTRUCTION_FETCH_STALL", 0x87, "cycles in which fetch stalls"), \
	EV("RETURN_STACK_HITS", 0x88, "hits of the return stack"), \
	EV("RETURN_STACK_OVERFLOWS", 0x89, "overflows of the return stack"), \
	EV("PIPELINE_RESTART_DUE_TO_SELF_MODIFYING_CODE", 0x21, \
	   "restarts for a store into the instruction stream"), \
	EV("INTERRUPTS_MASKED_CYCLES", 0xcd, "cycles with interrupts masked"), \
	EV("INTERRUPTS_MASKED_CYCLES_WITH_INTERRUPT_PENDING", 0xce, \
	   "cycles with interrupts masked and one pending"), \
	EV("INTERRUPTS_TAKEN", 0xcf, "hardware interrupts taken")

/* A unit mask that excludes others of its group: a field of numbers, not of bits. */
#define UMG(nam, bit, grp, abo) { .name = nam, .bits = bit, .group = grp, .about = abo }

#define AMD_MAP_EVER                                                                               \
	MAP_HW(CYCLES, "CPU_CLK_UNHALTED"), MAP_HW(INSTRUCTIONS, "RETIRED_INSTRUCTIONS"),          \
	MAP_HW(BRANCHES, "RETIRED_BRANCH_INSTRUCTIONS"),                                           \
	MAP_HW(BRANCH_MISSES, "RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS"),                         \
	MAP_CACHE(BPU, READ, ACCESS, "RETIRED_BRANCH_INSTRUCTIONS"),                               \
	MAP_CACHE(BPU, READ, MISS, "RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS")
#define AMD_MAP_TO_16H                                                                             \
	MAP_CACHE(L1D, READ, ACCESS, "DATA_CACHE_ACCESSES"),                                       \
	MAP_CACHE(L1I, READ, ACCESS, "INSTRUCTION_CACHE_FETCHES"),                                 \
	MAP_CACHE(L1I, READ, MISS, "INSTRUCTION_CACHE_MISSES"),                                    \
	MAP_CACHE(DTLB, READ, ACCESS, "DATA_CACHE_ACCESSES"),                                      \
	MAP_CACHE(ITLB, READ, ACCESS, "INSTRUCTION_CACHE_FETCHES")
/* clang-format on */

#endif
