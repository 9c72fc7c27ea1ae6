/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Class P6: pmc.p6(3). Codes and unit masks are those of Intel's manual, volume 3, the tables of
 * events of the P6 family and of Pentium M.
 */
#include <stddef.h>

#include "compat/freebsd/events/tables/p6.h"

#define WORDS(set, ...) static const struct mask_word set##_words[] = { __VA_ARGS__, { NULL } }
#define MASKS(set, all, single, ...)                                                        \
	WORDS(set, __VA_ARGS__);                                                            \
	static const struct mask_set set = { .words = set##_words, .initial = all, .one = single }

MASKS(agent, 0x00, true, { "self", 0x00 }, { "any", 0x20 });
MASKS(mesi, 0x0f, false, { "m", 0x08 }, { "e", 0x04 }, { "s", 0x02 }, { "i", 0x01 });
/* Pentium M: bits 5:4 are 0 without the hardware's prefetches, 1 these alone, 2 both. */
WORDS(mesi_pm, { "m", 0x08 }, { "e", 0x04 }, { "s", 0x02 }, { "i", 0x01 },
      { "nonhw", MASK_PREFETCH }, { "hw", MASK_PREFETCH | 0x10 }, { "both", MASK_PREFETCH | 0x20 });
WORDS(prefetched, { "nonhw", MASK_PREFETCH }, { "hw", MASK_PREFETCH | 0x10 }, { "both", MASK_PREFETCH | 0x20 });
static const struct mask_set mesi_pm = { .words = mesi_pm_words, .initial = 0x0f,
					 .pentium_m = 0x20 };
static const struct mask_set prefetched = { .words = prefetched_words, .one = true,
					    .pentium_m = 0x20 };
MASKS(speedstep, 0x00, true, { "all", 0x00 }, { "freq", 0x02 });
MASKS(fused, 0x00, true, { "all", 0x00 }, { "loadop", 0x01 }, { "stdsta", 0x02 });
MASKS(scalar, 0x00, true, { "packed-and-scalar", 0x00 }, { "scalar", 0x01 });
MASKS(hints, 0x00, true, { "nta", 0x00 }, { "t1", 0x01 }, { "t2", 0x02 }, { "wos", 0x03 });
MASKS(computing, 0x00, true, { "sse-packed-single", 0x00 }, { "sse-scalar-single", 0x01 },
      { "sse2-packed-double", 0x02 }, { "sse2-scalar-double", 0x03 });
MASKS(retired, 0x00, true, { "sse-packed-single", 0x00 },
      { "sse-packed-single-scalar-single", 0x01 }, { "sse2-packed-double", 0x02 },
      { "sse2-scalar-double", 0x03 });
MASKS(transitions, 0x00, true, { "mmxtofp", 0x00 }, { "fptommx", 0x01 });
MASKS(types, 0x3f, false, { "packed-multiply", 0x01 }, { "packed-shift", 0x02 },
      { "pack", 0x04 }, { "unpack", 0x08 }, { "packed-logical", 0x10 },
      { "packed-arithmetic", 0x20 });
MASKS(segments, 0x0f, false, { "es", 0x01 }, { "ds", 0x02 }, { "fs", 0x04 }, { "gs", 0x08 });

#define ROW(event, ...) [PMC_EV_P6_##event - PMC_EV_P6_FIRST] = { .name = #event, __VA_ARGS__ }

const struct event_row p6_rows[PMC_EV_P6__END - PMC_EV_P6_FIRST] = {
	ROW(DATA_MEM_REFS, .code = 0x43),
	ROW(DCU_LINES_IN, .code = 0x45),
	ROW(DCU_M_LINES_IN, .code = 0x46),
	ROW(DCU_M_LINES_OUT, .code = 0x47),
	ROW(DCU_MISS_OUTSTANDING, .code = 0x48),
	ROW(IFU_FETCH, .code = 0x80, .other = "ifu-ifetch"),
	ROW(IFU_FETCH_MISS, .code = 0x81, .other = "ifu-ifetch-miss"),
	ROW(ITLB_MISS, .code = 0x85),
	ROW(IFU_MEM_STALL, .code = 0x86),
	ROW(ILD_STALL, .code = 0x87),
	ROW(L2_IFETCH, .code = 0x28, .masks = &mesi),
	ROW(L2_LD, .code = 0x29, .masks = &mesi_pm),
	ROW(L2_ST, .code = 0x2a, .masks = &mesi),
	ROW(L2_LINES_IN, .code = 0x24, .masks = &mesi_pm),
	ROW(L2_LINES_OUT, .code = 0x26, .masks = &mesi_pm),
	ROW(L2_M_LINES_INM, .code = 0x25),
	ROW(L2_M_LINES_OUTM, .code = 0x27, .masks = &prefetched),
	ROW(L2_RQSTS, .code = 0x2e, .masks = &mesi),
	ROW(L2_ADS, .code = 0x21),
	ROW(L2_DBUS_BUSY, .code = 0x22),
	ROW(L2_DBUS_BUSY_RD, .code = 0x23),
	ROW(BUS_DRDY_CLOCKS, .code = 0x62, .masks = &agent),
	ROW(BUS_LOCK_CLOCKS, .code = 0x63, .masks = &agent),
	ROW(BUS_REQ_OUTSTANDING, .code = 0x60),
	ROW(BUS_TRAN_BRD, .code = 0x65, .masks = &agent),
	ROW(BUS_TRAN_RFO, .code = 0x66, .masks = &agent),
	ROW(BUS_TRANS_WB, .code = 0x67, .masks = &agent),
	ROW(BUS_TRAN_IFETCH, .code = 0x68, .masks = &agent),
	ROW(BUS_TRAN_INVAL, .code = 0x69, .masks = &agent),
	ROW(BUS_TRAN_PWR, .code = 0x6a, .masks = &agent),
	ROW(BUS_TRANS_P, .code = 0x6b, .masks = &agent),
	ROW(BUS_TRANS_IO, .code = 0x6c, .masks = &agent),
	ROW(BUS_TRAN_DEF, .code = 0x6d, .masks = &agent),
	ROW(BUS_TRAN_BURST, .code = 0x6e, .masks = &agent),
	ROW(BUS_TRAN_ANY, .code = 0x70, .masks = &agent),
	ROW(BUS_TRAN_MEM, .code = 0x6f, .masks = &agent),
	ROW(BUS_DATA_RCV, .code = 0x64),
	ROW(BUS_BNR_DRV, .code = 0x61),
	ROW(BUS_HIT_DRV, .code = 0x7a),
	ROW(BUS_HITM_DRV, .code = 0x7b),
	ROW(BUS_SNOOP_STALL, .code = 0x7e),
	ROW(FLOPS, .code = 0xc1),
	ROW(FP_COMPS_OPS_EXE, .code = 0x10),
	ROW(FP_ASSIST, .code = 0x11),
	ROW(MUL, .code = 0x12),
	ROW(DIV, .code = 0x13),
	ROW(CYCLES_DIV_BUSY, .code = 0x14),
	ROW(LD_BLOCKS, .code = 0x03),
	ROW(SB_DRAINS, .code = 0x04),
	ROW(MISALIGN_MEM_REF, .code = 0x05),
	ROW(EMON_KNI_PREF_DISPATCHED, .code = 0x07, .masks = &hints),
	ROW(EMON_KNI_PREF_MISS, .code = 0x4b, .masks = &hints),
	ROW(INST_RETIRED, .code = 0xc0, .stream = "instructions"),
	ROW(UOPS_RETIRED, .code = 0xc2),
	ROW(INST_DECODED, .code = 0xd0),
	ROW(EMON_KNI_INST_RETIRED, .code = 0xd8, .masks = &scalar),
	ROW(EMON_KNI_COMP_INST_RET, .code = 0xd9, .masks = &scalar),
	ROW(HW_INT_RX, .code = 0xc8),
	ROW(CYCLES_INT_MASKED, .code = 0xc6),
	ROW(CYCLES_INT_PENDING_AND_MASKED, .code = 0xc7),
	ROW(BR_INST_RETIRED, .code = 0xc4, .stream = "branches"),
	ROW(BR_MISS_PRED_RETIRED, .code = 0xc5),
	ROW(BR_TAKEN_RETIRED, .code = 0xc9, .stream = "branches-taken"),
	ROW(BR_MISS_PRED_TAKEN_RET, .code = 0xca),
	ROW(BR_INST_DECODED, .code = 0xe0),
	ROW(BTB_MISSES, .code = 0xe2),
	ROW(BR_BOGUS, .code = 0xe4),
	ROW(BACLEARS, .code = 0xe6),
	ROW(RESOURCE_STALLS, .code = 0xa2),
	ROW(PARTIAL_RAT_STALLS, .code = 0xd2),
	ROW(SEGMENT_REG_LOADS, .code = 0x06),
	ROW(CPU_CLK_UNHALTED, .code = 0x79),
	ROW(MMX_INSTR_EXEC, .code = 0xb0),
	ROW(MMX_SAT_INSTR_EXEC, .code = 0xb1),
	ROW(MMX_UOPS_EXEC, .code = 0xb2),
	ROW(MMX_INSTR_TYPE_EXEC, .code = 0xb3, .masks = &types),
	ROW(FP_MMX_TRANS, .code = 0xcc, .masks = &transitions),
	ROW(MMX_ASSIST, .code = 0xcd),
	ROW(MMX_INSTR_RET, .code = 0xce),
	ROW(SEG_RENAME_STALLS, .code = 0xd4, .masks = &segments),
	ROW(SEG_REG_RENAMES, .code = 0xd5, .masks = &segments),
	ROW(RET_SEG_RENAMES, .code = 0xd6),
	ROW(EMON_EST_TRANS, .code = 0x58, .masks = &speedstep),
	ROW(EMON_THERMAL_TRIP, .code = 0x59),
	ROW(BR_INST_EXEC, .code = 0x88),
	ROW(BR_MISSP_EXEC, .code = 0x89),
	ROW(BR_BAC_MISSP_EXEC, .code = 0x8a),
	ROW(BR_CND_EXEC, .code = 0x8b),
	ROW(BR_CND_MISSP_EXEC, .code = 0x8c),
	ROW(BR_IND_EXEC, .code = 0x8d),
	ROW(BR_IND_MISSP_EXEC, .code = 0x8e),
	ROW(BR_RET_EXEC, .code = 0x8f),
	ROW(BR_RET_MISSP_EXEC, .code = 0x90),
	ROW(BR_RET_BAC_MISSP_EXEC, .code = 0x91),
	ROW(BR_CALL_EXEC, .code = 0x92),
	ROW(BR_CALL_MISSP_EXEC, .code = 0x93),
	ROW(BR_IND_CALL_EXEC, .code = 0x94),
	ROW(EMON_SIMD_INSTR_RETIRED, .code = 0xce),
	ROW(EMON_SYNCH_UOPS, .code = 0xd3),
	ROW(EMON_ESP_UOPS, .code = 0xd7),
	ROW(EMON_FUSED_UOPS_RET, .code = 0xda, .masks = &fused),
	ROW(EMON_UNFUSION, .code = 0xdb),
	ROW(EMON_PREF_RQSTS_UP, .code = 0xf0),
	ROW(EMON_PREF_RQSTS_DN, .code = 0xf8),
	ROW(EMON_SSE_SSE2_INST_RETIRED, .code = 0xd8, .masks = &retired),
	ROW(EMON_SSE_SSE2_COMP_INST_RETIRED, .code = 0xd9, .masks = &computing),
};
