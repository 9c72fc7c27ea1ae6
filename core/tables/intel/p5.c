/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Pentium, Pentium MMX and the Cyrix 6x86MX, M II and III in one list; the WinChips and the C3 in
 * lists of their own.
 *
 * SDM volume 3, table "Events That Can Be Counted with Pentium Processor Performance-Monitoring
 * Counters"; Cyrix 6x86MX data book, table of counter event types. An event that only one counter
 * can count names that counter; two such events may have the same code.
 */
#include "core/tables/rows.h"

#define MMX   P5_MMX
#define BOTH  (P5_MMX | P5_CYRIX)
#define CYRIX P5_CYRIX

static const struct model_event rows[] = {
	/* Every one of them */
	{ .name = "DATA_READ", .code = 0x00,
	  .about = "data reads, hits and misses of the data cache" },
	{ .name = "DATA_WRITE", .code = 0x01,
	  .about = "data writes, hits and misses; I/O not included" },
	{ .name = "DATA_TLB_MISS", .code = 0x02, .about = "misses of the data TLB" },
	{ .name = "DATA_READ_MISS", .code = 0x03,
	  .about = "reads that miss the data cache, cacheable or not" },
	{ .name = "DATA_WRITE_MISS", .code = 0x04,
	  .about = "writes that miss the data cache, cacheable or not" },
	{ .name = "WRITE_HIT_TO_M_OR_E_STATE_LINES", .code = 0x05,
	  .about = "writes that hit a modified or exclusive line" },
	{ .name = "DATA_CACHE_LINES_WRITTEN_BACK", .code = 0x06,
	  .about = "dirty lines written back for whatever reason" },
	{ .name = "EXTERNAL_SNOOPS", .code = 0x07,
	  .about = "external snoops accepted, hit or not" },
	{ .name = "EXTERNAL_DATA_CACHE_SNOOP_HITS", .code = 0x08,
	  .about = "external snoops that hit the data cache" },
	{ .name = "MEMORY_ACCESSES_IN_BOTH_PIPES", .code = 0x09,
	  .about = "data accesses paired in both pipes" },
	{ .name = "BANK_CONFLICTS", .code = 0x0a, .about = "bank conflicts of the data cache" },
	{ .name = "MISALIGNED_DATA_MEMORY_OR_IO_REFERENCES", .code = 0x0b,
	  .about = "memory or I/O accesses not aligned" },
	{ .name = "CODE_READ", .code = 0x0c, .about = "instruction reads, cacheable or not" },
	{ .name = "CODE_TLB_MISS", .code = 0x0d,
	  .about = "instruction reads that miss the code TLB" },
	{ .name = "CODE_CACHE_MISS", .code = 0x0e,
	  .about = "instruction reads that miss the code cache" },
	{ .name = "ANY_SEGMENT_REGISTER_LOADED", .code = 0x0f,
	  .about = "loads of any segment or system segment register" },
	{ .name = "BRANCHES", .code = 0x12,
	  .about = "branches, jumps, calls, returns, software interrupts, taken or not" },
	{ .name = "BTB_HITS", .code = 0x13, .about = "hits of the branch target buffer" },
	{ .name = "TAKEN_BRANCH_OR_BTB_HIT", .code = 0x14, .about = "taken branches or BTB hits" },
	{ .name = "PIPELINE_FLUSHES", .code = 0x15, .about = "pipeline flushes" },
	{ .name = "INSTRUCTIONS_EXECUTED", .code = 0x16,
	  .about = "instructions executed, up to two a clock" },
	{ .name = "INSTRUCTIONS_EXECUTED_V_PIPE", .code = 0x17,
	  .about = "instructions executed in the second pipe" },
	{ .name = "BUS_CYCLE_DURATION", .code = 0x18,
	  .about = "clocks while a bus cycle is under way" },
	{ .name = "WRITE_BUFFER_FULL_STALL_DURATION", .code = 0x19,
	  .about = "clocks stalled for full write buffers" },
	{ .name = "WAITING_FOR_DATA_MEMORY_READ_STALL_DURATION", .code = 0x1a,
	  .about = "clocks stalled for a data read" },
	{ .name = "STALL_ON_WRITE_TO_AN_E_OR_M_STATE_LINE", .code = 0x1b,
	  .about = "stalls on writes to exclusive or modified lines" },
	{ .name = "LOCKED_BUS_CYCLE", .code = 0x1c, .about = "locked bus cycles" },
	{ .name = "IO_READ_OR_WRITE_CYCLE", .code = 0x1d, .about = "bus cycles to I/O space" },
	{ .name = "NONCACHEABLE_MEMORY_READS", .code = 0x1e,
	  .about = "uncacheable reads of code or data" },
	{ .name = "PIPELINE_AGI_STALLS", .code = 0x1f, .about = "address generation interlocks" },
	{ .name = "FLOPS", .code = 0x22, .about = "floating-point operations" },
	{ .name = "BREAKPOINT_MATCH_ON_DR0_REGISTER", .code = 0x23, .about = "matches of DR0" },
	{ .name = "BREAKPOINT_MATCH_ON_DR1_REGISTER", .code = 0x24, .about = "matches of DR1" },
	{ .name = "BREAKPOINT_MATCH_ON_DR2_REGISTER", .code = 0x25, .about = "matches of DR2" },
	{ .name = "BREAKPOINT_MATCH_ON_DR3_REGISTER", .code = 0x26, .about = "matches of DR3" },
	{ .name = "HARDWARE_INTERRUPTS", .code = 0x27, .about = "INTR and NMI taken" },
	{ .name = "DATA_READ_OR_WRITE", .code = 0x28,
	  .about = "data reads and writes, hits and misses" },
	{ .name = "DATA_READ_MISS_OR_WRITE_MISS", .code = 0x29,
	  .about = "reads and writes that miss the data cache" },
	/* Pentium MMX; the 6x86MX also has the events with BOTH */
	{ .name = "BUS_OWNERSHIP_LATENCY", .code = 0x2a, .variants = MMX, .counters = 1u << 0,
	  .about = "clocks from request to grant of the bus" },
	{ .name = "BUS_OWNERSHIP_TRANSFERS", .code = 0x2a, .variants = MMX, .counters = 1u << 1,
	  .about = "transfers of the bus" },
	{ .name = "MMX_INSTRUCTIONS_EXECUTED_U_PIPE", .code = 0x2b, .variants = BOTH,
	  .counters = 1u << 0, .about = "MMX instructions in the U pipe" },
	{ .name = "MMX_INSTRUCTIONS_EXECUTED_V_PIPE", .code = 0x2b, .variants = BOTH,
	  .counters = 1u << 1, .about = "MMX instructions in the V pipe" },
	{ .name = "CACHE_M_STATE_LINE_SHARING", .code = 0x2c, .variants = MMX, .counters = 1u << 0,
	  .about = "hits of the other processor's accesses on a modified line" },
	{ .name = "CACHE_LINE_SHARING", .code = 0x2c, .variants = MMX, .counters = 1u << 1,
	  .about = "lines shared with the other processor" },
	{ .name = "EMMS_INSTRUCTIONS_EXECUTED", .code = 0x2d, .variants = BOTH, .counters = 1u << 0,
	  .about = "EMMS instructions" },
	{ .name = "TRANSITIONS_BETWEEN_MMX_AND_FP_INSTRUCTIONS", .code = 0x2d, .variants = BOTH,
	  .counters = 1u << 1, .about = "transitions between MMX and floating point, either way" },
	{ .name = "BUS_UTILIZATION_DUE_TO_PROCESSOR_ACTIVITY", .code = 0x2e, .variants = MMX,
	  .counters = 1u << 0, .about = "clocks in which the bus is busy for this processor" },
	{ .name = "WRITES_TO_NONCACHEABLE_MEMORY", .code = 0x2e, .variants = MMX,
	  .counters = 1u << 1, .about = "uncacheable writes" },
	{ .name = "SATURATING_MMX_INSTRUCTIONS_EXECUTED", .code = 0x2f, .variants = BOTH,
	  .counters = 1u << 0, .about = "saturating MMX instructions" },
	{ .name = "SATURATIONS_PERFORMED", .code = 0x2f, .variants = BOTH, .counters = 1u << 1,
	  .about = "MMX instructions of which a result saturated" },
	{ .name = "NUMBER_OF_CYCLES_NOT_IN_HALT_STATE", .code = 0x30, .variants = MMX,
	  .counters = 1u << 0, .about = "clocks while not halted" },
	{ .name = "DATA_CACHE_TLB_MISS_STALL_DURATION", .code = 0x30, .variants = MMX,
	  .counters = 1u << 1, .about = "clocks stalled for the data TLB" },
	{ .name = "MMX_INSTRUCTION_DATA_READS", .code = 0x31, .variants = BOTH, .counters = 1u << 0,
	  .about = "data reads of MMX instructions" },
	{ .name = "MMX_INSTRUCTION_DATA_READ_MISSES", .code = 0x31, .variants = MMX,
	  .counters = 1u << 1, .about = "… that miss" },
	{ .name = "FLOATING_POINT_STALLS_DURATION", .code = 0x32, .variants = MMX,
	  .counters = 1u << 0, .about = "clocks stalled by floating point" },
	{ .name = "TAKEN_BRANCHES", .code = 0x32, .variants = BOTH, .counters = 1u << 1,
	  .about = "taken branches" },
	{ .name = "D1_STARVATION_AND_FIFO_IS_EMPTY", .code = 0x33, .variants = MMX,
	  .counters = 1u << 0,
	  .about = "times that decoding issued nothing for want of instructions" },
	{ .name = "D1_STARVATION_AND_ONLY_ONE_INSTRUCTION_IN_FIFO", .code = 0x33, .variants = MMX,
	  .counters = 1u << 1,
	  .about = "times that decoding issued one because there was no second" },
	{ .name = "MMX_INSTRUCTION_DATA_WRITES", .code = 0x34, .variants = MMX, .counters = 1u << 0,
	  .about = "data writes of MMX instructions" },
	{ .name = "MMX_INSTRUCTION_DATA_WRITE_MISSES", .code = 0x34, .variants = MMX,
	  .counters = 1u << 1, .about = "… that miss" },
	{ .name = "PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS", .code = 0x35, .variants = MMX,
	  .counters = 1u << 0, .about = "flushes for wrong predictions, resolved in E or WB" },
	{ .name = "PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS_RESOLVED_IN_WB_STAGE",
	  .code = 0x35, .variants = MMX, .counters = 1u << 1,
	  .about = "flushes for wrong predictions, resolved in WB" },
	{ .name = "MISALIGNED_DATA_MEMORY_REFERENCE_ON_MMX_INSTRUCTIONS", .code = 0x36,
	  .variants = MMX, .counters = 1u << 0,
	  .about = "accesses of MMX instructions not aligned" },
	{ .name = "PIPELINE_ISTALL_FOR_MMX_INSTRUCTION_DATA_MEMORY_READS", .code = 0x36,
	  .variants = MMX, .counters = 1u << 1,
	  .about = "clocks stalled for data reads of MMX instructions" },
	{ .name = "MISPREDICTED_OR_UNPREDICTED_RETURNS", .code = 0x37, .variants = BOTH,
	  .counters = 1u << 0, .about = "returns predicted wrongly or not at all" },
	{ .name = "PREDICTED_RETURNS", .code = 0x37, .variants = BOTH, .counters = 1u << 1,
	  .about = "returns predicted, rightly or wrongly" },
	{ .name = "MMX_MULTIPLY_UNIT_INTERLOCK", .code = 0x38, .variants = BOTH,
	  .counters = 1u << 0, .about = "clocks stalled because an MMX result is not ready" },
	{ .name = "MOVD_MOVQ_STORE_STALL_DUE_TO_PREVIOUS_MMX_OPERATION", .code = 0x38,
	  .variants = BOTH, .counters = 1u << 1,
	  .about = "clocks in which a MOVD or MOVQ store waits for an MMX result" },
	{ .name = "RETURNS", .code = 0x39, .variants = BOTH, .counters = 1u << 0,
	  .about = "returns" },
	{ .name = "RSB_OVERFLOWS", .code = 0x39, .variants = CYRIX, .counters = 1u << 1,
	  .about = "overflows of the return stack" },
	{ .name = "BTB_FALSE_ENTRIES", .code = 0x3a, .variants = BOTH, .counters = 1u << 0,
	  .about = "false entries in the branch target buffer" },
	{ .name = "BTB_MISS_PREDICTION_ON_NOT_TAKEN_BRANCH", .code = 0x3a, .variants = BOTH,
	  .counters = 1u << 1, .about = "branches not taken that the BTB predicted as taken" },
	{ .name = "FULL_WRITE_BUFFER_STALL_DURATION_WHILE_EXECUTING_MMX_INSTRUCTIONS", .code = 0x3b,
	  .variants = BOTH, .counters = 1u << 0,
	  .about = "clocks stalled for full write buffers in MMX code" },
	{ .name = "STALL_ON_MMX_INSTRUCTION_WRITE_TO_E_OR_M_STATE_LINE", .code = 0x3b,
	  .variants = BOTH, .counters = 1u << 1,
	  .about = "clocks stalled on MMX writes to exclusive or modified lines" },
	/* 6x86MX, M II, III: seven bits of event */
	{ .name = "L2_TLB_MISSES", .code = 0x40, .variants = CYRIX,
	  .about = "misses of the L2 TLB, code or data" },
	{ .name = "L1_TLB_DATA_MISS", .code = 0x41, .variants = CYRIX,
	  .about = "misses of the L1 TLB by data" },
	{ .name = "L1_TLB_CODE_MISS", .code = 0x42, .variants = CYRIX,
	  .about = "misses of the L1 TLB by code" },
	{ .name = "L1_TLB_MISS", .code = 0x43, .variants = CYRIX,
	  .about = "misses of the L1 TLB, code or data" },
	{ .name = "TLB_FLUSHES", .code = 0x44, .variants = CYRIX, .about = "flushes of the TLB" },
	{ .name = "TLB_PAGE_INVALIDATES", .code = 0x45, .variants = CYRIX,
	  .about = "pages invalidated in the TLB" },
	{ .name = "TLB_PAGE_INVALIDATES_THAT_HIT", .code = 0x46, .variants = CYRIX,
	  .about = "… that were there" },
	{ .name = "INSTRUCTIONS_DECODED", .code = 0x48, .variants = CYRIX,
	  .about = "instructions decoded" },
};
const struct rows pmc_rows_p5 = { rows, ROWS(rows) };

