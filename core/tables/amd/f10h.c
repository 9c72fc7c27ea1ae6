/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * AMD families 10h to 16h: K8's events, with the changes of each family. BKDGs: 10h 31116, 11h
 * 41256, 12h 41131, 14h 43170, 15h 42301, 16h 48751, chapter "Performance Counter Events" (15h and
 * 16h: "Core Performance Counter Events"), in the order of its sections. constraints.c says which
 * counters of family 15h can count which event. Its northbridge has counters of its own, which are
 * not here.
 */
#include "core/tables/amd/amd.h"

/* clang-format off */
#define F10 AMD_10H
#define F11 AMD_11H
#define F12 AMD_12H
#define F14 AMD_14H
#define F15 AMD_15H
#define F16 AMD_16H
#define TO_12H (F10 | F11 | F12)
#define NOT_15H (TO_12H | F14 | F16)

static const struct model_umask dispatched_fpu[] = {
	UM("PIPE0", 0x01, "pipe 0"), UM("PIPE1", 0x02, "pipe 1"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask dispatched_fpu_f14[] = {
	UM("PIPE0", 0x01, "pipe 0"), UM("PIPE1", 0x02, "pipe 1"), UM("ANY", 0x03, "all of them"),
};
static const struct model_umask dispatched_fpu_f10[] = {
	UM("OPS_ADD", 0x01, "add pipe"), UM("OPS_MULTIPLY", 0x02, "multiply pipe"),
	UM("OPS_STORE", 0x04, "store pipe"),
	UM("OPS_ADD_PIPE_LOAD_OPS", 0x08, "loads in the add pipe"),
	UM("OPS_MULTIPLY_PIPE_LOAD_OPS", 0x10, "loads in the multiply pipe"),
	UM("OPS_STORE_PIPE_LOAD_OPS", 0x20, "loads in the store pipe"),
	UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask dispatched_fpu_ops[] = {
	UM("OPS_PIPE0", 0x01, "pipe 0"), UM("OPS_PIPE1", 0x02, "pipe 1"),
	UM("OPS_PIPE2", 0x04, "pipe 2"), UM("OPS_PIPE3", 0x08, "pipe 3"),
	UM("OPS_DUAL_PIPE0", 0x10, "ops of two pipes, on pipe 0"),
	UM("OPS_DUAL_PIPE1", 0x20, "ops of two pipes, on pipe 1"),
	UM("OPS_DUAL_PIPE2", 0x40, "ops of two pipes, on pipe 2"),
	UM("OPS_DUAL_PIPE3", 0x80, "ops of two pipes, on pipe 3"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask retired_sse_avx_operations[] = {
	UM("SINGLE_ADD_SUB_OPS", 0x01, "single precision: adds, subtracts"),
	UM("SINGLE_MUL_OPS", 0x02, "single precision: multiplies"),
	UM("SINGLE_DIV_OPS", 0x04, "single precision: divides, roots"),
	UM("DOUBLE_ADD_SUB_OPS", 0x10, "double precision: adds, subtracts"),
	UM("DOUBLE_MUL_OPS", 0x20, "double precision: multiplies"),
	UM("DOUBLE_DIV_OPS", 0x40, "double precision: divides, roots"),
	UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask retired_sse_operations[] = {
	UM("SINGLE_ADD_SUB_OPS", 0x01, "single precision: adds, subtracts"),
	UM("SINGLE_MUL_OPS", 0x02, "single precision: multiplies"),
	UM("SINGLE_DIV_OPS", 0x04, "single precision: divides, roots"),
	UM("DOUBLE_ADD_SUB_OPS", 0x08, "double precision: adds, subtracts"),
	UM("DOUBLE_MUL_OPS", 0x10, "double precision: multiplies"),
	UM("DOUBLE_DIV_OPS", 0x20, "double precision: divides, roots"),
	UM("OP_TYPE", 0x40, "counts operations, not micro-ops"), UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask retired_sse_ops[] = {
	UM("SINGLE_ADD_SUB_OPS", 0x01, "single precision: adds, subtracts"),
	UM("SINGLE_MUL_OPS", 0x02, "single precision: multiplies"),
	UM("SINGLE_DIV_OPS", 0x04, "single precision: divides, roots"),
	UM("SINGLE_MUL_ADD_OPS", 0x08, "single precision: multiply-adds"),
	UM("DOUBLE_ADD_SUB_OPS", 0x10, "double precision: adds, subtracts"),
	UM("DOUBLE_MUL_OPS", 0x20, "double precision: multiplies"),
	UM("DOUBLE_DIV_OPS", 0x40, "double precision: divides, roots"),
	UM("DOUBLE_MUL_ADD_OPS", 0x80, "double precision: multiply-adds"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask move_scalar_optimization[] = {
	UM("SSE_MOVE_OPS", 0x01, "SSE moves"),
	UM("SSE_MOVE_OPS_ELIM", 0x02, "SSE moves that were eliminated"),
	UM("OPT_CAND", 0x04, "ops that could be optimized as scalar"),
	UM("SCALAR_OPS_OPTIMIZED", 0x08, "scalar ops that were optimized"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask retired_move_ops[] = {
	UM("ALL_OTHER_MERGING_MOVE_UOPS", 0x04, "other merging moves"),
	UM("ALL_OTHER_MOVE_UOPS", 0x08, "other moves"), UM("ALL", 0x0c, "all of them"),
};
static const struct model_umask retired_move_ops_f10[] = {
	UM("LOW_QW_MOVE_UOPS", 0x01, "merging moves of the low quadword"),
	UM("HIGH_QW_MOVE_UOPS", 0x02, "merging moves of the high quadword"),
	UM("ALL_OTHER_MERGING_MOVE_UOPS", 0x04, "other merging moves"),
	UM("ALL_OTHER_MOVE_UOPS", 0x08, "other moves"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask retired_serializing_ops[] = {
	UM("SSE_BOTTOM_EXECUTING_UOPS", 0x01, "SSE ops that wait to be the oldest"),
	UM("SSE_BOTTOM_SERIALIZING_UOPS", 0x02, "SSE ops that write the control word"),
	UM("X87_BOTTOM_EXECUTING_UOPS", 0x04, "x87 ops that wait to be the oldest"),
	UM("X87_BOTTOM_SERIALIZING_UOPS", 0x08, "x87 ops that write the control word"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask retired_serializing_ops_f16[] = {
	UM("SSE_BOTTOM_EXECUTING_UOPS", 0x01, "SSE ops that wait to be the oldest"),
	UM("SSE_CONTROL_RENAMING_UOPS", 0x02, "SSE ops that write the control word"),
	UM("X87_BOTTOM_EXECUTING_UOPS", 0x04, "x87 ops that wait to be the oldest"),
	UM("X87_CONTROL_RENAMING_UOPS", 0x08, "x87 ops that write the control word"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask retired_serializing_ops_f15[] = {
	UM("SSE_RETIRED", 0x01, "SSE ops, retired"),
	UM("SSE_MISPREDICTED", 0x02, "SSE ops, mispredicted"),
	UM("X87_RETIRED", 0x04, "x87 ops, retired"),
	UM("X87_MISPREDICTED", 0x08, "x87 ops, mispredicted"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask fp_scheduler_cycles[] = {
	UM("BOTTOM_EXECUTE_CYCLES", 0x01, "an op waits to be the oldest"),
	UM("BOTTOM_SERIALIZING_CYCLES", 0x02, "an op serializes"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask retired_x87_fpu_ops[] = {
	UM("ADD_SUB_OPS", 0x01, "adds and subtracts"), UM("MULT_OPS", 0x02, "multiplies"),
	UM("DIV_FSQRT_OPS", 0x04, "divides and roots"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask retired_x87_operations[] = {
	UM("ADD_AND_SUB", 0x01, "adds and subtracts"), UM("MULTIPLY", 0x02, "multiplies"),
	UM("DIVIDE_AND_FSQRT", 0x04, "divides and roots"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask segment_register_loads[] = {
	UM("ES", 0x01, "ES"), UM("CS", 0x02, "CS"), UM("SS", 0x04, "SS"), UM("DS", 0x08, "DS"),
	UM("FS", 0x10, "FS"), UM("GS", 0x20, "GS"), UM("HS", 0x40, "HS"),
	UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask pipeline_restart_due_to_probe_hit[] = {
	UM("INVALIDATING_PROBES", 0x01, "probes that invalidate"), UM("FILLS", 0x02, "fills"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask load_q_store_q_full[] = {
	UM("LOAD_QUEUE", 0x01, "the load queue"), UM("STORE_QUEUE", 0x02, "the store queue"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask locked_ops[] = {
	UM("EXECUTED", 0x01, "locked instructions executed"),
	UM("CYCLES_NON_SPECULATIVE_PHASE", 0x04, "cycles in the phase after it"),
	UM("CYCLES_WAITING", 0x08, "cycles waiting for a cache hit"),
	UM("ALL", 0x0d, "all of them"),
};
static const struct model_umask locked_ops_f10[] = {
	UM("EXECUTED", 0x01, "locked instructions executed"),
	UM("CYCLES_SPECULATIVE_PHASE", 0x02, "cycles in the speculative phase"),
	UM("CYCLES_NON_SPECULATIVE_PHASE", 0x04, "cycles in the phase after it"),
	UM("CYCLES_WAITING", 0x08, "cycles waiting for a cache hit"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask locked_ops_f14[] = {
	UM("EXECUTED", 0x01, "locked instructions executed"), UM("BUS_LOCK", 0x02, "bus locks"),
	UM("UNLOCK_LINE", 0x04, "cycles to unlock the line"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask locked_ops_f11[] = {
	UM("EXECUTED", 0x01, "locked instructions executed"),
	UM("CYCLES_SPECULATIVE_PHASE", 0x02, "cycles in the speculative phase"),
	UM("CYCLES_NON_SPECULATIVE_PHASE", 0x04, "cycles in the phase after it"),
	UM("ALL", 0x07, "all of them"),
};
static const struct model_umask locked_ops_f16[] = {
	UM("EXECUTED", 0x01, "locked instructions executed"),
	UM("CYCLES_TO_ACQUIRE", 0x02, "cycles to get the lock"),
	UM("CYCLES_TO_UNLOCK", 0x04, "cycles to give it back"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask ls_dispatch[] = {
	UM("LOADS", 0x01, "loads"), UM("STORES", 0x02, "stores"),
	UM("LOAD_OP_STORES", 0x04, "load-op-stores"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask cancelled_store_to_load[] = {
	UM("SIZE_ADDRESS_MISMATCHES", 0x01, "size or address do not match"),
};
static const struct model_umask cancelled_store_to_load_forward_oper[] = {
	UM("ADDRESS_MISMATCHES", 0x01, "addresses match in part"),
	UM("STORE_IS_SMALLER_THAN_LOAD", 0x02, "the store is smaller"),
	UM("MISALIGNED", 0x04, "the load is not aligned"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask data_cache_misses[] = {
	UM("DC_MISS_STREAMING_STORE", 0x01, "first misses and streaming stores to a line"),
	UM("STREAMING_STORE", 0x02, "streaming stores"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask data_cache_refills[] = {
	UM("NON_CACHABLE", 0x01, "uncacheable"), UM("SHARED", 0x02, "shared"),
	UM("EXCLUSIVE", 0x04, "exclusive"), UM("OWNED", 0x08, "owned"),
	UM("MODIFIED", 0x10, "modified"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask data_cache_refills_f10[] = {
	UM("SYSTEM", 0x01, "from the system"), UM("L2_SHARED", 0x02, "shared, from the L2"),
	UM("L2_EXCLUSIVE", 0x04, "exclusive, from the L2"),
	UM("L2_OWNED", 0x08, "owned, from the L2"),
	UM("L2_MODIFIED", 0x10, "modified, from the L2"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask data_cache_refills_f14[] = {
	UM("UNCACHEABLE", 0x01, "uncacheable"), UM("SHARED", 0x02, "shared"),
	UM("EXCLUSIVE", 0x04, "exclusive"), UM("OWNED", 0x08, "owned"),
	UM("MODIFIED", 0x10, "modified"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask data_cache_refills_from_l2_or_northb[] = {
	UM("GOOD", 0x01, "good"), UM("INVALID", 0x02, "invalid"), UM("POISON", 0x04, "poisoned"),
	UM("READ_ERROR", 0x08, "with a read error"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask data_cache_refills_from_system[] = {
	UM("INVALID", 0x01, "invalid"), UM("SHARED", 0x02, "shared"),
	UM("EXCLUSIVE", 0x04, "exclusive"), UM("OWNED", 0x08, "owned"),
	UM("MODIFIED", 0x10, "modified"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask data_cache_lines_evicted[] = {
	UM("INVALID", 0x01, "invalid"), UM("SHARED", 0x02, "shared"),
	UM("EXCLUSIVE", 0x04, "exclusive"), UM("OWNED", 0x08, "owned"),
	UM("MODIFIED", 0x10, "modified"), UM("BY_PREFETCHNTA", 0x20, "brought by PREFETCHNTA"),
	UM("NOT_BY_PREFETCHNTA", 0x40, "brought otherwise"), UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask data_cache_lines_evicted_f16[] = {
	UM("EVICTED", 0x01, "evicted"), UM("SHARED", 0x02, "shared"),
	UM("EXCLUSIVE", 0x04, "exclusive"), UM("OWNED", 0x08, "owned"),
	UM("MODIFIED", 0x10, "modified"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask data_cache_lines_evicted_f14[] = {
	UM("PROBE", 0x01, "by a probe"), UM("SHARED", 0x02, "shared"),
	UM("EXCLUSIVE", 0x04, "exclusive"), UM("OWNED", 0x08, "owned"),
	UM("MODIFIED", 0x10, "modified"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask l1_dtlb_miss_and_l2_dtlb_hit[] = {
	UM("L2_4K_TLB_HIT", 0x01, "pages of 4 KiB"), UM("L2_2M_TLB_HIT", 0x02, "pages of 2 MiB"),
	UM("L2_1G_TLB_HIT", 0x04, "pages of 1 GiB"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask unified_tlb_hit[] = {
	UM("4K_DATA", 0x01, "data, pages of 4 KiB"), UM("2M_DATA", 0x02, "data, pages of 2 MiB"),
	UM("1G_DATA", 0x04, "data, pages of 1 GiB"),
	UM("4K_INST", 0x10, "instructions, pages of 4 KiB"),
	UM("2M_INST", 0x20, "instructions, pages of 2 MiB"),
	UM("1G_INST", 0x40, "instructions, pages of 1 GiB"), UM("ALL", 0x77, "all of them"),
};
static const struct model_umask dtlb_miss[] = {
	UM("STORES_L1TLB", 0x01, "stores, L1 TLB"), UM("LOADS_L1TLB", 0x02, "loads, L1 TLB"),
	UM("STORES_L2TLB", 0x04, "stores, L2 TLB"), UM("LOADS_L2TLB", 0x08, "loads, L2 TLB"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask dtlb_miss_f14[] = {
	UM("STORES_L1TLB_MISS", 0x01, "stores, L1 TLB"),
	UM("LOADS_L1TLB_MISS", 0x02, "loads, L1 TLB"),
	UM("STORES_L2TLB_MISS", 0x04, "stores, L2 TLB"),
	UM("LOADS_L2TLB_MISS", 0x08, "loads, L2 TLB"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask l1_dtlb_and_l2_dtlb_miss[] = {
	UM("4K_TLB_RELOAD", 0x01, "pages of 4 KiB"), UM("2M_TLB_RELOAD", 0x02, "pages of 2 MiB"),
	UM("1G_TLB_RELOAD", 0x04, "pages of 1 GiB"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask unified_tlb_miss[] = {
	UM("4K_DATA", 0x01, "data, pages of 4 KiB"), UM("2M_DATA", 0x02, "data, pages of 2 MiB"),
	UM("1GB_DATA", 0x04, "data, pages of 1 GiB"),
	UM("4K_INST", 0x10, "instructions, pages of 4 KiB"),
	UM("2M_INST", 0x20, "instructions, pages of 2 MiB"),
	UM("1G_INST", 0x40, "instructions, pages of 1 GiB"), UM("ALL", 0x77, "all of them"),
};
static const struct model_umask misaligned_accesses[] = {
	UM("MISALIGN_16B", 0x01, "over 16 bytes"), UM("MISALIGN_4KB", 0x02, "over 4 KiB"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask scrubber_single_bit_ecc_errors[] = {
	UM("SCRUBBER_ERROR", 0x01, "found by the scrubber"),
	UM("PIGGYBACK_ERROR", 0x02, "found on the way"),
	UM("LOAD_PIPE_ERROR", 0x04, "found by a load"),
	UM("STORE_WRITE_PIPE_ERROR", 0x08, "found by a store"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask scrubber_single_bit_ecc_errors_f11[] = {
	UM("SCRUBBER_ERROR", 0x01, "found by the scrubber"),
	UM("PIGGYBACK_ERROR", 0x02, "found on the way"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask prefetch_instructions_dispatched[] = {
	UM("LOAD", 0x01, "PREFETCH, PREFETCHT0 to T2"), UM("STORE", 0x02, "PREFETCHW"),
	UM("NTA", 0x04, "PREFETCHNTA"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask dcache_misses_by_locked_instructions[] = {
	UM("DATA_CACHE_MISSES_BY_LOCKED_INSTRUCTIONS", 0x02, "misses"),
};
static const struct model_umask l1_dtlb_hit[] = {
	UM("L1_4K_TLB_HIT", 0x01, "pages of 4 KiB"), UM("L1_2M_TLB_HIT", 0x02, "pages of 2 MiB"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask l1_dtlb_hit_f10[] = {
	UM("L1_4K_TLB_HIT", 0x01, "pages of 4 KiB"), UM("L1_2M_TLB_HIT", 0x02, "pages of 2 MiB"),
	UM("L1_1G_TLB_HIT", 0x04, "pages of 1 GiB"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask dcache_sw_prefetches[] = {
	UM("HIT", 0x01, "hits"), UM("PENDING_FILL", 0x02, "a fill was pending"),
	UM("NO_MAB", 0x04, "no buffer was free"), UM("L2_HIT", 0x08, "hit the L2"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask ineffective_sw_prefetches[] = {
	UM("SW_PREFETCH_DATA_CACHE", 0x01, "hit the data cache"),
	UM("SW_PREFETCH_PENDING_FILL", 0x02, "a fill was pending"),
	UM("SW_PREFETCH_MAB", 0x04, "no buffer was free"),
	UM("SW_PREFETCH_HIT_L2", 0x08, "hit the L2"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask ineffective_sw_prefetches_f10[] = {
	UM("SW_PREFETCH_HIT_IN_L1", 0x01, "hit the data cache"),
	UM("SW_PREFETCH_HIT_IN_L2", 0x08, "hit the L2"), UM("ALL", 0x09, "all of them"),
};
static const struct model_umask command_related_uncachable[] = {
	UM("READ_BYTE", 0x01, "reads of up to 4 bytes"),
	UM("READ_DOUBLEWORD", 0x02, "reads of doublewords"),
	UM("WRITE_BYTE", 0x10, "writes of bytes"),
	UM("WRITE_DOUBLEWORD", 0x20, "writes of doublewords"), UM("ALL", 0x33, "all of them"),
};
static const struct model_umask command_related_read_block[] = {
	UM("READ_BLOCK", 0x01, "reads of blocks"),
	UM("RDBLKMOD", 0x02, "reads for modification"),
	UM("READ_BLOCK_SHARED", 0x04, "shared reads"),
	UM("READ_BLOCK_SPEC", 0x10, "speculative reads"),
	UM("READ_BLOCK_SPEC_MOD", 0x20, "speculative reads for modification"),
	UM("READ_BLOCK_SPEC_SHARED", 0x40, "speculative shared reads"),
	UM("ALL", 0x77, "all of them"),
};
static const struct model_umask command_related_dirty[] = {
	UM("CHANGE_DIRTY", 0x10, "changes to dirty"),
};
static const struct model_umask memory_requests[] = {
	UM("NON_CACHEABLE", 0x01, "uncacheable"), UM("WRITE_COMBINING", 0x02, "write-combining"),
	UM("STREAMING_STORE", 0x80, "streaming stores"), UM("ALL", 0x83, "all of them"),
};
static const struct model_umask memory_requests_f12[] = {
	UM("NON_CACHEABLE", 0x01, "uncacheable"), UM("WRITE_COMBINING", 0x02, "write-combining"),
	UM("CACHE_DISABLED", 0x04, "with the cache disabled"),
	UM("STREAMING_STORE", 0x80, "streaming stores"), UM("ALL", 0x87, "all of them"),
};
static const struct model_umask data_prefetcher[] = {
	UM("ATTEMPTED", 0x02, "attempted"),
};
static const struct model_umask data_prefetches[] = {
	UM("ATTEMPTED", 0x02, "attempted"), UM("MAB", 0x08, "with a buffer taken"),
	UM("ALL", 0x0a, "all of them"),
};
static const struct model_umask data_prefetches_f10[] = {
	UM("CANCELLED", 0x01, "cancelled"), UM("ATTEMPTED", 0x02, "attempted"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask mab_reqs[] = {
	UM("BUFFER_BIT_0", 0x01, "bit 0 of the number"),
	UM("BUFFER_BIT_1", 0x02, "bit 1 of the number"),
	UM("BUFFER_BIT_2", 0x04, "bit 2 of the number"),
	UM("BUFFER_BIT_3", 0x08, "bit 3 of the number"),
	UM("BUFFER_BIT_4", 0x10, "bit 4 of the number"),
	UM("BUFFER_BIT_5", 0x20, "bit 5 of the number"),
	UM("BUFFER_BIT_6", 0x40, "bit 6 of the number"),
	UM("BUFFER_BIT_7", 0x80, "bit 7 of the number"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask mab_requests[] = {
	UMG("BUFFER_0", 0x00, 1, "buffer 0"), UMG("BUFFER_1", 0x01, 1, "buffer 1"),
	UMG("BUFFER_2", 0x02, 1, "buffer 2"), UMG("BUFFER_3", 0x03, 1, "buffer 3"),
	UMG("BUFFER_4", 0x04, 1, "buffer 4"), UMG("BUFFER_5", 0x05, 1, "buffer 5"),
	UMG("BUFFER_6", 0x06, 1, "buffer 6"), UMG("BUFFER_7", 0x07, 1, "buffer 7"),
	UMG("BUFFER_8", 0x08, 1, "buffer 8"), UMG("BUFFER_9", 0x09, 1, "buffer 9"),
};
static const struct model_umask mab_requests_f14[] = {
	UMG("DC_BUFFER_0", 0x00, 1, "data buffer 0"),
	UMG("DC_BUFFER_1", 0x01, 1, "data buffer 1"),
	UMG("DC_BUFFER_2", 0x02, 1, "data buffer 2"),
	UMG("DC_BUFFER_3", 0x03, 1, "data buffer 3"),
	UMG("DC_BUFFER_4", 0x04, 1, "data buffer 4"),
	UMG("DC_BUFFER_5", 0x05, 1, "data buffer 5"),
	UMG("DC_BUFFER_6", 0x06, 1, "data buffer 6"),
	UMG("DC_BUFFER_7", 0x07, 1, "data buffer 7"),
	UMG("IC_BUFFER_0", 0x08, 1, "instruction buffer 0"),
	UMG("IC_BUFFER_1", 0x09, 1, "instruction buffer 1"),
	UMG("ANY_IC_BUFFER", 0x0a, 1, "any of the instruction cache"),
	UMG("ANY_DC_BUFFER", 0x0b, 1, "any of the data cache"),
};
static const struct model_umask northbridge_read_responses[] = {
	UM("EXCLUSIVE", 0x01, "exclusive"), UM("MODIFIED", 0x02, "modified"),
	UM("SHARED", 0x04, "shared"), UM("OWNED", 0x08, "owned"),
	UM("DATA_ERROR", 0x10, "with a data error"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask system_read_responses[] = {
	UM("EXCLUSIVE", 0x01, "exclusive"), UM("MODIFIED", 0x02, "modified"),
	UM("SHARED", 0x04, "shared"), UM("OWNED", 0x08, "owned"),
	UM("DATA_ERROR", 0x10, "with a data error"),
	UM("DIRTY_SUCCESS", 0x20, "changed to dirty"), UM("UNCACHEABLE", 0x40, "uncacheable"),
	UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask system_read_responses_f11[] = {
	UM("EXCLUSIVE", 0x01, "exclusive"), UM("MODIFIED", 0x02, "modified"),
	UM("SHARED", 0x04, "shared"), UM("DATA_ERROR", 0x10, "with a data error"),
	UM("ALL", 0x17, "all of them"),
};
static const struct model_umask system_read_responses_f15[] = {
	UM("EXCLUSIVE", 0x01, "exclusive"), UM("MODIFIED", 0x02, "modified"),
	UM("SHARED", 0x04, "shared"), UM("OWNED", 0x08, "owned"),
	UM("DATA_ERROR", 0x10, "with a data error"),
	UM("MODIFIED_UNWRITTEN", 0x20, "modified, not written"), UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask system_responses[] = {
	UM("EXCLUSIVE", 0x01, "exclusive"), UM("MODIFIED", 0x02, "modified"),
	UM("SHARED", 0x04, "shared"), UM("OWNED", 0x08, "owned"),
	UM("DATA_ERROR", 0x10, "with a data error"),
	UM("CHANGE_DIRTY", 0x20, "changes to dirty"), UM("UNCACHEABLE", 0x40, "uncacheable"),
	UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask data_written_to_system[] = {
	UM("DATA_LINE_EVICTIONS", 0x01, "evicted data lines"),
	UM("INSTRUCTION_ATTRIBUTE_EVICTIONS", 0x02, "evicted instruction attributes"),
	UM("BYTE_ENABLE_MASK_UNCACHEABLE", 0x04, "byte masks, uncacheable"),
	UM("DATA_FOR_UNCACHEABLE", 0x08, "data, uncacheable"),
	UM("BYTE_ENABLE_MASK_WRITE_COMBINE", 0x10, "byte masks, write-combining"),
	UM("DATA_FOR_WRITE_COMBINE", 0x20, "data, write-combining"),
	UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask octwords_written_to_system[] = {
	UM("OCTWORD_WRITE_TRANSFER", 0x01, "transfers"),
};
static const struct model_umask quadwords_written_to_system[] = {
	UM("QUADWORD_WRITE_TRANSFER", 0x01, "transfers"),
};
static const struct model_umask cache_cross_invalidates[] = {
	UM("DC_INVALIDATES_IC", 0x01, "data of instructions"),
	UM("DC_INVALIDATES_DC", 0x02, "data of data"),
	UM("IC_INVALIDATES_IC", 0x04, "instructions of instructions"),
	UM("IC_INVALIDATES_DC_DIRTY", 0x08, "instructions of dirty data"),
	UM("IC_HITS_DC_CLEAN_LINE", 0x10, "instructions hit clean data"),
	UM("DC_PROBE_REJECTED_EARLY", 0x20, "data probes rejected early"),
	UM("DC_PROBE_REJECTED_LATE", 0x40, "data probes rejected late"),
	UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask requests_to_l2[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("SNOOP", 0x08, "snoops of tags"), UM("ALL", 0x0b, "all of them"),
};
static const struct model_umask requests_to_l2_f11[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"), UM("SNOOP", 0x08, "snoops of tags"),
	UM("CANCELLED", 0x10, "cancelled"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask requests_to_l2_f10[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"), UM("SNOOP", 0x08, "snoops of tags"),
	UM("CANCELLED", 0x10, "cancelled"),
	UM("HW_PREFETCH_FROM_DC", 0x20, "prefetches of the data cache"),
	UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask requests_to_l2_f15[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"), UM("SNOOP", 0x08, "snoops of tags"),
	UM("CANCELLED", 0x10, "cancelled"), UM("PREFETCHER", 0x40, "prefetches of the L2"),
	UM("ALL", 0x5f, "all of them"),
};
static const struct model_umask l2_cache_miss[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"),
	UM("HW_PREFETCH_FROM_DC", 0x08, "prefetches of the data cache"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask l2_cache_miss_f15[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"), UM("PREFETCHER", 0x10, "prefetches of the L2"),
	UM("ALL", 0x17, "all of them"),
};
static const struct model_umask l2_cache_miss_f14[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask l2_cache_miss_f11[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask l2_cache_fill_writeback[] = {
	UM("L2_FILLS", 0x01, "lines that the L1 caches evict into the L2"),
	UM("L2_WRITEBACKS", 0x02, "written back from the L2"),
	UM("L2_WRITEBACKS_CLEAN", 0x04, "clean lines that leave the L2"),
	UM("ALL", 0x07, "all of them"),
};
static const struct model_umask l2_fill_writeback[] = {
	UM("L2_FILLS", 0x01, "lines that the L1 caches evict into the L2"),
	UM("L2_WRITEBACKS", 0x02, "written back from the L2"),
	UM("IC_ATTR_WRITES_L2_ACCESS", 0x04, "instruction attributes: accesses"),
	UM("IC_ATTR_WRITES_L2_WRITES", 0x08, "instruction attributes: writes"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask l2_fill_writeback_f10[] = {
	UM("L2_FILLS", 0x01, "lines that the L1 caches evict into the L2"),
	UM("L2_WRITEBACKS", 0x02, "written back from the L2"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask itlb_miss[] = {
	UM("4K_PAGE_FETCHES", 0x01, "pages of 4 KiB"),
	UM("2M_PAGE_FETCHES", 0x02, "pages of 2 MiB"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask l1_itlb_miss_and_l2_itlb_miss[] = {
	UM("4K_PAGE_FETCHES", 0x01, "pages of 4 KiB"),
	UM("2M_PAGE_FETCHES", 0x02, "pages of 2 MiB"),
	UM("1G_PAGE_FETCHES", 0x04, "pages of 1 GiB"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask instruction_cache_invalidated[] = {
	UM("NON_SMC_PROBE_MISS", 0x01, "other probes that missed"),
	UM("NON_SMC_PROBE_HIT", 0x02, "other probes that hit"),
	UM("SMC_PROBE_MISS", 0x04, "self-modifying code, missed"),
	UM("SMC_PROBE_HIT", 0x08, "self-modifying code, hit"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask instruction_cache_lines_invalidated[] = {
	UM("INVALIDATING_PROBE_NO_IN_FLIGHT", 0x01, "by a probe, nothing in flight"),
	UM("INVALIDATING_PROBE_ONE_OR_MORE_IN_FLIGHT", 0x02, "by a probe, instructions in flight"),
	UM("SMC_NO_INFLIGHT", 0x04, "by self-modifying code, nothing in flight"),
	UM("SMC_INFLIGHT", 0x08, "by self-modifying code, instructions in flight"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask instruction_cache_lines_invalidated_f16[] = {
	UM("IC_INVALIDATE_LS_PROBE", 0x01, "by the load-store unit"),
	UM("IC_INVALIDATE_BU_PROBE", 0x02, "by the bus unit"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask instruction_cache_lines_invalidated_f14[] = {
	UM("INVALIDATING_LS_PROBE", 0x01, "by the load-store unit"),
	UM("INVALIDATING_BU_PROBE", 0x02, "by the bus unit"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask instruction_cache_lines_invalidated_f10[] = {
	UM("INVALIDATING_PROBE_NO_IN_FLIGHT", 0x01, "by a probe, nothing in flight"),
	UM("INVALIDATING_PROBE_ONE_OR_MORE_IN_FLIGHT", 0x02, "by a probe, instructions in flight"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask retired_floating_point_instructions[] = {
	UM("X87", 0x01, "x87"), UM("SSE", 0x02, "SSE and AVX"), UM("ALL", 0x03, "all of them"),
};
static const struct model_umask retired_mmx_and_fp_instructions[] = {
	UM("X87", 0x01, "x87"), UM("MMX_AND_3DNOW", 0x02, "MMX and 3DNow!"),
	UM("PACKED_SSE_AND_SSE2", 0x04, "packed SSE and SSE2"),
	UM("SCALAR_SSE_AND_SSE2", 0x08, "scalar SSE and SSE2"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask retired_mmx_and_fp_instructions_f10[] = {
	UM("X87", 0x01, "x87"), UM("MMX_AND_3DNOW", 0x02, "MMX and 3DNow!"),
	UM("PACKED_SSE_AND_SSE2", 0x04, "packed SSE and SSE2"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask retired_mmx_and_fp_instructions_f12[] = {
	UM("X87", 0x01, "x87"), UM("MMX_AND_3DNOW", 0x02, "MMX and 3DNow!"),
	UM("SSE_AND_SSE2", 0x04, "SSE and SSE2"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask retired_mmx_fp_instructions[] = {
	UM("X87", 0x01, "x87"), UM("MMX", 0x02, "MMX"), UM("SSE", 0x04, "SSE and AVX"),
	UM("ALL", 0x07, "all of them"),
};
static const struct model_umask retired_fastpath_double_op_instructi[] = {
	UM("POSITION_0", 0x01, "low op in position 0"),
	UM("POSITION_1", 0x02, "low op in position 1"),
	UM("POSITION_2", 0x04, "low op in position 2"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask fpu_exceptions[] = {
	UM("X87_RECLASS_MICROFAULTS", 0x01, "x87 reclass microfaults"),
	UM("SSE_RETYPE_MICROFAULTS", 0x02, "SSE retype microfaults"),
	UM("SSE_RECLASS_MICROFAULTS", 0x04, "SSE reclass microfaults"),
	UM("SSE_AND_X87_MICROTRAPS", 0x08, "SSE and x87 microtraps"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask fpu_exceptions_f15[] = {
	UM("TOTAL_FAULTS", 0x01, "faults"), UM("TOTAL_TRAPS", 0x02, "traps"),
	UM("INT2EXT_FAULTS", 0x04, "faults from internal to external format"),
	UM("EXT2INT_FAULTS", 0x08, "faults from external to internal format"),
	UM("BYPASS_FAULTS", 0x10, "bypass faults"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask dram_accesses[] = {
	UM("DCT0_PAGE_HIT", 0x01, "controller 0: page hits"),
	UM("DCT0_PAGE_MISS", 0x02, "controller 0: page misses"),
	UM("DCT0_PAGE_CONFLICT", 0x04, "controller 0: page conflicts"),
	UM("DCT1_PAGE_HIT", 0x08, "controller 1: page hits"),
	UM("DCT1_PAGE_MISS", 0x10, "controller 1: page misses"),
	UM("DCT1_PAGE_CONFLICT", 0x20, "controller 1: page conflicts"),
	UM("WRITE_REQUEST", 0x40, "writes"), UM("READ_REQUEST", 0x80, "reads"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask dram_accesses_page[] = {
	UM("DCT0_HIT", 0x01, "hits"), UM("DCT0_MISS", 0x02, "controller 0: misses"),
	UM("DCT0_CONFLICT", 0x04, "controller 0: conflicts"),
	UM("DCT1_PAGE_HIT", 0x08, "controller 1: page hits"),
	UM("DCT1_PAGE_MISS", 0x10, "controller 1: page misses"),
	UM("DCT1_PAGE_CONFLICT", 0x20, "controller 1: page conflicts"),
	UM("WRITE_REQUEST", 0x40, "writes"), UM("READ_REQUEST", 0x80, "reads"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask dram_accesses_page_f10[] = {
	UM("HIT", 0x01, "hits"), UM("MISS", 0x02, "misses"), UM("CONFLICT", 0x04, "conflicts"),
	UM("DCT1_PAGE_HIT", 0x08, "controller 1: page hits"),
	UM("DCT1_PAGE_MISS", 0x10, "controller 1: page misses"),
	UM("DCT1_PAGE_CONFLICT", 0x20, "controller 1: page conflicts"),
	UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask dram_accesses_page_f14[] = {
	UM("HIT", 0x01, "hits"), UM("MISS", 0x02, "misses"), UM("CONFLICT", 0x04, "conflicts"),
	UM("WRITE_REQUEST", 0x40, "writes"), UM("ALL", 0x47, "all of them"),
};
static const struct model_umask dram_controller_page_table_events[] = {
	UM("DCT_PAGE_TABLE_OVERFLOW", 0x01, "overflows"),
	UM("STALE_TABLE_ENTRY_HITS", 0x02, "hits of stale entries"),
	UM("PAGE_TABLE_IDLE_CYCLE_LIMIT_INCREMENTED", 0x04, "the idle limit was raised"),
	UM("PAGE_TABLE_IDLE_CYCLE_LIMIT_DECREMENTED", 0x08, "the idle limit was lowered"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask memory_controller_0_page[] = {
	UM("PAGE_TABLE_OVERFLOW", 0x01, "overflows"),
	UM("STALE_TABLE_ENTRY_HITS", 0x02, "hits of stale entries"),
	UM("PAGE_TABLE_IDLE_CYCLE_LIMIT_INCREMENTED", 0x04, "the idle limit was raised"),
	UM("PAGE_TABLE_IDLE_CYCLE_LIMIT_DECREMENTED", 0x08, "the idle limit was lowered"),
	UM("PAGE_TABLE_CLOSED_INACTIVITY", 0x10, "pages closed for inactivity"),
	UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask memory_controller_page_table[] = {
	UM("DCT0_PAGE_TABLE_OVERFLOW", 0x01, "controller 0: overflows"),
	UM("DCT0_PAGE_TABLE_STALE_HIT", 0x02, "hits of stale entries"),
	UM("DCT0_PAGE_TABLE_IDLE_INC", 0x04, "the idle limit was raised"),
	UM("DCT0_PAGE_TABLE_IDLE_DEC", 0x08, "the idle limit was lowered"),
	UM("DCT0_PAGE_TABLE_CLOSED", 0x10, "pages closed for inactivity"),
	UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask memory_controller_page_table_overflo[] = {
	UM("DCT0_PAGE_TABLE_OVERFLOW", 0x01, "controller 0: overflows"),
	UM("DCT1_PAGE_TABLE_OVERFLOW", 0x02, "controller 1: overflows"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask memory_controller_slot_misses[] = {
	UM("DCT0_RBD", 0x10, "controller 0: reads of DRAM"),
	UM("DCT1_RBD", 0x20, "controller 1: reads of DRAM"),
	UM("DCT0_PREFETCH", 0x40, "controller 0: prefetches"),
	UM("DCT1_PREFETCH", 0x80, "controller 1: prefetches"), UM("ALL", 0xf0, "all of them"),
};
static const struct model_umask memory_controller_slot_misses_f10[] = {
	UM("DCT0_COMMAND_SLOTS_MISSED", 0x01, "controller 0: command slots"),
	UM("DCT1_COMMAND_SLOTS_MISSED", 0x02, "controller 1: command slots"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask memory_controller_slot_misses_f14[] = {
	UM("DCT0_RBD", 0x10, "controller 0: reads of DRAM"),
	UM("DCT0_PREFETCH", 0x40, "controller 0: prefetches"), UM("ALL", 0x50, "all of them"),
};
static const struct model_umask memory_controller_turnarounds[] = {
	UM("DCT0_READ_TO_WRITE", 0x01, "controller 0: from read to write"),
	UM("DCT0_WRITE_TO_READ", 0x02, "controller 0: from write to read"),
	UM("DCT1_READ_TO_WRITE", 0x08, "controller 1: from read to write"),
	UM("DCT1_WRITE_TO_READ", 0x10, "controller 1: from write to read"),
	UM("ALL", 0x1b, "all of them"),
};
static const struct model_umask memory_controller_turnarounds_f10[] = {
	UM("CHIP_SELECT", 0x01, "from chip to chip"),
	UM("READ_TO_WRITE", 0x02, "from read to write"),
	UM("WRITE_TO_READ", 0x04, "from write to read"),
	UM("DCT1_DIMM", 0x08, "controller 1: from module to module"),
	UM("DCT1_READ_TO_WRITE_TURNAROUND", 0x10, "controller 1: from read to write"),
	UM("DCT1_WRITE_TO_READ_TURNAROUND", 0x20, "controller 1: from write to read"),
	UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask memory_controller_turnarounds_f11[] = {
	UM("DCT0_READ_TO_WRITE", 0x01, "controller 0: from read to write"),
	UM("DCT0_WRITE_TO_READ", 0x02, "controller 0: from write to read"),
	UM("DCT0_DIMM", 0x04, "controller 0: from module to module"),
	UM("DCT1_READ_TO_WRITE", 0x08, "controller 1: from read to write"),
	UM("DCT1_WRITE_TO_READ", 0x10, "controller 1: from write to read"),
	UM("DCT1_DIMM", 0x20, "controller 1: from module to module"),
	UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask memory_controller_bypass[] = {
	UM("HIGH_PRIORITY", 0x01, "high priority"), UM("LOW_PRIORITY", 0x02, "low priority"),
	UM("DRAM_INTERFACE", 0x04, "DRAM interface"), UM("DRAM_QUEUE", 0x08, "DRAM queue"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask memory_controller_rbd_queue[] = {
	UM("COUNTER_REACHED", 0x04, "the bypass limit was reached"),
	UM("BANK_CLOSED", 0x08, "banks closed for others"), UM("ALL", 0x0c, "all of them"),
};
static const struct model_umask memory_controller_rbd_queue_f11[] = {
	UM("COUNTER_REACHED", 0x04, "the bypass limit was reached"),
};
static const struct model_umask memory_controller_rbd_queue_events[] = {
	UM("DCQ_BYPASS_MAX", 0x04, "the bypass limit was reached"),
	UM("BANK_CLOSED", 0x08, "banks closed for others"), UM("ALL", 0x0c, "all of them"),
};
static const struct model_umask thermal_status[] = {
	UM("MEMHOT_L", 0x01, "memory reported heat"),
	UM("HTC_TRANSITION", 0x04, "thermal control went on"),
	UM("CLOCKS_HTC_P_STATE_INACTIVE", 0x20,
	"clocks with thermal control, its P-state not in force"),
	UM("CLOCKS_HTC_P_STATE_ACTIVE", 0x40, "clocks with thermal control in force"),
	UM("PROCHOT_L", 0x80, "PROCHOT was asserted from outside"),
	UM("ALL", 0xc5, "all of them"),
};
static const struct model_umask thermal_status_f11[] = {
	UM("MEMHOT_L_ASSERTIONS", 0x01, "memory reported heat"),
	UM("HTC_TRANSITIONS", 0x04, "thermal control went on"),
	UM("CLOCKS_HTC_P_STATE_INACTIVE", 0x20,
	"clocks with thermal control, its P-state not in force"),
	UM("CLOCKS_HTC_P_STATE_ACTIVE", 0x40, "clocks with thermal control in force"),
	UM("PROCHOT_L_ASSERTIONS", 0x80, "PROCHOT was asserted from outside"),
	UM("ALL", 0xe5, "all of them"),
};
static const struct model_umask thermal_status_and_ecc_errors[] = {
	UM("CLKS_DIE_TEMP_TOO_HIGH", 0x04, "clocks with the die too hot"),
	UM("CLKS_TEMP_THRESHOLD_EXCEEDED", 0x08, "clocks above the threshold"),
	UM("STC_TRIP_POINTS_CROSSED", 0x10, "trip points crossed"),
	UM("CLOCKS_HTC_P_STATE_INACTIVE", 0x20,
	"clocks with thermal control, its P-state not in force"),
	UM("CLOCKS_HTC_P_STATE_ACTIVE", 0x40, "clocks with thermal control in force"),
	UM("ALL", 0x7c, "all of them"),
};
static const struct model_umask cpu_io_requests_to_memory_io[] = {
	UM("I_O_TO_I_O", 0x01, "I/O to I/O"), UM("I_O_TO_MEM", 0x02, "I/O to memory"),
	UM("CPU_TO_I_O", 0x04, "processor to I/O"),
	UM("CPU_TO_MEM", 0x08, "processor to memory"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask cpu_io_requests_to_memory_io_f11[] = {
	UM("I_O_TO_I_O", 0xa1, "I/O to I/O"), UM("I_O_TO_MEM", 0xa2, "I/O to memory"),
	UM("CPU_TO_I_O", 0xa4, "processor to I/O"),
	UM("CPU_TO_MEM", 0xa8, "processor to memory"), UM("ALL", 0xaf, "all of them"),
};
static const struct model_umask cpu_io_requests_to_memory_io_f10[] = {
	UM("I_O_TO_I_O", 0x01, "I/O to I/O"), UM("I_O_TO_MEM", 0x02, "I/O to memory"),
	UM("CPU_TO_I_O", 0x04, "processor to I/O"),
	UM("CPU_TO_MEM", 0x08, "processor to memory"),
	UM("TO_REMOTE_NODE", 0x10, "to a remote node"),
	UM("TO_LOCAL_NODE", 0x20, "to the local node"),
	UM("FROM_REMOTE_NODE", 0x40, "from a remote node"),
	UM("FROM_LOCAL_NODE", 0x80, "from the local node"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask cache_block[] = {
	UM("VICTIM_WRITEBACK", 0x01, "victims written back"),
	UM("DCACHE_LOAD_MISS", 0x04, "data cache load misses"),
	UM("SHARED_ICACHE_REFILL", 0x08, "shared instruction refills"),
	UM("READ_BLOCK_MODIFIED", 0x10, "reads for modification"),
	UM("CHANGE_TO_DIRTY", 0x20, "changes to dirty"), UM("ALL", 0x3d, "all of them"),
};
static const struct model_umask cache_block_f10[] = {
	UM("VICTIM_WRITEBACK", 0x01, "victims written back"),
	UM("DCACHE_LOAD_MISS", 0x04, "data cache load misses"),
	UM("SHARED_ICACHE_REFILL", 0x08, "shared instruction refills"),
	UM("READ_BLOCK_MODIFIED", 0x10, "reads for modification"),
	UM("READ_TO_DIRTY", 0x20, "changes to dirty"), UM("ALL", 0x3d, "all of them"),
};
static const struct model_umask sized_commands[] = {
	UM("NON_POSTED_WRITE_BYTE", 0x01, "non-posted byte writes"),
	UM("NON_POSTED_WRITE_DWORD", 0x02, "non-posted doubleword writes"),
	UM("POSTED_WRITE_BYTE", 0x04, "posted byte writes"),
	UM("POSTED_WRITE_DWORD", 0x08, "posted doubleword writes"),
	UM("READ_BYTE_4_BYTES", 0x10, "reads of up to 4 bytes"),
	UM("READ_DWORD_1_16_DWORDS", 0x20, "reads of doublewords"),
	UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask probe[] = {
	UM("MISS", 0x01, "misses"), UM("HIT_CLEAN", 0x02, "hit clean"),
	UM("HIT_DIRTY_NO_MEMORY_CANCEL", 0x04, "hit dirty, memory not cancelled"),
	UM("HIT_DIRTY_WITH_MEMORY_CANCEL", 0x08, "hit dirty, memory cancelled"),
	UM("UPSTREAM_HIGH_PRIORITY_READS", 0x10, "upstream reads, high priority"),
	UM("UPSTREAM_LOW_PRIORITY_READS", 0x20, "upstream reads, low priority"),
	UM("UPSTREAM_LOW_PRIORITY_WRITES", 0x80, "upstream writes, low priority"),
	UM("ALL", 0xbf, "all of them"),
};
static const struct model_umask probe_f14[] = {
	UM("MISS", 0x01, "misses"), UM("HIT_CLEAN", 0x02, "hit clean"),
	UM("HIT_DIRTY_NO_MEMORY_CANCEL", 0x04, "hit dirty, memory not cancelled"),
	UM("HIT_DIRTY_WITH_MEMORY_CANCEL", 0x08, "hit dirty, memory cancelled"),
	UM("UPSTREAM_HIGH_PRIO_READS", 0x10, "upstream reads, high priority"),
	UM("UPSTREAM_LOW_PRIO_READS", 0x20, "upstream reads, low priority"),
	UM("UPSTREAM_LOW_PRIO_WRITES", 0x80, "upstream writes, low priority"),
	UM("ALL", 0xbf, "all of them"),
};
static const struct model_umask probe_f11[] = {
	UM("MISS", 0x01, "misses"), UM("HIT_CLEAN", 0x02, "hit clean"),
	UM("HIT_DIRTY_NO_MEMORY_CANCEL", 0x04, "hit dirty, memory not cancelled"),
	UM("HIT_DIRTY_WITH_MEMORY_CANCEL", 0x08, "hit dirty, memory cancelled"),
	UM("UPSTREAM_DISPLAY_REFRESH_READS", 0x10, "upstream display refresh reads"),
	UM("UPSTREAM_NON_DISPLAY_REFRESH_READS", 0x20, "other upstream reads"),
	UM("UPSTREAM_ISOC_WRITES", 0x40, "upstream writes, isochronous"),
	UM("UPSTREAM_NON_ISOC_WRITES", 0x80, "upstream writes, not isochronous"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask probe_f10[] = {
	UM("MISS", 0x01, "misses"), UM("HIT_CLEAN", 0x02, "hit clean"),
	UM("HIT_DIRTY_NO_MEMORY_CANCEL", 0x04, "hit dirty, memory not cancelled"),
	UM("HIT_DIRTY_WITH_MEMORY_CANCEL", 0x08, "hit dirty, memory cancelled"),
	UM("UPSTREAM_DISPLAY_REFRESH_READS", 0x10, "upstream display refresh reads"),
	UM("UPSTREAM_NON_DISPLAY_REFRESH_READS", 0x20, "other upstream reads"),
	UM("UPSTREAM_WRITES", 0x40, "upstream writes"),
	UM("UPSTREAM_NON_ISOC_WRITES", 0x80, "upstream writes, not isochronous"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask dev[] = {
	UM("DEV_HIT", 0x10, "device exclusion: hits"),
	UM("DEV_MISS", 0x20, "device exclusion: misses"),
	UM("DEV_ERROR", 0x40, "device exclusion: errors"), UM("ALL", 0x70, "all of them"),
};
static const struct model_umask dev_events[] = {
	UM("HIT", 0x10, "hits"), UM("MISS", 0x20, "misses"), UM("ERROR", 0x40, "errors"),
	UM("ALL", 0x70, "all of them"),
};
static const struct model_umask gart[] = {
	UM("APERTURE_HIT_FROM_CPU", 0x01, "hits from the processor"),
	UM("APERTURE_HIT_FROM_IO", 0x02, "hits from I/O"), UM("MISS", 0x04, "misses"),
	UM("REQUEST_HIT_TABLE_WALK", 0x08, "requests that met a table walk"),
	UM("DEV_HIT", 0x10, "device exclusion: hits"),
	UM("DEV_MISS", 0x20, "device exclusion: misses"),
	UM("DEV_ERROR", 0x40, "device exclusion: errors"),
	UM("MULTIPLE_TABLE_WALK", 0x80, "several table walks at once"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask hypertransport_link0[] = {
	UM("COMMAND_DWORD_SENT", 0x01, "commands"), UM("ADDRESS_DWORD_SENT", 0x02, "addresses"),
	UM("DATA_DWORD_SENT", 0x04, "data"),
	UM("BUFFER_RELEASE_DWORD_SENT", 0x08, "buffer releases"),
	UM("NOP_DWORD_SENT", 0x10, "nothing"),
	UM("PER_PACKET_CRC_SENT", 0x20, "checksums of packets"), UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask hypertransport_link0_f10[] = {
	UM("COMMAND_DWORD_SENT", 0x01, "commands"), UM("DATA_DWORD_SENT", 0x02, "data"),
	UM("BUFFER_RELEASE_DWORD_SENT", 0x04, "buffer releases"),
	UM("NOP_DWORD_SENT", 0x08, "nothing"),
	UM("ADDRESS_EXT_DWORD_SENT", 0x10, "address extensions"),
	UM("PER_PACKET_CRC_SENT", 0x20, "checksums of packets"), UM("ALL", 0x3f, "all of them"),
	UMG("SUBLINK_MASK", 0x80, 1, "of the second half of the link"),
};
static const struct model_umask pdc_miss[] = {
	UM("HOST_PDE_LEVEL", 0x01, "host, page directory"),
	UM("HOST_PDPE_LEVEL", 0x02, "host, page directory pointers"),
	UM("HOST_PML4E_LEVEL", 0x04, "host, level 4"),
	UM("GUEST_PDE_LEVEL", 0x10, "guest, page directory"),
	UM("GUEST_PDPE_LEVEL", 0x20, "guest, page directory pointers"),
	UM("GUEST_PML4E_LEVEL", 0x40, "guest, level 4"), UM("ALL", 0x67, "all of them"),
};
static const struct model_umask pdc_miss_f16[] = {
	UM("HOST_PDE_LEVEL", 0x01, "host, page directory"),
	UM("HOST_PDPE_LEVEL", 0x02, "host, page directory pointers"),
	UM("HOST_PML4E_LEVEL", 0x04, "host, level 4"),
	UM("GUEST_PDE_LEVEL", 0x10, "guest, page directory"),
	UM("GUEST_PDPE_LEVEL", 0x20, "guest, page directory pointers"),
	UM("GUEST_PML4E_LEVEL", 0x40, "guest, level 4"), UM("ALL", 0x77, "all of them"),
};
static const struct model_umask page_size_mismatches[] = {
	UM("GUEST_LARGER", 0x01, "the guest's page is larger"),
	UM("MTRR_MISMATCH", 0x02, "MTRRs differ in the page"),
	UM("HOST_LARGER", 0x04, "the host's page is larger"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask l2_prefetcher_trigger_events[] = {
	UM("LOAD_L1_MISS_SEEN_BY_PREFETCHER", 0x01, "load misses that it saw"),
	UM("STORE_L1_MISS_SEEN_BY_PREFETCHER", 0x02, "store misses that it saw"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask retired_indirect_branch_info[] = {
	UM("RETIRED", 0x01, "retired"), UM("MISPREDICTED", 0x02, "predicted wrongly"),
	UM("ALL", 0x03, "all of them"),
};
static const struct model_umask retired_x87_ops[] = {
	UM("ADD_SUB_OPS", 0x01, "adds and subtracts"), UM("MUL_OPS", 0x02, "multiplies"),
	UM("DIV_OPS", 0x04, "divides and roots"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask ibs_ops_tagged[] = {
	UM("TAGGED", 0x01, "tagged"), UM("RETIRED", 0x02, "retired"),
	UM("IGNORED", 0x04, "not tagged, as one was in flight"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask cpu_to_dram_requests_to_target_node[] = {
	UM("LOCAL_TO_0", 0x01, "to node 0"), UM("LOCAL_TO_1", 0x02, "to node 1"),
	UM("LOCAL_TO_2", 0x04, "to node 2"), UM("LOCAL_TO_3", 0x08, "to node 3"),
	UM("LOCAL_TO_4", 0x10, "to node 4"), UM("LOCAL_TO_5", 0x20, "to node 5"),
	UM("LOCAL_TO_6", 0x40, "to node 6"), UM("LOCAL_TO_7", 0x80, "to node 7"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask cpu_read_command_latency_to_target_n[] = {
	UM("READ_BLOCK", 0x01, "reads of blocks"), UM("READ_BLOCK_SHARED", 0x02, "shared reads"),
	UM("READ_BLOCK_MODIFIED", 0x04, "reads for modification"),
	UM("CHANGE_TO_DIRTY", 0x08, "changes to dirty"), UM("LOCAL_TO_0", 0x10, "to node 0"),
	UM("LOCAL_TO_1", 0x20, "to node 1"), UM("LOCAL_TO_2", 0x40, "to node 2"),
	UM("LOCAL_TO_3", 0x80, "to node 3"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask cpu_read_command_latency_to_target_n_f10[] = {
	UM("READ_BLOCK", 0x01, "reads of blocks"), UM("READ_BLOCK_SHARED", 0x02, "shared reads"),
	UM("READ_BLOCK_MODIFIED", 0x04, "reads for modification"),
	UM("CHANGE_TO_DIRTY", 0x08, "changes to dirty"), UM("LOCAL_TO_4", 0x10, "to node 4"),
	UM("LOCAL_TO_5", 0x20, "to node 5"), UM("LOCAL_TO_6", 0x40, "to node 6"),
	UM("LOCAL_TO_7", 0x80, "to node 7"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask cpu_command_latency_to_target_node_0[] = {
	UM("READ_SIZED", 0x01, "sized reads"), UM("WRITE_SIZED", 0x02, "sized writes"),
	UM("VICTIM_BLOCK", 0x04, "victims"), UM("NODE_GROUP_SELECT", 0x08, "nodes 4 to 7"),
	UM("LOCAL_TO_0_4", 0x10, "to node 0 or 4"), UM("LOCAL_TO_1_5", 0x20, "to node 1 or 5"),
	UM("LOCAL_TO_2_6", 0x40, "to node 2 or 6"), UM("LOCAL_TO_3_7", 0x80, "to node 3 or 7"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask sideband_signals[] = {
	UM("STOPGRANT", 0x02, "stop grant"), UM("SHUTDOWN", 0x04, "shutdown"),
	UM("WBINVD", 0x08, "WBINVD"), UM("INVD", 0x10, "INVD"), UM("ALL", 0x1e, "all of them"),
};
static const struct model_umask sideband_signals_f11[] = {
	UM("HALT", 0x01, "halt"), UM("STOPGRANT", 0x02, "stop grant"),
	UM("SHUTDOWN", 0x04, "shutdown"), UM("WBINVD", 0x08, "WBINVD"), UM("INVD", 0x10, "INVD"),
	UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask sideband_signals_special_signals[] = {
	UM("STOPGRANT", 0x02, "stop grant"), UM("SHUTDOWN", 0x04, "shutdown"),
	UM("WBINVD", 0x08, "WBINVD"), UM("INVD", 0x10, "INVD"), UM("ALL", 0x1c, "all of them"),
};
static const struct model_umask interrupt_events[] = {
	UM("FIXED_AND_LPA", 0x01, "fixed and lowest priority"),
	UM("LPA", 0x02, "lowest priority"), UM("SMI", 0x04, "SMI"), UM("NMI", 0x08, "NMI"),
	UM("INIT", 0x10, "INIT"), UM("STARTUP", 0x20, "startup"), UM("INT", 0x40, "INT"),
	UM("EOI", 0x80, "end of interrupt"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask memory_controller_requests[] = {
	UM("32_BYTES_WRITES", 0x08, "writes of 32 bytes"),
	UM("64_BYTES_WRITES", 0x10, "writes of 64 bytes"),
	UM("32_BYTES_READS", 0x20, "reads of 32 bytes"),
	UM("64_BYTES_READS", 0x40, "reads of 64 bytes"), UM("ALL", 0x78, "all of them"),
};
static const struct model_umask memory_controller_requests_f10[] = {
	UM("WRITE_REQUESTS", 0x01, "writes"), UM("READ_REQUESTS", 0x02, "reads"),
	UM("PREFETCH_REQUESTS", 0x04, "prefetches"),
	UM("32_BYTES_WRITES", 0x08, "writes of 32 bytes"),
	UM("64_BYTES_WRITES", 0x10, "writes of 64 bytes"),
	UM("32_BYTES_READS", 0x20, "reads of 32 bytes"),
	UM("64_BYTES_READS", 0x40, "reads of 64 bytes"),
	UM("READ_REQUESTS_WHILE_WRITES_REQUESTS", 0x80, "reads while writes wait"),
	UM("ALL", 0xff, "all of them"),
};
static const struct model_umask read_request_to_l3_cache[] = {
	UM("READ_BLOCK_EXCLUSIVE", 0x01, "exclusive reads"),
	UM("READ_BLOCK_SHARED", 0x02, "shared reads"),
	UM("READ_BLOCK_MODIFY", 0x04, "reads for modification"),
	UM("ANY_READ", 0x07, "all reads"), UMG("ALL_CORES", 0xf0, 1, "of all cores"),
};
static const struct model_umask l3_fills_caused_by_l2_evictions[] = {
	UM("SHARED", 0x01, "shared"), UM("EXCLUSIVE", 0x02, "exclusive"),
	UM("OWNED", 0x04, "owned"), UM("MODIFIED", 0x08, "modified"),
	UM("ANY_STATE", 0x0f, "any state"), UMG("ALL_CORES", 0xf0, 1, "of all cores"),
};
static const struct model_umask l3_evictions[] = {
	UM("SHARED", 0x01, "shared"), UM("EXCLUSIVE", 0x02, "exclusive"),
	UM("OWNED", 0x04, "owned"), UM("MODIFIED", 0x08, "modified"),
	UM("ALL", 0x0f, "all of them"),
};

static const struct model_umask mab_f16[] = {
	UMG("DC_MISS0", 0x00, 1, "data buffer 0"), UMG("DC_MISS1", 0x01, 1, "data buffer 1"),
	UMG("DC_MISS2", 0x02, 1, "data buffer 2"), UMG("DC_MISS3", 0x03, 1, "data buffer 3"),
	UMG("DC_MISS4", 0x04, 1, "data buffer 4"), UMG("DC_MISS5", 0x05, 1, "data buffer 5"),
	UMG("DC_MISS6", 0x06, 1, "data buffer 6"), UMG("DC_MISS7", 0x07, 1, "data buffer 7"),
	UMG("IC_MISS0", 0x08, 1, "instruction buffer 0"),
	UMG("IC_MISS1", 0x09, 1, "instruction buffer 1"),
};

static const struct model_event rows[] = {
	AMD_ROWS_EVER,
	AMD_ROWS_TO_16H,
	/* Floating point */
	{ .name = "DISPATCHED_FPU", .code = 0x000, .variants = F16, .plain = 0x03,
	  UMASKS(dispatched_fpu), .about = "FPU operations dispatched, by pipe" },
	{ .name = "DISPATCHED_FPU", .code = 0x000, .variants = F14, .plain = 0x03,
	  UMASKS(dispatched_fpu_f14), .about = "FPU operations dispatched, by pipe" },
	{ .name = "DISPATCHED_FPU", .code = 0x000, .variants = TO_12H, .plain = 0x3f,
	  UMASKS(dispatched_fpu_f10), .about = "FPU operations dispatched, by pipe" },
	{ .name = "DISPATCHED_FPU_OPS", .code = 0x000, .variants = F15, .plain = 0xff,
	  UMASKS(dispatched_fpu_ops), .about = "FPU operations dispatched, by pipe" },
	{ .name = "CYCLES_FPU_EMPTY", .code = 0x001, .variants = F15,
	  .about = "cycles without work for the FPU" },
	{ .name = "CYCLES_NO_FPU_OPS_RETIRED", .code = 0x001, .variants = F10 | F11 | F12 | F14,
	  .about = "cycles without work for the FPU" },
	{ .name = "FP_SCHEDULER_EMPTY", .code = 0x001, .variants = F16,
	  .about = "cycles without work for the FPU" },
	{ .name = "DISPATCHED_FPU_OPS_FAST_FLAG", .code = 0x002, .variants = NOT_15H,
	  .about = "FPU operations with the fast flag interface" },
	{ .name = "RETIRED_SSE_AVX_OPERATIONS", .code = 0x003, .variants = F16, .plain = 0x7f,
	  UMASKS(retired_sse_avx_operations), .about = "SSE and AVX operations retired" },
	{ .name = "RETIRED_SSE_OPERATIONS", .code = 0x003, .variants = F10 | F12 | F14,
	  .plain = 0x7f, UMASKS(retired_sse_operations),
	  .about = "SSE and AVX operations retired" },
	{ .name = "RETIRED_SSE_OPS", .code = 0x003, .variants = F15, .plain = 0xff,
	  UMASKS(retired_sse_ops), .about = "SSE and AVX operations retired" },
	{ .name = "MOVE_SCALAR_OPTIMIZATION", .code = 0x004, .variants = F15, .plain = 0x0f,
	  UMASKS(move_scalar_optimization), .about = "moves eliminated, scalar ops optimized" },
	{ .name = "RETIRED_MOVE_OPS", .code = 0x004, .variants = F14, .plain = 0x0c,
	  UMASKS(retired_move_ops), .about = "move micro-ops retired" },
	{ .name = "RETIRED_MOVE_OPS", .code = 0x004, .variants = F10 | F12, .plain = 0x0f,
	  UMASKS(retired_move_ops_f10), .about = "move micro-ops retired" },
	{ .name = "RETIRED_SERIALIZING_OPS", .code = 0x005, .variants = F10 | F12 | F14,
	  .plain = 0x0f, UMASKS(retired_serializing_ops),
	  .about = "serializing floating-point ops retired" },
	{ .name = "RETIRED_SERIALIZING_OPS", .code = 0x005, .variants = F16, .plain = 0x0f,
	  UMASKS(retired_serializing_ops_f16), .about = "serializing floating-point ops retired" },
	{ .name = "RETIRED_SERIALIZING_OPS", .code = 0x005, .variants = F15, .plain = 0x0f,
	  UMASKS(retired_serializing_ops_f15), .about = "serializing floating-point ops retired" },
	{ .name = "BOTTOM_EXECUTE_OP", .code = 0x006, .variants = F15,
	  .about = "ops that wait to be the oldest" },
	{ .name = "FP_SCHEDULER_CYCLES", .code = 0x006, .variants = F10 | F12, .plain = 0x03,
	  UMASKS(fp_scheduler_cycles), .about = "cycles of the scheduler" },
	{ .name = "RETIRED_X87_FPU_OPS", .code = 0x011, .variants = F14, .plain = 0x07,
	  UMASKS(retired_x87_fpu_ops), .about = "x87 operations retired" },
	{ .name = "RETIRED_X87_OPERATIONS", .code = 0x011, .variants = F16, .plain = 0x0f,
	  UMASKS(retired_x87_operations), .about = "x87 operations retired" },
	/* Load-store and TLB */
	{ .name = "SEGMENT_REGISTER_LOADS", .code = 0x020, .plain = 0x7f,
	  UMASKS(segment_register_loads), .about = "loads of segment registers" },
	{ .name = "PIPELINE_RESTART_DUE_TO_PROBE_HIT", .code = 0x022,
	  .variants = F10 | F11 | F12 | F14 | F15, .about = "restarts for a probe that hit" },
	{ .name = "PIPELINE_RESTART_DUE_TO_PROBE_HIT", .code = 0x022, .variants = F16,
	  .plain = 0x03, UMASKS(pipeline_restart_due_to_probe_hit),
	  .about = "restarts for a probe that hit" },
	{ .name = "LOAD_Q_STORE_Q_FULL", .code = 0x023, .variants = F15, .plain = 0x03,
	  UMASKS(load_q_store_q_full), .about = "cycles with a full queue" },
	{ .name = "LS_BUFFER_2_FULL_CYCLES", .code = 0x023, .variants = TO_12H,
	  .about = "cycles with load-store buffer 2 full" },
	{ .name = "RSQ_FULL", .code = 0x023, .variants = F14,
	  .about = "cycles with the retired store queue full" },
	{ .name = "LOCKED_OPS", .code = 0x024, .variants = F15, .plain = 0x0d, UMASKS(locked_ops),
	  .about = "locked operations" },
	{ .name = "LOCKED_OPS", .code = 0x024, .variants = F10 | F12, .plain = 0x0f,
	  UMASKS(locked_ops_f10), .about = "locked operations" },
	{ .name = "LOCKED_OPS", .code = 0x024, .variants = F14, .plain = 0x07,
	  UMASKS(locked_ops_f14), .about = "locked operations" },
	{ .name = "LOCKED_OPS", .code = 0x024, .variants = F11, .plain = 0x07,
	  UMASKS(locked_ops_f11), .about = "locked operations" },
	{ .name = "LOCKED_OPS", .code = 0x024, .variants = F16, .plain = 0x07,
	  UMASKS(locked_ops_f16), .about = "locked operations" },
	{ .name = "RETIRED_CLFLUSH_INSTRUCTIONS", .code = 0x026, .about = "CLFLUSH retired" },
	{ .name = "RETIRED_CPUID_INSTRUCTIONS", .code = 0x027, .about = "CPUID retired" },
	{ .name = "LS_DISPATCH", .code = 0x029, .variants = F15 | F16, .plain = 0x07,
	  UMASKS(ls_dispatch), .about = "ops dispatched to the load-store unit" },
	{ .name = "CANCELLED_STORE_TO_LOAD", .code = 0x02a, .variants = F15, .plain = 0x01,
	  UMASKS(cancelled_store_to_load), .about = "loads that could not take a store's data" },
	{ .name = "CANCELLED_STORE_TO_LOAD_FORWARD_OPERATIONS", .code = 0x02a,
	  .variants = F10 | F12 | F14 | F16, .plain = 0x07,
	  UMASKS(cancelled_store_to_load_forward_oper),
	  .about = "loads that could not take a store's data" },
	{ .name = "SMIS_RECEIVED", .code = 0x02b, .variants = F10 | F12 | F15,
	  .about = "SMIs received" },
	{ .name = "EXECUTED_CLFLUSH_INSTRUCTIONS", .code = 0x030, .variants = F15,
	  .about = "CLFLUSH executed" },
	/* Data cache */
	{ .name = "DATA_CACHE_MISSES", .code = 0x041, .variants = NOT_15H,
	  .about = "misses of the data cache" },
	{ .name = "DATA_CACHE_MISSES", .code = 0x041, .variants = F15, .plain = 0x03,
	  UMASKS(data_cache_misses), .about = "misses of the data cache" },
	{ .name = "DATA_CACHE_REFILLS", .code = 0x042, .variants = F16, .plain = 0x1f,
	  UMASKS(data_cache_refills),
	  .about = "refills of the data cache from the L2 or the system" },
	{ .name = "DATA_CACHE_REFILLS", .code = 0x042, .variants = TO_12H, .plain = 0x1f,
	  UMASKS(data_cache_refills_f10),
	  .about = "refills of the data cache from the L2 or the system" },
	{ .name = "DATA_CACHE_REFILLS", .code = 0x042, .variants = F14, .plain = 0x1f,
	  UMASKS(data_cache_refills_f14),
	  .about = "refills of the data cache from the L2 or the system" },
	{ .name = "DATA_CACHE_REFILLS_FROM_L2_OR_NORTHBRIDGE", .code = 0x042, .variants = F15,
	  .plain = 0x0f, UMASKS(data_cache_refills_from_l2_or_northb),
	  .about = "refills of the data cache, by result" },
	{ .name = "DATA_CACHE_REFILLS_FROM_NB", .code = 0x043, .variants = F14, .plain = 0x1f,
	  UMASKS(data_cache_refills_f14),
	  .about = "refills of the data cache from the northbridge" },
	{ .name = "DATA_CACHE_REFILLS_FROM_NORTHBRIDGE", .code = 0x043, .variants = F15,
	  .about = "refills of the data cache from the northbridge" },
	{ .name = "DATA_CACHE_REFILLS_FROM_NORTHBRIDGE", .code = 0x043, .variants = F16,
	  .plain = 0x1f, UMASKS(data_cache_refills),
	  .about = "refills of the data cache from the northbridge" },
	{ .name = "DATA_CACHE_REFILLS_FROM_SYSTEM", .code = 0x043, .variants = TO_12H,
	  .plain = 0x1f, UMASKS(data_cache_refills_from_system),
	  .about = "refills of the data cache from the system" },
	{ .name = "DATA_CACHE_LINES_EVICTED", .code = 0x044, .variants = F10 | F12, .plain = 0x7f,
	  UMASKS(data_cache_lines_evicted), .about = "lines evicted from the data cache" },
	{ .name = "DATA_CACHE_LINES_EVICTED", .code = 0x044, .variants = F16, .plain = 0x1f,
	  UMASKS(data_cache_lines_evicted_f16), .about = "lines evicted from the data cache" },
	{ .name = "DATA_CACHE_LINES_EVICTED", .code = 0x044, .variants = F11, .plain = 0x1f,
	  UMASKS(data_cache_refills_from_system), .about = "lines evicted from the data cache" },
	{ .name = "DATA_CACHE_LINES_EVICTED", .code = 0x044, .variants = F14, .plain = 0x1f,
	  UMASKS(data_cache_lines_evicted_f14), .about = "lines evicted from the data cache" },
	{ .name = "L1_DTLB_MISS_AND_L2_DTLB_HIT", .code = 0x045, .variants = F11 | F14 | F16,
	  .about = "L1 data TLB misses that hit the L2 TLB" },
	{ .name = "L1_DTLB_MISS_AND_L2_DTLB_HIT", .code = 0x045, .variants = F10 | F12,
	  .plain = 0x07, UMASKS(l1_dtlb_miss_and_l2_dtlb_hit),
	  .about = "L1 data TLB misses that hit the L2 TLB" },
	{ .name = "UNIFIED_TLB_HIT", .code = 0x045, .variants = F15, .plain = 0x77,
	  UMASKS(unified_tlb_hit), .about = "hits of the unified TLB" },
	{ .name = "DTLB_MISS", .code = 0x046, .variants = F16, .plain = 0x0f, UMASKS(dtlb_miss),
	  .about = "misses of the data TLBs" },
	{ .name = "DTLB_MISS", .code = 0x046, .variants = F14, .plain = 0x0f, UMASKS(dtlb_miss_f14),
	  .about = "misses of the data TLBs" },
	{ .name = "L1_DTLB_AND_L2_DTLB_MISS", .code = 0x046, .variants = F11,
	  .about = "misses of both data TLBs" },
	{ .name = "L1_DTLB_AND_L2_DTLB_MISS", .code = 0x046, .variants = F10 | F12, .plain = 0x07,
	  UMASKS(l1_dtlb_and_l2_dtlb_miss), .about = "misses of both data TLBs" },
	{ .name = "UNIFIED_TLB_MISS", .code = 0x046, .variants = F15, .plain = 0x77,
	  UMASKS(unified_tlb_miss), .about = "misses of the unified TLB" },
	{ .name = "MISALIGNED_ACCESSES", .code = 0x047, .variants = F10 | F11 | F12 | F14 | F15,
	  .about = "accesses not aligned" },
	{ .name = "MISALIGNED_ACCESSES", .code = 0x047, .variants = F16, .plain = 0x03,
	  UMASKS(misaligned_accesses), .about = "accesses not aligned" },
	{ .name = "MICROARCHITECTURAL_LATE_CANCEL_OF_AN_ACCESS", .code = 0x048, .variants = TO_12H,
	  .about = "late cancels of an access" },
	{ .name = "MICROARCHITECTURAL_EARLY_CANCEL_OF_AN_ACCESS", .code = 0x049, .variants = TO_12H,
	  .about = "early cancels of an access" },
	{ .name = "SCRUBBER_SINGLE_BIT_ECC_ERRORS", .code = 0x04a, .variants = F10, .plain = 0x0f,
	  UMASKS(scrubber_single_bit_ecc_errors), .about = "single-bit errors" },
	{ .name = "SCRUBBER_SINGLE_BIT_ECC_ERRORS", .code = 0x04a, .variants = F11, .plain = 0x03,
	  UMASKS(scrubber_single_bit_ecc_errors_f11), .about = "single-bit errors" },
	{ .name = "PREFETCH_INSTRUCTIONS_DISPATCHED", .code = 0x04b, .plain = 0x07,
	  UMASKS(prefetch_instructions_dispatched), .about = "prefetch instructions" },
	{ .name = "DCACHE_MISSES_BY_LOCKED_INSTRUCTIONS", .code = 0x04c, .variants = F14 | F16,
	  .about = "misses of locked instructions" },
	{ .name = "DCACHE_MISSES_BY_LOCKED_INSTRUCTIONS", .code = 0x04c, .variants = TO_12H,
	  .plain = 0x02, UMASKS(dcache_misses_by_locked_instructions),
	  .about = "misses of locked instructions" },
	{ .name = "L1_DTLB_HIT", .code = 0x04d, .variants = F14 | F16, .plain = 0x03,
	  UMASKS(l1_dtlb_hit), .about = "hits of the L1 data TLB" },
	{ .name = "L1_DTLB_HIT", .code = 0x04d, .variants = F10 | F12, .plain = 0x07,
	  UMASKS(l1_dtlb_hit_f10), .about = "hits of the L1 data TLB" },
	{ .name = "DCACHE_SW_PREFETCHES", .code = 0x052, .variants = F14, .plain = 0x0f,
	  UMASKS(dcache_sw_prefetches), .about = "software prefetches, by what became of them" },
	{ .name = "INEFFECTIVE_SW_PREFETCHES", .code = 0x052, .variants = F16, .plain = 0x0f,
	  UMASKS(ineffective_sw_prefetches), .about = "software prefetches for nothing" },
	{ .name = "INEFFECTIVE_SW_PREFETCHES", .code = 0x052, .variants = F10 | F12 | F15,
	  .plain = 0x09, UMASKS(ineffective_sw_prefetches_f10),
	  .about = "software prefetches for nothing" },
	{ .name = "GLOBAL_TLB_FLUSHES", .code = 0x054, .variants = F10 | F12 | F14 | F16,
	  .about = "flushes of the TLBs" },
	/* L2 and system interface */
	{ .name = "COMMAND_RELATED_UNCACHABLE", .code = 0x061, .variants = F16, .plain = 0x33,
	  UMASKS(command_related_uncachable), .about = "uncacheable commands" },
	{ .name = "COMMAND_RELATED_READ_BLOCK", .code = 0x062, .variants = F16, .plain = 0x77,
	  UMASKS(command_related_read_block), .about = "reads of blocks" },
	{ .name = "COMMAND_RELATED_DIRTY", .code = 0x063, .variants = F16, .plain = 0x10,
	  UMASKS(command_related_dirty), .about = "changes to dirty" },
	{ .name = "MEMORY_REQUESTS", .code = 0x065, .variants = F10 | F11 | F14 | F15 | F16,
	  .plain = 0x83, UMASKS(memory_requests), .about = "requests to memory, by type" },
	{ .name = "MEMORY_REQUESTS", .code = 0x065, .variants = F12, .plain = 0x87,
	  UMASKS(memory_requests_f12), .about = "requests to memory, by type" },
	{ .name = "DATA_PREFETCHER", .code = 0x067, .variants = F15, .plain = 0x02,
	  UMASKS(data_prefetcher), .about = "prefetches of the hardware" },
	{ .name = "DATA_PREFETCHES", .code = 0x067, .variants = F16, .plain = 0x0a,
	  UMASKS(data_prefetches), .about = "prefetches of the hardware" },
	{ .name = "DATA_PREFETCHES", .code = 0x067, .variants = TO_12H, .plain = 0x03,
	  UMASKS(data_prefetches_f10), .about = "prefetches of the hardware" },
	{ .name = "MAB_REQS", .code = 0x068, .variants = F15, .plain = 0xff, UMASKS(mab_reqs),
	  .about = "misses that took this buffer" },
	{ .name = "MAB_REQUESTS", .code = 0x068, .variants = F10, UMASKS(mab_requests),
	  .flags = ROW_NEEDS_UMASK, .about = "misses that took this buffer" },
	{ .name = "MAB_REQUESTS", .code = 0x068, .variants = F16, UMASKS(mab_f16),
	  .flags = ROW_NEEDS_UMASK, .about = "misses that took this buffer" },
	{ .name = "MAB_REQUESTS", .code = 0x068, .variants = F14, UMASKS(mab_requests_f14),
	  .flags = ROW_NEEDS_UMASK, .about = "misses that took this buffer" },
	{ .name = "MAB_WAIT", .code = 0x069, .variants = F15, .plain = 0xff, UMASKS(mab_reqs),
	  .about = "cycles in which this buffer waits" },
	{ .name = "MAB_WAIT_CYCLES", .code = 0x069, .variants = F10, UMASKS(mab_requests),
	  .flags = ROW_NEEDS_UMASK, .about = "cycles in which this buffer waits" },
	{ .name = "MAB_WAIT_CYCLES", .code = 0x069, .variants = F16, UMASKS(mab_f16),
	  .flags = ROW_NEEDS_UMASK, .about = "cycles in which this buffer waits" },
	{ .name = "MAB_WAIT_CYCLES", .code = 0x069, .variants = F14, UMASKS(mab_requests_f14),
	  .flags = ROW_NEEDS_UMASK, .about = "cycles in which this buffer waits" },
	{ .name = "NORTHBRIDGE_READ_RESPONSES", .code = 0x06c, .variants = F12, .plain = 0x1f,
	  UMASKS(northbridge_read_responses), .about = "lines read from the system, by state" },
	{ .name = "SYSTEM_READ_RESPONSES", .code = 0x06c, .variants = F14, .plain = 0x7f,
	  UMASKS(system_read_responses), .about = "lines read from the system, by state" },
	{ .name = "SYSTEM_READ_RESPONSES", .code = 0x06c, .variants = F11, .plain = 0x17,
	  UMASKS(system_read_responses_f11), .about = "lines read from the system, by state" },
	{ .name = "SYSTEM_READ_RESPONSES", .code = 0x06c, .variants = F10, .plain = 0x1f,
	  UMASKS(northbridge_read_responses), .about = "lines read from the system, by state" },
	{ .name = "SYSTEM_READ_RESPONSES", .code = 0x06c, .variants = F15, .plain = 0x3f,
	  UMASKS(system_read_responses_f15), .about = "lines read from the system, by state" },
	{ .name = "SYSTEM_RESPONSES", .code = 0x06c, .variants = F16, .plain = 0x7f,
	  UMASKS(system_responses), .about = "lines read from the system, by state" },
	{ .name = "DATA_WRITTEN_TO_SYSTEM", .code = 0x06d, .variants = F16, .plain = 0x3f,
	  UMASKS(data_written_to_system), .about = "data written to the system" },
	{ .name = "OCTWORDS_WRITTEN_TO_SYSTEM", .code = 0x06d, .variants = F12, .plain = 0x01,
	  UMASKS(octwords_written_to_system), .about = "16 bytes written to the system" },
	{ .name = "OCTWORD_WRITE_TRANSFERS", .code = 0x06d, .variants = F15, .plain = 0x01,
	  UMASKS(octwords_written_to_system), .about = "16 bytes written to the system" },
	{ .name = "QUADWORDS_WRITTEN_TO_SYSTEM", .code = 0x06d, .variants = F10 | F11,
	  .plain = 0x01, UMASKS(quadwords_written_to_system), .about = "quadwords written" },
	{ .name = "CACHE_CROSS_INVALIDATES", .code = 0x075, .variants = F16, .plain = 0x7f,
	  UMASKS(cache_cross_invalidates), .about = "lines invalidated by the core itself" },
	{ .name = "REQUESTS_TO_L2", .code = 0x07d, .variants = F14, .plain = 0x0b,
	  UMASKS(requests_to_l2), .about = "requests to the L2" },
	{ .name = "REQUESTS_TO_L2", .code = 0x07d, .variants = F11, .plain = 0x1f,
	  UMASKS(requests_to_l2_f11), .about = "requests to the L2" },
	{ .name = "REQUESTS_TO_L2", .code = 0x07d, .variants = F10 | F12, .plain = 0x3f,
	  UMASKS(requests_to_l2_f10), .about = "requests to the L2" },
	{ .name = "REQUESTS_TO_L2", .code = 0x07d, .variants = F15, .plain = 0x5f,
	  UMASKS(requests_to_l2_f15), .about = "requests to the L2" },
	{ .name = "L2_CACHE_MISS", .code = 0x07e, .variants = F10 | F12, .plain = 0x0f,
	  UMASKS(l2_cache_miss), .about = "misses of the L2" },
	{ .name = "L2_CACHE_MISS", .code = 0x07e, .variants = F15, .plain = 0x17,
	  UMASKS(l2_cache_miss_f15), .about = "misses of the L2" },
	{ .name = "L2_CACHE_MISS", .code = 0x07e, .variants = F14, .plain = 0x03,
	  UMASKS(l2_cache_miss_f14), .about = "misses of the L2" },
	{ .name = "L2_CACHE_MISS", .code = 0x07e, .variants = F11, .plain = 0x07,
	  UMASKS(l2_cache_miss_f11), .about = "misses of the L2" },
	{ .name = "L2_CACHE_FILL_WRITEBACK", .code = 0x07f, .variants = F15, .plain = 0x07,
	  UMASKS(l2_cache_fill_writeback), .about = "lines into and out of the L2" },
	{ .name = "L2_FILL_WRITEBACK", .code = 0x07f, .variants = F14, .plain = 0x0f,
	  UMASKS(l2_fill_writeback), .about = "lines into and out of the L2" },
	{ .name = "L2_FILL_WRITEBACK", .code = 0x07f, .variants = TO_12H, .plain = 0x03,
	  UMASKS(l2_fill_writeback_f10), .about = "lines into and out of the L2" },
	/* Instruction cache */
	{ .name = "L1_ITLB_MISS_AND_L2_ITLB_HIT", .code = 0x084,
	  .variants = F10 | F11 | F12 | F15 | F16,
	  .about = "L1 instruction TLB misses that hit the L2 TLB" },
	{ .name = "ITLB_MISS", .code = 0x085, .variants = F16, .plain = 0x03, UMASKS(itlb_miss),
	  .about = "misses of both instruction TLBs" },
	{ .name = "L1_ITLB_MISS_AND_L2_ITLB_MISS", .code = 0x085, .variants = F11,
	  .about = "misses of both instruction TLBs" },
	{ .name = "L1_ITLB_MISS_AND_L2_ITLB_MISS", .code = 0x085, .variants = F10 | F12 | F14,
	  .plain = 0x03, UMASKS(itlb_miss), .about = "misses of both instruction TLBs" },
	{ .name = "L1_ITLB_MISS_AND_L2_ITLB_MISS", .code = 0x085, .variants = F15, .plain = 0x07,
	  UMASKS(l1_itlb_miss_and_l2_itlb_miss), .about = "misses of both instruction TLBs" },
	{ .name = "PIPELINE_RESTART_DUE_TO_INSTRUCTION_STREAM_PROBE", .code = 0x086,
	  .variants = F10 | F11 | F12 | F15,
	  .about = "restarts for a probe that hit the instruction stream" },
	{ .name = "INSTRUCTION_CACHE_VICTIMS", .code = 0x08b,
	  .variants = F10 | F12 | F14 | F15 | F16,
	  .about = "lines evicted from the instruction cache" },
	{ .name = "INSTRUCTION_CACHE_INVALIDATED", .code = 0x08c, .variants = F15, .plain = 0x0f,
	  UMASKS(instruction_cache_invalidated),
	  .about = "lines of the instruction cache invalidated" },
	{ .name = "INSTRUCTION_CACHE_LINES_INVALIDATED", .code = 0x08c, .variants = F12,
	  .plain = 0x0f, UMASKS(instruction_cache_lines_invalidated),
	  .about = "lines of the instruction cache invalidated" },
	{ .name = "INSTRUCTION_CACHE_LINES_INVALIDATED", .code = 0x08c, .variants = F16,
	  .plain = 0x03, UMASKS(instruction_cache_lines_invalidated_f16),
	  .about = "lines of the instruction cache invalidated" },
	{ .name = "INSTRUCTION_CACHE_LINES_INVALIDATED", .code = 0x08c, .variants = F14,
	  .plain = 0x03, UMASKS(instruction_cache_lines_invalidated_f14),
	  .about = "lines of the instruction cache invalidated" },
	{ .name = "INSTRUCTION_CACHE_LINES_INVALIDATED", .code = 0x08c, .variants = F10,
	  .plain = 0x03, UMASKS(instruction_cache_lines_invalidated_f10),
	  .about = "lines of the instruction cache invalidated" },
	{ .name = "ITLB_RELOADS", .code = 0x099, .variants = F10 | F12 | F14 | F15 | F16,
	  .about = "reloads of the instruction TLB" },
	{ .name = "ITLB_RELOADS_ABORTED", .code = 0x09a, .variants = F10 | F12 | F14 | F15 | F16,
	  .about = "reloads of the instruction TLB given up" },
	/* Execution unit */
	{ .name = "RETIRED_MISPREDICTED_TAKEN", .code = 0x0ca, .variants = F16,
	  .about = "taken branches whose target was predicted wrongly" },
	{ .name = "RETIRED_FLOATING_POINT_INSTRUCTIONS", .code = 0x0cb, .variants = F14,
	  .plain = 0x03, UMASKS(retired_floating_point_instructions),
	  .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_MMX_AND_FP_INSTRUCTIONS", .code = 0x0cb, .variants = F11, .plain = 0x0f,
	  UMASKS(retired_mmx_and_fp_instructions), .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_MMX_AND_FP_INSTRUCTIONS", .code = 0x0cb, .variants = F16, .plain = 0x03,
	  UMASKS(retired_floating_point_instructions), .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_MMX_AND_FP_INSTRUCTIONS", .code = 0x0cb, .variants = F10, .plain = 0x07,
	  UMASKS(retired_mmx_and_fp_instructions_f10), .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_MMX_AND_FP_INSTRUCTIONS", .code = 0x0cb, .variants = F12, .plain = 0x07,
	  UMASKS(retired_mmx_and_fp_instructions_f12), .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_MMX_FP_INSTRUCTIONS", .code = 0x0cb, .variants = F15, .plain = 0x07,
	  UMASKS(retired_mmx_fp_instructions), .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_FASTPATH_DOUBLE_OP_INSTRUCTIONS", .code = 0x0cc, .variants = F10 | F11,
	  .plain = 0x07, UMASKS(retired_fastpath_double_op_instructi),
	  .about = "fastpath double instructions retired" },
	{ .name = "DECODER_EMPTY", .code = 0x0d0, .variants = F10 | F11 | F12 | F15,
	  .about = "cycles with nothing to decode" },
	{ .name = "DISPATCH_STALLS", .code = 0x0d1, .variants = F10 | F11 | F12 | F15,
	  .about = "cycles in which decode stalls" },
	{ .name = "DISPATCH_STALL_FOR_BRANCH_ABORT", .code = 0x0d2, .variants = TO_12H,
	  .about = "… for a branch abort" },
	{ .name = "DISPATCH_STALL_FOR_SERIALIZATION", .code = 0x0d3,
	  .variants = F10 | F11 | F12 | F15, .about = "… for serialization" },
	{ .name = "DISPATCH_STALL_FOR_SEGMENT_LOAD", .code = 0x0d4, .variants = TO_12H,
	  .about = "… for a segment load" },
	{ .name = "DISPATCH_STALL_FOR_REORDER_BUFFER_FULL", .code = 0x0d5, .variants = TO_12H,
	  .about = "… for a full reorder buffer" },
	{ .name = "DISPATCH_STALL_FOR_RETIRE_QUEUE_FULL", .code = 0x0d5, .variants = F15,
	  .about = "… for a full retire queue" },
	{ .name = "DISPATCH_STALL_FOR_INT_SCHED_QUEUE_FULL", .code = 0x0d6, .variants = F15,
	  .about = "… for a full integer scheduler" },
	{ .name = "DISPATCH_STALL_FOR_RESERVATION_STATION_FULL", .code = 0x0d6, .variants = TO_12H,
	  .about = "… for full reservation stations" },
	{ .name = "DISPATCH_STALL_FOR_FPU_FULL", .code = 0x0d7, .variants = F10 | F11 | F12 | F15,
	  .about = "… for a full FPU" },
	{ .name = "DISPATCH_STALL_FOR_LDQ_FULL", .code = 0x0d8, .variants = F15,
	  .about = "… for a full load queue" },
	{ .name = "DISPATCH_STALL_FOR_LS_FULL", .code = 0x0d8, .variants = TO_12H,
	  .about = "… for a full load-store unit" },
	{ .name = "DISPATCH_STALL_WAITING_FOR_ALL_QUIET", .code = 0x0d9, .variants = TO_12H,
	  .about = "… until all is quiet" },
	{ .name = "MICROSEQ_STALL_WAITING_FOR_ALL_QUIET", .code = 0x0d9, .variants = F15,
	  .about = "… until all is quiet" },
	{ .name = "DISPATCH_STALL_FOR_FAR_TRANSFER_OR_RSYNC", .code = 0x0da, .variants = TO_12H,
	  .about = "… for a far transfer or resync" },
	{ .name = "FPU_EXCEPTIONS", .code = 0x0db, .variants = NOT_15H, .plain = 0x0f,
	  UMASKS(fpu_exceptions), .about = "FPU microfaults and microtraps" },
	{ .name = "FPU_EXCEPTIONS", .code = 0x0db, .variants = F15, .plain = 0x1f,
	  UMASKS(fpu_exceptions_f15), .about = "FPU microfaults and microtraps" },
	{ .name = "DR0_BREAKPOINTS", .code = 0x0dc, .variants = F15, .about = "matches of DR0" },
	{ .name = "DR0_BREAKPOINT_MATCHES", .code = 0x0dc, .variants = NOT_15H,
	  .about = "matches of DR0" },
	{ .name = "DR1_BREAKPOINTS", .code = 0x0dd, .variants = F15, .about = "matches of DR1" },
	{ .name = "DR1_BREAKPOINT_MATCHES", .code = 0x0dd, .variants = NOT_15H,
	  .about = "matches of DR1" },
	{ .name = "DR2_BREAKPOINTS", .code = 0x0de, .variants = F15, .about = "matches of DR2" },
	{ .name = "DR2_BREAKPOINT_MATCHES", .code = 0x0de, .variants = NOT_15H,
	  .about = "matches of DR2" },
	{ .name = "DR3_BREAKPOINTS", .code = 0x0df, .variants = F15, .about = "matches of DR3" },
	{ .name = "DR3_BREAKPOINT_MATCHES", .code = 0x0df, .variants = NOT_15H,
	  .about = "matches of DR3" },
	/* Northbridge: memory controller, crossbar, links. The cores of a node share it. */
	{ .name = "DRAM_ACCESSES", .code = 0x0e0, .variants = F11, .plain = 0xff,
	  UMASKS(dram_accesses), .about = "DRAM accesses, by page" },
	{ .name = "DRAM_ACCESSES_PAGE", .code = 0x0e0, .variants = F12, .plain = 0xff,
	  UMASKS(dram_accesses_page), .about = "DRAM accesses, by page" },
	{ .name = "DRAM_ACCESSES_PAGE", .code = 0x0e0, .variants = F10, .plain = 0x3f,
	  UMASKS(dram_accesses_page_f10), .about = "DRAM accesses, by page" },
	{ .name = "DRAM_ACCESSES_PAGE", .code = 0x0e0, .variants = F14, .plain = 0x47,
	  UMASKS(dram_accesses_page_f14), .about = "DRAM accesses, by page" },
	{ .name = "DRAM_CONTROLLER_PAGE_TABLE_EVENTS", .code = 0x0e1, .variants = F11,
	  .plain = 0x0f, UMASKS(dram_controller_page_table_events),
	  .about = "page table of the DRAM controller" },
	{ .name = "MEMORY_CONTROLLER_0_PAGE", .code = 0x0e1, .variants = F12, .plain = 0x1f,
	  UMASKS(memory_controller_0_page), .about = "page table of the DRAM controller" },
	{ .name = "MEMORY_CONTROLLER_PAGE_TABLE", .code = 0x0e1, .variants = F14, .plain = 0x1f,
	  UMASKS(memory_controller_page_table), .about = "page table of the DRAM controller" },
	{ .name = "MEMORY_CONTROLLER_PAGE_TABLE_OVERFLOWS", .code = 0x0e1, .variants = F10,
	  .plain = 0x03, UMASKS(memory_controller_page_table_overflo),
	  .about = "page table overflows" },
	{ .name = "MEMORY_CONTROLLER_SLOT_MISSES", .code = 0x0e2, .variants = F12, .plain = 0xf0,
	  UMASKS(memory_controller_slot_misses), .about = "slots missed" },
	{ .name = "MEMORY_CONTROLLER_SLOT_MISSES", .code = 0x0e2, .variants = F10, .plain = 0x03,
	  UMASKS(memory_controller_slot_misses_f10), .about = "slots missed" },
	{ .name = "MEMORY_CONTROLLER_SLOT_MISSES", .code = 0x0e2, .variants = F14, .plain = 0x50,
	  UMASKS(memory_controller_slot_misses_f14), .about = "slots missed" },
	{ .name = "MEMORY_CONTROLLER_TURNAROUNDS", .code = 0x0e3, .variants = F12, .plain = 0x1b,
	  UMASKS(memory_controller_turnarounds), .about = "turnarounds" },
	{ .name = "MEMORY_CONTROLLER_TURNAROUNDS", .code = 0x0e3, .variants = F10, .plain = 0x3f,
	  UMASKS(memory_controller_turnarounds_f10), .about = "turnarounds" },
	{ .name = "MEMORY_CONTROLLER_TURNAROUNDS", .code = 0x0e3, .variants = F11, .plain = 0x3f,
	  UMASKS(memory_controller_turnarounds_f11), .about = "turnarounds" },
	{ .name = "MEMORY_CONTROLLER_BYPASS", .code = 0x0e4, .variants = F10, .plain = 0x0f,
	  UMASKS(memory_controller_bypass), .about = "saturated bypass counters" },
	{ .name = "MEMORY_CONTROLLER_RBD_QUEUE", .code = 0x0e4, .variants = F12, .plain = 0x0c,
	  UMASKS(memory_controller_rbd_queue), .about = "queue of the DRAM controller" },
	{ .name = "MEMORY_CONTROLLER_RBD_QUEUE", .code = 0x0e4, .variants = F11, .plain = 0x04,
	  UMASKS(memory_controller_rbd_queue_f11), .about = "queue of the DRAM controller" },
	{ .name = "MEMORY_CONTROLLER_RBD_QUEUE_EVENTS", .code = 0x0e4, .variants = F14,
	  .plain = 0x0c, UMASKS(memory_controller_rbd_queue_events),
	  .about = "queue of the DRAM controller" },
	{ .name = "MEMORY_CONTROLLER_1_PAGE", .code = 0x0e5, .variants = F12, .plain = 0x1f,
	  UMASKS(memory_controller_0_page), .about = "page table of the DRAM controller" },
	{ .name = "THERMAL_STATUS", .code = 0x0e8, .variants = F14, .plain = 0xc5,
	  UMASKS(thermal_status), .about = "heat" },
	{ .name = "THERMAL_STATUS", .code = 0x0e8, .variants = F11 | F12, .plain = 0xe5,
	  UMASKS(thermal_status_f11), .about = "heat" },
	{ .name = "THERMAL_STATUS_AND_ECC_ERRORS", .code = 0x0e8, .variants = F10, .plain = 0x7c,
	  UMASKS(thermal_status_and_ecc_errors), .about = "heat" },
	{ .name = "CPU_IO_REQUESTS_TO_MEMORY_IO", .code = 0x0e9, .variants = F12 | F14,
	  .plain = 0x0f, UMASKS(cpu_io_requests_to_memory_io),
	  .about = "requests, by source and target" },
	{ .name = "CPU_IO_REQUESTS_TO_MEMORY_IO", .code = 0x0e9, .variants = F11, .plain = 0xaf,
	  UMASKS(cpu_io_requests_to_memory_io_f11), .about = "requests, by source and target" },
	{ .name = "CPU_IO_REQUESTS_TO_MEMORY_IO", .code = 0x0e9, .variants = F10, .plain = 0xff,
	  UMASKS(cpu_io_requests_to_memory_io_f10), .about = "requests, by source and target" },
	{ .name = "CACHE_BLOCK", .code = 0x0ea, .variants = F14, .plain = 0x3d, UMASKS(cache_block),
	  .about = "cache block commands" },
	{ .name = "CACHE_BLOCK", .code = 0x0ea, .variants = TO_12H, .plain = 0x3d,
	  UMASKS(cache_block_f10), .about = "cache block commands" },
	{ .name = "SIZED_COMMANDS", .code = 0x0eb, .variants = F10 | F11 | F12 | F14, .plain = 0x3f,
	  UMASKS(sized_commands), .about = "commands, by size" },
	{ .name = "PROBE", .code = 0x0ec, .variants = F12, .plain = 0xbf, UMASKS(probe),
	  .about = "responses to probes, and upstream requests" },
	{ .name = "PROBE", .code = 0x0ec, .variants = F14, .plain = 0xbf, UMASKS(probe_f14),
	  .about = "responses to probes, and upstream requests" },
	{ .name = "PROBE", .code = 0x0ec, .variants = F11, .plain = 0xff, UMASKS(probe_f11),
	  .about = "responses to probes, and upstream requests" },
	{ .name = "PROBE", .code = 0x0ec, .variants = F10, .plain = 0xff, UMASKS(probe_f10),
	  .about = "responses to probes, and upstream requests" },
	{ .name = "DEV", .code = 0x0ee, .variants = F11 | F12, .plain = 0x70, UMASKS(dev),
	  .about = "device exclusion vector" },
	{ .name = "DEV_EVENTS", .code = 0x0ee, .variants = F14, .plain = 0x70, UMASKS(dev_events),
	  .about = "device exclusion vector" },
	{ .name = "GART", .code = 0x0ee, .variants = F10, .plain = 0xff, UMASKS(gart),
	  .about = "accesses of the graphics aperture" },
	{ .name = "HYPERTRANSPORT_LINK0", .code = 0x0f6, .variants = F11, .plain = 0x3f,
	  UMASKS(hypertransport_link0), .about = "doublewords sent on link 0" },
	{ .name = "HYPERTRANSPORT_LINK0", .code = 0x0f6, .variants = F10, .plain = 0x3f,
	  UMASKS(hypertransport_link0_f10), .about = "doublewords sent on link 0" },
	{ .name = "HYPERTRANSPORT_LINK1", .code = 0x0f7, .variants = F10, .plain = 0x3f,
	  UMASKS(hypertransport_link0_f10), .about = "doublewords sent on link 1" },
	{ .name = "HYPERTRANSPORT_LINK2", .code = 0x0f8, .variants = F10, .plain = 0x3f,
	  UMASKS(hypertransport_link0_f10), .about = "doublewords sent on link 2" },
	/* Core, second page of event selects */
	{ .name = "PDC_MISS", .code = 0x162, .variants = F14, .plain = 0x67, UMASKS(pdc_miss),
	  .about = "misses of the page directory cache" },
	{ .name = "PDC_MISS", .code = 0x162, .variants = F16, .plain = 0x77, UMASKS(pdc_miss_f16),
	  .about = "misses of the page directory cache" },
	{ .name = "PAGE_SIZE_MISMATCHES", .code = 0x165, .variants = F10 | F12, .plain = 0x07,
	  UMASKS(page_size_mismatches), .about = "TLB entries smaller than their page" },
	{ .name = "PAGE_SPLINTERING", .code = 0x165, .variants = F15, .plain = 0x07,
	  UMASKS(page_size_mismatches), .about = "TLB entries smaller than their page" },
	{ .name = "L2_PREFETCHER_TRIGGER_EVENTS", .code = 0x16c, .variants = F15, .plain = 0x03,
	  UMASKS(l2_prefetcher_trigger_events), .about = "what starts the L2's prefetcher" },
	{ .name = "RETIRED_INDIRECT_BRANCH_INFO", .code = 0x19a, .variants = F16, .plain = 0x03,
	  UMASKS(retired_indirect_branch_info), .about = "indirect branches" },
	{ .name = "RETIRED_X87_OPS", .code = 0x1c0, .variants = F10 | F12, .plain = 0x07,
	  UMASKS(retired_x87_ops), .about = "x87 operations retired" },
	{ .name = "IBS_OPS_TAGGED", .code = 0x1cf, .variants = F10,
	  .about = "ops tagged by instruction-based sampling" },
	{ .name = "IBS_OPS_TAGGED", .code = 0x1cf, .variants = F15, .plain = 0x07,
	  UMASKS(ibs_ops_tagged), .about = "ops tagged by instruction-based sampling" },
	{ .name = "TAGGED_IBS_OPS", .code = 0x1cf, .variants = F16,
	  .about = "ops tagged by instruction-based sampling" },
	{ .name = "TAGGED_IBS_OPS_RETIRED", .code = 0x1d0, .variants = F16,
	  .about = "tagged ops that were retired" },
	{ .name = "LFENCE_INST_RETIRED", .code = 0x1d3, .variants = F10 | F12,
	  .about = "LFENCE retired" },
	{ .name = "SFENCE_INST_RETIRED", .code = 0x1d4, .variants = F10 | F12,
	  .about = "SFENCE retired" },
	{ .name = "MFENCE_INST_RETIRED", .code = 0x1d5, .variants = F10 | F12,
	  .about = "MFENCE retired" },
	{ .name = "DISPATCH_STALL_FOR_STQ_FULL", .code = 0x1d8, .variants = F15,
	  .about = "… for a full store queue" },
	/* Northbridge, second page */
	{ .name = "CPU_TO_DRAM_REQUESTS_TO_TARGET_NODE", .code = 0x1e0, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_to_dram_requests_to_target_node),
	  .about = "requests of processors to the memory of a node" },
	{ .name = "IO_TO_DRAM_REQUESTS_TO_TARGET_NODE", .code = 0x1e1, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_to_dram_requests_to_target_node),
	  .about = "requests of I/O to the memory of a node" },
	{ .name = "CPU_READ_COMMAND_LATENCY_TO_TARGET_NODE_0_3", .code = 0x1e2, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_read_command_latency_to_target_n),
	  .about = "latency of reads to nodes 0 to 3" },
	{ .name = "CPU_READ_COMMAND_REQUESTS_TO_TARGET_NODE_0_3", .code = 0x1e3, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_read_command_latency_to_target_n),
	  .about = "reads to nodes 0 to 3" },
	{ .name = "CPU_READ_COMMAND_LATENCY_TO_TARGET_NODE_4_7", .code = 0x1e4, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_read_command_latency_to_target_n_f10),
	  .about = "latency of reads to nodes 4 to 7" },
	{ .name = "CPU_READ_COMMAND_REQUESTS_TO_TARGET_NODE_4_7", .code = 0x1e5, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_read_command_latency_to_target_n_f10),
	  .about = "reads to nodes 4 to 7" },
	{ .name = "CPU_COMMAND_LATENCY_TO_TARGET_NODE_0_3_4_7", .code = 0x1e6, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_command_latency_to_target_node_0),
	  .about = "latency of other commands to a node" },
	{ .name = "CPU_REQUESTS_TO_TARGET_NODE_0_3_4_7", .code = 0x1e7, .variants = F10,
	  .plain = 0xff, UMASKS(cpu_command_latency_to_target_node_0),
	  .about = "other commands to a node" },
	{ .name = "SIDEBAND_SIGNALS", .code = 0x1e9, .variants = F12, .plain = 0x1e,
	  UMASKS(sideband_signals), .about = "special cycles" },
	{ .name = "SIDEBAND_SIGNALS", .code = 0x1e9, .variants = F11, .plain = 0x1f,
	  UMASKS(sideband_signals_f11), .about = "special cycles" },
	{ .name = "SIDEBAND_SIGNALS_SPECIAL_SIGNALS", .code = 0x1e9, .variants = F14, .plain = 0x1c,
	  UMASKS(sideband_signals_special_signals), .about = "special cycles" },
	{ .name = "INTERRUPT_EVENTS", .code = 0x1ea, .variants = F11 | F12 | F14, .plain = 0xff,
	  UMASKS(interrupt_events), .about = "interrupts, by kind" },
	{ .name = "MEMORY_CONTROLLER_REQUESTS", .code = 0x1f0, .variants = F11 | F12 | F14,
	  .plain = 0x78, UMASKS(memory_controller_requests),
	  .about = "requests to the memory controller" },
	{ .name = "MEMORY_CONTROLLER_REQUESTS", .code = 0x1f0, .variants = F10, .plain = 0xff,
	  UMASKS(memory_controller_requests_f10), .about = "requests to the memory controller" },
	{ .name = "HYPERTRANSPORT_LINK3", .code = 0x1f9, .variants = F10, .plain = 0x3f,
	  UMASKS(hypertransport_link0_f10), .about = "doublewords sent on link 3" },
	/* L3 */
	{ .name = "READ_REQUEST_TO_L3_CACHE", .code = 0x4e0, .variants = F10, .plain = 0xf7,
	  UMASKS(read_request_to_l3_cache), .about = "reads of the L3" },
	{ .name = "L3_CACHE_MISSES", .code = 0x4e1, .variants = F10, .plain = 0xf7,
	  UMASKS(read_request_to_l3_cache), .about = "misses of the L3" },
	{ .name = "L3_FILLS_CAUSED_BY_L2_EVICTIONS", .code = 0x4e2, .variants = F10, .plain = 0xff,
	  UMASKS(l3_fills_caused_by_l2_evictions),
	  .about = "lines that the L2 evicts into the L3" },
	{ .name = "L3_EVICTIONS", .code = 0x4e3, .variants = F10, .plain = 0x0f,
	  UMASKS(l3_evictions), .about = "lines evicted from the L3" },
	{ .name = "NON_CANCELLED_L3_READ_REQUESTS", .code = 0x4ed, .variants = F10, .plain = 0xf7,
	  UMASKS(read_request_to_l3_cache), .about = "reads of the L3 that were not cancelled" },
};
const struct rows pmc_rows_f10h = { rows, ROWS(rows) };

#define STALLS MAP_HW(STALLED_FRONTEND, "DECODER_EMPTY"), MAP_HW(STALLED_BACKEND, "DISPATCH_STALLS")
#define L2 \
	MAP_CACHE(LLC, READ, ACCESS, "REQUESTS_TO_L2:INSTRUCTIONS:DATA"), \
	MAP_CACHE(LLC, READ, MISS, "L2_CACHE_MISS:INSTRUCTIONS:DATA")
#define L2_WALKS \
	MAP_HW(CACHE_REFERENCES, "REQUESTS_TO_L2:INSTRUCTIONS:DATA:TLB_WALK"), \
	MAP_HW(CACHE_MISSES, "L2_CACHE_MISS:INSTRUCTIONS:DATA:TLB_WALK"), L2
#define TO_12H_MAP \
	AMD_MAP_EVER, AMD_MAP_TO_16H, STALLS, L2_WALKS, \
	MAP_CACHE(L1D, READ, MISS, "DATA_CACHE_MISSES"), \
	MAP_CACHE(L1D, PREFETCH, ACCESS, "DATA_PREFETCHES:ATTEMPTED"), \
	MAP_CACHE(LLC, WRITE, ACCESS, "L2_FILL_WRITEBACK:L2_FILLS"), \
	MAP_CACHE(DTLB, READ, MISS, "L1_DTLB_AND_L2_DTLB_MISS"), \
	MAP_CACHE(ITLB, READ, MISS, "L1_ITLB_MISS_AND_L2_ITLB_MISS")
const struct generic_map pmc_generic_f10h[] = {
	TO_12H_MAP,
	MAP_CACHE(NODE, READ, ACCESS,
		  "CPU_IO_REQUESTS_TO_MEMORY_IO:CPU_TO_MEM:TO_REMOTE_NODE:"
		  "TO_LOCAL_NODE:FROM_LOCAL_NODE"),
	MAP_CACHE(NODE, READ, MISS,
	"CPU_IO_REQUESTS_TO_MEMORY_IO:CPU_TO_MEM:TO_REMOTE_NODE:FROM_LOCAL_NODE"),
	MAP_END,
};
const struct generic_map pmc_generic_f11h[] = { TO_12H_MAP, MAP_END };
/* These have one socket, and their data TLB distinguishes loads and stores. */
const struct generic_map pmc_generic_f14h[] = {
	AMD_MAP_EVER, AMD_MAP_TO_16H, L2,
	MAP_HW(CACHE_REFERENCES, "REQUESTS_TO_L2:INSTRUCTIONS:DATA"),
	MAP_HW(CACHE_MISSES, "L2_CACHE_MISS:INSTRUCTIONS:DATA"),
	MAP_CACHE(L1D, READ, MISS, "DATA_CACHE_MISSES"),
	MAP_CACHE(DTLB, READ, MISS, "DTLB_MISS:LOADS_L2TLB_MISS"),
	MAP_CACHE(DTLB, WRITE, MISS, "DTLB_MISS:STORES_L2TLB_MISS"),
	MAP_CACHE(ITLB, READ, MISS, "L1_ITLB_MISS_AND_L2_ITLB_MISS"), MAP_END,
};
const struct generic_map pmc_generic_f15h[] = {
	AMD_MAP_EVER, AMD_MAP_TO_16H, STALLS, L2_WALKS,
	MAP_CACHE(L1D, READ, MISS, "DATA_CACHE_MISSES:DC_MISS_STREAMING_STORE"),
	MAP_CACHE(L1D, WRITE, ACCESS, "LS_DISPATCH:STORES:LOAD_OP_STORES"),
	MAP_CACHE(L1D, PREFETCH, ACCESS, "DATA_PREFETCHER:ATTEMPTED"),
	MAP_CACHE(LLC, WRITE, ACCESS, "L2_CACHE_FILL_WRITEBACK:L2_FILLS"),
	MAP_CACHE(DTLB, READ, MISS, "UNIFIED_TLB_MISS:4K_DATA:2M_DATA:1GB_DATA"),
	MAP_CACHE(ITLB, READ, MISS, "L1_ITLB_MISS_AND_L2_ITLB_MISS"), MAP_END,
};
/* The L2 has counters outside the core. */
const struct generic_map pmc_generic_f16h[] = {
	AMD_MAP_EVER, AMD_MAP_TO_16H, MAP_CACHE(L1D, READ, MISS, "DATA_CACHE_MISSES"),
	MAP_CACHE(L1D, WRITE, ACCESS, "LS_DISPATCH:STORES:LOAD_OP_STORES"),
	MAP_CACHE(L1D, PREFETCH, ACCESS, "DATA_PREFETCHES:ATTEMPTED"),
	MAP_CACHE(DTLB, READ, MISS, "DTLB_MISS:LOADS_L2TLB"),
	MAP_CACHE(DTLB, WRITE, MISS, "DTLB_MISS:STORES_L2TLB"),
	MAP_CACHE(ITLB, READ, MISS, "ITLB_MISS"), MAP_END,
};
/* clang-format on */
