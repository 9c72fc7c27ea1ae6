/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4's replay metrics: the values of IA32_PEBS_ENABLE and MSR_PEBS_MATRIX_VERT. SDM
 * volume 3, table "List of Metrics Available for Replay Tagging (For Replay Event Only)". The
 * encoder adds bits 24 and 25 of IA32_PEBS_ENABLE, which every metric sets.
 */
#ifndef PMC_CORE_TABLES_P4_REPLAY_H
#define PMC_CORE_TABLES_P4_REPLAY_H

#include "core/base/types.h"

#define P4_REPLAYS 9
enum {
	REPLAY_L1_LD_MISS, REPLAY_L2_LD_MISS, REPLAY_DTLB_LD_MISS, REPLAY_DTLB_ST_MISS,
	REPLAY_DTLB_ALL_MISS, REPLAY_BR_MSP, REPLAY_MOB_LD, REPLAY_SP_LD, REPLAY_SP_ST,
};

struct p4_replay {
	u32 enable; /* bits 0 to 12, 15 and 16 of IA32_PEBS_ENABLE */
	u32 vert;   /* MSR_PEBS_MATRIX_VERT */
	/* Column "Additional MSR/Event": the upstream ESCR that the metric needs. */
	u8 n_upstream;
	u8 upstream_of[2]; /* enum p4_escr; either will do */
	u8 upstream_event;
	u16 upstream_mask;
};
extern const struct p4_replay pmc_p4_replay[P4_REPLAYS];

#endif
