/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's cores by name, Core Duo to Panther Lake (the Atoms are in atom.c): the architectural
 * events, and those of each core's own events that generic names need. All other events come from
 * files.
 *
 * SDM volume 3, "Performance Monitoring Events", table of each core; names and values are those of
 * Intel's files of events, so that our rows agree with a file that is read. Which counters have
 * them is in constraints.c.
 */
#include "core/pmu/regs.h"
#include "core/tables/intel/arch.h"

/* With a request to OFFCORE_RSP0 or 1. */
#define OFFCORE(value) .plain = 0x01, .msr = MSR_OFFCORE_RSP0, .msr_value = value
#define RSP "OFFCORE_RESPONSE."
#define READS  "demand reads of data that left the core"
#define READ_MISSES "… that missed the last level of cache"
#define WRITES "demand reads for ownership that left the core"

#define SNB_BDW (SNB | IVB | HSW | BDW)
#define SKY (SKL | SKX)
#define ICE (ICL | ICX)
#define GLC (ADL | SPR)
#define LNC (LNL | ARL)
static const struct model_event rows[] = {
	ARCH_ROWS,
	/* Core Solo, Core Duo */
	{ .name = "DCACHE_CACHE_LD.MESI", .code = 0x40, .plain = 0x0f, .variants = YONAH,
	  .about = "loads from the data cache" },
	{ .name = "DCACHE_CACHE_LD.I_STATE", .code = 0x40, .plain = 0x01, .variants = YONAH,
	  .about = "… that missed" },
	{ .name = "DCACHE_CACHE_ST.MESI", .code = 0x41, .plain = 0x0f, .variants = YONAH,
	  .about = "stores into the data cache" },
	{ .name = "DCACHE_CACHE_ST.I_STATE", .code = 0x41, .plain = 0x01, .variants = YONAH,
	  .about = "… that missed" },
	{ .name = "L1_PREF_REQ", .code = 0x4f, .plain = 0x00, .variants = YONAH,
	  .about = "prefetches into the data cache" },
	{ .name = "ICACHE_READS", .code = 0x80, .plain = 0x00, .variants = YONAH,
	  .about = "fetches of instructions" },
	{ .name = "ICACHE_MISSES", .code = 0x81, .plain = 0x00, .variants = YONAH,
	  .about = "… that missed the instruction cache" },
	{ .name = "L2_LD.SELF.MESI", .code = 0x29, .plain = 0x4f, .variants = YONAH,
	  .about = "reads of the L2" },
	{ .name = "L2_LD.SELF.I_STATE", .code = 0x29, .plain = 0x41, .variants = YONAH,
	  .about = "… that missed" },
	{ .name = "DTLB_MISS", .code = 0x49, .plain = 0x00, .variants = YONAH,
	  .about = "data TLB misses" },
	{ .name = "ITLB_MISSES", .code = 0x85, .plain = 0x00, .variants = YONAH,
	  .about = "instruction TLB misses" },
	/* Core 2 */
	{ .name = "L1D_CACHE_LD.MESI", .code = 0x40, .plain = 0x0f, .variants = CORE2 | NHM,
	  .about = "loads from the data cache" },
	{ .name = "L1D_CACHE_LD.I_STATE", .code = 0x40, .plain = 0x01, .variants = CORE2 | NHM,
	  .about = "… that missed" },
	{ .name = "L1D_CACHE_ST.MESI", .code = 0x41, .plain = 0x0f, .variants = CORE2,
	  .about = "stores into the data cache" },
	{ .name = "L1D_CACHE_ST.I_STATE", .code = 0x41, .plain = 0x01, .variants = CORE2,
	  .about = "… that missed" },
	{ .name = "L1D_PREFETCH.REQUESTS", .code = 0x4e, .plain = 0x10, .variants = CORE2,
	  .about = "prefetches into the data cache" },
	{ .name = "L1I_READS", .code = 0x80, .plain = 0x00, .variants = CORE2,
	  .about = "fetches of instructions" },
	{ .name = "L1I_MISSES", .code = 0x81, .plain = 0x00, .variants = CORE2,
	  .about = "… that missed the instruction cache" },
	{ .name = "L2_LD.SELF.DEMAND.MESI", .code = 0x29, .plain = 0x4f, .variants = CORE2,
	  .about = "reads of the L2 on demand" },
	{ .name = "L2_LD.SELF.DEMAND.I_STATE", .code = 0x29, .plain = 0x41, .variants = CORE2,
	  .about = "… that missed" },
	{ .name = "L2_ST.SELF.MESI", .code = 0x2a, .plain = 0x4f, .variants = CORE2 | YONAH,
	  .about = "writes to the L2" },
	{ .name = "L2_ST.SELF.I_STATE", .code = 0x2a, .plain = 0x41, .variants = CORE2 | YONAH,
	  .about = "… that missed" },
	{ .name = "DTLB_MISSES.MISS_LD", .code = 0x08, .plain = 0x02, .variants = CORE2,
	  .about = "data TLB misses of loads" },
	{ .name = "DTLB_MISSES.MISS_ST", .code = 0x08, .plain = 0x08, .variants = CORE2,
	  .about = "data TLB misses of stores" },
	{ .name = "ITLB.MISSES", .code = 0x82, .plain = 0x12, .variants = CORE2,
	  .about = "instruction TLB misses" },
	/* Nehalem, Westmere */
	{ .name = "MEM_INST_RETIRED.LOADS", .code = 0x0b, .plain = 0x01, .variants = NHM | WSM,
	  .about = "instructions with a load retired" },
	{ .name = "MEM_INST_RETIRED.STORES", .code = 0x0b, .plain = 0x02, .variants = NHM | WSM,
	  .about = "instructions with a store retired" },
	{ .name = "L1D.REPL", .code = 0x51, .plain = 0x01, .variants = NHM | WSM,
	  .about = "lines brought into the data cache" },
	{ .name = "L1D.M_REPL", .code = 0x51, .plain = 0x02, .variants = NHM | WSM,
	  .about = "modified lines brought into the data cache" },
	{ .name = "L1D_PREFETCH.REQUESTS", .code = 0x4e, .plain = 0x01, .variants = NHM | WSM,
	  .about = "prefetches into the data cache" },
	{ .name = "L1D_PREFETCH.MISS", .code = 0x4e, .plain = 0x02, .variants = NHM | WSM,
	  .about = "… that missed" },
	{ .name = "L1I.READS", .code = 0x80, .plain = 0x03, .variants = NHM | WSM,
	  .about = "fetches of instructions" },
	{ .name = "L1I.MISSES", .code = 0x80, .plain = 0x02, .variants = NHM | WSM,
	  .about = "… that missed the instruction cache" },
	{ .name = "DTLB_LOAD_MISSES.ANY", .code = 0x08, .plain = 0x01, .variants = NHM | WSM,
	  .about = "data TLB misses of loads" },
	{ .name = "MEM_STORE_RETIRED.DTLB_MISS", .code = 0x0c, .plain = 0x01, .variants = NHM | WSM,
	  .about = "stores retired that missed the data TLB" },
	{ .name = "ITLB_MISSES.ANY", .code = 0x85, .plain = 0x01, .variants = NHM | WSM,
	  .about = "instruction TLB misses" },
	{ .name = "UOPS_EXECUTED.CORE_STALL_CYCLES", .code = 0xb1, .plain = 0x3f,
	  .flags = ROW_INVERT | ROW_ANY, .cmask = 1, .variants = NHM | WSM,
	  .about = "cycles in which the core executes nothing" },
	{ .name = "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LOCATION", .code = 0xb7, OFFCORE(0xff01),
	  .variants = NHM, .about = READS },
	{ .name = "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LLC_MISS", .code = 0xb7, OFFCORE(0xf801),
	  .variants = NHM, .about = READ_MISSES },
	{ .name = "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_DRAM", .code = 0xb7, OFFCORE(0x6001),
	  .variants = NHM, .about = "… that memory served" },
	{ .name = "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.REMOTE_DRAM", .code = 0xb7, OFFCORE(0x2001),
	  .variants = NHM, .about = "… of another node" },
	{ .name = "OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LOCATION", .code = 0xb7, OFFCORE(0xff02),
	  .variants = NHM, .about = WRITES },
	{ .name = "OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LLC_MISS", .code = 0xb7, OFFCORE(0xf802),
	  .variants = NHM, .about = READ_MISSES },
	{ .name = RSP "DEMAND_DATA_RD.ANY_LOCATION", .code = 0xb7, OFFCORE(0xff01), .variants = WSM,
	  .about = READS },
	{ .name = RSP "DEMAND_DATA_RD.ANY_LLC_MISS", .code = 0xb7, OFFCORE(0xf801), .variants = WSM,
	  .about = READ_MISSES },
	{ .name = RSP "DEMAND_DATA_RD.REMOTE_DRAM", .code = 0xb7, OFFCORE(0x2001), .variants = WSM,
	  .about = "… that memory of another node served" },
	{ .name = RSP "DEMAND_RFO.ANY_LOCATION", .code = 0xb7, OFFCORE(0xff02), .variants = WSM,
	  .about = WRITES },
	{ .name = RSP "DEMAND_RFO.ANY_LLC_MISS", .code = 0xb7, OFFCORE(0xf802), .variants = WSM,
	  .about = READ_MISSES },
	{ .name = "UOPS_ISSUED.STALL_CYCLES", .code = 0x0e, .plain = 0x01, .flags = ROW_INVERT,
	  .cmask = 1, .variants = NHM | WSM | SNB_BDW | SKY,
	  .about = "cycles in which no micro-op is issued" },
	/* Sandy Bridge to Broadwell */
	{ .name = "MEM_UOPS_RETIRED.ALL_LOADS", .code = 0xd0, .plain = 0x81, .variants = SNB_BDW,
	  .about = "load micro-ops retired" },
	{ .name = "MEM_UOPS_RETIRED.ALL_STORES", .code = 0xd0, .plain = 0x82, .variants = SNB_BDW,
	  .about = "store micro-ops retired" },
	{ .name = "L1D.REPLACEMENT", .code = 0x51, .plain = 0x01,
	  .variants = SNB_BDW | SKY | ICE | GLC, .about = "lines brought into the data cache" },
	{ .name = "L1D.ALL_M_REPLACEMENT", .code = 0x51, .plain = 0x08, .variants = SNB,
	  .about = "modified lines that left the data cache" },
	{ .name = "HW_PRE_REQ.DL1_MISS", .code = 0x4e, .plain = 0x02, .variants = SNB,
	  .about = "prefetches that missed the data cache" },
	{ .name = "ICACHE.MISSES", .code = 0x80, .plain = 0x02, .variants = SNB_BDW,
	  .about = "fetches that missed the instruction cache" },
	{ .name = "DTLB_LOAD_MISSES.MISS_CAUSES_A_WALK", .code = 0x08, .plain = 0x01,
	  .variants = SNB | HSW | BDW, .about = "walks for loads" },
	{ .name = "DTLB_LOAD_MISSES.MISS_CAUSES_A_WALK", .code = 0x08, .plain = 0x81,
	  .variants = IVB, .about = "walks for loads" },
	{ .name = "DTLB_STORE_MISSES.MISS_CAUSES_A_WALK", .code = 0x49, .plain = 0x01,
	  .variants = SNB_BDW, .about = "walks for stores" },
	{ .name = "ITLB_MISSES.MISS_CAUSES_A_WALK", .code = 0x85, .plain = 0x01,
	  .variants = SNB_BDW, .about = "walks for instructions" },
	{ .name = "ITLB_MISSES.STLB_HIT", .code = 0x85, .plain = 0x10, .variants = SNB | IVB,
	  .about = "instruction TLB misses that hit the second level" },
	{ .name = "ITLB_MISSES.STLB_HIT", .code = 0x85, .plain = 0x60, .variants = HSW | BDW,
	  .about = "instruction TLB misses that hit the second level" },
	{ .name = "UOPS_DISPATCHED.THREAD", .code = 0xb1, .plain = 0x01, .variants = SNB,
	  .about = "micro-ops dispatched" },
	{ .name = RSP "DEMAND_DATA_RD.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10001),
	  .variants = SNB_BDW | SKY, .about = READS },
	{ .name = RSP "DEMAND_RFO.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10002),
	  .variants = SNB_BDW | SKY, .about = WRITES },
	{ .name = RSP "DEMAND_DATA_RD.LLC_MISS.DRAM", .code = 0xb7, OFFCORE(0x300400001),
	  .variants = SNB | IVB, .about = READ_MISSES },
	{ .name = RSP "DEMAND_RFO.LLC_MISS.DRAM", .code = 0xb7, OFFCORE(0x300400002),
	  .variants = SNB | IVB, .about = READ_MISSES },
	{ .name = RSP "DEMAND_DATA_RD.L3_MISS.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x3fffc00001),
	  .variants = HSW, .about = READ_MISSES },
	{ .name = RSP "DEMAND_RFO.L3_MISS.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x3fffc00002),
	  .variants = HSW, .about = READ_MISSES },
	/* Broadwell, Skylake */
	{ .name = RSP "DEMAND_DATA_RD.L3_MISS.ANY_SNOOP", .code = 0xb7, OFFCORE(0x3fbc000001),
	  .variants = BDW | SKX, .about = READ_MISSES },
	{ .name = RSP "DEMAND_RFO.L3_MISS.ANY_SNOOP", .code = 0xb7, OFFCORE(0x3fbc000002),
	  .variants = BDW | SKX, .about = READ_MISSES },
	{ .name = RSP "DEMAND_DATA_RD.L3_MISS.ANY_SNOOP", .code = 0xb7, OFFCORE(0x3ffc400001),
	  .variants = SKL, .about = READ_MISSES },
	{ .name = RSP "DEMAND_RFO.L3_MISS.ANY_SNOOP", .code = 0xb7, OFFCORE(0x3ffc400002),
	  .variants = SKL, .about = READ_MISSES },
	/* Skylake and later */
	{ .name = "MEM_INST_RETIRED.ALL_LOADS", .code = 0xd0, .plain = 0x81,
	  .variants = SKY | ICE | GLC | LNC, .about = "instructions with a load retired" },
	{ .name = "MEM_INST_RETIRED.ALL_STORES", .code = 0xd0, .plain = 0x82,
	  .variants = SKY | ICE | GLC | LNC, .about = "instructions with a store retired" },
	{ .name = "ICACHE_64B.IFTAG_MISS", .code = 0x83, .plain = 0x02, .variants = SKY | ICE,
	  .about = "fetches that missed the instruction cache" },
	{ .name = "ITLB_MISSES.STLB_HIT", .code = 0x85, .plain = 0x20, .variants = SKY | ICE,
	  .about = "instruction TLB misses that hit the second level" },
	{ .name = "DTLB_LOAD_MISSES.WALK_COMPLETED", .code = 0x08, .plain = 0x0e,
	  .variants = SKY | ICE, .about = "walks for loads" },
	{ .name = "DTLB_STORE_MISSES.WALK_COMPLETED", .code = 0x49, .plain = 0x0e,
	  .variants = SKY | ICE, .about = "walks for stores" },
	{ .name = "ITLB_MISSES.WALK_COMPLETED", .code = 0x85, .plain = 0x0e, .variants = SKY | ICE,
	  .about = "walks for instructions" },
	{ .name = "OCR.DEMAND_DATA_RD.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10001),
	  .variants = ICE, .about = READS },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0xb7, OFFCORE(0x3fffc00001),
	  .variants = ICL, .about = READ_MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0xb7, OFFCORE(0x3fbfc00001),
	  .variants = ICX, .about = READ_MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.DRAM", .code = 0xb7, OFFCORE(0x73c000001), .variants = ICX,
	  .about = "… that memory served" },
	{ .name = "OCR.DEMAND_DATA_RD.REMOTE_DRAM", .code = 0xb7, OFFCORE(0x730000001),
	  .variants = ICX, .about = "… of another node" },
	{ .name = "OCR.DEMAND_RFO.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10002), .variants = ICL,
	  .about = WRITES },
	{ .name = "OCR.DEMAND_RFO.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x3f3ffc0002),
	  .variants = ICX, .about = WRITES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0xb7, OFFCORE(0x3fffc00002), .variants = ICL,
	  .about = READ_MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0xb7, OFFCORE(0x3f3fc00002), .variants = ICX,
	  .about = READ_MISSES },
	/* Golden Cove and later */
	{ .name = "L2_RQSTS.ALL_DEMAND_DATA_RD", .code = 0x24, .plain = 0xe1, .variants = GLC | LNC,
	  .about = "loads that missed the data cache" },
	{ .name = "L2_RQSTS.ALL_CODE_RD", .code = 0x24, .plain = 0xe4, .variants = GLC | LNC,
	  .about = "fetches that missed the instruction cache" },
	{ .name = "DTLB_LOAD_MISSES.WALK_COMPLETED", .code = 0x12, .plain = 0x0e,
	  .variants = GLC | LNC, .about = "walks for loads" },
	{ .name = "DTLB_STORE_MISSES.WALK_COMPLETED", .code = 0x13, .plain = 0x0e,
	  .variants = GLC | LNC, .about = "walks for stores" },
	{ .name = "ITLB_MISSES.WALK_COMPLETED", .code = 0x11, .plain = 0x0e, .variants = GLC | LNC,
	  .about = "walks for instructions" },
	{ .name = "OCR.DEMAND_DATA_RD.ANY_RESPONSE", .code = 0x2a, OFFCORE(0x10001),
	  .variants = GLC | LNC, .about = READS },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0x2a, OFFCORE(0x3fbfc00001),
	  .variants = GLC, .about = READ_MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0x2a, OFFCORE(0x9e7fa000001),
	  .variants = LNL, .about = READ_MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0x2a, OFFCORE(0xfe7f8000001),
	  .variants = ARL, .about = READ_MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.DRAM", .code = 0x2a, OFFCORE(0x73c000001), .variants = SPR,
	  .about = "… that memory served" },
	{ .name = "OCR.DEMAND_DATA_RD.REMOTE_DRAM", .code = 0x2a, OFFCORE(0x730000001),
	  .variants = SPR, .about = "… of another node" },
	{ .name = "OCR.DEMAND_RFO.ANY_RESPONSE", .code = 0x2a, OFFCORE(0x10002),
	  .variants = ADL | LNC, .about = WRITES },
	{ .name = "OCR.DEMAND_RFO.ANY_RESPONSE", .code = 0x2a, OFFCORE(0x3f3ffc0002),
	  .variants = SPR, .about = WRITES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0x2a, OFFCORE(0x3fbfc00002), .variants = ADL,
	  .about = READ_MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0x2a, OFFCORE(0x3f3fc00002), .variants = SPR,
	  .about = READ_MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0x2a, OFFCORE(0x9e7fa000002), .variants = LNL,
	  .about = READ_MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0x2a, OFFCORE(0xfe7f8000002), .variants = ARL,
	  .about = READ_MISSES },
};
const struct rows pmc_rows_intel = { rows, ROWS(rows) };

