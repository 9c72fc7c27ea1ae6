/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which events of each family are counted: event select and unit mask of the manual → signal. Any
 * other event counts nothing. docs/rig.md has the same list.
 */
#include "qemu/osdep.h"
#include "pmc/pmu/pmu.h"

/* clang-format off */
#define ROW(select, unit, sig) { select, unit, false, SIGNAL_##sig }
#define ANY(select, unit, sig) { select, unit, true, SIGNAL_##sig }

/* SDM volume 3, "Pre-defined Architectural Performance Events", and the fixed counters. */
#define ARCHITECTURAL \
	ROW(0xc0, 0x00, INSN), ROW(0x3c, 0x00, CYCLE), ROW(0x3c, 0x01, REF), \
	ROW(0xc4, 0x00, BRANCH), \
	ROW(ARCH_SELECT_FIXED(0), 0, INSN), ROW(ARCH_SELECT_FIXED(1), 0, CYCLE), \
	ROW(ARCH_SELECT_FIXED(2), 0, REF)

/*
 * SDM volume 3, "Performance Monitoring Events": events that the cores share, and that mean the
 * same on all of them
 */
#define CORES \
	ROW(0xc4, 0x02, CALL), ROW(0xc4, 0x02, CALL_INDIRECT), /* BR_INST_RETIRED.NEAR_CALL */ \
	ROW(0xc4, 0x08, RETURN), ROW(0xc4, 0x20, NEAR_TAKEN), ROW(0xc4, 0x40, FAR), \
	/* … of the Atoms: JCC, TAKEN_JCC, CALL, IND_CALL, RETURN, FAR */ \
	ROW(0xc4, 0x7e, COND), ROW(0xc4, 0xfe, COND_TAKEN), ROW(0xc4, 0xf9, CALL), \
	ROW(0xc4, 0xf9, CALL_INDIRECT), ROW(0xc4, 0xfb, CALL_INDIRECT), ROW(0xc4, 0xf7, RETURN), \
	ROW(0xc4, 0xbf, FAR), \
	ROW(0xd0, 0x81, LOAD), ROW(0xd0, 0x82, STORE), /* MEM_INST_RETIRED.ALL_* */ \
	ROW(0x0b, 0x01, LOAD), ROW(0x0b, 0x02, STORE), /* Nehalem: MEM_INST_RETIRED.* */ \
	ROW(0xcb, 0x01, INTERRUPT),			/* HW_INTERRUPTS.RECEIVED */ \
	ROW(0x1d, 0x01, INTERRUPT),			/* Nehalem: HW_INT.RCV */ \
	/* DTLB_LOAD_MISSES, DTLB_STORE_MISSES, ITLB_MISSES: MISS_CAUSES_A_WALK */ \
	ROW(0x08, 0x01, DTLB_LOAD), ROW(0x49, 0x01, DTLB_STORE), ROW(0x85, 0x01, ITLB)

/* Up to version 4: BR_INST_RETIRED.CONDITIONAL, NOT_TAKEN. */
static const struct pmc_signal_row arch[] = {
	ARCHITECTURAL, CORES, ROW(0xc4, 0x01, COND), ROW(0xc4, 0x10, NOT_TAKEN),
};

/* From Ice Lake on: COND_TAKEN, COND_NTAKEN, COND, INDIRECT. */
static const struct pmc_signal_row arch5[] = {
	ARCHITECTURAL, CORES,
	ROW(0xc4, 0x01, COND_TAKEN), ROW(0xc4, 0x10, NOT_TAKEN), ROW(0xc4, 0x11, COND),
	ROW(0xc4, 0x80, JUMP_INDIRECT), ROW(0xc4, 0x80, CALL_INDIRECT),
};

/* SDM volume 3, "P6 Family Processors". */
static const struct pmc_signal_row p6[] = {
	ROW(0xc0, 0x00, INSN),	 /* INST_RETIRED */
	ROW(0xd0, 0x00, INSN),	 /* INST_DECODED: here every instruction that is decoded retires */
	ROW(0x79, 0x00, CYCLE),	 /* CPU_CLK_UNHALTED */
	ROW(0xc4, 0x00, BRANCH), /* BR_INST_RETIRED */
	ROW(0xc9, 0x00, TAKEN),	 /* BR_TAKEN_RETIRED */
	ROW(0xe0, 0x00, BRANCH), /* BR_INST_DECODED */
	ROW(0x43, 0x00, LOAD), ROW(0x43, 0x00, STORE), /* DATA_MEM_REFS */
	ROW(0xc8, 0x00, INTERRUPT), /* HW_INT_RX */
	ROW(0x85, 0x00, ITLB),	 /* ITLB_MISS */
};

/*
 * BKDGs and PPRs, "Performance Monitor Counters": event selects that mean the same in all families
 */
static const struct pmc_signal_row amd[] = {
	ROW(0xc0, 0x00, INSN),	 /* retired instructions */
	ROW(0x76, 0x00, CYCLE),	 /* cycles not in halt */
	ROW(0xc2, 0x00, BRANCH), /* retired branch instructions */
	ROW(0xc4, 0x00, TAKEN),	 /* retired taken branch instructions */
	ROW(0xc6, 0x00, FAR),	 /* retired far control transfers */
	ROW(0xc8, 0x00, RETURN), /* retired near returns */
	ROW(0x40, 0x00, LOAD), ROW(0x40, 0x00, STORE), /* data cache accesses */
	ROW(0xcf, 0x00, INTERRUPT), /* hardware interrupts taken */
};

