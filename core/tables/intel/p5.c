/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Pentium, Pentium MMX and the Cyrix 6x86MX, M II and III in one list; the WinChips and the C3 in lists of
 * their own.
 *
 * SDM volume 3, table "Events That Can Be Counted with Pentium Processor Performance-Monitoring
 * Counters"; Cyrix 6x86MX data book, table of counter event types. Events that only one counter can
 * count stand there with that counter, and two may share a code.
 */
#include "core/tables/rows.h"

#define MMX   P5_MMX
#define BOTH  (P5_MMX | P5_CYRIX)
#define CYRIX P5_CYRIX

/* clang-format off */
#define ON(nam, cod, var, ctr, abo)                                                                \
	{ .name = nam, .code = cod, .variants = var, .counters = 1u << (ctr), .about = abo }

static const struct model_event rows[] = {
	/* Every one of them */
	EV("DATA_READ", 0x00, "data reads, hits and misses of the data cache"),
	EV("DATA_WRITE", 0x01, "data writes, hits and misses; I/O not included"),
	EV("DATA_TLB_MISS", 0x02, "misses of the data TLB"),
	EV("DATA_READ_MISS", 0x03, "reads that miss the data cache, cacheable or not"),
	EV("DATA_WRITE_MISS", 0x04, "writes that miss the data cache, cacheable or not"),
	EV("WRITE_HIT_TO_M_OR_E_STATE_LINES", 0x05, "writes that hit a modified or exclusive line"),
	EV("DATA_CACHE_LINES_WRITTEN_BACK", 0x06, "dirty lines written back for whatever reason"),
	EV("EXTERNAL_SNOOPS", 0x07, "external snoops accepted, hit or not"),
	EV("EXTERNAL_DATA_CACHE_SNOOP_HITS", 0x08, "external snoops that hit the data cache"),
	EV("MEMORY_ACCESSES_IN_BOTH_PIPES", 0x09, "data accesses paired in both pipes"),
	EV("BANK_CONFLICTS", 0x0a, "bank conflicts of the data cache"),
	EV("MISALIGNED_DATA_MEMORY_OR_IO_REFERENCES", 0x0b, "memory or I/O accesses not aligned"),
	EV("CODE_READ", 0x0c, "instruction reads, cacheable or not"),
	EV("CODE_TLB_MISS", 0x0d, "instruction reads that miss the code TLB"),
	EV("CODE_CACHE_MISS", 0x0e, "instruction reads that miss the code cache"),
	EV("ANY_SEGMENT_REGISTER_LOADED", 0x0f, "loads of any segment or system segment register"),
	EV("BRANCHES", 0x12, "branches, jumps, calls, returns, software interrupts, taken or not"),
	EV("BTB_HITS", 0x13, "hits of the branch target buffer"),
	EV("TAKEN_BRANCH_OR_BTB_HIT", 0x14, "taken branches or BTB hits"),
	EV("PIPELINE_FLUSHES", 0x15, "pipeline flushes"),
	EV("INSTRUCTIONS_EXECUTED", 0x16, "instructions executed, up to two a clock"),
	EV("INSTRUCTIONS_EXECUTED_V_PIPE", 0x17, "instructions executed in the second pipe"),
	EV("BUS_CYCLE_DURATION", 0x18, "clocks while a bus cycle is under way"),
	EV("WRITE_BUFFER_FULL_STALL_DURATION", 0x19, "clocks stalled for full write buffers"),
	EV("WAITING_FOR_DATA_MEMORY_READ_STALL_DURATION", 0x1a, "clocks stalled for a data read"),
	EV("STALL_ON_WRITE_TO_AN_E_OR_M_STATE_LINE", 0x1b,
	   "stalls on writes to exclusive or modified lines"),
	EV("LOCKED_BUS_CYCLE", 0x1c, "locked bus cycles"),
	EV("IO_READ_OR_WRITE_CYCLE", 0x1d, "bus cycles to I/O space"),
	EV("NONCACHEABLE_MEMORY_READS", 0x1e, "uncacheable reads of code or data"),
	EV("PIPELINE_AGI_STALLS", 0x1f, "address generation interlocks"),
	EV("FLOPS", 0x22, "floating-point operations"),
	EV("BREAKPOINT_MATCH_ON_DR0_REGISTER", 0x23, "matches of DR0"),
	EV("BREAKPOINT_MATCH_ON_DR1_REGISTER", 0x24, "matches of DR1"),
	EV("BREAKPOINT_MATCH_ON_DR2_REGISTER", 0x25, "matches of DR2"),
	EV("BREAKPOINT_MATCH_ON_DR3_REGISTER", 0x26, "matches of DR3"),
	EV("HARDWARE_INTERRUPTS", 0x27, "INTR and NMI taken"),
	EV("DATA_READ_OR_WRITE", 0x28, "data reads and writes, hits and misses"),
	EV("DATA_READ_MISS_OR_WRITE_MISS", 0x29, "reads and writes that miss the data cache"),
	/* Pentium MMX; what the 6x86MX has of it is marked BOTH */
	ON("BUS_OWNERSHIP_LATENCY", 0x2a, MMX, 0, "clocks from request to grant of the bus"),
	ON("BUS_OWNERSHIP_TRANSFERS", 0x2a, MMX, 1, "transfers of the bus"),
	ON("MMX_INSTRUCTIONS_EXECUTED_U_PIPE", 0x2b, BOTH, 0, "MMX instructions in the U pipe"),
	ON("MMX_INSTRUCTIONS_EXECUTED_V_PIPE", 0x2b, BOTH, 1, "MMX instructions in the V pipe"),
	ON("CACHE_M_STATE_LINE_SHARING", 0x2c, MMX, 0,
	   "hits of the other processor's accesses on a modified line"),
	ON("CACHE_LINE_SHARING", 0x2c, MMX, 1, "lines shared with the other processor"),
	ON("EMMS_INSTRUCTIONS_EXECUTED", 0x2d, BOTH, 0, "EMMS instructions"),
	ON("TRANSITIONS_BETWEEN_MMX_AND_FP_INSTRUCTIONS", 0x2d, BOTH, 1,
	   "transitions between MMX and floating point, either way"),
	ON("BUS_UTILIZATION_DUE_TO_PROCESSOR_ACTIVITY", 0x2e, MMX, 0,
	   "clocks in which the bus is busy for this processor"),
	ON("WRITES_TO_NONCACHEABLE_MEMORY", 0x2e, MMX, 1, "uncacheable writes"),
	ON("SATURATING_MMX_INSTRUCTIONS_EXECUTED", 0x2f, BOTH, 0, "saturating MMX instructions"),
	ON("SATURATIONS_PERFORMED", 0x2f, BOTH, 1, "MMX instructions of which a result saturated"),
	ON("NUMBER_OF_CYCLES_NOT_IN_HALT_STATE", 0x30, MMX, 0, "clocks while not halted"),
	ON("DATA_CACHE_TLB_MISS_STALL_DURATION", 0x30, MMX, 1, "clocks stalled for the data TLB"),
	ON("MMX_INSTRUCTION_DATA_READS", 0x31, BOTH, 0, "data reads of MMX instructions"),
	ON("MMX_INSTRUCTION_DATA_READ_MISSES", 0x31, MMX, 1, "… that miss"),
	ON("FLOATING_POINT_STALLS_DURATION", 0x32, MMX, 0, "clocks stalled by floating point"),
	ON("TAKEN_BRANCHES", 0x32, BOTH, 1, "taken branches"),
	ON("D1_STARVATION_AND_FIFO_IS_EMPTY", 0x33, MMX, 0,
	   "times that decoding issued nothing for want of instructions"),
	ON("D1_STARVATION_AND_ONLY_ONE_INSTRUCTION_IN_FIFO", 0x33, MMX, 1,
	   "times that decoding issued one because there was no second"),
	ON("MMX_INSTRUCTION_DATA_WRITES", 0x34, MMX, 0, "data writes of MMX instructions"),
	ON("MMX_INSTRUCTION_DATA_WRITE_MISSES", 0x34, MMX, 1, "… that miss"),
	ON("PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS", 0x35, MMX, 0,
	   "flushes for wrong predictions, resolved in E or WB"),
	ON("PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS_RESOLVED_IN_WB_STAGE", 0x35, MMX, 1,
	   "flushes for wrong predictions, resolved in WB"),
	ON("MISALIGNED_DATA_MEMORY_REFERENCE_ON_MMX_INSTRUCTIONS", 0x36, MMX, 0,
	   "accesses of MMX instructions not aligned"),
	ON("PIPELINE_ISTALL_FOR_MMX_INSTRUCTION_DATA_MEMORY_READS", 0x36, MMX, 1,
	   "clocks stalled for data reads of MMX instructions"),
	ON("MISPREDICTED_OR_UNPREDICTED_RETURNS", 0x37, BOTH, 0, "returns predicted wrongly or not at all"),
	ON("PREDICTED_RETURNS", 0x37, BOTH, 1, "returns predicted, rightly or wrongly"),
	ON("MMX_MULTIPLY_UNIT_INTERLOCK", 0x38, BOTH, 0,
	   "clocks stalled because an MMX result is not ready"),
	ON("MOVD_MOVQ_STORE_STALL_DUE_TO_PREVIOUS_MMX_OPERATION", 0x38, BOTH, 1,
	   "clocks in which a MOVD or MOVQ store waits for an MMX result"),
	ON("RETURNS", 0x39, BOTH, 0, "returns"),
	ON("RSB_OVERFLOWS", 0x39, CYRIX, 1, "overflows of the return stack"),
	ON("BTB_FALSE_ENTRIES", 0x3a, BOTH, 0, "false entries in the branch target buffer"),
	ON("BTB_MISS_PREDICTION_ON_NOT_TAKEN_BRANCH", 0x3a, BOTH, 1,
	   "branches not taken that the BTB predicted as taken"),
	ON("FULL_WRITE_BUFFER_STALL_DURATION_WHILE_EXECUTING_MMX_INSTRUCTIONS", 0x3b, BOTH, 0,
	   "clocks stalled for full write buffers in MMX code"),
	ON("STALL_ON_MMX_INSTRUCTION_WRITE_TO_E_OR_M_STATE_LINE", 0x3b, BOTH, 1,
	   "clocks stalled on MMX writes to exclusive or modified lines"),
	/* 6x86MX, M II, III: seven bits of event */
	EVX("L2_TLB_MISSES", 0x40, CYRIX, "misses of the L2 TLB, code or data"),
	EVX("L1_TLB_DATA_MISS", 0x41, CYRIX, "misses of the L1 TLB by data"),
	EVX("L1_TLB_CODE_MISS", 0x42, CYRIX, "misses of the L1 TLB by code"),
	EVX("L1_TLB_MISS", 0x43, CYRIX, "misses of the L1 TLB, code or data"),
	EVX("TLB_FLUSHES", 0x44, CYRIX, "flushes of the TLB"),
	EVX("TLB_PAGE_INVALIDATES", 0x45, CYRIX, "pages invalidated in the TLB"),
	EVX("TLB_PAGE_INVALIDATES_THAT_HIT", 0x46, CYRIX, "… that were there"),
	EVX("INSTRUCTIONS_DECODED", 0x48, CYRIX, "instructions decoded"),
};
const struct rows pmc_rows_p5 = { rows, ROWS(rows) };