/* ---- Generic names ---- */
#define L1D(loads, stores, misses)                                                                 \
	MAP_CACHE(L1D, READ, ACCESS, loads), MAP_CACHE(L1D, WRITE, ACCESS, stores),                \
	MAP_CACHE(L1D, READ, MISS, misses), MAP_CACHE(DTLB, READ, ACCESS, loads),                  \
	MAP_CACHE(DTLB, WRITE, ACCESS, stores)
#define TLB(loads, stores, code)                                                                   \
	MAP_CACHE(DTLB, READ, MISS, loads), MAP_CACHE(DTLB, WRITE, MISS, stores),                  \
	MAP_CACHE(ITLB, READ, MISS, code)
#define LLC(loads, load_misses, stores, store_misses)                                              \
	MAP_CACHE(LLC, READ, ACCESS, loads), MAP_CACHE(LLC, READ, MISS, load_misses),              \
	MAP_CACHE(LLC, WRITE, ACCESS, stores), MAP_CACHE(LLC, WRITE, MISS, store_misses)
#define FETCHED_BY_INSTRUCTIONS MAP_CACHE(ITLB, READ, ACCESS, "INSTRUCTION_RETIRED")
const struct generic_map pmc_generic_yonah[] = {
	ARCH_MAP_V1, L1D("DCACHE_CACHE_LD.MESI", "DCACHE_CACHE_ST.MESI", "DCACHE_CACHE_LD.I_STATE"),
	MAP_CACHE(L1D, WRITE, MISS, "DCACHE_CACHE_ST.I_STATE"),
	MAP_CACHE(L1D, PREFETCH, ACCESS, "L1_PREF_REQ"),
	MAP_CACHE(L1I, READ, ACCESS, "ICACHE_READS"), MAP_CACHE(L1I, READ, MISS, "ICACHE_MISSES"),
	LLC("L2_LD.SELF.MESI", "L2_LD.SELF.I_STATE", "L2_ST.SELF.MESI", "L2_ST.SELF.I_STATE"),
	MAP_CACHE(DTLB, READ, MISS, "DTLB_MISS"), MAP_CACHE(ITLB, READ, MISS, "ITLB_MISSES"),
	FETCHED_BY_INSTRUCTIONS, MAP_END,
};
const struct generic_map pmc_generic_core2[] = {
	ARCH_MAP, L1D("L1D_CACHE_LD.MESI", "L1D_CACHE_ST.MESI", "L1D_CACHE_LD.I_STATE"),
	MAP_CACHE(L1D, WRITE, MISS, "L1D_CACHE_ST.I_STATE"),
	MAP_CACHE(L1D, PREFETCH, ACCESS, "L1D_PREFETCH.REQUESTS"),
	MAP_CACHE(L1I, READ, ACCESS, "L1I_READS"), MAP_CACHE(L1I, READ, MISS, "L1I_MISSES"),
	LLC("L2_LD.SELF.DEMAND.MESI", "L2_LD.SELF.DEMAND.I_STATE", "L2_ST.SELF.MESI",
	"L2_ST.SELF.I_STATE"),
	TLB("DTLB_MISSES.MISS_LD", "DTLB_MISSES.MISS_ST", "ITLB.MISSES"), FETCHED_BY_INSTRUCTIONS,
	MAP_END,
};
#define NHM_MAP                                                                                    \
	ARCH_MAP, L1D("MEM_INST_RETIRED.LOADS", "MEM_INST_RETIRED.STORES", "L1D.REPL"),            \
	MAP_CACHE(L1D, WRITE, MISS, "L1D.M_REPL"),                                                 \
	MAP_CACHE(L1D, PREFETCH, ACCESS, "L1D_PREFETCH.REQUESTS"),                                 \
	MAP_CACHE(L1D, PREFETCH, MISS, "L1D_PREFETCH.MISS"),                                       \
	MAP_CACHE(L1I, READ, ACCESS, "L1I.READS"), MAP_CACHE(L1I, READ, MISS, "L1I.MISSES"),       \
	TLB("DTLB_LOAD_MISSES.ANY", "MEM_STORE_RETIRED.DTLB_MISS", "ITLB_MISSES.ANY"),             \
	FETCHED_BY_INSTRUCTIONS, MAP_HW(STALLED_FRONTEND, "UOPS_ISSUED.STALL_CYCLES"),             \
	MAP_HW(STALLED_BACKEND, "UOPS_EXECUTED.CORE_STALL_CYCLES")
