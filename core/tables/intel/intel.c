/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's cores by name, Core Duo to Panther Lake (the Atoms are in atom.c): the architectural events, and of each
 * core's own those that the generic names stand for. All others come from files of events.
 *
 * SDM volume 3, "Performance Monitoring Events", table of each core; names and values are those of Intel's files
 * of events, so that the two agree where a file is read beside. Which counters have them is in constraints.c.
 */
#include "core/pmu/regs.h"
#include "core/tables/intel/arch.h"

/* clang-format off */
#define EVV(nam, cod, uma, var, abo)                                                               \
	{ .name = nam, .code = cod, .plain = uma, .variants = var, .about = abo }
/* With a request to OFFCORE_RSP0 or 1. */
#define OCR(nam, cod, val, var, abo)                                                               \
	{ .name = nam, .code = cod, .plain = 0x01, .variants = var, .about = abo,                  \
	  .msr = MSR_OFFCORE_RSP0, .msr_value = val }
/* Cycles in which the event does not occur. */
#define STALL(nam, cod, uma, flg, var, abo)                                                        \
	{ .name = nam, .code = cod, .plain = uma, .variants = var, .about = abo,                   \
	  .flags = ROW_INVERT | (flg), .cmask = 1 }
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
	EVV("DCACHE_CACHE_LD.MESI", 0x40, 0x0f, YONAH, "loads from the data cache"),
	EVV("DCACHE_CACHE_LD.I_STATE", 0x40, 0x01, YONAH, "… that missed"),
	EVV("DCACHE_CACHE_ST.MESI", 0x41, 0x0f, YONAH, "stores into the data cache"),
	EVV("DCACHE_CACHE_ST.I_STATE", 0x41, 0x01, YONAH, "… that missed"),
	EVV("L1_PREF_REQ", 0x4f, 0x00, YONAH, "prefetches into the data cache"),
	EVV("ICACHE_READS", 0x80, 0x00, YONAH, "fetches of instructions"),
	EVV("ICACHE_MISSES", 0x81, 0x00, YONAH, "… that missed the instruction cache"),
	EVV("L2_LD.SELF.MESI", 0x29, 0x4f, YONAH, "reads of the L2"),
	EVV("L2_LD.SELF.I_STATE", 0x29, 0x41, YONAH, "… that missed"),
	EVV("DTLB_MISS", 0x49, 0x00, YONAH, "data TLB misses"),
	EVV("ITLB_MISSES", 0x85, 0x00, YONAH, "instruction TLB misses"),
	/* Core 2 */
	EVV("L1D_CACHE_LD.MESI", 0x40, 0x0f, CORE2 | NHM, "loads from the data cache"),
	EVV("L1D_CACHE_LD.I_STATE", 0x40, 0x01, CORE2 | NHM, "… that missed"),
	EVV("L1D_CACHE_ST.MESI", 0x41, 0x0f, CORE2, "stores into the data cache"),
	EVV("L1D_CACHE_ST.I_STATE", 0x41, 0x01, CORE2, "… that missed"),
	EVV("L1D_PREFETCH.REQUESTS", 0x4e, 0x10, CORE2, "prefetches into the data cache"),
	EVV("L1I_READS", 0x80, 0x00, CORE2, "fetches of instructions"),
	EVV("L1I_MISSES", 0x81, 0x00, CORE2, "… that missed the instruction cache"),
	EVV("L2_LD.SELF.DEMAND.MESI", 0x29, 0x4f, CORE2, "reads of the L2 on demand"),
	EVV("L2_LD.SELF.DEMAND.I_STATE", 0x29, 0x41, CORE2, "… that missed"),
	EVV("L2_ST.SELF.MESI", 0x2a, 0x4f, CORE2 | YONAH, "writes to the L2"),
	EVV("L2_ST.SELF.I_STATE", 0x2a, 0x41, CORE2 | YONAH, "… that missed"),
	EVV("DTLB_MISSES.MISS_LD", 0x08, 0x02, CORE2, "data TLB misses of loads"),
	EVV("DTLB_MISSES.MISS_ST", 0x08, 0x08, CORE2, "data TLB misses of stores"),
	EVV("ITLB.MISSES", 0x82, 0x12, CORE2, "instruction TLB misses"),
	/* Nehalem, Westmere */
	EVV("MEM_INST_RETIRED.LOADS", 0x0b, 0x01, NHM | WSM, "instructions with a load retired"),
	EVV("MEM_INST_RETIRED.STORES", 0x0b, 0x02, NHM | WSM, "instructions with a store retired"),
	EVV("L1D.REPL", 0x51, 0x01, NHM | WSM, "lines brought into the data cache"),
	EVV("L1D.M_REPL", 0x51, 0x02, NHM | WSM, "modified lines brought into the data cache"),
	EVV("L1D_PREFETCH.REQUESTS", 0x4e, 0x01, NHM | WSM, "prefetches into the data cache"),
	EVV("L1D_PREFETCH.MISS", 0x4e, 0x02, NHM | WSM, "… that missed"),
	EVV("L1I.READS", 0x80, 0x03, NHM | WSM, "fetches of instructions"),
	EVV("L1I.MISSES", 0x80, 0x02, NHM | WSM, "… that missed the instruction cache"),
	EVV("DTLB_LOAD_MISSES.ANY", 0x08, 0x01, NHM | WSM, "data TLB misses of loads"),
	EVV("MEM_STORE_RETIRED.DTLB_MISS", 0x0c, 0x01, NHM | WSM, "stores retired that missed the data TLB"),
	EVV("ITLB_MISSES.ANY", 0x85, 0x01, NHM | WSM, "instruction TLB misses"),
	STALL("UOPS_EXECUTED.CORE_STALL_CYCLES", 0xb1, 0x3f, ROW_ANY, NHM | WSM,
	      "cycles in which the core executes nothing"),
	OCR("OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LOCATION", 0xb7, 0xff01, NHM, READS),
	OCR("OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LLC_MISS", 0xb7, 0xf801, NHM, READ_MISSES),
	OCR("OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_DRAM", 0xb7, 0x6001, NHM, "… that memory served"),
	OCR("OFFCORE_RESPONSE_0.DEMAND_DATA_RD.REMOTE_DRAM", 0xb7, 0x2001, NHM, "… of another node"),
	OCR("OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LOCATION", 0xb7, 0xff02, NHM, WRITES),
	OCR("OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LLC_MISS", 0xb7, 0xf802, NHM, READ_MISSES),
	OCR(RSP "DEMAND_DATA_RD.ANY_LOCATION", 0xb7, 0xff01, WSM, READS),
	OCR(RSP "DEMAND_DATA_RD.ANY_LLC_MISS", 0xb7, 0xf801, WSM, READ_MISSES),
	OCR(RSP "DEMAND_DATA_RD.REMOTE_DRAM", 0xb7, 0x2001, WSM, "… that memory of another node served"),
	OCR(RSP "DEMAND_RFO.ANY_LOCATION", 0xb7, 0xff02, WSM, WRITES),
	OCR(RSP "DEMAND_RFO.ANY_LLC_MISS", 0xb7, 0xf802, WSM, READ_MISSES),
	STALL("UOPS_ISSUED.STALL_CYCLES", 0x0e, 0x01, 0, NHM | WSM | SNB_BDW | SKY,
	      "cycles in which no micro-op is issued"),
	/* Sandy Bridge to Broadwell */
	EVV("MEM_UOPS_RETIRED.ALL_LOADS", 0xd0, 0x81, SNB_BDW, "load micro-ops retired"),
	EVV("MEM_UOPS_RETIRED.ALL_STORES", 0xd0, 0x82, SNB_BDW, "store micro-ops retired"),
	EVV("L1D.REPLACEMENT", 0x51, 0x01, SNB_BDW | SKY | ICE | GLC, "lines brought into the data cache"),
	EVV("L1D.ALL_M_REPLACEMENT", 0x51, 0x08, SNB, "modified lines that left the data cache"),
	EVV("HW_PRE_REQ.DL1_MISS", 0x4e, 0x02, SNB, "prefetches that missed the data cache"),
	EVV("ICACHE.MISSES", 0x80, 0x02, SNB_BDW, "fetches that missed the instruction cache"),
	EVV("DTLB_LOAD_MISSES.MISS_CAUSES_A_WALK", 0x08, 0x01, SNB | HSW | BDW, "walks for loads"),
	EVV("DTLB_LOAD_MISSES.MISS_CAUSES_A_WALK", 0x08, 0x81, IVB, "walks for loads"),
	EVV("DTLB_STORE_MISSES.MISS_CAUSES_A_WALK", 0x49, 0x01, SNB_BDW, "walks for stores"),
	EVV("ITLB_MISSES.MISS_CAUSES_A_WALK", 0x85, 0x01, SNB_BDW, "walks for instructions"),
	EVV("ITLB_MISSES.STLB_HIT", 0x85, 0x10, SNB | IVB, "instruction TLB misses that hit the second level"),
	EVV("ITLB_MISSES.STLB_HIT", 0x85, 0x60, HSW | BDW, "instruction TLB misses that hit the second level"),
	EVV("UOPS_DISPATCHED.THREAD", 0xb1, 0x01, SNB, "micro-ops dispatched"),
	OCR(RSP "DEMAND_DATA_RD.ANY_RESPONSE", 0xb7, 0x10001, SNB_BDW | SKY, READS),
	OCR(RSP "DEMAND_RFO.ANY_RESPONSE", 0xb7, 0x10002, SNB_BDW | SKY, WRITES),
	OCR(RSP "DEMAND_DATA_RD.LLC_MISS.DRAM", 0xb7, 0x300400001, SNB | IVB, READ_MISSES),
	OCR(RSP "DEMAND_RFO.LLC_MISS.DRAM", 0xb7, 0x300400002, SNB | IVB, READ_MISSES),
	OCR(RSP "DEMAND_DATA_RD.L3_MISS.ANY_RESPONSE", 0xb7, 0x3fffc00001, HSW, READ_MISSES),
	OCR(RSP "DEMAND_RFO.L3_MISS.ANY_RESPONSE", 0xb7, 0x3fffc00002, HSW, READ_MISSES),
	/* Broadwell, Skylake */
	OCR(RSP "DEMAND_DATA_RD.L3_MISS.ANY_SNOOP", 0xb7, 0x3fbc000001, BDW | SKX, READ_MISSES),
	OCR(RSP "DEMAND_RFO.L3_MISS.ANY_SNOOP", 0xb7, 0x3fbc000002, BDW | SKX, READ_MISSES),
	OCR(RSP "DEMAND_DATA_RD.L3_MISS.ANY_SNOOP", 0xb7, 0x3ffc400001, SKL, READ_MISSES),
	OCR(RSP "DEMAND_RFO.L3_MISS.ANY_SNOOP", 0xb7, 0x3ffc400002, SKL, READ_MISSES),
	/* Skylake and later */
	EVV("MEM_INST_RETIRED.ALL_LOADS", 0xd0, 0x81, SKY | ICE | GLC | LNC, "instructions with a load retired"),
	EVV("MEM_INST_RETIRED.ALL_STORES", 0xd0, 0x82, SKY | ICE | GLC | LNC, "instructions with a store retired"),
	EVV("ICACHE_64B.IFTAG_MISS", 0x83, 0x02, SKY | ICE, "fetches that missed the instruction cache"),
	EVV("ITLB_MISSES.STLB_HIT", 0x85, 0x20, SKY | ICE, "instruction TLB misses that hit the second level"),
	EVV("DTLB_LOAD_MISSES.WALK_COMPLETED", 0x08, 0x0e, SKY | ICE, "walks for loads"),
	EVV("DTLB_STORE_MISSES.WALK_COMPLETED", 0x49, 0x0e, SKY | ICE, "walks for stores"),
	EVV("ITLB_MISSES.WALK_COMPLETED", 0x85, 0x0e, SKY | ICE, "walks for instructions"),
	OCR("OCR.DEMAND_DATA_RD.ANY_RESPONSE", 0xb7, 0x10001, ICE, READS),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0xb7, 0x3fffc00001, ICL, READ_MISSES),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0xb7, 0x3fbfc00001, ICX, READ_MISSES),
	OCR("OCR.DEMAND_DATA_RD.DRAM", 0xb7, 0x73c000001, ICX, "… that memory served"),
	OCR("OCR.DEMAND_DATA_RD.REMOTE_DRAM", 0xb7, 0x730000001, ICX, "… of another node"),
	OCR("OCR.DEMAND_RFO.ANY_RESPONSE", 0xb7, 0x10002, ICL, WRITES),
	OCR("OCR.DEMAND_RFO.ANY_RESPONSE", 0xb7, 0x3f3ffc0002, ICX, WRITES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0xb7, 0x3fffc00002, ICL, READ_MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0xb7, 0x3f3fc00002, ICX, READ_MISSES),
	/* Golden Cove and later */
	EVV("L2_RQSTS.ALL_DEMAND_DATA_RD", 0x24, 0xe1, GLC | LNC, "loads that missed the data cache"),
	EVV("L2_RQSTS.ALL_CODE_RD", 0x24, 0xe4, GLC | LNC, "fetches that missed the instruction cache"),
	EVV("DTLB_LOAD_MISSES.WALK_COMPLETED", 0x12, 0x0e, GLC | LNC, "walks for loads"),
	EVV("DTLB_STORE_MISSES.WALK_COMPLETED", 0x13, 0x0e, GLC | LNC, "walks for stores"),
	EVV("ITLB_MISSES.WALK_COMPLETED", 0x11, 0x0e, GLC | LNC, "walks for instructions"),
	OCR("OCR.DEMAND_DATA_RD.ANY_RESPONSE", 0x2a, 0x10001, GLC | LNC, READS),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0x2a, 0x3fbfc00001, GLC, READ_MISSES),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0x2a, 0x9e7fa000001, LNL, READ_MISSES),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0x2a, 0xfe7f8000001, ARL, READ_MISSES),
	OCR("OCR.DEMAND_DATA_RD.DRAM", 0x2a, 0x73c000001, SPR, "… that memory served"),
	OCR("OCR.DEMAND_DATA_RD.REMOTE_DRAM", 0x2a, 0x730000001, SPR, "… of another node"),
	OCR("OCR.DEMAND_RFO.ANY_RESPONSE", 0x2a, 0x10002, ADL | LNC, WRITES),
	OCR("OCR.DEMAND_RFO.ANY_RESPONSE", 0x2a, 0x3f3ffc0002, SPR, WRITES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x2a, 0x3fbfc00002, ADL, READ_MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x2a, 0x3f3fc00002, SPR, READ_MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x2a, 0x9e7fa000002, LNL, READ_MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x2a, 0xfe7f8000002, ARL, READ_MISSES),
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
	MAP_CACHE(L1D, WRITE, MISS, "DCACHE_CACHE_ST.I_STATE"), MAP_CACHE(L1D, PREFETCH, ACCESS, "L1_PREF_REQ"),
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
	LLC("L2_LD.SELF.DEMAND.MESI", "L2_LD.SELF.DEMAND.I_STATE", "L2_ST.SELF.MESI", "L2_ST.SELF.I_STATE"),
	TLB("DTLB_MISSES.MISS_LD", "DTLB_MISSES.MISS_ST", "ITLB.MISSES"), FETCHED_BY_INSTRUCTIONS, MAP_END,
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
	LLC("OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LOCATION", "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LLC_MISS",
	    "OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LOCATION", "OFFCORE_RESPONSE_0.DEMAND_RFO.ANY_LLC_MISS"),
	MAP_CACHE(NODE, READ, ACCESS, "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_DRAM"),
	MAP_CACHE(NODE, READ, MISS, "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.REMOTE_DRAM"), MAP_END,
};
const struct generic_map pmc_generic_wsm[] = {
	NHM_MAP,
	LLC(RSP "DEMAND_DATA_RD.ANY_LOCATION", RSP "DEMAND_DATA_RD.ANY_LLC_MISS", RSP "DEMAND_RFO.ANY_LOCATION",
	    RSP "DEMAND_RFO.ANY_LLC_MISS"),
	MAP_CACHE(NODE, READ, MISS, RSP "DEMAND_DATA_RD.REMOTE_DRAM"), MAP_END,
};
#define SNB_MAP                                                                                    \
	ARCH_MAP, L1D("MEM_UOPS_RETIRED.ALL_LOADS", "MEM_UOPS_RETIRED.ALL_STORES", "L1D.REPLACEMENT"), \
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
	L1D("MEM_INST_RETIRED.ALL_LOADS", "MEM_INST_RETIRED.ALL_STORES", "L2_RQSTS.ALL_DEMAND_DATA_RD"), \
	MAP_CACHE(L1I, READ, MISS, "L2_RQSTS.ALL_CODE_RD")
const struct generic_map pmc_generic_adl[] = { GLC_MAP, MAP_END };
const struct generic_map pmc_generic_spr[] = { GLC_MAP, OCR_NODE, MAP_END };
/* clang-format on */