/* The only cache that they know of is the first level. */
#define COMMON                                                                                     \
	MAP_HW(INSTRUCTIONS, "INSTRUCTIONS_EXECUTED"), MAP_HW(BRANCHES, "BRANCHES"),               \
	MAP_HW(CACHE_REFERENCES, "DATA_READ_OR_WRITE"),                                            \
	MAP_HW(CACHE_MISSES, "DATA_READ_MISS_OR_WRITE_MISS"),                                      \
	MAP_CACHE(L1D, READ, ACCESS, "DATA_READ"), MAP_CACHE(L1D, READ, MISS, "DATA_READ_MISS"),   \
	MAP_CACHE(L1D, WRITE, ACCESS, "DATA_WRITE"),                                               \
	MAP_CACHE(L1D, WRITE, MISS, "DATA_WRITE_MISS"),                                            \
	MAP_CACHE(L1I, READ, ACCESS, "CODE_READ"),                                                 \
	MAP_CACHE(L1I, READ, MISS, "CODE_CACHE_MISS"),                                             \
	MAP_CACHE(DTLB, READ, MISS, "DATA_TLB_MISS"),                                              \
	MAP_CACHE(ITLB, READ, MISS, "CODE_TLB_MISS")
/* The plain Pentium has no event for clocks: its time stamp counter has them. */
const struct generic_map pmc_generic_p5[] = { COMMON, MAP_END };
const struct generic_map pmc_generic_cyrix[] = { COMMON, MAP_END };
const struct generic_map pmc_generic_mmx[] = {
	COMMON,
	MAP_HW(CYCLES, "NUMBER_OF_CYCLES_NOT_IN_HALT_STATE"),
	MAP_HW(BRANCH_MISSES, "PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS"), MAP_END,
};

