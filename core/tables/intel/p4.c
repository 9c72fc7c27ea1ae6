/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4. SDM volume 3, appendix of events for processors based on Intel NetBurst: table
 * "Performance Monitoring Events Supported by Intel NetBurst Microarchitecture for Non-Retirement
 * Counting", table "... for At-Retirement Counting", and the tables of metrics for replay tagging.
 *
 * A row names its ESCRs; counters and the CCCR's select follow from the wiring (p4.h). The manual's
 * rows of b2b_cycles, bnr, snoop and response say select 3, against its own wiring table, in which
 * FSB_ESCR0 and 1 are number 6 and 3 is ITLB_ESCR: the wiring is taken.
 */
#include "core/pmu/p4.h"
#include "core/tables/intel/p4_replay.h"
#include "core/tables/rows.h"

/* clang-format off */
#define B(nam, bit, abo) { .name = nam, .bits = 1u << (bit), .about = abo }
#define TAG(n) \
	{ .name = "TAG" #n, .bits = 1u << (n), .kind = UMASK_TAG, .about = "tags with tag " #n }
#define REPLAY(nam, idx, abo)                                                                      \
	{ .name = nam, .bits = idx, .kind = UMASK_REPLAY, .group = 1, .about = abo }

/* ---- Non-retirement events ---- */

static const struct model_umask tc_deliver_mode[] = {
	B("DD", 0, "both logical processors deliver"),
	B("DB", 1, "logical processor 0 delivers, 1 builds"),
	B("DI", 2, "logical processor 0 delivers, 1 is halted"),
	B("BD", 3, "logical processor 0 builds, 1 delivers"),
	B("BB", 4, "both logical processors build"),
	B("BI", 5, "logical processor 0 builds, 1 is halted"),
	B("ID", 6, "logical processor 0 is halted, 1 delivers"),
	B("IB", 7, "logical processor 0 is halted, 1 builds"),
};
static const struct model_umask bpu_fetch[] = { B("TCMISS", 0,
	"look-ups after a trace cache miss") };
static const struct model_umask itlb[] = {
	B("HIT", 0, "hits"), B("MISS", 1, "misses"), B("HIT_UC", 2, "uncacheable hits"),
};
static const struct model_umask memory_cancel[] = {
	B("ST_RB_FULL", 2, "for a full store request buffer"),
	B("64K_CONF", 3, "for a conflict of addresses 64 KiB apart"),
};
static const struct model_umask memory_complete[] = {
	B("LSC", 0, "split loads, but uncacheable and write-combining ones"),
	B("SSC", 1, "split stores"),
};
static const struct model_umask split_ld[] = { B("SPLIT_LD", 1, "split loads") };
static const struct model_umask split_st[] = { B("SPLIT_ST", 1, "split stores") };
static const struct model_umask mob_replay[] = {
	B("NO_STA", 1, "the address of an earlier store is not known"),
	B("NO_STD", 3, "the data of an earlier store is not known"),
	B("PARTIAL_DATA", 4, "an earlier store overlaps in part"),
	B("UNALGN_ADDR", 5, "the lower 4 bits of the addresses do not match"),
};
static const struct model_umask page_walk[] = {
	B("DTMISS", 0, "for the data TLB"), B("ITMISS", 1, "for the instruction TLB"),
};
static const struct model_umask bsq_reference[] = {
	B("RD_2ndL_HITS", 0, "reads, L2 hit shared"),
	B("RD_2ndL_HITE", 1, "reads, L2 hit exclusive"),
	B("RD_2ndL_HITM", 2, "reads, L2 hit modified"),
	B("RD_3rdL_HITS", 3, "reads, L3 hit shared"),
	B("RD_3rdL_HITE", 4, "reads, L3 hit exclusive"),
	B("RD_3rdL_HITM", 5, "reads, L3 hit modified"), B("RD_2ndL_MISS", 8, "reads, L2 miss"),
	B("RD_3rdL_MISS", 9, "reads, L3 miss"),
	B("WR_2ndL_MISS", 10, "write-backs from L1 that miss the L2"),
};
static const struct model_umask ioq[] = {
	B("TYPE_BIT0", 0, "bus request type, bit 0"), B("TYPE_BIT1", 1, "bus request type, bit 1"),
	B("TYPE_BIT2", 2, "bus request type, bit 2"), B("TYPE_BIT3", 3, "bus request type, bit 3"),
	B("TYPE_BIT4", 4, "bus request type, bit 4"), B("ALL_READ", 5, "reads"),
	B("ALL_WRITE", 6, "writes"), B("MEM_UC", 7, "uncacheable"),
	B("MEM_WC", 8, "write-combining"),
	B("MEM_WT", 9, "write-through"), B("MEM_WP", 10, "write-protected"),
	B("MEM_WB", 11, "write-back"), B("OWN", 13, "own requests"),
	B("OTHER", 14, "requests of others and DMA"), B("PREFETCH", 15, "with prefetches"),
};
static const struct model_umask fsb_data[] = {
	B("DRDY_DRV", 0, "this processor drives data"),
	B("DRDY_OWN", 1, "this processor samples data for itself"),
	B("DRDY_OTHER", 2, "data of others"),
	B("DBSY_DRV", 3, "this processor reserves the bus to drive"),
	B("DBSY_OWN", 4, "an agent reserves the bus for this processor"),
	B("DBSY_OTHER", 5, "an agent reserves the bus for others"),
};
static const struct model_umask bsq[] = {
	B("REQ_TYPE0", 0, "request type, bit 0"), B("REQ_TYPE1", 1, "request type, bit 1"),
	B("REQ_LEN0", 2, "request length, bit 0"), B("REQ_LEN1", 3, "request length, bit 1"),
	B("REQ_IO_TYPE", 5, "I/O"), B("REQ_LOCK_TYPE", 6, "bus lock"),
	B("REQ_CACHE_TYPE", 7, "cacheable"), B("REQ_SPLIT_TYPE", 8, "split over 8 bytes"),
	B("REQ_DEM_TYPE", 9, "demand, not prefetch"), B("REQ_ORD_TYPE", 10, "ordered"),
	B("MEM_TYPE0", 11, "memory type, bit 0"), B("MEM_TYPE1", 12, "memory type, bit 1"),
	B("MEM_TYPE2", 13, "memory type, bit 2"),
};
static const struct model_umask all15[] = { B("ALL", 15, "all of them") };
static const struct model_umask all15_tags[] = {
	B("ALL", 15, "all of them"), TAG(0), TAG(1), TAG(2), TAG(3),
};
static const struct model_umask simd_moves[] = {
	B("ALLP0", 3, "on port 0"), B("ALLP2", 4, "on port 2"), TAG(0), TAG(1), TAG(2), TAG(3),
};
static const struct model_umask tc_flush[] = { B("FLUSH", 4, "flushes") };
static const struct model_umask running[] = { B("RUNNING", 0, "the processor is active") };
static const struct model_umask cisc[] = { B("CISC", 0,
	"from the trace cache to the microcode ROM") };
static const struct model_umask uop_queue[] = {
	B("FROM_TC_BUILD", 0, "from the trace cache while it builds"),
	B("FROM_TC_DELIVER", 1, "from the trace cache while it delivers"),
	B("FROM_ROM", 2, "from the microcode ROM"),
};
static const struct model_umask branch_type[] = {
	B("CONDITIONAL", 1, "conditional jumps"), B("CALL", 2, "calls, direct and indirect"),
	B("RETURN", 3, "returns"), B("INDIRECT", 4, "returns, indirect calls and jumps"),
};
static const struct model_umask sbfull[] = { B("SBFULL", 5, "no store buffer") };
static const struct model_umask wc_buffer[] = {
	B("WCB_EVICTS", 0, "evictions, for any reason"),
	B("WCB_FULL_EVICT", 1, "evictions because all buffers are taken"),
};
static const struct model_umask b2b[] = {
	B("BIT1", 1, "bit 1"), B("BIT2", 2, "bit 2"), B("BIT3", 3, "bit 3"), B("BIT4", 4, "bit 4"),
	B("BIT5", 5, "bit 5"), B("BIT6", 6, "bit 6"),
};
static const struct model_umask bnr[] = {
	B("BIT0", 0, "bit 0"), B("BIT1", 1, "bit 1"), B("BIT2", 2, "bit 2"),
};
static const struct model_umask snoop[] = {
	B("BIT2", 2, "bit 2"), B("BIT6", 6, "bit 6"), B("BIT7", 7, "bit 7"),
};
static const struct model_umask response[] = {
	B("BIT1", 1, "bit 1"), B("BIT2", 2, "bit 2"), B("BIT8", 8, "bit 8"), B("BIT9", 9, "bit 9"),
};

/* ---- At-retirement events ---- */

static const struct model_umask bogus[] = {
	B("NBOGUS", 0, "not bogus"), B("BOGUS", 1, "bogus"),
};
static const struct model_umask execution[] = {
	B("NBOGUS0", 0, "not bogus, tag 0"), B("NBOGUS1", 1, "not bogus, tag 1"),
	B("NBOGUS2", 2, "not bogus, tag 2"), B("NBOGUS3", 3, "not bogus, tag 3"),
	B("BOGUS0", 4, "bogus, tag 0"), B("BOGUS1", 5, "bogus, tag 1"),
	B("BOGUS2", 6, "bogus, tag 2"), B("BOGUS3", 7, "bogus, tag 3"),
};
static const struct model_umask replay[] = {
	B("NBOGUS", 0, "not bogus"), B("BOGUS", 1, "bogus"),
	REPLAY("L1_LD_MISS", REPLAY_L1_LD_MISS, "tagged by a load that missed the L1"),
	REPLAY("L2_LD_MISS", REPLAY_L2_LD_MISS, "tagged by a load that missed the L2"),
	REPLAY("DTLB_LD_MISS", REPLAY_DTLB_LD_MISS, "tagged by a load that missed the data TLB"),
	REPLAY("DTLB_ST_MISS", REPLAY_DTLB_ST_MISS, "tagged by a store that missed the data TLB"),
	REPLAY("DTLB_ALL_MISS", REPLAY_DTLB_ALL_MISS, "tagged by any miss of the data TLB"),
	REPLAY("BR_MSP", REPLAY_BR_MSP, "tagged by a wrongly predicted branch"),
	REPLAY("MOB_LD_REPLAY", REPLAY_MOB_LD,
	       "tagged by MOB_load_replay:PARTIAL_DATA:UNALGN_ADDR in an ESCR besides"),
	REPLAY("SP_LD_RET", REPLAY_SP_LD,
	"tagged by load_port_replay:SPLIT_LD in SAAT_ESCR1 besides"),
	REPLAY("SP_ST_RET", REPLAY_SP_ST,
	"tagged by store_port_replay:SPLIT_ST in SAAT_ESCR0 besides"),
};
static const struct model_umask instr_retired[] = {
	B("NBOGUSNTAG", 0, "not bogus, not tagged"), B("NBOGUSTAG", 1, "not bogus, tagged"),
	B("BOGUSNTAG", 2, "bogus, not tagged"), B("BOGUSTAG", 3, "bogus, tagged"),
};
static const struct model_umask uop_type[] = {
	B("TAGLOADS", 1, "loads"), B("TAGSTORES", 2, "stores"), TAG(0), TAG(1), TAG(2), TAG(3),
};
static const struct model_umask branch_retired[] = {
	B("MMNP", 0, "not taken, predicted"), B("MMNM", 1, "not taken, wrongly predicted"),
	B("MMTP", 2, "taken, predicted"), B("MMTM", 3, "taken, wrongly predicted"),
};
static const struct model_umask mispred[] = { B("NBOGUS", 0, "not bogus") };
static const struct model_umask x87_assist[] = {
	B("FPSU", 0, "x87 stack underflow"), B("FPSO", 1, "x87 stack overflow"),
	B("POAO", 2, "result overflow"), B("POAU", 3, "result underflow"),
	B("PREA", 4, "denormal input"),
};
static const struct model_umask machine_clear[] = {
	B("CLEAR", 0, "cycles of clearing for any reason; with edge: how often"),
	B("MOCLEAR", 2, "for memory ordering"), B("SMCLEAR", 6, "for self-modifying code"),
};

static const struct model_event rows[] = {
	{ .name = "TC_deliver_mode", .code = 0x01, .escr = { P4_TC_ESCR0, P4_TC_ESCR1 },
	  UMASKS(tc_deliver_mode), .flags = ROW_NEEDS_UMASK,
	  .about = "cycles in which the trace cache is in this mode" },
	{ .name = "BPU_fetch_request", .code = 0x03, .escr = { P4_BPU_ESCR0, P4_BPU_ESCR1 },
	  .plain = 1u << 0, UMASKS(bpu_fetch),
	  .about = "fetch requests of the branch prediction unit" },
	{ .name = "ITLB_reference", .code = 0x18, .escr = { P4_ITLB_ESCR0, P4_ITLB_ESCR1 },
	  UMASKS(itlb), .flags = ROW_NEEDS_UMASK, .about = "translations by the instruction TLB" },
	{ .name = "memory_cancel", .code = 0x02, .escr = { P4_DAC_ESCR0, P4_DAC_ESCR1 },
	  UMASKS(memory_cancel), .flags = ROW_NEEDS_UMASK,
	  .about = "requests of the data cache unit that were cancelled" },
	{ .name = "memory_complete", .code = 0x08, .escr = { P4_SAAT_ESCR0, P4_SAAT_ESCR1 },
	  UMASKS(memory_complete), .flags = ROW_NEEDS_UMASK,
	  .about = "split accesses that completed" },
	{ .name = "load_port_replay", .code = 0x04, .escr = { P4_SAAT_ESCR0, P4_SAAT_ESCR1 },
	  .plain = 1u << 1, UMASKS(split_ld), .about = "replays at the load port" },
	{ .name = "store_port_replay", .code = 0x05, .escr = { P4_SAAT_ESCR0, P4_SAAT_ESCR1 },
	  .plain = 1u << 1, UMASKS(split_st), .about = "replays at the store port" },
	{ .name = "MOB_load_replay", .code = 0x03, .escr = { P4_MOB_ESCR0, P4_MOB_ESCR1 },
	  UMASKS(mob_replay), .flags = ROW_NEEDS_UMASK,
	  .about = "loads that the memory order buffer had replayed" },
	{ .name = "page_walk_type", .code = 0x01, .escr = { P4_PMH_ESCR0, P4_PMH_ESCR1 },
	  UMASKS(page_walk), .flags = ROW_NEEDS_UMASK, .about = "page walks" },
	{ .name = "BSQ_cache_reference", .code = 0x0c, .escr = { P4_BSU_ESCR0, P4_BSU_ESCR1 },
	  UMASKS(bsq_reference), .flags = ROW_NEEDS_UMASK,
	  .about = "references of the bus unit to the L2 and L3 caches" },
	{ .name = "IOQ_allocation", .code = 0x03, .escr = { P4_FSB_ESCR0, P4_FSB_ESCR1 },
	  UMASKS(ioq), .flags = ROW_NEEDS_UMASK,
	  .about = "transactions on the bus, by type; count with edge to see each once" },
	{ .name = "IOQ_active_entries", .code = 0x1a, .escr = { P4_FSB_ESCR1, P4_NO_ESCR },
	  UMASKS(ioq), .flags = ROW_NEEDS_UMASK,
	  .about = "bus clocks weighted by the active entries of the queue" },
	{ .name = "FSB_data_activity", .code = 0x17, .escr = { P4_FSB_ESCR0, P4_FSB_ESCR1 },
	  UMASKS(fsb_data), .flags = ROW_NEEDS_UMASK,
	  .about = "bus clocks with DRDY or DBSY; count with edge to see each once" },
	{ .name = "BSQ_allocation", .code = 0x05, .escr = { P4_BSU_ESCR0, P4_NO_ESCR }, UMASKS(bsq),
	  .flags = ROW_NEEDS_UMASK, .about = "allocations in the bus sequence unit" },
	{ .name = "BSQ_active_entries", .code = 0x06, .escr = { P4_BSU_ESCR1, P4_NO_ESCR },
	  UMASKS(bsq), .flags = ROW_NEEDS_UMASK,
	  .about = "clocks weighted by the active entries of the bus sequence unit" },
	{ .name = "SSE_input_assist", .code = 0x34, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15), .about = "assists for SSE operands" },
	{ .name = "packed_SP_uop", .code = 0x08, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15_tags), .about = "packed single-precision micro-ops" },
	{ .name = "packed_DP_uop", .code = 0x0c, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15_tags), .about = "packed double-precision micro-ops" },
	{ .name = "scalar_SP_uop", .code = 0x0a, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15_tags), .about = "scalar single-precision micro-ops" },
	{ .name = "scalar_DP_uop", .code = 0x0e, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15_tags), .about = "scalar double-precision micro-ops" },
	{ .name = "64bit_MMX_uop", .code = 0x02, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15_tags), .about = "integer SIMD micro-ops of 64 bits" },
	{ .name = "128bit_MMX_uop", .code = 0x1a, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15_tags), .about = "integer SIMD micro-ops of 128 bits" },
	{ .name = "x87_FP_uop", .code = 0x04, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  .plain = 1u << 15, UMASKS(all15_tags), .about = "x87 micro-ops" },
	{ .name = "x87_SIMD_moves_uop", .code = 0x2e, .escr = { P4_FIRM_ESCR0, P4_FIRM_ESCR1 },
	  UMASKS(simd_moves), .flags = ROW_NEEDS_UMASK,
	  .about = "moves, loads and stores of x87, MMX and SSE registers" },
	{ .name = "TC_misc", .code = 0x06, .escr = { P4_TC_ESCR0, P4_TC_ESCR1 }, .plain = 1u << 4,
	  UMASKS(tc_flush), .about = "flushes of the trace cache" },
	{ .name = "global_power_events", .code = 0x13, .escr = { P4_FSB_ESCR0, P4_FSB_ESCR1 },
	  .plain = 1u << 0, UMASKS(running),
	  .about = "cycles in which the processor is not stopped" },
	{ .name = "tc_ms_xfer", .code = 0x05, .escr = { P4_MS_ESCR0, P4_MS_ESCR1 },
	  .plain = 1u << 0, UMASKS(cisc),
	  .about = "changes of micro-op delivery to the microcode ROM" },
	{ .name = "uop_queue_writes", .code = 0x09, .escr = { P4_MS_ESCR0, P4_MS_ESCR1 },
	  UMASKS(uop_queue), .flags = ROW_NEEDS_UMASK,
	  .about = "micro-ops written into the queue" },
	{ .name = "retired_mispred_branch_type", .code = 0x05,
	  .escr = { P4_TBPU_ESCR0, P4_TBPU_ESCR1 }, UMASKS(branch_type), .flags = ROW_NEEDS_UMASK,
	  .about = "wrongly predicted branches retired, by type" },
	{ .name = "retired_branch_type", .code = 0x04, .escr = { P4_TBPU_ESCR0, P4_TBPU_ESCR1 },
	  UMASKS(branch_type), .flags = ROW_NEEDS_UMASK, .about = "branches retired, by type" },
	{ .name = "resource_stall", .code = 0x01, .escr = { P4_ALF_ESCR0, P4_ALF_ESCR1 },
	  .plain = 1u << 5, UMASKS(sbfull), .about = "stalls of the allocator" },
	{ .name = "WC_Buffer", .code = 0x05, .escr = { P4_DAC_ESCR0, P4_DAC_ESCR1 },
	  UMASKS(wc_buffer), .flags = ROW_NEEDS_UMASK, .about = "write-combining buffers" },
	{ .name = "b2b_cycles", .code = 0x16, .escr = { P4_FSB_ESCR0, P4_FSB_ESCR1 }, UMASKS(b2b),
	  .flags = ROW_NEEDS_UMASK, .about = "back-to-back bus cycles" },
	{ .name = "bnr", .code = 0x08, .escr = { P4_FSB_ESCR0, P4_FSB_ESCR1 }, UMASKS(bnr),
	  .flags = ROW_NEEDS_UMASK, .about = "bus not ready" },
	{ .name = "snoop", .code = 0x06, .escr = { P4_FSB_ESCR0, P4_FSB_ESCR1 }, UMASKS(snoop),
	  .flags = ROW_NEEDS_UMASK, .about = "snoop hits and modified hits on the bus" },
	{ .name = "response", .code = 0x04, .escr = { P4_FSB_ESCR0, P4_FSB_ESCR1 },
	  UMASKS(response), .flags = ROW_NEEDS_UMASK, .about = "bus responses" },
	/* At retirement */
	{ .name = "front_end_event", .code = 0x08, .escr = { P4_CRU_ESCR2, P4_CRU_ESCR3 },
	  UMASKS(bogus), .flags = ROW_NEEDS_UMASK,
	  .about = "retired micro-ops that uop_type tagged at the front end" },
	{ .name = "execution_event", .code = 0x0c, .escr = { P4_CRU_ESCR2, P4_CRU_ESCR3 },
	  UMASKS(execution), .flags = ROW_NEEDS_UMASK,
	  .about = "retired micro-ops that were tagged at execution, by tag" },
	{ .name = "replay_event", .code = 0x09, .escr = { P4_CRU_ESCR2, P4_CRU_ESCR3 },
	  .umask = replay, .n_umasks = ROWS(replay), .flags = ROW_NEEDS_UMASK | ROW_REPLAY,
	  .about = "retired micro-ops that a replay metric tagged" },
	{ .name = "instr_retired", .code = 0x02, .escr = { P4_CRU_ESCR0, P4_CRU_ESCR1 },
	  UMASKS(instr_retired), .flags = ROW_NEEDS_UMASK, .about = "instructions retired" },
	{ .name = "uops_retired", .code = 0x01, .escr = { P4_CRU_ESCR0, P4_CRU_ESCR1 },
	  UMASKS(bogus), .flags = ROW_NEEDS_UMASK, .about = "micro-ops retired" },
	{ .name = "uop_type", .code = 0x02, .escr = { P4_RAT_ESCR0, P4_RAT_ESCR1 },
	  UMASKS(uop_type), .flags = ROW_NEEDS_UMASK,
	  .about = "tags micro-ops for front_end_event; counts nothing itself" },
	{ .name = "branch_retired", .code = 0x06, .escr = { P4_CRU_ESCR2, P4_CRU_ESCR3 },
	  UMASKS(branch_retired), .flags = ROW_NEEDS_UMASK,
	  .about = "branches retired, by direction and prediction" },
	{ .name = "mispred_branch_retired", .code = 0x03, .escr = { P4_CRU_ESCR0, P4_CRU_ESCR1 },
	  .plain = 1u << 0, UMASKS(mispred), .about = "wrongly predicted branches retired" },
	{ .name = "x87_assist", .code = 0x03, .escr = { P4_CRU_ESCR2, P4_CRU_ESCR3 },
	  UMASKS(x87_assist), .flags = ROW_NEEDS_UMASK,
	  .about = "x87 instructions that needed help" },
	{ .name = "machine_clear", .code = 0x02, .escr = { P4_CRU_ESCR2, P4_CRU_ESCR3 },
	  UMASKS(machine_clear), .flags = ROW_NEEDS_UMASK, .about = "clears of the pipeline" },
	/* Models 3 and later */
	{ .name = "instr_completed", .code = 0x07, .escr = { P4_CRU_ESCR0, P4_CRU_ESCR1 },
	  .umask = bogus, .n_umasks = ROWS(bogus), .flags = ROW_NEEDS_UMASK, .variants = P4_NEW,
	  .about = "instructions completed and retired" },
};
const struct rows pmc_rows_p4 = { rows, ROWS(rows) };