const struct generic_map pmc_generic_nhm[] = {
	NHM_MAP,
	LLC("OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LOCATION",
	"OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LLC_MISS",
	    "OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LOCATION",
	    "OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LLC_MISS"),
	MAP_CACHE(NODE, READ, ACCESS, "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_DRAM"),
	MAP_CACHE(NODE, READ, MISS, "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.REMOTE_DRAM"), MAP_END,
};
const struct generic_map pmc_generic_wsm[] = {
	NHM_MAP,
	LLC(RSP "DEMAND_DATA_RD.ANY_LOCATION", RSP "DEMAND_DATA_RD.ANY_LLC_MISS",
	RSP "DEMAND_RFO.ANY_LOCATION",
	    RSP "DEMAND_RFO.ANY_LLC_MISS"),
	MAP_CACHE(NODE, READ, MISS, RSP "DEMAND_DATA_RD.REMOTE_DRAM"), MAP_END,
};
#define SNB_MAP                                                                                    \
	ARCH_MAP, \
	L1D("MEM_UOPS_RETIRED.ALL_LOADS", "MEM_UOPS_RETIRED.ALL_STORES", "L1D.REPLACEMENT"), \
	MAP_CACHE(L1I, READ, MISS, "ICACHE.MISSES"),                                               \
	TLB("DTLB_LOAD_MISSES.MISS_CAUSES_A_WALK", "DTLB_STORE_MISSES.MISS_CAUSES_A_WALK",         \
	    "ITLB_MISSES.MISS_CAUSES_A_WALK"),                                                     \
	MAP_CACHE(ITLB, READ, ACCESS, "ITLB_MISSES.STLB_HIT"),                                     \
	MAP_HW(STALLED_FRONTEND, "UOPS_ISSUED.STALL_CYCLES")
