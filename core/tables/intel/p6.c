/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The P6 family in one list: the events of every member, then those that each added. SDM volume 3,
 * table "Events That Can Be Counted with the P6 Family Performance-Monitoring Counters" and table
 * "Performance Monitoring Events on Intel Pentium M Processors"; the blocks are the tables' units.
 *
 * Pentium Pro < Pentium II < Pentium III < Pentium M, each with the events of those before it; a
 * row that a later one redefines is here twice, with its variants.
 */
#include "core/tables/rows.h"

#define FROM_PII  (P6_PII | P6_PIII | P6_PM)
#define FROM_PIII (P6_PIII | P6_PM)
#define NOT_PM	  (P6_PPRO | P6_PII | P6_PIII)
#define MESI	  0x0f

/* clang-format off */
/* Cache states: an L2 event counts the lines or requests in the named states, by default in all. */
#define MESI_UMASKS                                                                                \
	UM("I", 0x01, "invalid"), UM("S", 0x02, "shared"), UM("E", 0x04, "exclusive"),             \
	UM("M", 0x08, "modified")
static const struct model_umask mesi[] = { MESI_UMASKS };
/* Pentium M, bits 5:4: requests of the hardware prefetcher. */
static const struct model_umask prefetch_mesi[] = {
	MESI_UMASKS,
	UM1("EXCL_HW_PREFETCH", 0x00, "without those of the hardware prefetcher"),
	UM1("ONLY_HW_PREFETCH", 0x10, "of the hardware prefetcher alone"),
	UM1("NON_HW_PREFETCH", 0x20, "all, of the hardware prefetcher or not"),
};
/* Bus agents, umask bit 5. */
static const struct model_umask agent[] = {
	UM1("SELF", 0x00, "of this processor"), UM1("ANY", 0x20, "of every agent on the bus"),
};
static const struct model_umask kni_prefetch[] = {
	UM1("NTA", 0x00, "PREFETCHNTA"), UM1("T1", 0x01, "PREFETCHT1"),
	UM1("T2", 0x02, "PREFETCHT2"), UM1("WEAK", 0x03, "weakly ordered stores"),
};
static const struct model_umask kni_retired[] = {
	UM1("PACKED_SCALAR", 0x00, "packed and scalar"), UM1("SCALAR", 0x01, "scalar"),
};
static const struct model_umask mmx_type[] = {
	UM("MUL", 0x01, "packed multiplies"), UM("SHIFT", 0x02, "packed shifts"),
	UM("PACK", 0x04, "pack operations"), UM("UNPACK", 0x08, "unpack operations"),
	UM("LOGICAL", 0x10, "packed logical"), UM("ARITH", 0x20, "packed arithmetic"),
};
static const struct model_umask fp_mmx[] = {
	UM1("TO_FP", 0x00, "from MMX to floating point"),
	UM1("TO_MMX", 0x01, "from floating point to MMX"),
};
static const struct model_umask segment[] = {
	UM("ES", 0x01, "ES"), UM("DS", 0x02, "DS"), UM("FS", 0x04, "FS"), UM("GS", 0x08, "GS"),
};
static const struct model_umask est[] = {
	UM1("ALL", 0x00, "all transitions"), UM1("FREQ", 0x02, "transitions of the frequency"),
};
static const struct model_umask fused[] = {
	UM1("ALL", 0x00, "all fused micro-ops"), UM1("LD_OP", 0x01, "load and operation"),
	UM1("STD_STA", 0x02, "store data and store address"),
};
static const struct model_umask sse2[] = {
	UM1("SSE_PACKED_SCALAR_SINGLE", 0x00, "SSE, packed and scalar single"),
	UM1("SSE_SCALAR_SINGLE", 0x01, "SSE, scalar single"),
	UM1("SSE2_PACKED_DOUBLE", 0x02, "SSE2, packed double"),
	UM1("SSE2_SCALAR_DOUBLE", 0x03, "SSE2, scalar double"),
};