/* Table "List of Metrics Available for Replay Tagging". */
const struct p4_replay pmc_p4_replay[P4_REPLAYS] = {
	[REPLAY_L1_LD_MISS] = { 1u << 0, 0x1 }, [REPLAY_L2_LD_MISS] = { 1u << 1, 0x1 },
	[REPLAY_DTLB_LD_MISS] = { 1u << 2, 0x1 }, [REPLAY_DTLB_ST_MISS] = { 1u << 2, 0x2 },
	[REPLAY_DTLB_ALL_MISS] = { 1u << 2, 0x3 }, [REPLAY_BR_MSP] = { 3u << 15, 0x10 },
	/* MOB_load_replay:PARTIAL_DATA:UNALGN_ADDR, load_port_replay:SPLIT_LD,
	 * store_port_replay:SPLIT_ST */
	[REPLAY_MOB_LD] = { 1u << 9, 0x1, 2, { P4_MOB_ESCR0, P4_MOB_ESCR1 }, 0x03, 0x30 },
	[REPLAY_SP_LD] = { 1u << 10, 0x1, 1, { P4_SAAT_ESCR1 }, 0x04, 0x02 },
	[REPLAY_SP_ST] = { 1u << 10, 0x2, 1, { P4_SAAT_ESCR0 }, 0x05, 0x02 },
};

