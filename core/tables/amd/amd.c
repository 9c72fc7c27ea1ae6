/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * AMD's K7 and K8 in one list.
 *
 * K7: Athlon x86 Code Optimization Guide (22007), appendix D, table 11 (revision K, and the older E).
 * K8: BKDG for Athlon 64 and Opteron (26094) and for NPT family 0Fh (32559), chapter "Performance
 * Monitoring", with the unit masks of revision F and G.
 */
#include "core/tables/amd/amd.h"

#define K7 AMD_K7
#define K8 AMD_K8

/* clang-format off */
static const struct model_umask l2_moesi[] = {
	UM("L2_INVALID", 0x01, "invalid"), UM("L2_SHARED", 0x02, "shared"),
	UM("L2_EXCLUSIVE", 0x04, "exclusive"), UM("L2_OWNED", 0x08, "owned"),
	UM("L2_MODIFIED", 0x10, "modified"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask k8_refills[] = {
	UM("SYSTEM", 0x01, "from the system"), UM("L2_SHARED", 0x02, "shared, from the L2"),
	UM("L2_EXCLUSIVE", 0x04, "exclusive, from the L2"), UM("L2_OWNED", 0x08, "owned, from the L2"),
	UM("L2_MODIFIED", 0x10, "modified, from the L2"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask moesi[] = {
	UM("INVALID", 0x01, "invalid"), UM("SHARED", 0x02, "shared"), UM("EXCLUSIVE", 0x04, "exclusive"),
	UM("OWNED", 0x08, "owned"), UM("MODIFIED", 0x10, "modified"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask segments[] = {
	UM("ES", 0x01, "ES"), UM("CS", 0x02, "CS"), UM("SS", 0x04, "SS"), UM("DS", 0x08, "DS"),
	UM("FS", 0x10, "FS"), UM("GS", 0x20, "GS"), UM("HS", 0x40, "HS"),
	UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask k7_types[] = {
	UM("UC", 0x01, "uncacheable"), UM("WC", 0x02, "write-combining"),
	UM("WT", 0x10, "write-through"), UM("WP", 0x20, "write-protected"),
	UM("WB", 0x40, "write-back"), UM("ALL", 0x73, "all of them"),
};
static const struct model_umask k7_snoops[] = {
	UM("INSTRUCTION_CACHE", 0x01, "the instruction cache"), UM("DATA_CACHE", 0x02, "the data cache"),
	UM("L2", 0x04, "the L2, not the data cache"), UM("ALL", 0x07, "any"),
};
static const struct model_umask k7_ecc[] = {
	UM("SYSTEM", 0x01, "of the system"), UM("L2", 0x02, "of the L2"), UM("ALL", 0x03, "both"),
};
static const struct model_umask k7_invalidates[] = {
	UM("D_INVALIDATES_I", 0x01, "data of instructions"), UM("D_INVALIDATES_D", 0x02, "data of data"),
	UM("I_INVALIDATES_I", 0x04, "instructions of instructions"),
	UM("I_INVALIDATES_D", 0x08, "instructions of data"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask k7_l2[] = {
	UM("TAG_READ", 0x01, "tag reads"), UM("TAG_WRITE", 0x02, "tag writes"),
	UM("READ_INSTRUCTION", 0x04, "blocks read for instructions"),
	UM("READ_LOAD", 0x08, "blocks read for loads"), UM("READ_STORE", 0x10, "blocks read for stores"),
	UM("WRITE_SYSTEM", 0x20, "blocks written by the system"),
	UM("WRITE_DC", 0x40, "blocks written by the data cache"),
	UM("WRITE_L2", 0x80, "blocks written from the L2"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask fpu_ops[] = {
	UM("OPS_ADD", 0x01, "add pipe"), UM("OPS_MULTIPLY", 0x02, "multiply pipe"),
	UM("OPS_STORE", 0x04, "store pipe"), UM("OPS_ADD_PIPE_LOAD_OPS", 0x08, "loads in the add pipe"),
	UM("OPS_MULTIPLY_PIPE_LOAD_OPS", 0x10, "loads in the multiply pipe"),
	UM("OPS_STORE_PIPE_LOAD_OPS", 0x20, "loads in the store pipe"), UM("ALL", 0x3f, "all of them"),
};
static const struct model_umask locked[] = {
	UM("EXECUTED", 0x01, "locked instructions executed"),
	UM("CYCLES_SPECULATIVE_PHASE", 0x02, "cycles in the speculative phase"),
	UM("CYCLES_NON_SPECULATIVE_PHASE", 0x04, "cycles in the phase after it"),
	UM("ALL", 0x07, "all of them"),
};
static const struct model_umask requests[] = {
	UM("NON_CACHEABLE", 0x01, "uncacheable"), UM("WRITE_COMBINING", 0x02, "write-combining"),
	UM("STREAMING_STORE", 0x80, "streaming stores"), UM("ALL", 0x83, "all of them"),
};
static const struct model_umask scrubber[] = {
	UM("SCRUBBER_ERROR", 0x01, "found by the scrubber"),
	UM("PIGGYBACK_ERROR", 0x02, "found on the way"), UM("ALL", 0x03, "both"),
};
static const struct model_umask prefetches[] = {
	UM("LOAD", 0x01, "PREFETCH, PREFETCHT0 to T2"), UM("STORE", 0x02, "PREFETCHW"),
	UM("NTA", 0x04, "PREFETCHNTA"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask locked_misses[] = {
	UM("DATA_CACHE_MISSES_BY_LOCKED_INSTRUCTIONS", 0x02, "misses"),
};
static const struct model_umask data_prefetches[] = {
	UM("CANCELLED", 0x01, "cancelled"), UM("ATTEMPTED", 0x02, "attempted"), UM("ALL", 0x03, "both"),
};
static const struct model_umask responses[] = {
	UM("EXCLUSIVE", 0x01, "exclusive"), UM("MODIFIED", 0x02, "modified"),
	UM("SHARED", 0x04, "shared"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask quadwords[] = {
	UM("QUADWORD_WRITE_TRANSFER", 0x01, "transfers"),
};
static const struct model_umask to_l2[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"), UM("SNOOP", 0x08, "snoops of tags"),
	UM("CANCELLED", 0x10, "cancelled"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask l2_miss[] = {
	UM("INSTRUCTIONS", 0x01, "by instructions"), UM("DATA", 0x02, "by data"),
	UM("TLB_WALK", 0x04, "by the TLB"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask l2_fill[] = {
	UM("L2_FILLS", 0x01, "lines that the L1 caches evict into the L2"),
	UM("L2_WRITEBACKS", 0x02, "written back from the L2"), UM("ALL", 0x03, "both"),
};
static const struct model_umask mmx_fp[] = {
	UM("X87", 0x01, "x87"), UM("MMX_AND_3DNOW", 0x02, "MMX and 3DNow!"),
	UM("PACKED_SSE_AND_SSE2", 0x04, "packed SSE and SSE2"),
	UM("SCALAR_SSE_AND_SSE2", 0x08, "scalar SSE and SSE2"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask position[] = {
	UM("POSITION_0", 0x01, "low op in position 0"), UM("POSITION_1", 0x02, "low op in position 1"),
	UM("POSITION_2", 0x04, "low op in position 2"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask fpu_exceptions[] = {
	UM("X87_RECLASS_MICROFAULTS", 0x01, "x87 reclass microfaults"),
	UM("SSE_RETYPE_MICROFAULTS", 0x02, "SSE retype microfaults"),
	UM("SSE_RECLASS_MICROFAULTS", 0x04, "SSE reclass microfaults"),
	UM("SSE_AND_X87_MICROTRAPS", 0x08, "SSE and x87 microtraps"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask page[] = {
	UM("HIT", 0x01, "page hits"), UM("MISS", 0x02, "page misses"),
	UM("CONFLICT", 0x04, "page conflicts"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask turnarounds[] = {
	UM("CHIP_SELECT", 0x01, "from chip to chip"), UM("READ_TO_WRITE", 0x02, "from read to write"),
	UM("WRITE_TO_READ", 0x04, "from write to read"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask bypass[] = {
	UM("HIGH_PRIORITY", 0x01, "high priority"), UM("LOW_PRIORITY", 0x02, "low priority"),
	UM("DRAM_INTERFACE", 0x04, "DRAM interface"), UM("DRAM_QUEUE", 0x08, "DRAM queue"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask blocks[] = {
	UM("32_BYTE_WRITES", 0x04, "writes of 32 bytes"), UM("64_BYTE_WRITES", 0x08, "writes of 64 bytes"),
	UM("32_BYTE_READS", 0x10, "reads of 32 bytes"), UM("64_BYTE_READS", 0x20, "reads of 64 bytes"),
	UM("ALL", 0x3c, "all of them"),
};
static const struct model_umask thermal[] = {
	UM("CLKS_CPU_ACTIVE", 0x01, "clocks with an active core"),
	UM("CLKS_CPU_INACTIVE", 0x02, "clocks without"),
	UM("CLKS_DIE_TEMP_TOO_HIGH", 0x04, "clocks with the die too hot"),
	UM("CLKS_TEMP_THRESHOLD_EXCEEDED", 0x08, "clocks above the threshold"),
	UM("DRAM_ECC_ERRORS", 0x80, "DRAM ECC errors"), UM("ALL", 0x8f, "all of them"),
};
static const struct model_umask io[] = {
	UM("I_O_TO_I_O", 0x01, "I/O to I/O"), UM("I_O_TO_MEM", 0x02, "I/O to memory"),
	UM("CPU_TO_I_O", 0x04, "processor to I/O"), UM("CPU_TO_MEM", 0x08, "processor to memory"),
	UM("TO_REMOTE_NODE", 0x10, "to a remote node"), UM("TO_LOCAL_NODE", 0x20, "to the local node"),
	UM("FROM_REMOTE_NODE", 0x40, "from a remote node"),
	UM("FROM_LOCAL_NODE", 0x80, "from the local node"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask cache_block[] = {
	UM("VICTIM_WRITEBACK", 0x01, "victims written back"),
	UM("DCACHE_LOAD_MISS", 0x04, "data cache load misses"),
	UM("SHARED_ICACHE_REFILL", 0x08, "shared instruction refills"),
	UM("READ_BLOCK_MODIFIED", 0x10, "reads for modification"),
	UM("READ_TO_DIRTY", 0x20, "changes to dirty"), UM("ALL", 0x3d, "all of them"),
};
static const struct model_umask commands[] = {
	UM("NON_POSTED_WRITE_BYTE", 0x01, "non-posted byte writes"),
	UM("NON_POSTED_WRITE_DWORD", 0x02, "non-posted doubleword writes"),
	UM("POSTED_WRITE_BYTE", 0x04, "posted byte writes"),
	UM("POSTED_WRITE_DWORD", 0x08, "posted doubleword writes"),
	UM("READ_BYTE_4_BYTES", 0x10, "reads of up to 4 bytes"),
	UM("READ_DWORD_1_16_DWORDS", 0x20, "reads of 1 to 16 doublewords"),
	UM("READ_MODIFY_WRITE", 0x40, "read-modify-writes"), UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask probe[] = {
	UM("MISS", 0x01, "miss"), UM("HIT_CLEAN", 0x02, "hit clean"),
	UM("HIT_DIRTY_NO_MEMORY_CANCEL", 0x04, "hit dirty, memory not cancelled"),
	UM("HIT_DIRTY_WITH_MEMORY_CANCEL", 0x08, "hit dirty, memory cancelled"),
	UM("UPSTREAM_DISPLAY_REFRESH_READS", 0x10, "upstream display refresh reads"),
	UM("UPSTREAM_NON_DISPLAY_REFRESH_READS", 0x20, "other upstream reads"),
	UM("UPSTREAM_WRITES", 0x40, "upstream writes"), UM("ALL", 0x7f, "all of them"),
};
static const struct model_umask gart[] = {
	UM("APERTURE_HIT_FROM_CPU", 0x01, "hits from the processor"),
	UM("APERTURE_HIT_FROM_IO", 0x02, "hits from I/O"), UM("MISS", 0x04, "misses"),
	UM("ALL", 0x07, "all of them"),
};
static const struct model_umask link_bandwidth[] = {
	UM("COMMAND_DWORD_SENT", 0x01, "commands"), UM("DATA_DWORD_SENT", 0x02, "data"),
	UM("BUFFER_RELEASE_DWORD_SENT", 0x04, "buffer releases"), UM("NOP_DWORD_SENT", 0x08, "nothing"),
	UM("ALL", 0x0f, "all of them"),
};

static const struct model_event rows[] = {
	AMD_ROWS_EVER,
	AMD_ROWS_TO_16H,
	EV("DATA_CACHE_MISSES", 0x41, "misses of the data cache"),
	EV("DECODER_EMPTY", 0xd0, "cycles with nothing to decode"),
	EV("DISPATCH_STALLS", 0xd1, "cycles in which decode stalls"),
	/* K7, K8 */
	EVUX("DATA_CACHE_REFILLS", 0x42, K7, 0x1f, l2_moesi, "refills of the data cache from the L2"),
	EVUX("DATA_CACHE_REFILLS", 0x42, K8, 0x1f, k8_refills,
	     "refills of the data cache from the L2 or the system"),
	EVUX("DATA_CACHE_REFILLS_FROM_SYSTEM", 0x43, 0, 0x1f, moesi,
	     "refills of the data cache from the system, by state"),
	EVUX("DATA_CACHE_LINES_EVICTED", 0x44, 0, 0x1f, moesi, "lines evicted, by state"),
	EVX("L1_DTLB_MISS_AND_L2_DTLB_HIT", 0x45, 0, "L1 data TLB misses that hit the L2 TLB"),
	EVX("L1_DTLB_AND_L2_DTLB_MISS", 0x46, 0, "misses of both data TLBs"),
	EVX("MISALIGNED_ACCESSES", 0x47, 0, "accesses not aligned"),
	EVX("L1_ITLB_MISS_AND_L2_ITLB_HIT", 0x84, 0, "L1 instruction TLB misses that hit the L2 TLB"),
	EVX("L1_ITLB_MISS_AND_L2_ITLB_MISS", 0x85, 0, "misses of both instruction TLBs"),
	EVX("PIPELINE_RESTART_DUE_TO_INSTRUCTION_STREAM_PROBE", 0x86, 0,
	    "restarts for a probe that hit the instruction stream"),
	EVUX("SEGMENT_REGISTER_LOADS", 0x20, 0, 0x7f, segments, "loads of segment registers"),
	EVX("DISPATCH_STALL_FOR_BRANCH_ABORT", 0xd2, 0, "… for a branch abort"),
	EVX("DISPATCH_STALL_FOR_SERIALIZATION", 0xd3, 0, "… for serialization"),
	EVX("DISPATCH_STALL_FOR_SEGMENT_LOAD", 0xd4, 0, "… for a segment load"),
	EVX("DISPATCH_STALL_FOR_REORDER_BUFFER_FULL", 0xd5, 0, "… for a full reorder buffer"),
	EVX("DISPATCH_STALL_FOR_RESERVATION_STATION_FULL", 0xd6, 0, "… for full reservation stations"),
	EVX("DISPATCH_STALL_FOR_FPU_FULL", 0xd7, 0, "… for a full FPU"),
	EVX("DISPATCH_STALL_FOR_LS_FULL", 0xd8, 0, "… for a full load-store unit"),
	EVX("DISPATCH_STALL_WAITING_FOR_ALL_QUIET", 0xd9, 0, "… until all is quiet"),
	EVX("DISPATCH_STALL_FOR_FAR_TRANSFER_OR_RSYNC", 0xda, 0, "… for a far transfer or resync"),
	EVX("DR0_BREAKPOINT_MATCHES", 0xdc, 0, "matches of DR0"),
	EVX("DR1_BREAKPOINT_MATCHES", 0xdd, 0, "matches of DR1"),
	EVX("DR2_BREAKPOINT_MATCHES", 0xde, 0, "matches of DR2"),
	EVX("DR3_BREAKPOINT_MATCHES", 0xdf, 0, "matches of DR3"),
	/* K7 alone */
	EVX("DRAM_SYSTEM_REQUESTS", 0x64, K7, "requests to the system for DRAM"),
	EVUX("SYSTEM_REQUESTS", 0x65, K7, 0x73, k7_types, "requests to the system, by memory type"),
	EVUX("SNOOP_HITS", 0x73, K7, 0x07, k7_snoops, "snoops that hit"),
	EVUX("SINGLE_BIT_ECC_ERRORS", 0x74, K7, 0x03, k7_ecc, "single-bit errors found or corrected"),
	EVUX("INTERNAL_CACHE_LINE_INVALIDATES", 0x75, K7, 0x0f, k7_invalidates,
	     "lines invalidated by the processor itself"),
	EVUX("L2_REQUESTS", 0x79, K7, 0xff, k7_l2, "requests to the L2"),
	EVX("L2_FILL_WAIT_CYCLES", 0x7a, K7, "cycles in which a fill waits for the L2"),
	/* K8 alone */
	EVUX("DISPATCHED_FPU", 0x00, K8, 0x3f, fpu_ops, "FPU operations dispatched"),
	EVX("CYCLES_NO_FPU_OPS_RETIRED", 0x01, K8, "cycles without an FPU operation retired"),
	EVX("DISPATCHED_FPU_OPS_FAST_FLAG", 0x02, K8, "FPU operations with the fast flag interface"),
	EVX("PIPELINE_RESTART_DUE_TO_PROBE_HIT", 0x22, K8, "restarts for a probe that hit"),
	EVX("LS_BUFFER_2_FULL_CYCLES", 0x23, K8, "cycles with load-store buffer 2 full"),
	EVUX("LOCKED_OPS", 0x24, K8, 0x07, locked, "locked operations"),
	EVX("RETIRED_CLFLUSH_INSTRUCTIONS", 0x26, K8, "CLFLUSH retired"),
	EVX("RETIRED_CPUID_INSTRUCTIONS", 0x27, K8, "CPUID retired"),
	EVUX("MEMORY_REQUESTS", 0x65, K8, 0x83, requests, "requests to memory, by type"),
	EVX("MICROARCHITECTURAL_LATE_CANCEL_OF_AN_ACCESS", 0x48, K8, "late cancels of an access"),
	EVX("MICROARCHITECTURAL_EARLY_CANCEL_OF_AN_ACCESS", 0x49, K8, "early cancels of an access"),
	EVUX("SCRUBBER_SINGLE_BIT_ECC_ERRORS", 0x4a, K8, 0x03, scrubber, "single-bit errors"),
	EVUX("PREFETCH_INSTRUCTIONS_DISPATCHED", 0x4b, K8, 0x07, prefetches, "prefetch instructions"),
	EVUX("DCACHE_MISSES_BY_LOCKED_INSTRUCTIONS", 0x4c, K8, 0x02, locked_misses,
	     "misses of locked instructions"),
	EVUX("DATA_PREFETCHES", 0x67, K8, 0x03, data_prefetches, "prefetches of the hardware"),
	EVUX("SYSTEM_READ_RESPONSES", 0x6c, K8, 0x07, responses, "lines read from the system, by state"),
	EVUX("QUADWORDS_WRITTEN_TO_SYSTEM", 0x6d, K8, 0x01, quadwords, "quadwords written"),
	EVUX("REQUESTS_TO_L2", 0x7d, K8, 0x1f, to_l2, "requests to the L2"),
	EVUX("L2_CACHE_MISS", 0x7e, K8, 0x07, l2_miss, "misses of the L2"),
	EVUX("L2_FILL_WRITEBACK", 0x7f, K8, 0x03, l2_fill, "lines into and out of the L2"),
	EVUX("RETIRED_MMX_AND_FP_INSTRUCTIONS", 0xcb, K8, 0x0f, mmx_fp, "MMX and FP instructions retired"),
	EVUX("RETIRED_FASTPATH_DOUBLE_OP_INSTRUCTIONS", 0xcc, K8, 0x07, position,
	     "fastpath double instructions retired"),
	EVUX("FPU_EXCEPTIONS", 0xdb, K8, 0x0f, fpu_exceptions, "FPU microfaults and microtraps"),
	/* K8's northbridge; shared by the cores of a node */
	EVUX("DRAM_ACCESSES_PAGE", 0xe0, K8, 0x07, page, "DRAM accesses, by page"),
	EVX("MEMORY_CONTROLLER_PAGE_TABLE_OVERFLOWS", 0xe1, K8, "page table overflows"),
	EVUX("MEMORY_CONTROLLER_TURNAROUNDS", 0xe3, K8, 0x07, turnarounds, "turnarounds"),
	EVUX("MEMORY_CONTROLLER_BYPASS", 0xe4, K8, 0x0f, bypass, "saturated bypass counters"),
	EVUX("SIZED_BLOCKS", 0xe5, K8, 0x3c, blocks, "blocks read and written, by size"),
	EVUX("THERMAL_STATUS_AND_ECC_ERRORS", 0xe8, K8, 0x8f, thermal, "heat, and ECC errors"),
	EVUX("CPU_IO_REQUESTS_TO_MEMORY_IO", 0xe9, K8, 0xff, io, "requests, by source and target"),
	EVUX("CACHE_BLOCK", 0xea, K8, 0x3d, cache_block, "cache block commands"),
	EVUX("SIZED_COMMANDS", 0xeb, K8, 0x7f, commands, "commands, by size"),
	EVUX("PROBE", 0xec, K8, 0x7f, probe, "responses to probes, and upstream requests"),
	EVUX("GART", 0xee, K8, 0x07, gart, "accesses of the graphics aperture"),
	EVUX("HYPERTRANSPORT_LINK0", 0xf6, K8, 0x0f, link_bandwidth, "doublewords sent on link 0"),
	EVUX("HYPERTRANSPORT_LINK1", 0xf7, K8, 0x0f, link_bandwidth, "doublewords sent on link 1"),
	EVUX("HYPERTRANSPORT_LINK2", 0xf8, K8, 0x0f, link_bandwidth, "doublewords sent on link 2"),
};
const struct rows pmc_rows_amd = { rows, ROWS(rows) };

#define STALLS                                                                                     \
	MAP_CACHE(L1D, READ, MISS, "DATA_CACHE_MISSES"),                                           \
	MAP_CACHE(DTLB, READ, MISS, "L1_DTLB_AND_L2_DTLB_MISS"),                                   \
	MAP_CACHE(ITLB, READ, MISS, "L1_ITLB_MISS_AND_L2_ITLB_MISS"),                              \
	MAP_HW(STALLED_FRONTEND, "DECODER_EMPTY"), MAP_HW(STALLED_BACKEND, "DISPATCH_STALLS")
const struct generic_map pmc_generic_k7[] = {
	AMD_MAP_EVER, AMD_MAP_TO_16H, STALLS, MAP_HW(CACHE_REFERENCES, "DATA_CACHE_ACCESSES"),
	MAP_HW(CACHE_MISSES, "DATA_CACHE_REFILLS_FROM_SYSTEM"), MAP_END,
};
const struct generic_map pmc_generic_k8[] = {
	AMD_MAP_EVER, AMD_MAP_TO_16H, STALLS,
	MAP_HW(CACHE_REFERENCES, "REQUESTS_TO_L2:INSTRUCTIONS:DATA:TLB_WALK"),
	MAP_HW(CACHE_MISSES, "L2_CACHE_MISS"),
	MAP_CACHE(L1D, PREFETCH, ACCESS, "DATA_PREFETCHES:ATTEMPTED"),
	MAP_CACHE(LLC, READ, ACCESS, "REQUESTS_TO_L2:INSTRUCTIONS:DATA"),
	MAP_CACHE(LLC, READ, MISS, "L2_CACHE_MISS:INSTRUCTIONS:DATA"),
	MAP_CACHE(LLC, WRITE, ACCESS, "L2_FILL_WRITEBACK:L2_FILLS"),
	MAP_CACHE(NODE, READ, ACCESS,
		  "CPU_IO_REQUESTS_TO_MEMORY_IO:CPU_TO_MEM:TO_REMOTE_NODE:TO_LOCAL_NODE:FROM_LOCAL_NODE"),
	MAP_CACHE(NODE, READ, MISS, "CPU_IO_REQUESTS_TO_MEMORY_IO:CPU_TO_MEM:TO_REMOTE_NODE:FROM_LOCAL_NODE"),
	MAP_END,
};
/* clang-format on */