/* The only cache that they can count is the first level. */
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
/* The plain Pentium has no event for clocks; its time stamp counter counts them. */
const struct generic_map pmc_generic_p5[] = { COMMON, MAP_END };
const struct generic_map pmc_generic_cyrix[] = { COMMON, MAP_END };
const struct generic_map pmc_generic_mmx[] = {
	COMMON,
	MAP_HW(CYCLES, "NUMBER_OF_CYCLES_NOT_IN_HALT_STATE"),
	MAP_HW(BRANCH_MISSES, "PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS"), MAP_END,
};

/* ---- WinChip C6 data sheet; WinChip 2A and 3 data sheets: appendix A, which lists codes in
 * decimal ---- */

static const struct model_event c6[] = {
	{ .name = "INTERNAL_CLOCKS", .code = 0x00, .about = "clocks" },
	{ .name = "VALID_CYCLES_REACHING_WRITEBACKS", .code = 0x01,
	  .about = "cycles with work that reaches write-back" },
	{ .name = "X86_INSTRUCTIONS", .code = 0x02, .about = "instructions" },
	{ .name = "DATA_READ_CACHE_MISSES", .code = 0x47,
	  .about = "reads that miss the data cache" },
	{ .name = "DATA_WRITE_CACHE_MISSES", .code = 0x4a,
	  .about = "writes that miss the data cache" },
	{ .name = "INSTRUCTION_FETCH_CACHE_MISSES", .code = 0x63,
	  .about = "fetches that miss the code cache" },
};
const struct rows pmc_rows_c6 = { c6, ROWS(c6) };
const struct generic_map pmc_generic_c6[] = {
	MAP_HW(CYCLES, "INTERNAL_CLOCKS"), MAP_HW(INSTRUCTIONS, "X86_INSTRUCTIONS"),
	MAP_CACHE(L1D, READ, MISS, "DATA_READ_CACHE_MISSES"),
	MAP_CACHE(L1D, WRITE, MISS, "DATA_WRITE_CACHE_MISSES"),
	MAP_CACHE(L1I, READ, MISS, "INSTRUCTION_FETCH_CACHE_MISSES"), MAP_END,
};