const struct generic_map pmc_generic_p4[] = {
	MAP_HW(CYCLES, "global_power_events"),
	MAP_HW(INSTRUCTIONS, "instr_retired:NBOGUSNTAG:NBOGUSTAG"),
	MAP_HW(BRANCHES, "branch_retired:MMNP:MMNM:MMTP:MMTM"),
	MAP_HW(BRANCH_MISSES, "mispred_branch_retired"),
	MAP_HW(CACHE_REFERENCES, "BSQ_cache_reference:RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM:"
				 "RD_2ndL_MISS:WR_2ndL_MISS"),
	MAP_HW(CACHE_MISSES, "BSQ_cache_reference:RD_2ndL_MISS:WR_2ndL_MISS"),
	MAP_HW(BUS_CYCLES, "FSB_data_activity:DRDY_DRV:DRDY_OWN"),
	MAP_HW(STALLED_BACKEND, "resource_stall"),
	MAP_CACHE(L1D, READ, MISS, "replay_event:NBOGUS:L1_LD_MISS"),
	MAP_CACHE(LLC, READ, MISS, "replay_event:NBOGUS:L2_LD_MISS"),
	MAP_CACHE(DTLB, READ, MISS, "replay_event:NBOGUS:DTLB_LD_MISS"),
	MAP_CACHE(DTLB, WRITE, MISS, "replay_event:NBOGUS:DTLB_ST_MISS"),
	MAP_CACHE(ITLB, READ, ACCESS, "ITLB_reference:HIT:MISS:HIT_UC"),
	MAP_CACHE(ITLB, READ, MISS, "ITLB_reference:MISS"),
	MAP_CACHE(BPU, READ, ACCESS, "branch_retired:MMNP:MMNM:MMTP:MMTM"),
	MAP_CACHE(BPU, READ, MISS, "mispred_branch_retired"),
	MAP_END,
};
/* clang-format on */