/* ---- WinChip C6 data sheet; WinChip 2A and 3 data sheets: appendix A, which lists codes in decimal ---- */

static const struct model_event c6[] = {
	EV("INTERNAL_CLOCKS", 0x00, "clocks"),
	EV("VALID_CYCLES_REACHING_WRITEBACKS", 0x01, "cycles with work that reaches write-back"),
	EV("X86_INSTRUCTIONS", 0x02, "instructions"),
	EV("DATA_READ_CACHE_MISSES", 0x47, "reads that miss the data cache"),
	EV("DATA_WRITE_CACHE_MISSES", 0x4a, "writes that miss the data cache"),
	EV("INSTRUCTION_FETCH_CACHE_MISSES", 0x63, "fetches that miss the code cache"),
};
const struct rows pmc_rows_c6 = { c6, ROWS(c6) };
const struct generic_map pmc_generic_c6[] = {
	MAP_HW(CYCLES, "INTERNAL_CLOCKS"), MAP_HW(INSTRUCTIONS, "X86_INSTRUCTIONS"),
	MAP_CACHE(L1D, READ, MISS, "DATA_READ_CACHE_MISSES"),
	MAP_CACHE(L1D, WRITE, MISS, "DATA_WRITE_CACHE_MISSES"),
	MAP_CACHE(L1I, READ, MISS, "INSTRUCTION_FETCH_CACHE_MISSES"), MAP_END,
};