static const struct model_event wc2[] = {
	{ .name = "DATA_READ", .code = 0x00, .about = "data reads" },
	{ .name = "DATA_WRITE", .code = 0x01, .about = "data writes" },
	{ .name = "DATA_TLB_MISS", .code = 0x02, .about = "misses of the data TLB" },
	{ .name = "DATA_READ_CACHE_MISS", .code = 0x03, .about = "reads that miss the data cache" },
	{ .name = "DATA_WRITE_CACHE_MISS", .code = 0x04,
	  .about = "writes that miss the data cache" },
	{ .name = "DATA_CACHE_WRITEBACKS", .code = 0x06, .about = "lines written back" },
	{ .name = "DATA_CACHE_SNOOP_HITS", .code = 0x08,
	  .about = "snoops that hit the data cache" },
	{ .name = "PUSH_PUSH_POP_POP_PAIRING", .code = 0x09, .about = "pairs of pushes or pops" },
	{ .name = "MISALIGNED_DATA_MEMORY_NOT_IO", .code = 0x0b,
	  .about = "memory accesses not aligned" },
	{ .name = "CODE_READ", .code = 0x0c, .about = "instruction reads" },
	{ .name = "CODE_TLB_MISS", .code = 0x0d, .about = "misses of the code TLB" },
	{ .name = "INSTRUCTION_FETCH_CACHE_MISS", .code = 0x0e,
	  .about = "fetches that miss the code cache" },
	{ .name = "BHT_HITS", .code = 0x13, .about = "hits of the branch history table" },
	{ .name = "BHT_CANDIDATE", .code = 0x14, .about = "branches that it could have had" },
	{ .name = "INSTRUCTIONS_EXECUTED", .code = 0x16, .about = "instructions" },
	{ .name = "INSTRUCTIONS_IN_PIPE_2", .code = 0x17,
	  .about = "instructions in the second pipe" },
	{ .name = "BUS_UTILIZATION", .code = 0x18, .about = "clocks in which the bus is busy" },
	{ .name = "IO_READ_OR_WRITE_CYCLE", .code = 0x1d, .about = "bus cycles to I/O space" },
	{ .name = "DATA_READ_OR_DATA_WRITE", .code = 0x28, .about = "data reads and writes" },
	{ .name = "MMX_INSTRUCTIONS_U_PIPE", .code = 0x2b, .counters = 0x1,
	  .about = "MMX instructions in the U pipe" },
	{ .name = "MMX_INSTRUCTIONS_V_PIPE", .code = 0x2b, .counters = 0x2,
	  .about = "MMX instructions in the V pipe" },
	{ .name = "RETURNS_PREDICTED_INCORRECTLY", .code = 0x37, .counters = 0x1,
	  .about = "returns predicted wrongly" },
	{ .name = "RETURNS_PREDICTED_CORRECTLY", .code = 0x37, .counters = 0x2,
	  .about = "returns predicted rightly" },
	{ .name = "INTERNAL_CLOCKS", .code = 0x3f, .about = "clocks" },
};
const struct rows pmc_rows_wc2 = { wc2, ROWS(wc2) };
const struct generic_map pmc_generic_wc2[] = {
	MAP_HW(CYCLES, "INTERNAL_CLOCKS"), MAP_HW(INSTRUCTIONS, "INSTRUCTIONS_EXECUTED"),
	MAP_CACHE(L1D, READ, ACCESS, "DATA_READ"),
	MAP_CACHE(L1D, READ, MISS, "DATA_READ_CACHE_MISS"),
	MAP_CACHE(L1D, WRITE, ACCESS, "DATA_WRITE"),
	MAP_CACHE(L1D, WRITE, MISS, "DATA_WRITE_CACHE_MISS"),
	MAP_CACHE(L1I, READ, ACCESS, "CODE_READ"),
	MAP_CACHE(L1I, READ, MISS, "INSTRUCTION_FETCH_CACHE_MISS"),
	MAP_CACHE(DTLB, READ, MISS, "DATA_TLB_MISS"), MAP_CACHE(ITLB, READ, MISS, "CODE_TLB_MISS"),
	MAP_END,
};

/* ---- VIA C3 Samuel 2 data sheet 1.03, appendix A ---- */

static const struct model_event c3[] = {
	{ .name = "INTERNAL_CLOCKS", .code = 0x079, .about = "clocks" },
	{ .name = "INSTRUCTIONS_EXECUTED", .code = 0x0c0, .about = "instructions" },
	{ .name = "INSTRUCTIONS_EXECUTED_AND_STRING_ITERATIONS", .code = 0x1c0,
	  .about = "instructions, each round of a string instruction counted" },
};
const struct rows pmc_rows_c3 = { c3, ROWS(c3) };
const struct generic_map pmc_generic_c3[] = {
	MAP_HW(CYCLES, "INTERNAL_CLOCKS"), MAP_HW(INSTRUCTIONS, "INSTRUCTIONS_EXECUTED"), MAP_END,
};