/* The same, from Zen on: dispatch of loads and stores in unit masks. */
static const struct pmc_signal_row zen[] = {
	ROW(0xc0, 0x00, INSN), ROW(0x76, 0x00, CYCLE), ROW(0xc2, 0x00, BRANCH),
	ROW(0xc4, 0x00, TAKEN), ROW(0xc6, 0x00, FAR), ROW(0xc8, 0x00, RETURN),
	ROW(0xd1, 0x00, COND),
	ROW(0x2c, 0x00, INTERRUPT), /* interrupts taken */
	ANY(0x29, 0x01, LOAD), ANY(0x29, 0x02, STORE), /* LsDispatch */
	ROW(0x40, 0x00, LOAD), ROW(0x40, 0x00, STORE), /* data cache accesses (to Zen 3) */
	ROW(0x120, 0x01, REF),	 /* cycles at the P0 frequency, not in halt */
};

/* A branch of two types counts once. */
#define P4_TYPE(escr) \
	ANY(P4_SELECT(escr, 4), 0x02, COND), ANY(P4_SELECT(escr, 4), 0x04, CALL), \
	ANY(P4_SELECT(escr, 4), 0x14, CALL_INDIRECT), ANY(P4_SELECT(escr, 4), 0x18, RETURN), \
	ANY(P4_SELECT(escr, 4), 0x10, JUMP_INDIRECT)

/* SDM volume 3, "Performance Monitoring Events for Processors Based on NetBurst". */
static const struct pmc_signal_row p4[] = {
	/* instr_retired: NBOGUSNTAG; no instruction is tagged, and none is bogus */
	ANY(P4_SELECT(P4_CRU_ESCR0, 2), 0x1, INSN), ANY(P4_SELECT(P4_CRU_ESCR1, 2), 0x1, INSN),
	/* instr_completed: NBOGUS (models 3 and later) */
	ANY(P4_SELECT(P4_CRU_ESCR0, 7), 0x1, INSN), ANY(P4_SELECT(P4_CRU_ESCR1, 7), 0x1, INSN),
	/* global_power_events: RUNNING */
	ANY(P4_SELECT(P4_FSB_ESCR0, 0x13), 0x1, CYCLE),
	ANY(P4_SELECT(P4_FSB_ESCR1, 0x13), 0x1, CYCLE),
	/* branch_retired: MMNP, MMTP; nothing is mispredicted */
	ANY(P4_SELECT(P4_CRU_ESCR2, 6), 0x1, NOT_TAKEN),
	ANY(P4_SELECT(P4_CRU_ESCR3, 6), 0x1, NOT_TAKEN),
	ANY(P4_SELECT(P4_CRU_ESCR2, 6), 0x4, TAKEN), ANY(P4_SELECT(P4_CRU_ESCR3, 6), 0x4, TAKEN),
	/* retired_branch_type: CONDITIONAL, CALL, RETURN, INDIRECT (calls, jumps and returns) */
	P4_TYPE(P4_TBPU_ESCR0), P4_TYPE(P4_TBPU_ESCR1),
};

/* SDM volume 3, "Pentium Processor Performance Monitoring Events". */
static const struct pmc_signal_row p5[] = {
	/* The unit mask holds the counters that can count it, bits 0 and 1: see core/state/p5.h. */
	ANY(0x16, 3, INSN), /* instructions executed */
	ANY(0x12, 3, BRANCH), /* branches */
	ANY(0x28, 3, LOAD), ANY(0x28, 3, STORE), /* data reads and writes */
	ANY(0x00, 3, LOAD), /* data read */
	ANY(0x01, 3, STORE), /* data write */
	ANY(0x27, 3, INTERRUPT), /* hardware interrupts */
	ANY(0x30, 1, CYCLE), /* Pentium MMX: cycles not in halt */
};
/* clang-format on */

static bool is_zen(const struct pmu *pmu)
{
	return !strncmp(pmu->model->name, "zen", 3);
}

void pmc_rows_of(const struct pmu *pmu, struct pmc_signals *signals)
{
#define ROWS(rows) signals->row = rows, signals->n = ARRAY_SIZE(rows)
	memset(signals, 0, sizeof(*signals));
	switch (pmu->family) {
	case PMU_ARCH:
		if (pmu->version >= 5)
			ROWS(arch5);
		else
			ROWS(arch);
		break;
	case PMU_P6:
		ROWS(p6);
		break;
	case PMU_AMD:
		if (is_zen(pmu))
			ROWS(zen);
		else
			ROWS(amd);
		break;
	case PMU_P4:
		ROWS(p4);
		break;
	case PMU_P5:
	case PMU_CYRIX:
		ROWS(p5);
		break;
	default: /* WinChip and C3 number their events otherwise */
		break;
	}
	signals->shared = 1u << SIGNAL_CYCLE | 1u << SIGNAL_REF;
#undef ROWS
}