static const struct model_event wc2[] = {
	EV("DATA_READ", 0x00, "data reads"), EV("DATA_WRITE", 0x01, "data writes"),
	EV("DATA_TLB_MISS", 0x02, "misses of the data TLB"),
	EV("DATA_READ_CACHE_MISS", 0x03, "reads that miss the data cache"),
	EV("DATA_WRITE_CACHE_MISS", 0x04, "writes that miss the data cache"),
	EV("DATA_CACHE_WRITEBACKS", 0x06, "lines written back"),
	EV("DATA_CACHE_SNOOP_HITS", 0x08, "snoops that hit the data cache"),
	EV("PUSH_PUSH_POP_POP_PAIRING", 0x09, "pairs of pushes or pops"),
	EV("MISALIGNED_DATA_MEMORY_NOT_IO", 0x0b, "memory accesses not aligned"),
	EV("CODE_READ", 0x0c, "instruction reads"),
	EV("CODE_TLB_MISS", 0x0d, "misses of the code TLB"),
	EV("INSTRUCTION_FETCH_CACHE_MISS", 0x0e, "fetches that miss the code cache"),
	EV("BHT_HITS", 0x13, "hits of the branch history table"),
	EV("BHT_CANDIDATE", 0x14, "branches that it could have had"),
	EV("INSTRUCTIONS_EXECUTED", 0x16, "instructions"),
	EV("INSTRUCTIONS_IN_PIPE_2", 0x17, "instructions in the second pipe"),
	EV("BUS_UTILIZATION", 0x18, "clocks in which the bus is busy"),
	EV("IO_READ_OR_WRITE_CYCLE", 0x1d, "bus cycles to I/O space"),
	EV("DATA_READ_OR_DATA_WRITE", 0x28, "data reads and writes"),
	EVON("MMX_INSTRUCTIONS_U_PIPE", 0x2b, 0x1, "MMX instructions in the U pipe"),
	EVON("MMX_INSTRUCTIONS_V_PIPE", 0x2b, 0x2, "MMX instructions in the V pipe"),
	EVON("RETURNS_PREDICTED_INCORRECTLY", 0x37, 0x1, "returns predicted wrongly"),
	EVON("RETURNS_PREDICTED_CORRECTLY", 0x37, 0x2, "returns predicted rightly"),
	EV("INTERNAL_CLOCKS", 0x3f, "clocks"),
};
const struct rows pmc_rows_wc2 = { wc2, ROWS(wc2) };
const struct generic_map pmc_generic_wc2[] = {
	MAP_HW(CYCLES, "INTERNAL_CLOCKS"), MAP_HW(INSTRUCTIONS, "INSTRUCTIONS_EXECUTED"),
	MAP_CACHE(L1D, READ, ACCESS, "DATA_READ"), MAP_CACHE(L1D, READ, MISS, "DATA_READ_CACHE_MISS"),
	MAP_CACHE(L1D, WRITE, ACCESS, "DATA_WRITE"),
	MAP_CACHE(L1D, WRITE, MISS, "DATA_WRITE_CACHE_MISS"),
	MAP_CACHE(L1I, READ, ACCESS, "CODE_READ"),
	MAP_CACHE(L1I, READ, MISS, "INSTRUCTION_FETCH_CACHE_MISS"),
	MAP_CACHE(DTLB, READ, MISS, "DATA_TLB_MISS"), MAP_CACHE(ITLB, READ, MISS, "CODE_TLB_MISS"),
	MAP_END,
};

/* ---- VIA C3 Samuel 2 data sheet 1.03, appendix A ---- */

static const struct model_event c3[] = {
	EV("INTERNAL_CLOCKS", 0x079, "clocks"),
	EV("INSTRUCTIONS_EXECUTED", 0x0c0, "instructions"),
	EV("INSTRUCTIONS_EXECUTED_AND_STRING_ITERATIONS", 0x1c0,
	   "instructions, each round of a string instruction counted"),
};
const struct rows pmc_rows_c3 = { c3, ROWS(c3) };
const struct generic_map pmc_generic_c3[] = {
	MAP_HW(CYCLES, "INTERNAL_CLOCKS"), MAP_HW(INSTRUCTIONS, "INSTRUCTIONS_EXECUTED"), MAP_END,
};
/* clang-format on */