#define SNB_LLC                                                                                    \
	LLC(RSP "DEMAND_DATA_RD.ANY_RESPONSE", RSP "DEMAND_DATA_RD.LLC_MISS.DRAM",                 \
	    RSP "DEMAND_RFO.ANY_RESPONSE", RSP "DEMAND_RFO.LLC_MISS.DRAM")
const struct generic_map pmc_generic_snb[] = {
	SNB_MAP, SNB_LLC, MAP_CACHE(L1D, WRITE, MISS, "L1D.ALL_M_REPLACEMENT"),
	MAP_CACHE(L1D, PREFETCH, MISS, "HW_PRE_REQ.DL1_MISS"),
	MAP_HW(STALLED_BACKEND, "UOPS_DISPATCHED.THREAD:i:c=1"), MAP_END,
};
const struct generic_map pmc_generic_ivb[] = { SNB_MAP, SNB_LLC, MAP_END };
const struct generic_map pmc_generic_hsw[] = {
	SNB_MAP,
	LLC(RSP "DEMAND_DATA_RD.ANY_RESPONSE", RSP "DEMAND_DATA_RD.L3_MISS.ANY_RESPONSE",
	    RSP "DEMAND_RFO.ANY_RESPONSE", RSP "DEMAND_RFO.L3_MISS.ANY_RESPONSE"),
	MAP_END,
};
#define SKL_LLC                                                                                    \
	LLC(RSP "DEMAND_DATA_RD.ANY_RESPONSE", RSP "DEMAND_DATA_RD.L3_MISS.ANY_SNOOP",             \
	    RSP "DEMAND_RFO.ANY_RESPONSE", RSP "DEMAND_RFO.L3_MISS.ANY_SNOOP")
