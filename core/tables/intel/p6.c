/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The P6 family in one list: what every member has, then what each added. SDM volume 3, table "Events
 * That Can Be Counted with the P6 Family Performance-Monitoring Counters" and table "Performance
 * Monitoring Events on Intel Pentium M Processors"; the blocks are the tables' units.
 *
 * Pentium Pro < Pentium II < Pentium III < Pentium M, each with the events of those before it; rows that a
 * later one redefines stand twice with their variants.
 */
#include "core/tables/rows.h"

#define FROM_PII  (P6_PII | P6_PIII | P6_PM)
#define FROM_PIII (P6_PIII | P6_PM)
#define NOT_PM	  (P6_PPRO | P6_PII | P6_PIII)
#define MESI	  0x0f

/* clang-format off */
/* Cache states; an L2 event counts the lines or requests in those that are named, by default all. */
#define MESI_UMASKS                                                                                \
	UM("I", 0x01, "invalid"), UM("S", 0x02, "shared"), UM("E", 0x04, "exclusive"),             \
	UM("M", 0x08, "modified")
static const struct model_umask mesi[] = { MESI_UMASKS };
/* Pentium M, bits 5:4: what the hardware prefetcher asked for. */
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
	EV("DATA_MEM_REFS", 0x43, "loads and stores of memory of any type, parts of a split one by one"),
	EV("DCU_LINES_IN", 0x45, "lines allocated in the L1 data cache"),
	EV("DCU_M_LINES_IN", 0x46, "lines allocated in the L1 data cache as modified"),
	EV("DCU_M_LINES_OUT", 0x47, "modified lines evicted from the L1 data cache"),
	EV("DCU_MISS_OUTSTANDING", 0x48,
	   "cycles weighted by the misses of the L1 data cache that are under way"),
	/* Instruction fetch unit */
	EV("IFU_IFETCH", 0x80, "instruction fetches, cacheable or not"),
	EV("IFU_IFETCH_MISS", 0x81, "instruction fetches that miss"),
	EV("ITLB_MISS", 0x85, "misses of the instruction TLB"),
	EV("IFU_MEM_STALL", 0x86, "cycles in which fetch stands still for any reason"),
	EV("ILD_STALL", 0x87, "cycles in which the length decoder stands still"),
	/* L2 cache */
	EVU("L2_IFETCH", 0x28, MESI, mesi, "instruction fetches by the L2 cache"),
	EVUX("L2_LD", 0x29, NOT_PM, MESI, mesi, "loads by the L2 cache"),
	EVUX("L2_LD", 0x29, P6_PM, MESI, prefetch_mesi, "loads by the L2 cache"),
	EVU("L2_ST", 0x2a, MESI, mesi, "stores by the L2 cache"),
	EVX("L2_LINES_IN", 0x24, NOT_PM, "lines allocated in the L2 cache"),
	EVUX("L2_LINES_IN", 0x24, P6_PM, MESI, prefetch_mesi, "lines allocated in the L2 cache"),
	EVX("L2_LINES_OUT", 0x26, NOT_PM, "lines evicted from the L2 cache for whatever reason"),
	EVUX("L2_LINES_OUT", 0x26, P6_PM, MESI, prefetch_mesi,
	     "lines evicted from the L2 cache for whatever reason"),
	EV("L2_M_LINES_INM", 0x25, "lines modified in the L2 cache"),
	EVX("L2_M_LINES_OUTM", 0x27, NOT_PM, "modified lines evicted from the L2 cache"),
	EVUX("L2_M_LINES_OUT", 0x27, P6_PM, MESI, prefetch_mesi, "modified lines evicted from the L2 cache"),
	EVU("L2_RQSTS", 0x2e, MESI, mesi, "requests to the L2 cache"),
	EV("L2_ADS", 0x21, "address strobes of the L2 cache"),
	EV("L2_DBUS_BUSY", 0x22, "cycles in which the bus between L1 and L2 is busy"),
	EV("L2_DBUS_BUSY_RD", 0x23, "cycles in which it carries data from the L2 to the processor"),
	/* External bus logic */
	EVU("BUS_DRDY_CLOCKS", 0x62, 0, agent, "bus clocks with DRDY# asserted"),
	EVU("BUS_LOCK_CLOCKS", 0x63, 0, agent, "bus clocks with LOCK# asserted"),
	EV("BUS_REQ_OUTSTANDING", 0x60, "bus clocks weighted by this processor's reads under way"),
	EVU("BUS_TRAN_BRD", 0x65, 0, agent, "burst reads"),
	EVU("BUS_TRAN_RFO", 0x66, 0, agent, "reads for ownership"),
	EVU("BUS_TRANS_WB", 0x67, 0, agent, "write-backs"),
	EVU("BUS_TRAN_IFETCH", 0x68, 0, agent, "instruction fetches on the bus"),
	EVU("BUS_TRAN_INVAL", 0x69, 0, agent, "invalidations"),
	EVU("BUS_TRAN_PWR", 0x6a, 0, agent, "partial writes"),
	EVU("BUS_TRANS_P", 0x6b, 0, agent, "partial transactions"),
	EVU("BUS_TRANS_IO", 0x6c, 0, agent, "I/O transactions"),
	EVU("BUS_TRAN_DEF", 0x6d, 0, agent, "deferred transactions"),
	EVU("BUS_TRAN_BURST", 0x6e, 0, agent, "burst transactions"),
	EVU("BUS_TRAN_ANY", 0x70, 0, agent, "all transactions"),
	EVU("BUS_TRAN_MEM", 0x6f, 0, agent, "memory transactions"),
	EV("BUS_DATA_RCV", 0x64, "bus clocks in which this processor receives data"),
	EV("BUS_BNR_DRV", 0x61, "bus clocks in which this processor drives BNR#"),
	EV("BUS_HIT_DRV", 0x7a, "bus clocks in which this processor drives HIT#"),
	EV("BUS_HITM_DRV", 0x7b, "bus clocks in which this processor drives HITM#"),
	EV("BUS_SNOOP_STALL", 0x7e, "bus clocks of snoop stall"),
	/* Floating point unit */
	EV("FLOPS", 0xc1, "floating-point operations retired that compute"),
	EV("FP_COMP_OPS_EXE", 0x10, "floating-point operations executed that compute"),
	EV("FP_ASSIST", 0x11, "floating-point exceptions that microcode handles"),
	EV("MUL", 0x12, "multiplies, integer and floating point, speculative ones too"),
	EV("DIV", 0x13, "divides, integer and floating point, speculative ones too"),
	EV("CYCLES_DIV_BUSY", 0x14, "cycles in which the divider is busy"),
	/* Memory ordering */
	EV("LD_BLOCKS", 0x03, "loads delayed by the store buffer"),
	EV("SB_DRAINS", 0x04, "cycles in which the store buffer drains"),
	EV("MISALIGN_MEM_REF", 0x05, "data references that are not aligned"),
	EVMX("EMON_KNI_PREF_DISPATCHED", 0x07, FROM_PIII, kni_prefetch,
	     "prefetches and weakly ordered stores dispatched, speculative ones too"),
	EVMX("EMON_KNI_PREF_MISS", 0x4b, FROM_PIII, kni_prefetch,
	     "prefetches and weakly ordered stores that miss all caches"),
	/* Instruction decoding and retirement */
	EV("INST_RETIRED", 0xc0, "instructions retired"),
	EV("UOPS_RETIRED", 0xc2, "micro-ops retired"),
	EV("INST_DECODED", 0xd0, "instructions decoded"),
	EVMX("EMON_KNI_INST_RETIRED", 0xd8, P6_PIII, kni_retired, "SSE instructions retired"),
	EVMX("EMON_KNI_COMP_INST_RET", 0xd9, P6_PIII, kni_retired,
	     "SSE instructions retired that compute"),
	/* Interrupts */
	EV("HW_INT_RX", 0xc8, "hardware interrupts received"),
	EV("CYCLES_INT_MASKED", 0xc6, "cycles with interrupts disabled"),
	EV("CYCLES_INT_PENDING_AND_MASKED", 0xc7, "cycles with interrupts disabled and one pending"),
	/* Branches */
	EV("BR_INST_RETIRED", 0xc4, "branch instructions retired"),
	EV("BR_MISS_PRED_RETIRED", 0xc5, "branches retired that were predicted wrongly"),
	EV("BR_TAKEN_RETIRED", 0xc9, "taken branches retired"),
	EV("BR_MISS_PRED_TAKEN_RET", 0xca, "taken branches retired that were predicted wrongly"),
	EV("BR_INST_DECODED", 0xe0, "branch instructions decoded"),
	EV("BTB_MISSES", 0xe2, "branches for which the BTB had no prediction"),
	EV("BR_BOGUS", 0xe4, "bogus branches"),
	EV("BACLEARS", 0xe6, "times the decoder corrected the fetch address"),
	/* Stalls */
	EV("RESOURCE_STALLS", 0xa2, "cycles with a resource stall: buffers full, recovery, serialization"),
	EV("PARTIAL_RAT_STALLS", 0xd2, "cycles or events of stall for a partial register"),
	/* Segment registers, clocks */
	EV("SEGMENT_REG_LOADS", 0x06, "loads of segment registers"),
	EV("CPU_CLK_UNHALTED", 0x79, "cycles while not halted"),
	/* MMX unit: Pentium II and later; the manual gives execution of instructions to Celeron,
	 * Pentium II and Xeon alone */
	EVX("MMX_INSTR_EXEC", 0xb0, P6_PII, "MMX instructions executed"),
	EVX("MMX_SAT_INSTR_EXEC", 0xb1, FROM_PII, "saturating MMX instructions executed"),
	{ .name = "MMX_UOPS_EXEC", .code = 0xb2, .variants = FROM_PII, .plain = 0x0f,
	  .about = "MMX micro-ops executed" },
	EVMX("MMX_INSTR_TYPE_EXEC", 0xb3, FROM_PII, mmx_type, "MMX instructions executed, by type"),
	EVMX("FP_MMX_TRANS", 0xcc, FROM_PII, fp_mmx, "transitions between MMX and floating point"),
	EVX("MMX_ASSIST", 0xcd, FROM_PII, "EMMS that microcode assists"),
	EVX("MMX_INSTR_RET", 0xce, P6_PII, "MMX instructions retired"),
	/* Renaming of segment registers: Pentium II and later */
	EVUX("SEG_RENAME_STALLS", 0xd4, FROM_PII, 0x0f, segment, "stalls for renaming, by register"),
	EVUX("SEG_REG_RENAMES", 0xd5, FROM_PII, 0x0f, segment, "renames, by register"),
	EVX("RET_SEG_RENAMES", 0xd6, FROM_PII, "segment register renames retired"),
	/* Pentium M: table "Performance Monitoring Events on Intel Pentium M Processors" */
	EVUX("EMON_EST_TRANS", 0x58, P6_PM, 0, est, "SpeedStep transitions"),
	EVX("EMON_THERMAL_TRIP", 0x59, P6_PM,
	    "cycles of thermal trip; with edge: times that it began"),
	EVX("BR_INST_EXEC", 0x88, P6_PM, "branches executed, not necessarily retired"),
	EVX("BR_MISSP_EXEC", 0x89, P6_PM, "branches executed, found wrongly predicted at execution"),
	EVX("BR_BAC_MISSP_EXEC", 0x8a, P6_PM, "branches executed, found wrongly predicted at decoding"),
	EVX("BR_CND_EXEC", 0x8b, P6_PM, "conditional branches executed"),
	EVX("BR_CND_MISSP_EXEC", 0x8c, P6_PM, "… wrongly predicted"),
	EVX("BR_IND_EXEC", 0x8d, P6_PM, "indirect branches executed"),
	EVX("BR_IND_MISSP_EXEC", 0x8e, P6_PM, "… wrongly predicted"),
	EVX("BR_RET_EXEC", 0x8f, P6_PM, "returns executed"),
	EVX("BR_RET_MISSP_EXEC", 0x90, P6_PM, "… found wrongly predicted at execution"),
	EVX("BR_RET_BAC_MISSP_EXEC", 0x91, P6_PM, "… found wrongly predicted at decoding"),
	EVX("BR_CALL_EXEC", 0x92, P6_PM, "calls executed"),
	EVX("BR_CALL_MISSP_EXEC", 0x93, P6_PM, "… wrongly predicted"),
	EVX("BR_IND_CALL_EXEC", 0x94, P6_PM, "indirect calls executed"),
	EVX("EMON_SIMD_INSTR_RETIRED", 0xce, P6_PM, "MMX instructions retired"),
	EVX("EMON_SYNCH_UOPS", 0xd3, P6_PM, "synchronizing micro-ops"),
	EVX("EMON_ESP_UOPS", 0xd7, P6_PM, "micro-ops of the stack pointer tracker"),
	EVUX("EMON_FUSED_UOPS_RET", 0xda, P6_PM, 0, fused, "fused micro-ops retired"),
	EVX("EMON_UNFUSION", 0xdb, P6_PM, "exceptions that took fused micro-ops apart"),
	EVX("EMON_PREF_RQSTS_UP", 0xf0, P6_PM, "upward prefetches issued"),
	EVX("EMON_PREF_RQSTS_DN", 0xf8, P6_PM, "downward prefetches issued"),
	EVMX("EMON_SSE_SSE2_INST_RETIRED", 0xd8, P6_PM, sse2, "SSE and SSE2 instructions retired"),
	EVMX("EMON_SSE_SSE2_COMP_INST_RETIRED", 0xd9, P6_PM, sse2,
	     "SSE and SSE2 instructions retired that compute"),
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