static const struct model_event rows[] = {
	/* Data cache unit */
	{ .name = "DATA_MEM_REFS", .code = 0x43, .unit = UNIT_DCU,
	  .about = "loads and stores of memory of any type, parts of a split one by one" },
	{ .name = "DCU_LINES_IN", .code = 0x45, .unit = UNIT_DCU,
	  .about = "lines allocated in the L1 data cache" },
	{ .name = "DCU_M_LINES_IN", .code = 0x46, .unit = UNIT_DCU,
	  .about = "lines allocated in the L1 data cache as modified" },
	{ .name = "DCU_M_LINES_OUT", .code = 0x47, .unit = UNIT_DCU,
	  .about = "modified lines evicted from the L1 data cache" },
	{ .name = "DCU_MISS_OUTSTANDING", .code = 0x48, .unit = UNIT_DCU,
	  .about = "cycles weighted by the misses of the L1 data cache that are under way" },
	/* Instruction fetch unit */
	{ .name = "IFU_IFETCH", .code = 0x80, .unit = UNIT_IFU,
	  .about = "instruction fetches, cacheable or not" },
	{ .name = "IFU_IFETCH_MISS", .code = 0x81, .unit = UNIT_IFU,
	  .about = "instruction fetches that miss" },
	{ .name = "ITLB_MISS", .code = 0x85, .unit = UNIT_IFU,
	  .about = "misses of the instruction TLB" },
	{ .name = "IFU_MEM_STALL", .code = 0x86, .unit = UNIT_IFU,
	  .about = "cycles in which fetch stands still for any reason" },
	{ .name = "ILD_STALL", .code = 0x87, .unit = UNIT_IFU,
	  .about = "cycles in which the length decoder stands still" },
	/* L2 cache */
	{ .name = "L2_IFETCH", .code = 0x28, .unit = UNIT_L2, .plain = MESI, UMASKS(mesi),
	  .about = "instruction fetches by the L2 cache" },
	{ .name = "L2_LD", .code = 0x29, .unit = UNIT_L2, .variants = NOT_PM, .plain = MESI,
	  UMASKS(mesi),
	  .about = "loads by the L2 cache" },
	{ .name = "L2_LD", .code = 0x29, .unit = UNIT_L2, .variants = P6_PM, .plain = MESI,
	  UMASKS(prefetch_mesi),
	  .about = "loads by the L2 cache" },
	{ .name = "L2_ST", .code = 0x2a, .unit = UNIT_L2, .plain = MESI, UMASKS(mesi),
	  .about = "stores by the L2 cache" },
	{ .name = "L2_LINES_IN", .code = 0x24, .unit = UNIT_L2, .variants = NOT_PM,
	  .about = "lines allocated in the L2 cache" },
	{ .name = "L2_LINES_IN", .code = 0x24, .unit = UNIT_L2, .variants = P6_PM, .plain = MESI,
	  UMASKS(prefetch_mesi), .about = "lines allocated in the L2 cache" },
	{ .name = "L2_LINES_OUT", .code = 0x26, .unit = UNIT_L2, .variants = NOT_PM,
	  .about = "lines evicted from the L2 cache for whatever reason" },
	{ .name = "L2_LINES_OUT", .code = 0x26, .unit = UNIT_L2, .variants = P6_PM, .plain = MESI,
	  UMASKS(prefetch_mesi), .about = "lines evicted from the L2 cache for whatever reason" },
	{ .name = "L2_M_LINES_INM", .code = 0x25, .unit = UNIT_L2,
	  .about = "lines modified in the L2 cache" },
	{ .name = "L2_M_LINES_OUTM", .code = 0x27, .unit = UNIT_L2, .variants = NOT_PM,
	  .about = "modified lines evicted from the L2 cache" },
	{ .name = "L2_M_LINES_OUT", .code = 0x27, .unit = UNIT_L2, .variants = P6_PM,
	  .plain = MESI,
	  UMASKS(prefetch_mesi), .about = "modified lines evicted from the L2 cache" },
	{ .name = "L2_RQSTS", .code = 0x2e, .unit = UNIT_L2, .plain = MESI, UMASKS(mesi),
	  .about = "requests to the L2 cache" },
	{ .name = "L2_ADS", .code = 0x21, .unit = UNIT_L2,
	  .about = "address strobes of the L2 cache" },
	{ .name = "L2_DBUS_BUSY", .code = 0x22, .unit = UNIT_L2,
	  .about = "cycles in which the bus between L1 and L2 is busy" },
	{ .name = "L2_DBUS_BUSY_RD", .code = 0x23, .unit = UNIT_L2,
	  .about = "cycles in which it carries data from the L2 to the processor" },
	/* External bus logic */
	{ .name = "BUS_DRDY_CLOCKS", .code = 0x62, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "bus clocks with DRDY# asserted" },
	{ .name = "BUS_LOCK_CLOCKS", .code = 0x63, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "bus clocks with LOCK# asserted" },
	{ .name = "BUS_REQ_OUTSTANDING", .code = 0x60, .unit = UNIT_EBL,
	  .about = "bus clocks weighted by this processor's reads under way" },
	{ .name = "BUS_TRAN_BRD", .code = 0x65, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "burst reads" },
	{ .name = "BUS_TRAN_RFO", .code = 0x66, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "reads for ownership" },
	{ .name = "BUS_TRANS_WB", .code = 0x67, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "write-backs" },
	{ .name = "BUS_TRAN_IFETCH", .code = 0x68, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "instruction fetches on the bus" },
	{ .name = "BUS_TRAN_INVAL", .code = 0x69, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "invalidations" },
	{ .name = "BUS_TRAN_PWR", .code = 0x6a, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "partial writes" },
	{ .name = "BUS_TRANS_P", .code = 0x6b, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "partial transactions" },
	{ .name = "BUS_TRANS_IO", .code = 0x6c, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "I/O transactions" },
	{ .name = "BUS_TRAN_DEF", .code = 0x6d, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "deferred transactions" },
	{ .name = "BUS_TRAN_BURST", .code = 0x6e, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "burst transactions" },
	{ .name = "BUS_TRAN_ANY", .code = 0x70, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "all transactions" },
	{ .name = "BUS_TRAN_MEM", .code = 0x6f, .unit = UNIT_EBL, .plain = 0, UMASKS(agent),
	  .about = "memory transactions" },
	{ .name = "BUS_DATA_RCV", .code = 0x64, .unit = UNIT_EBL,
	  .about = "bus clocks in which this processor receives data" },
	{ .name = "BUS_BNR_DRV", .code = 0x61, .unit = UNIT_EBL,
	  .about = "bus clocks in which this processor drives BNR#" },
	{ .name = "BUS_HIT_DRV", .code = 0x7a, .unit = UNIT_EBL,
	  .about = "bus clocks in which this processor drives HIT#" },
	{ .name = "BUS_HITM_DRV", .code = 0x7b, .unit = UNIT_EBL,
	  .about = "bus clocks in which this processor drives HITM#" },
	{ .name = "BUS_SNOOP_STALL", .code = 0x7e, .unit = UNIT_EBL,
	  .about = "bus clocks of snoop stall" },
	/* Floating point unit */
	{ .name = "FLOPS", .code = 0xc1, .unit = UNIT_FPU,
	  .about = "floating-point operations retired that compute" },
	{ .name = "FP_COMP_OPS_EXE", .code = 0x10, .unit = UNIT_FPU,
	  .about = "floating-point operations executed that compute" },
	{ .name = "FP_ASSIST", .code = 0x11, .unit = UNIT_FPU,
	  .about = "floating-point exceptions that microcode handles" },
	{ .name = "MUL", .code = 0x12, .unit = UNIT_FPU,
	  .about = "multiplies, integer and floating point, speculative ones too" },
	{ .name = "DIV", .code = 0x13, .unit = UNIT_FPU,
	  .about = "divides, integer and floating point, speculative ones too" },
	{ .name = "CYCLES_DIV_BUSY", .code = 0x14, .unit = UNIT_FPU,
	  .about = "cycles in which the divider is busy" },
	/* Memory ordering */
	{ .name = "LD_BLOCKS", .code = 0x03, .unit = UNIT_ORDERING,
	  .about = "loads delayed by the store buffer" },
	{ .name = "SB_DRAINS", .code = 0x04, .unit = UNIT_ORDERING,
	  .about = "cycles in which the store buffer drains" },
	{ .name = "MISALIGN_MEM_REF", .code = 0x05, .unit = UNIT_ORDERING,
	  .about = "data references that are not aligned" },
	{ .name = "EMON_KNI_PREF_DISPATCHED", .code = 0x07, .unit = UNIT_ORDERING,
	  .variants = FROM_PIII,
	  UMASKS(kni_prefetch), .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches and weakly ordered stores dispatched, speculative ones too" },
	{ .name = "EMON_KNI_PREF_MISS", .code = 0x4b, .unit = UNIT_ORDERING, .variants = FROM_PIII,
	  UMASKS(kni_prefetch),
	  .flags = ROW_NEEDS_UMASK,
	  .about = "prefetches and weakly ordered stores that miss all caches" },
	/* Instruction decoding and retirement */
	{ .name = "INST_RETIRED", .code = 0xc0, .unit = UNIT_DECODING,
	  .about = "instructions retired" },
	{ .name = "UOPS_RETIRED", .code = 0xc2, .unit = UNIT_DECODING,
	  .about = "micro-ops retired" },
	{ .name = "INST_DECODED", .code = 0xd0, .unit = UNIT_DECODING,
	  .about = "instructions decoded" },
	{ .name = "EMON_KNI_INST_RETIRED", .code = 0xd8, .unit = UNIT_DECODING, .variants = P6_PIII,
	  UMASKS(kni_retired),
	  .flags = ROW_NEEDS_UMASK, .about = "SSE instructions retired" },
	{ .name = "EMON_KNI_COMP_INST_RET", .code = 0xd9, .unit = UNIT_DECODING, .variants = P6_PIII,
	  UMASKS(kni_retired),
	  .flags = ROW_NEEDS_UMASK, .about = "SSE instructions retired that compute" },
	/* Interrupts */
	{ .name = "HW_INT_RX", .code = 0xc8, .unit = UNIT_INTERRUPTS,
	  .about = "hardware interrupts received" },
	{ .name = "CYCLES_INT_MASKED", .code = 0xc6, .unit = UNIT_INTERRUPTS,
	  .about = "cycles with interrupts disabled" },
	{ .name = "CYCLES_INT_PENDING_AND_MASKED", .code = 0xc7, .unit = UNIT_INTERRUPTS,
	  .about = "cycles with interrupts disabled and one pending" },
	/* Branches */
	{ .name = "BR_INST_RETIRED", .code = 0xc4, .unit = UNIT_BRANCHES,
	  .about = "branch instructions retired" },
	{ .name = "BR_MISS_PRED_RETIRED", .code = 0xc5, .unit = UNIT_BRANCHES,
	  .about = "branches retired that were predicted wrongly" },
	{ .name = "BR_TAKEN_RETIRED", .code = 0xc9, .unit = UNIT_BRANCHES,
	  .about = "taken branches retired" },
	{ .name = "BR_MISS_PRED_TAKEN_RET", .code = 0xca, .unit = UNIT_BRANCHES,
	  .about = "taken branches retired that were predicted wrongly" },
	{ .name = "BR_INST_DECODED", .code = 0xe0, .unit = UNIT_BRANCHES,
	  .about = "branch instructions decoded" },
	{ .name = "BTB_MISSES", .code = 0xe2, .unit = UNIT_BRANCHES,
	  .about = "branches for which the BTB had no prediction" },
	{ .name = "BR_BOGUS", .code = 0xe4, .unit = UNIT_BRANCHES, .about = "bogus branches" },
	{ .name = "BACLEARS", .code = 0xe6, .unit = UNIT_BRANCHES,
	  .about = "times the decoder corrected the fetch address" },
	/* Stalls */
	{ .name = "RESOURCE_STALLS", .code = 0xa2, .unit = UNIT_STALLS,
	  .about = "cycles with a resource stall: buffers full, recovery, serialization" },
	{ .name = "PARTIAL_RAT_STALLS", .code = 0xd2, .unit = UNIT_STALLS,
	  .about = "cycles or events of stall for a partial register" },
	/* Segment registers, clocks */
	{ .name = "SEGMENT_REG_LOADS", .code = 0x06, .unit = UNIT_SEGMENTS,
	  .about = "loads of segment registers" },
	{ .name = "CPU_CLK_UNHALTED", .code = 0x79, .unit = UNIT_CLOCKS,
	  .about = "cycles while not halted" },
	/* MMX unit: Pentium II and later; only Celeron, Pentium II and Xeon have the execution
	 * of instructions */
	{ .name = "MMX_INSTR_EXEC", .code = 0xb0, .unit = UNIT_MMX, .variants = P6_PII,
	  .about = "MMX instructions executed" },
	{ .name = "MMX_SAT_INSTR_EXEC", .code = 0xb1, .unit = UNIT_MMX, .variants = FROM_PII,
	  .about = "saturating MMX instructions executed" },
	{ .name = "MMX_UOPS_EXEC", .code = 0xb2, .unit = UNIT_MMX, .variants = FROM_PII,
	  .plain = 0x0f,
	  .about = "MMX micro-ops executed" },
	{ .name = "MMX_INSTR_TYPE_EXEC", .code = 0xb3, .unit = UNIT_MMX, .variants = FROM_PII,
	  UMASKS(mmx_type),
	  .flags = ROW_NEEDS_UMASK, .about = "MMX instructions executed, by type" },
	{ .name = "FP_MMX_TRANS", .code = 0xcc, .unit = UNIT_MMX, .variants = FROM_PII,
	  UMASKS(fp_mmx),
	  .flags = ROW_NEEDS_UMASK, .about = "transitions between MMX and floating point" },
	{ .name = "MMX_ASSIST", .code = 0xcd, .unit = UNIT_MMX, .variants = FROM_PII,
	  .about = "EMMS that microcode assists" },
	{ .name = "MMX_INSTR_RET", .code = 0xce, .unit = UNIT_MMX, .variants = P6_PII,
	  .about = "MMX instructions retired" },
	/* Renaming of segment registers: Pentium II and later */
	{ .name = "SEG_RENAME_STALLS", .code = 0xd4, .unit = UNIT_RENAMING, .variants = FROM_PII,
	  .plain = 0x0f,
	  UMASKS(segment), .about = "stalls for renaming, by register" },
	{ .name = "SEG_REG_RENAMES", .code = 0xd5, .unit = UNIT_RENAMING, .variants = FROM_PII,
	  .plain = 0x0f,
	  UMASKS(segment), .about = "renames, by register" },
	{ .name = "RET_SEG_RENAMES", .code = 0xd6, .unit = UNIT_RENAMING, .variants = FROM_PII,
	  .about = "segment register renames retired" },
	/* Pentium M: table "Performance Monitoring Events on Intel Pentium M Processors" */
	{ .name = "EMON_EST_TRANS", .code = 0x58, .variants = P6_PM, .plain = 0, UMASKS(est),
	  .about = "SpeedStep transitions" },
	{ .name = "EMON_THERMAL_TRIP", .code = 0x59, .variants = P6_PM,
	  .about = "cycles of thermal trip; with edge: times that it began" },
	{ .name = "BR_INST_EXEC", .code = 0x88, .variants = P6_PM,
	  .about = "branches executed, not necessarily retired" },
	{ .name = "BR_MISSP_EXEC", .code = 0x89, .variants = P6_PM,
	  .about = "branches executed, found wrongly predicted at execution" },
	{ .name = "BR_BAC_MISSP_EXEC", .code = 0x8a, .variants = P6_PM,
	  .about = "branches executed, found wrongly predicted at decoding" },
	{ .name = "BR_CND_EXEC", .code = 0x8b, .variants = P6_PM,
	  .about = "conditional branches executed" },
	{ .name = "BR_CND_MISSP_EXEC", .code = 0x8c, .variants = P6_PM,
	  .about = "… wrongly predicted" },
	{ .name = "BR_IND_EXEC", .code = 0x8d, .variants = P6_PM,
	  .about = "indirect branches executed" },
	{ .name = "BR_IND_MISSP_EXEC", .code = 0x8e, .variants = P6_PM,
	  .about = "… wrongly predicted" },
	{ .name = "BR_RET_EXEC", .code = 0x8f, .variants = P6_PM, .about = "returns executed" },
	{ .name = "BR_RET_MISSP_EXEC", .code = 0x90, .variants = P6_PM,
	  .about = "… found wrongly predicted at execution" },
	{ .name = "BR_RET_BAC_MISSP_EXEC", .code = 0x91, .variants = P6_PM,
	  .about = "… found wrongly predicted at decoding" },
	{ .name = "BR_CALL_EXEC", .code = 0x92, .variants = P6_PM, .about = "calls executed" },
	{ .name = "BR_CALL_MISSP_EXEC", .code = 0x93, .variants = P6_PM,
	  .about = "… wrongly predicted" },
	{ .name = "BR_IND_CALL_EXEC", .code = 0x94, .variants = P6_PM,
	  .about = "indirect calls executed" },
	{ .name = "EMON_SIMD_INSTR_RETIRED", .code = 0xce, .variants = P6_PM,
	  .about = "MMX instructions retired" },
	{ .name = "EMON_SYNCH_UOPS", .code = 0xd3, .variants = P6_PM,
	  .about = "synchronizing micro-ops" },
	{ .name = "EMON_ESP_UOPS", .code = 0xd7, .variants = P6_PM,
	  .about = "micro-ops of the stack pointer tracker" },
	{ .name = "EMON_FUSED_UOPS_RET", .code = 0xda, .variants = P6_PM, .plain = 0,
	  UMASKS(fused),
	  .about = "fused micro-ops retired" },
	{ .name = "EMON_UNFUSION", .code = 0xdb, .variants = P6_PM,
	  .about = "exceptions that took fused micro-ops apart" },
	{ .name = "EMON_PREF_RQSTS_UP", .code = 0xf0, .variants = P6_PM,
	  .about = "upward prefetches issued" },
	{ .name = "EMON_PREF_RQSTS_DN", .code = 0xf8, .variants = P6_PM,
	  .about = "downward prefetches issued" },
	{ .name = "EMON_SSE_SSE2_INST_RETIRED", .code = 0xd8, .variants = P6_PM, UMASKS(sse2),
	  .flags = ROW_NEEDS_UMASK, .about = "SSE and SSE2 instructions retired" },
	{ .name = "EMON_SSE_SSE2_COMP_INST_RETIRED", .code = 0xd9, .variants = P6_PM,
	  UMASKS(sse2),
	  .flags = ROW_NEEDS_UMASK, .about = "SSE and SSE2 instructions retired that compute" },
};
const struct rows pmc_rows_p6 = { rows, ROWS(rows) };

#define COMMON                                                                                     \
	MAP_HW(CYCLES, "CPU_CLK_UNHALTED"), MAP_HW(INSTRUCTIONS, "INST_RETIRED"),                  \
	MAP_HW(BRANCHES, "BR_INST_RETIRED"), MAP_HW(BRANCH_MISSES, "BR_MISS_PRED_RETIRED"),        \
	MAP_HW(CACHE_REFERENCES, "L2_RQSTS"), MAP_HW(CACHE_MISSES, "L2_RQSTS:I"),                  \
	MAP_HW(STALLED_BACKEND, "RESOURCE_STALLS"), MAP_HW(STALLED_FRONTEND, "IFU_MEM_STALL"),     \
	MAP_CACHE(L1D, READ, ACCESS, "DATA_MEM_REFS"), MAP_CACHE(L1D, READ, MISS, "DCU_LINES_IN"), \
	MAP_CACHE(L1I, READ, ACCESS, "IFU_IFETCH"), MAP_CACHE(L1I, READ, MISS, "IFU_IFETCH_MISS"), \
	MAP_CACHE(LLC, READ, ACCESS, "L2_LD"), MAP_CACHE(LLC, READ, MISS, "L2_LD:I"),              \
	MAP_CACHE(LLC, WRITE, ACCESS, "L2_ST"), MAP_CACHE(LLC, WRITE, MISS, "L2_ST:I"),            \
	MAP_CACHE(ITLB, READ, ACCESS, "IFU_IFETCH"), MAP_CACHE(ITLB, READ, MISS, "ITLB_MISS"),     \
	MAP_CACHE(BPU, READ, ACCESS, "BR_INST_DECODED"), MAP_CACHE(BPU, READ, MISS, "BTB_MISSES")
const struct generic_map pmc_generic_p6[] = { COMMON, MAP_END };
/* clang-format on */