const struct generic_map pmc_generic_bdw[] = { SNB_MAP, SKL_LLC, MAP_END };
#define MEM_INST L1D("MEM_INST_RETIRED.ALL_LOADS", "MEM_INST_RETIRED.ALL_STORES", "L1D.REPLACEMENT")
#define WALKS                                                                                      \
	TLB("DTLB_LOAD_MISSES.WALK_COMPLETED", "DTLB_STORE_MISSES.WALK_COMPLETED",                 \
	    "ITLB_MISSES.WALK_COMPLETED")
#define SKL_MAP                                                                                    \
	ARCH_MAP, MEM_INST, WALKS, MAP_CACHE(L1I, READ, MISS, "ICACHE_64B.IFTAG_MISS"),            \
	MAP_CACHE(ITLB, READ, ACCESS, "ITLB_MISSES.STLB_HIT")
const struct generic_map pmc_generic_skl[] = {
	SKL_MAP, SKL_LLC, MAP_HW(STALLED_FRONTEND, "UOPS_ISSUED.STALL_CYCLES"), MAP_END,
};
#define OCR_LLC                                                                                    \
	LLC("OCR.DEMAND_DATA_RD.ANY_RESPONSE", "OCR.DEMAND_DATA_RD.L3_MISS",                       \
	    "OCR.DEMAND_RFO.ANY_RESPONSE", "OCR.DEMAND_RFO.L3_MISS")
#define OCR_NODE                                                                                   \
	MAP_CACHE(NODE, READ, ACCESS, "OCR.DEMAND_DATA_RD.DRAM"),                                  \
	MAP_CACHE(NODE, READ, MISS, "OCR.DEMAND_DATA_RD.REMOTE_DRAM")
const struct generic_map pmc_generic_icl[] = { SKL_MAP, OCR_LLC, MAP_END };
const struct generic_map pmc_generic_icx[] = { SKL_MAP, OCR_LLC, OCR_NODE, MAP_END };
#define GLC_MAP                                                                                    \
	ARCH_MAP, WALKS, OCR_LLC,                                                                  \
	L1D("MEM_INST_RETIRED.ALL_LOADS", "MEM_INST_RETIRED.ALL_STORES", \
	"L2_RQSTS.ALL_DEMAND_DATA_RD"), \
	MAP_CACHE(L1I, READ, MISS, "L2_RQSTS.ALL_CODE_RD")
const struct generic_map pmc_generic_adl[] = { GLC_MAP, MAP_END };
const struct generic_map pmc_generic_spr[] = { GLC_MAP, OCR_NODE, MAP_END };
