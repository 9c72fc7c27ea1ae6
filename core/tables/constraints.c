/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which counters can count which events, and which events need another register, for each core.
 *
 * Sources: SDM volume 3, "Performance Monitoring Events", the table of each core (its columns
 * "Comments" and, in Intel's lists of events, "Counter"); volume 4 for the registers; AMD: BKDG for
 * family 15h. If only one list restricts an event, we use the restriction, because a plan that
 * keeps it is right in both cases. tests/diff/facts/ holds what others publish for each event, and
 * explains the differences.
 *
 * An event from a file with counters of its own is restricted by both.
 */
#include "core/tables/constraints.h"
#include "core/pmu/regs.h"

/* clang-format off */
#define C0 0x1u
#define C1 0x2u
#define C2 0x4u
#define C3 0x8u
#define C01 0x3u
#define C0_3 0xfu
#define ALL 0xffffffffu

#define CODE(code, ctr) { code, code, 0, 0, ctr, 0 }
#define RANGE(from, to, ctr) { from, to, 0, 0, ctr, 0 }
#define UMASK(code, umask, ctr) { code, code, umask, 0xffff, ctr, 0 }
#define UBIT(code, bits, ctr) { code, code, bits, bits, ctr, 0 }
#define WHEN(code, ctr, when) { code, code, 0, 0, ctr, when }
#define GROUP(from, to, ctr) { from, to, 0, 0, ctr, WHEN_LOW8 }
#define END { 1, 0, 0, 0, 0, 0 }

/* ---- P6: SDM volume 3, "P6 Family Processor Performance Monitoring Events", column "Comments" */
const struct counter_rule pmc_rules_p6[] = {
	CODE(0xc1, C0),	/* FLOPS */
	CODE(0x10, C0),	/* FP_COMP_OPS_EXE */
	CODE(0x11, C1),	/* FP_ASSIST */
	CODE(0x12, C1),	/* MUL */
	CODE(0x13, C1),	/* DIV */
	CODE(0x14, C0),	/* CYCLES_DIV_BUSY */
	END,
};

/* ---- AMD family 15h: BKDG 42301, "Core Performance Counter Events": it names the PERF_CTLs of
 * each event ---- */
const struct counter_rule pmc_rules_f15h[] = {
	/* Floating point: PERF_CTL[5:3], some events PERF_CTL[3] alone. Pipe assignment of both
	 * kinds of op, or of more than one op, needs the one counter that sees both halves. */
	WHEN(0x000, C3, WHEN_BOTH),
	WHEN(0x004, C3, WHEN_MANY),
	CODE(0x003, C3), CODE(0x00b, C3), CODE(0x00d, C3),
	GROUP(0x00, 0x1f, 0x38),
	/* Load/store, data cache */
	CODE(0x023, 0x7), CODE(0x043, 0x7), CODE(0x045, 0x7), CODE(0x046, 0x7), CODE(0x054, 0x7),
	CODE(0x055, 0x7), CODE(0x02d, C3), CODE(0x02e, 0x9),
	WHEN(0x031, 0, WHEN_MANY), CODE(0x031, 0x7),
	CODE(0x1c0, 0x38),
	GROUP(0x20, 0x5f, 0x3f),
	/* The unit that two cores share */
	GROUP(0x60, 0x7f, 0x7),
	/* Instruction cache */
	CODE(0x08f, C0), CODE(0x187, C0), CODE(0x188, C0),
	GROUP(0x80, 0x9f, 0x7),
	GROUP(0xa0, 0xbf, 0),
	/* Execution, decode */
	GROUP(0xc0, 0xcf, 0x3f),
	RANGE(0x0db, 0x0df, 0x3f), CODE(0x1d6, 0x3f), CODE(0x1d8, 0x3f),
	GROUP(0xd0, 0xdf, 0x7),
	/* The northbridge has counters of its own (MSRC001_0240 on). */
	GROUP(0xe0, 0xff, 0),
	END,
};

/* ---- Core Solo and Duo ---- */
const struct counter_rule pmc_rules_core[] = {
	CODE(0x11, C1),	/* FP_ASSIST */
	CODE(0x12, C1),	/* MUL */
	CODE(0x13, C1),	/* DIV */
	CODE(0x14, C0),	/* CYCLES_DIV_BUSY */
	CODE(0x19, C1),	/* DELAYED_BYPASS: of Core 2 */
	CODE(0x10, C0),	/* FP_COMPS_OP_EXE */
	CODE(0xc1, C0),	/* FP_COMP_INSTR_RET */
	END,
};

/* ---- Core 2: SDM, "Performance Monitoring Events for Processors Based on Intel Core
 * Microarchitecture": "Use IA32_PMC0 only", "Use IA32_PMC1 only" ---- */
const struct counter_rule pmc_rules_core2[] = {
	CODE(0x10, C0),	/* FP_COMP_OPS_EXE */
	CODE(0x11, C1),	/* FP_ASSIST */
	CODE(0x12, C1),	/* MUL */
	CODE(0x13, C1),	/* DIV */
	CODE(0x14, C0),	/* CYCLES_DIV_BUSY */
	CODE(0x18, C0),	/* IDLE_DURING_DIV */
	CODE(0x19, C1),	/* DELAYED_BYPASS */
	CODE(0xa1, C0),	/* RS_UOPS_DISPATCHED.PORTn */
	CODE(0xc9, C0),	/* ITLB_MISS_RETIRED */
	CODE(0xcb, C0),	/* MEM_LOAD_RETIRED */
	END,
};

/* ---- Nehalem, Westmere: "Counter 0, 1 only" of the tables of each ---- */
#define NHM_L1D \
	CODE(0x4c, C01) /* LOAD_HIT_PRE */, CODE(0x4e, C01) /* L1D_PREFETCH */, \
	CODE(0x51, C01) /* L1D */, CODE(0x52, C01) /* L1D_CACHE_PREFETCH_LOCK_FB_HIT */, \
	CODE(0x63, C01) /* CACHE_LOCK_CYCLES */, \
	UMASK(0x0b, 0x10, C3) /* MEM_INST_RETIRED.LATENCY_ABOVE_THRESHOLD */
const struct counter_rule pmc_rules_nhm[] = {
	RANGE(0x40, 0x43, C01), /* L1D_CACHE_LD, L1D_CACHE_ST, L1D_CACHE_LOCK, L1D_ALL_REF */
	CODE(0x48, C01),	/* L1D_PEND_MISS */
	NHM_L1D,
	CODE(0x53, C01),	/* L1D_CACHE_LOCK_FB_HIT */
	UMASK(0xb7, 0x01, C2),	/* OFFCORE_RESPONSE_0 */
	END,
};
const struct counter_rule pmc_rules_wsm[] = {
	NHM_L1D,
	CODE(0x60, C0),		/* OFFCORE_REQUESTS_OUTSTANDING */
	CODE(0xb3, C0),		/* SNOOPQ_REQUESTS_OUTSTANDING */
	END,
};

/* ---- Sandy Bridge to Broadwell. Without Hyper-Threading there are eight counters, and events
 * about memory at retirement need the first four. ---- */
#define RETIRED_LOW4 \
	CODE(0xd0, C0_3) /* MEM_UOPS_RETIRED */, CODE(0xd1, C0_3) /* MEM_LOAD_UOPS_RETIRED */, \
	CODE(0xd2, C0_3) /* … that hit the L3 */, CODE(0xd3, C0_3) /* … that missed it */
#define PREC_DIST UMASK(0xc0, 0x01, C1) /* INST_RETIRED.PREC_DIST */
#define PENDING UMASK(0x48, 0x01, C2) /* L1D_PEND_MISS.PENDING */
const struct counter_rule pmc_rules_snb[] = {
	PENDING, PREC_DIST, RETIRED_LOW4,
	CODE(0xcd, C3),		/* MEM_TRANS_RETIRED */
	UMASK(0xa3, 0x02, C2),	/* CYCLE_ACTIVITY.CYCLES_L1D_PENDING */
	UMASK(0xa3, 0x06, C2),	/* CYCLE_ACTIVITY.STALLS_L1D_PENDING */
	UMASK(0xa3, 0x04, C0_3), UMASK(0xa3, 0x05, C0_3),
	END,
};
#define L1D_STALLS \
	UMASK(0xa3, 0x08, C2) /* CYCLE_ACTIVITY.CYCLES_L1D_PENDING */, \
	UMASK(0xa3, 0x0c, C2) /* CYCLE_ACTIVITY.STALLS_L1D_PENDING */
const struct counter_rule pmc_rules_ivb[] = {
	PENDING, PREC_DIST, RETIRED_LOW4, L1D_STALLS,
	CODE(0xcd, C3),
	UMASK(0xa3, 0x02, C0_3), UMASK(0xa3, 0x04, C0_3), UMASK(0xa3, 0x05, C0_3),
	UMASK(0xa3, 0x06, C0_3),
	UMASK(0x79, 0x02, C0_3) /* IDQ.EMPTY */,
	UMASK(0x9c, 0x01, C0_3) /* IDQ_UOPS_NOT_DELIVERED.CORE */,
	END,
};
const struct counter_rule pmc_rules_hsw[] = {
	PENDING, PREC_DIST, RETIRED_LOW4, L1D_STALLS,
	CODE(0xcd, C3),
	UMASK(0xa3, 0x04, C0_3),
	END,
};
const struct counter_rule pmc_rules_bdw[] = {
	PENDING, PREC_DIST,
	CODE(0xd0, C0_3), CODE(0xd1, C0_3), CODE(0xd2, C0_3),
	UBIT(0xa3, 0x08, C2),	/* CYCLE_ACTIVITY.…_L1D_MISS */
	CODE(0xcd, C3),
	END,
};

/* ---- Skylake: INST_RETIRED.PREC_DIST with a counter mask, which counts cycles, cannot use
 * counter 1 ---- */
const struct counter_rule pmc_rules_skl[] = {
	{ 0xc0, 0xc0, 0x01, 0xffff, C0 | C2 | C3, WHEN_CMASK }, /* INST_RETIRED.TOTAL_CYCLES */
	PREC_DIST,
	CODE(0xd0, C0_3), CODE(0xd1, C0_3), CODE(0xd2, C0_3), CODE(0xcd, C0_3), CODE(0xc6, C0_3),
	END,
};

/* ---- Ice Lake, Tiger Lake: eight counters; caches, TLBs, offcore and memory on the first four */
const struct counter_rule pmc_rules_icl[] = {
	RANGE(0x03, 0x0a, C0_3), RANGE(0x1f, 0x28, C0_3), CODE(0x32, C0_3), RANGE(0x48, 0x56, C0_3),
	RANGE(0x60, 0x8b, C0_3),
	UMASK(0xa3, 0x04, ALL) /* STALLS_TOTAL */, UMASK(0xa3, 0x10, ALL) /* CYCLES_MEM_ANY */,
	UMASK(0xa3, 0x14, ALL) /* STALLS_MEM_ANY */,
	CODE(0xa3, C0_3), RANGE(0xa8, 0xb0, C0_3), RANGE(0xb7, 0xbd, C0_3), RANGE(0xd0, 0xe6, C0_3),
	CODE(0xef, C0_3), RANGE(0xf0, 0xf4, C0_3),
	END,
};

/* ---- Golden Cove, Raptor Cove, Redwood Cove ---- */
const struct counter_rule pmc_rules_glc[] = {
	CODE(0x2e, ALL), CODE(0x3c, ALL), RANGE(0x01, 0x8f, C0_3),
	UMASK(0xa3, 0x01, C0_3), UMASK(0xa3, 0x02, C0_3), UMASK(0xa3, 0x05, C0_3),
	UMASK(0xa3, 0x06, C0_3), UMASK(0xa3, 0x08, C0_3), UMASK(0xa3, 0x0c, C0_3),
	UMASK(0xa4, 0x04, C0) /* TOPDOWN.BAD_SPEC_SLOTS */,
	UMASK(0xa4, 0x08, C0) /* .BR_MISPREDICT_SLOTS */,
	UMASK(0xcd, 0x01, 0xfe) /* MEM_TRANS_RETIRED.LOAD_LATENCY */,
	UMASK(0xcd, 0x02, C0) /* .STORE_SAMPLE */,
	CODE(0xce, C0), RANGE(0xd0, 0xdf, C0_3),
	END,
};

/* ---- Lion Cove, Cougar Cove: ten counters ---- */
const struct counter_rule pmc_rules_lnc[] = {
	CODE(0x20, C0_3), UMASK(0x2a, 0x01, C0_3), UMASK(0x2b, 0x01, C0_3),
	PENDING, UMASK(0x75, 0x01, C2) /* INST_DECODED.DECODERS */,
	L1D_STALLS,
	UMASK(0xa4, 0x04, C0), UMASK(0xa4, 0x08, C0),
	UMASK(0xa4, 0x10, C3) /* TOPDOWN.MEMORY_BOUND_SLOTS */,
	UMASK(0xb1, 0x01, C3) /* UOPS_EXECUTED.THREAD */,
	UMASK(0xcd, 0x01, 0x3fc), UMASK(0xcd, 0x02, C01),
	UMASK(0xd0, 0x87, ALL) /* MEM_INST_RETIRED.ANY */, RANGE(0xd0, 0xdf, C0_3),
	UMASK(0xe0, 0x00, C0_3),
	END,
};

/* ---- Gracemont, Crestmont, Skymont: the threshold of MEM_UOPS_RETIRED.LOAD_LATENCY ---- */
const struct counter_rule pmc_rules_grt[] = { UMASK(0xd0, 0x05, C01), END };

/* ---- Other registers that events need: SDM volume 3, "Off-core Response Performance
 * Monitoring" of each core, "PEBS Load Latency", "PEBS_FRONTEND"; volume 4, MSRs 1A6H, 1A7H,
 * 3F6H, 3F7H ---- */
#define RSP0(code, umask, bits) { code, umask, MSR_OFFCORE_RSP0, bits }
#define RSP1(code, umask, bits) { code, umask, MSR_OFFCORE_RSP1, bits }
#define LATENCY(code, umask) { code, umask, MSR_PEBS_LD_LAT_THRESHOLD, 0xffff }
#define FRONTEND(code, umask, bits) { code, umask, MSR_PEBS_FRONTEND, bits }
#define EXTRA_END { 0, 0, 0, 0 }

const struct extra_rule pmc_extra_nhm[] = {
	RSP0(0xb7, 0x01, 0xffff), LATENCY(0x0b, 0x10), EXTRA_END,
};
const struct extra_rule pmc_extra_wsm[] = {
	RSP0(0xb7, 0x01, 0xffff), RSP1(0xbb, 0x01, 0xffff), LATENCY(0x0b, 0x10), EXTRA_END,
};
/* Sandy Bridge to Broadwell. Clients and servers share a model; clients have fewer of the
 * responses. */
const struct extra_rule pmc_extra_snb[] = {
	RSP0(0xb7, 0x01, 0x3fffff8fff), RSP1(0xbb, 0x01, 0x3fffff8fff), LATENCY(0xcd, 0x01),
	EXTRA_END,
};
const struct extra_rule pmc_extra_skl[] = {
	RSP0(0xb7, 0x01, 0x3fffff8fff), RSP1(0xbb, 0x01, 0x3fffff8fff), LATENCY(0xcd, 0x01),
	FRONTEND(0xc6, 0x01, 0x7fff17), EXTRA_END,
};
const struct extra_rule pmc_extra_icl[] = {
	RSP0(0xb7, 0x01, 0x3fffffbfff), RSP1(0xbb, 0x01, 0x3fffffbfff), LATENCY(0xcd, 0x01),
	FRONTEND(0xc6, 0x01, 0x7fff17), EXTRA_END,
};
const struct extra_rule pmc_extra_glc[] = {
	RSP0(0x2a, 0x01, 0x3fffffffff), RSP1(0x2b, 0x01, 0x3fffffffff), LATENCY(0xcd, 0x01),
	FRONTEND(0xc6, 0x01, 0x7fff1f), FRONTEND(0xad, 0x40, 0x7), FRONTEND(0xc2, 0x04, 0x8),
	EXTRA_END,
};
const struct extra_rule pmc_extra_rwc[] = {
	RSP0(0x2a, 0x01, 0x3fffffffff), RSP1(0x2b, 0x01, 0x3fffffffff), LATENCY(0xcd, 0x01),
	FRONTEND(0xc6, 0x03, 0x7fff1f), FRONTEND(0xc6, 0x02, 0x9), FRONTEND(0xad, 0x40, 0x7),
	FRONTEND(0xc2, 0x04, 0x8), EXTRA_END,
};
const struct extra_rule pmc_extra_lnc[] = {
	RSP0(0x2a, 0x01, 0xfffffffffff), RSP1(0x2b, 0x01, 0xfffffffffff), LATENCY(0xcd, 0x01),
	FRONTEND(0xc6, 0x03, 0x7fff1f), FRONTEND(0xc6, 0x02, 0x9), FRONTEND(0xad, 0x40, 0xf),
	FRONTEND(0xc2, 0x04, 0x8), EXTRA_END,
};
/* Atoms: one event select, a unit mask for each register. Only number 0 has bit 38,
 * "outstanding". */
const struct extra_rule pmc_extra_slm[] = {
	RSP0(0xb7, 0x01, 0x768005ffff), RSP1(0xb7, 0x02, 0x368005ffff), EXTRA_END,
};
const struct extra_rule pmc_extra_knl[] = {
	RSP0(0xb7, 0x01, 0x799ffbbef7), RSP1(0xb7, 0x02, 0x399ffbffff), EXTRA_END,
};
const struct extra_rule pmc_extra_glm[] = {
	RSP0(0xb7, 0x01, 0x760005ffbf), RSP1(0xb7, 0x02, 0x360005ffbf), EXTRA_END,
};
const struct extra_rule pmc_extra_tnt[] = {
	RSP0(0xb7, 0x01, 0x800ff0ffffff9fff), RSP1(0xb7, 0x02, 0xff0ffffff9fff), EXTRA_END,
};
const struct extra_rule pmc_extra_grt[] = {
	RSP0(0xb7, 0x01, 0xc03fffffffff), RSP1(0xb7, 0x02, 0xc03fffffffff), LATENCY(0xd0, 0x05),
	EXTRA_END,
};
const struct extra_rule pmc_extra_cmt[] = {
	RSP0(0xb7, 0x01, 0x800ff3ffffffffff), RSP1(0xb7, 0x02, 0xff3ffffffffff),
	LATENCY(0xd0, 0x05),
	EXTRA_END,
};
/* clang-format on */
