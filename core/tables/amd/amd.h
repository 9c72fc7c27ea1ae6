/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What AMD's lists share: the rows that kept their event select and meaning. amd.c has K7 and K8,
 * f10h.c families 10h to 16h, and zen.c Zen.
 */
#ifndef PMC_CORE_TABLES_AMD_H
#define PMC_CORE_TABLES_AMD_H

#include "core/tables/rows.h"

/* clang-format off */
/* Rows of every AMD processor from K7 on (optimization guide of K7, each BKDG, each PPR). The
 * names are those of the BKDGs. */
#define AMD_ROWS_EVER \
	{ .name = "CPU_CLK_UNHALTED", .code = 0x76, .about = "cycles while not halted" }, \
	{ .name = "RETIRED_INSTRUCTIONS", .code = 0xc0, \
	  .about = "instructions retired, exceptions and interrupts too" }, \
	{ .name = "RETIRED_UOPS", .code = 0xc1, .about = "micro-ops retired" }, \
	{ .name = "RETIRED_BRANCH_INSTRUCTIONS", .code = 0xc2, \
	  .about = "branches retired, exceptions and interrupts too" }, \
	{ .name = "RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS", .code = 0xc3, \
	  .about = "… that were predicted wrongly" }, \
	{ .name = "RETIRED_TAKEN_BRANCH_INSTRUCTIONS", .code = 0xc4, \
	  .about = "taken branches retired" }, \
	{ .name = "RETIRED_TAKEN_BRANCH_INSTRUCTIONS_MISPREDICTED", .code = 0xc5, \
	  .about = "… that were predicted wrongly" }, \
	{ .name = "RETIRED_FAR_CONTROL_TRANSFERS", .code = 0xc6, \
	  .about = "far transfers, interrupts and exceptions" }, \
	{ .name = "RETIRED_NEAR_RETURNS", .code = 0xc8, .about = "near returns retired" }, \
	{ .name = "RETIRED_NEAR_RETURNS_MISPREDICTED", .code = 0xc9, \
	  .about = "… that were predicted wrongly" }, \
	{ .name = "RETIRED_INDIRECT_BRANCHES_MISPREDICTED", .code = 0xca, \
	  .about = "indirect branches whose target was predicted wrongly" }

/* From K7 to family 16h. */
#define AMD_ROWS_TO_16H \
	{ .name = "RETIRED_BRANCH_RESYNCS", .code = 0xc7, \
	  .about = "resyncs that are no transfer of control" }, \
	{ .name = "DATA_CACHE_ACCESSES", .code = 0x40, .about = "accesses of the data cache" }, \
	{ .name = "INSTRUCTION_CACHE_FETCHES", .code = 0x80, \
	  .about = "fetches of the instruction cache" }, \
	{ .name = "INSTRUCTION_CACHE_MISSES", .code = 0x81, \
	  .about = "misses of the instruction cache" }, \
	{ .name = "INSTRUCTION_CACHE_REFILLS_FROM_L2", .code = 0x82, \
	  .about = "refills from the L2" }, \
	{ .name = "INSTRUCTION_CACHE_REFILLS_FROM_SYSTEM", .code = 0x83, \
	  .about = "refills from the system" }, \
	{ .name = "INSTRUCTION_FETCH_STALL", .code = 0x87, \
	  .about = "cycles in which fetch stalls" }, \
	{ .name = "RETURN_STACK_HITS", .code = 0x88, .about = "hits of the return stack" }, \
	{ .name = "RETURN_STACK_OVERFLOWS", .code = 0x89, \
	  .about = "overflows of the return stack" }, \
	{ .name = "PIPELINE_RESTART_DUE_TO_SELF_MODIFYING_CODE", .code = 0x21, \
	  .about = "restarts for a store into the instruction stream" }, \
	{ .name = "INTERRUPTS_MASKED_CYCLES", .code = 0xcd, \
	  .about = "cycles with interrupts masked" }, \
	{ .name = "INTERRUPTS_MASKED_CYCLES_WITH_INTERRUPT_PENDING", .code = 0xce, \
	  .about = "cycles with interrupts masked and one pending" }, \
	{ .name = "INTERRUPTS_TAKEN", .code = 0xcf, .about = "hardware interrupts taken" }

/* A unit mask that excludes the others of its group, because the field is a number and not a set
 * of bits. */
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
