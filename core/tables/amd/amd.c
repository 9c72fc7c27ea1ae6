/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * K7 and K8 in one list.
 *
 * K7: Athlon x86 Code Optimization Guide (22007), appendix D, table 11 (revision K, and the older
 * E). K8: BKDG for Athlon 64 and Opteron (26094) and for NPT family 0Fh (32559), chapter
 * "Performance Monitoring", with the unit masks of revision F and G.
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
	UM("L2_EXCLUSIVE", 0x04, "exclusive, from the L2"),
	UM("L2_OWNED", 0x08, "owned, from the L2"),
	UM("L2_MODIFIED", 0x10, "modified, from the L2"), UM("ALL", 0x1f, "all of them"),
};
static const struct model_umask moesi[] = {
	UM("INVALID", 0x01, "invalid"), UM("SHARED", 0x02, "shared"),
	UM("EXCLUSIVE", 0x04, "exclusive"),
	UM("OWNED", 0x08, "owned"), UM("MODIFIED", 0x10, "modified"),
	UM("ALL", 0x1f, "all of them"),
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
	UM("INSTRUCTION_CACHE", 0x01, "the instruction cache"),
	UM("DATA_CACHE", 0x02, "the data cache"),
	UM("L2", 0x04, "the L2, not the data cache"), UM("ALL", 0x07, "any"),
};
static const struct model_umask k7_ecc[] = {
	UM("SYSTEM", 0x01, "of the system"), UM("L2", 0x02, "of the L2"), UM("ALL", 0x03, "both"),
};
static const struct model_umask k7_invalidates[] = {
	UM("D_INVALIDATES_I", 0x01, "data of instructions"),
	UM("D_INVALIDATES_D", 0x02, "data of data"),
	UM("I_INVALIDATES_I", 0x04, "instructions of instructions"),
	UM("I_INVALIDATES_D", 0x08, "instructions of data"), UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask k7_l2[] = {
	UM("TAG_READ", 0x01, "tag reads"), UM("TAG_WRITE", 0x02, "tag writes"),
	UM("READ_INSTRUCTION", 0x04, "blocks read for instructions"),
	UM("READ_LOAD", 0x08, "blocks read for loads"),
	UM("READ_STORE", 0x10, "blocks read for stores"),
	UM("WRITE_SYSTEM", 0x20, "blocks written by the system"),
	UM("WRITE_DC", 0x40, "blocks written by the data cache"),
	UM("WRITE_L2", 0x80, "blocks written from the L2"), UM("ALL", 0xff, "all of them"),
};
static const struct model_umask fpu_ops[] = {
	UM("OPS_ADD", 0x01, "add pipe"), UM("OPS_MULTIPLY", 0x02, "multiply pipe"),
	UM("OPS_STORE", 0x04, "store pipe"),
	UM("OPS_ADD_PIPE_LOAD_OPS", 0x08, "loads in the add pipe"),
	UM("OPS_MULTIPLY_PIPE_LOAD_OPS", 0x10, "loads in the multiply pipe"),
	UM("OPS_STORE_PIPE_LOAD_OPS", 0x20, "loads in the store pipe"),
	UM("ALL", 0x3f, "all of them"),
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
	UM("CANCELLED", 0x01, "cancelled"), UM("ATTEMPTED", 0x02, "attempted"),
	UM("ALL", 0x03, "both"),
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
static const struct model_umask page[] = {
	UM("HIT", 0x01, "page hits"), UM("MISS", 0x02, "page misses"),
	UM("CONFLICT", 0x04, "page conflicts"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask turnarounds[] = {
	UM("CHIP_SELECT", 0x01, "from chip to chip"),
	UM("READ_TO_WRITE", 0x02, "from read to write"),
	UM("WRITE_TO_READ", 0x04, "from write to read"), UM("ALL", 0x07, "all of them"),
};
static const struct model_umask bypass[] = {
	UM("HIGH_PRIORITY", 0x01, "high priority"), UM("LOW_PRIORITY", 0x02, "low priority"),
	UM("DRAM_INTERFACE", 0x04, "DRAM interface"), UM("DRAM_QUEUE", 0x08, "DRAM queue"),
	UM("ALL", 0x0f, "all of them"),
};
static const struct model_umask blocks[] = {
	UM("32_BYTE_WRITES", 0x04, "writes of 32 bytes"),
	UM("64_BYTE_WRITES", 0x08, "writes of 64 bytes"),
	UM("32_BYTE_READS", 0x10, "reads of 32 bytes"),
	UM("64_BYTE_READS", 0x20, "reads of 64 bytes"),
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
	UM("BUFFER_RELEASE_DWORD_SENT", 0x04, "buffer releases"),
	UM("NOP_DWORD_SENT", 0x08, "nothing"),
	UM("ALL", 0x0f, "all of them"),
};

static const struct model_event rows[] = {
	AMD_ROWS_EVER,
	AMD_ROWS_TO_16H,
	{ .name = "DATA_CACHE_MISSES", .code = 0x41, .about = "misses of the data cache" },
	{ .name = "DECODER_EMPTY", .code = 0xd0, .about = "cycles with nothing to decode" },
	{ .name = "DISPATCH_STALLS", .code = 0xd1, .about = "cycles in which decode stalls" },
	/* K7, K8 */
	{ .name = "DATA_CACHE_REFILLS", .code = 0x42, .variants = K7, .plain = 0x1f,
	  UMASKS(l2_moesi), .about = "refills of the data cache from the L2" },
	{ .name = "DATA_CACHE_REFILLS", .code = 0x42, .variants = K8, .plain = 0x1f,
	  UMASKS(k8_refills), .about = "refills of the data cache from the L2 or the system" },
	{ .name = "DATA_CACHE_REFILLS_FROM_SYSTEM", .code = 0x43, .plain = 0x1f, UMASKS(moesi),
	  .about = "refills of the data cache from the system, by state" },
	{ .name = "DATA_CACHE_LINES_EVICTED", .code = 0x44, .plain = 0x1f, UMASKS(moesi),
	  .about = "lines evicted, by state" },
	{ .name = "L1_DTLB_MISS_AND_L2_DTLB_HIT", .code = 0x45,
	  .about = "L1 data TLB misses that hit the L2 TLB" },
	{ .name = "L1_DTLB_AND_L2_DTLB_MISS", .code = 0x46, .about = "misses of both data TLBs" },
	{ .name = "MISALIGNED_ACCESSES", .code = 0x47, .about = "accesses not aligned" },
	{ .name = "L1_ITLB_MISS_AND_L2_ITLB_HIT", .code = 0x84,
	  .about = "L1 instruction TLB misses that hit the L2 TLB" },
	{ .name = "L1_ITLB_MISS_AND_L2_ITLB_MISS", .code = 0x85,
	  .about = "misses of both instruction TLBs" },
	{ .name = "PIPELINE_RESTART_DUE_TO_INSTRUCTION_STREAM_PROBE", .code = 0x86,
	  .about = "restarts for a probe that hit the instruction stream" },
	{ .name = "SEGMENT_REGISTER_LOADS", .code = 0x20, .plain = 0x7f, UMASKS(segments),
	  .about = "loads of segment registers" },
	{ .name = "DISPATCH_STALL_FOR_BRANCH_ABORT", .code = 0xd2,
	  .about = "… for a branch abort" },
	{ .name = "DISPATCH_STALL_FOR_SERIALIZATION", .code = 0xd3,
	  .about = "… for serialization" },
	{ .name = "DISPATCH_STALL_FOR_SEGMENT_LOAD", .code = 0xd4,
	  .about = "… for a segment load" },
	{ .name = "DISPATCH_STALL_FOR_REORDER_BUFFER_FULL", .code = 0xd5,
	  .about = "… for a full reorder buffer" },
	{ .name = "DISPATCH_STALL_FOR_RESERVATION_STATION_FULL", .code = 0xd6,
	  .about = "… for full reservation stations" },
	{ .name = "DISPATCH_STALL_FOR_FPU_FULL", .code = 0xd7, .about = "… for a full FPU" },
	{ .name = "DISPATCH_STALL_FOR_LS_FULL", .code = 0xd8,
	  .about = "… for a full load-store unit" },
	{ .name = "DISPATCH_STALL_WAITING_FOR_ALL_QUIET", .code = 0xd9,
	  .about = "… until all is quiet" },
	{ .name = "DISPATCH_STALL_FOR_FAR_TRANSFER_OR_RSYNC", .code = 0xda,
	  .about = "… for a far transfer or resync" },
	{ .name = "DR0_BREAKPOINT_MATCHES", .code = 0xdc, .about = "matches of DR0" },
	{ .name = "DR1_BREAKPOINT_MATCHES", .code = 0xdd, .about = "matches of DR1" },
	{ .name = "DR2_BREAKPOINT_MATCHES", .code = 0xde, .about = "matches of DR2" },
	{ .name = "DR3_BREAKPOINT_MATCHES", .code = 0xdf, .about = "matches of DR3" },
	/* K7 alone */
	{ .name = "DRAM_SYSTEM_REQUESTS", .code = 0x64, .variants = K7,
	  .about = "requests to the system for DRAM" },
	{ .name = "SYSTEM_REQUESTS", .code = 0x65, .variants = K7, .plain = 0x73, UMASKS(k7_types),
	  .about = "requests to the system, by memory type" },
	{ .name = "SNOOP_HITS", .code = 0x73, .variants = K7, .plain = 0x07, UMASKS(k7_snoops),
	  .about = "snoops that hit" },
	{ .name = "SINGLE_BIT_ECC_ERRORS", .code = 0x74, .variants = K7, .plain = 0x03,
	  UMASKS(k7_ecc), .about = "single-bit errors found or corrected" },
	{ .name = "INTERNAL_CACHE_LINE_INVALIDATES", .code = 0x75, .variants = K7, .plain = 0x0f,
	  UMASKS(k7_invalidates), .about = "lines invalidated by the processor itself" },
	{ .name = "L2_REQUESTS", .code = 0x79, .variants = K7, .plain = 0xff, UMASKS(k7_l2),
	  .about = "requests to the L2" },
	{ .name = "L2_FILL_WAIT_CYCLES", .code = 0x7a, .variants = K7,
	  .about = "cycles in which a fill waits for the L2" },
	/* K8 alone */
	{ .name = "DISPATCHED_FPU", .code = 0x00, .variants = K8, .plain = 0x3f, UMASKS(fpu_ops),
	  .about = "FPU operations dispatched" },
	{ .name = "CYCLES_NO_FPU_OPS_RETIRED", .code = 0x01, .variants = K8,
	  .about = "cycles without an FPU operation retired" },
	{ .name = "DISPATCHED_FPU_OPS_FAST_FLAG", .code = 0x02, .variants = K8,
	  .about = "FPU operations with the fast flag interface" },
	{ .name = "PIPELINE_RESTART_DUE_TO_PROBE_HIT", .code = 0x22, .variants = K8,
	  .about = "restarts for a probe that hit" },
	{ .name = "LS_BUFFER_2_FULL_CYCLES", .code = 0x23, .variants = K8,
	  .about = "cycles with load-store buffer 2 full" },
	{ .name = "LOCKED_OPS", .code = 0x24, .variants = K8, .plain = 0x07, UMASKS(locked),
	  .about = "locked operations" },
	{ .name = "RETIRED_CLFLUSH_INSTRUCTIONS", .code = 0x26, .variants = K8,
	  .about = "CLFLUSH retired" },
	{ .name = "RETIRED_CPUID_INSTRUCTIONS", .code = 0x27, .variants = K8,
	  .about = "CPUID retired" },
	{ .name = "MEMORY_REQUESTS", .code = 0x65, .variants = K8, .plain = 0x83, UMASKS(requests),
	  .about = "requests to memory, by type" },
	{ .name = "MICROARCHITECTURAL_LATE_CANCEL_OF_AN_ACCESS", .code = 0x48, .variants = K8,
	  .about = "late cancels of an access" },
	{ .name = "MICROARCHITECTURAL_EARLY_CANCEL_OF_AN_ACCESS", .code = 0x49, .variants = K8,
	  .about = "early cancels of an access" },
	{ .name = "SCRUBBER_SINGLE_BIT_ECC_ERRORS", .code = 0x4a, .variants = K8, .plain = 0x03,
	  UMASKS(scrubber), .about = "single-bit errors" },
	{ .name = "PREFETCH_INSTRUCTIONS_DISPATCHED", .code = 0x4b, .variants = K8, .plain = 0x07,
	  UMASKS(prefetches), .about = "prefetch instructions" },
	{ .name = "DCACHE_MISSES_BY_LOCKED_INSTRUCTIONS", .code = 0x4c, .variants = K8,
	  .plain = 0x02, UMASKS(locked_misses), .about = "misses of locked instructions" },
	{ .name = "DATA_PREFETCHES", .code = 0x67, .variants = K8, .plain = 0x03,
	  UMASKS(data_prefetches), .about = "prefetches of the hardware" },
	{ .name = "SYSTEM_READ_RESPONSES", .code = 0x6c, .variants = K8, .plain = 0x07,
	  UMASKS(responses), .about = "lines read from the system, by state" },
	{ .name = "QUADWORDS_WRITTEN_TO_SYSTEM", .code = 0x6d, .variants = K8, .plain = 0x01,
	  UMASKS(quadwords), .about = "quadwords written" },
	{ .name = "REQUESTS_TO_L2", .code = 0x7d, .variants = K8, .plain = 0x1f, UMASKS(to_l2),
	  .about = "requests to the L2" },
	{ .name = "L2_CACHE_MISS", .code = 0x7e, .variants = K8, .plain = 0x07, UMASKS(l2_miss),
	  .about = "misses of the L2" },
	{ .name = "L2_FILL_WRITEBACK", .code = 0x7f, .variants = K8, .plain = 0x03, UMASKS(l2_fill),
	  .about = "lines into and out of the L2" },
	{ .name = "RETIRED_MMX_AND_FP_INSTRUCTIONS", .code = 0xcb, .variants = K8, .plain = 0x0f,
	  UMASKS(mmx_fp), .about = "MMX and FP instructions retired" },
	{ .name = "RETIRED_FASTPATH_DOUBLE_OP_INSTRUCTIONS", .code = 0xcc, .variants = K8,
	  .plain = 0x07, UMASKS(position), .about = "fastpath double instructions retired" },
	{ .name = "FPU_EXCEPTIONS", .code = 0xdb, .variants = K8, .plain = 0x0f,
	  UMASKS(fpu_exceptions), .about = "FPU microfaults and microtraps" },
	/* K8's northbridge, which the cores of a node share */
	{ .name = "DRAM_ACCESSES_PAGE", .code = 0xe0, .variants = K8, .plain = 0x07, UMASKS(page),
	  .about = "DRAM accesses, by page" },
	{ .name = "MEMORY_CONTROLLER_PAGE_TABLE_OVERFLOWS", .code = 0xe1, .variants = K8,
	  .about = "page table overflows" },
	{ .name = "MEMORY_CONTROLLER_TURNAROUNDS", .code = 0xe3, .variants = K8, .plain = 0x07,
	  UMASKS(turnarounds), .about = "turnarounds" },
	{ .name = "MEMORY_CONTROLLER_BYPASS", .code = 0xe4, .variants = K8, .plain = 0x0f,
	  UMASKS(bypass), .about = "saturated bypass counters" },
	{ .name = "SIZED_BLOCKS", .code = 0xe5, .variants = K8, .plain = 0x3c, UMASKS(blocks),
	  .about = "blocks read and written, by size" },
	{ .name = "THERMAL_STATUS_AND_ECC_ERRORS", .code = 0xe8, .variants = K8, .plain = 0x8f,
	  UMASKS(thermal), .about = "heat, and ECC errors" },
	{ .name = "CPU_IO_REQUESTS_TO_MEMORY_IO", .code = 0xe9, .variants = K8, .plain = 0xff,
	  UMASKS(io), .about = "requests, by source and target" },
	{ .name = "CACHE_BLOCK", .code = 0xea, .variants = K8, .plain = 0x3d, UMASKS(cache_block),
	  .about = "cache block commands" },
	{ .name = "SIZED_COMMANDS", .code = 0xeb, .variants = K8, .plain = 0x7f, UMASKS(commands),
	  .about = "commands, by size" },
	{ .name = "PROBE", .code = 0xec, .variants = K8, .plain = 0x7f, UMASKS(probe),
	  .about = "responses to probes, and upstream requests" },
	{ .name = "GART", .code = 0xee, .variants = K8, .plain = 0x07, UMASKS(gart),
	  .about = "accesses of the graphics aperture" },
	{ .name = "HYPERTRANSPORT_LINK0", .code = 0xf6, .variants = K8, .plain = 0x0f,
	  UMASKS(link_bandwidth), .about = "doublewords sent on link 0" },
	{ .name = "HYPERTRANSPORT_LINK1", .code = 0xf7, .variants = K8, .plain = 0x0f,
	  UMASKS(link_bandwidth), .about = "doublewords sent on link 1" },
	{ .name = "HYPERTRANSPORT_LINK2", .code = 0xf8, .variants = K8, .plain = 0x0f,
	  UMASKS(link_bandwidth), .about = "doublewords sent on link 2" },
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
		  "CPU_IO_REQUESTS_TO_MEMORY_IO:CPU_TO_MEM:TO_REMOTE_NODE:"
		  "TO_LOCAL_NODE:FROM_LOCAL_NODE"),
	MAP_CACHE(NODE, READ, MISS,
	"CPU_IO_REQUESTS_TO_MEMORY_IO:CPU_TO_MEM:TO_REMOTE_NODE:FROM_LOCAL_NODE"),
	MAP_END,
};
/* clang-format on */
