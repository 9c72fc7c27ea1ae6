/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Sources: the descriptions of the presets are those of PAPI's manual page PAPI_presets(3). What the
 * events count is from the manuals that core/tables/intel and core/tables/amd name.
 *
 * Left out on purpose:
 *	BR_MSP	where an event has all mispredicted branches: the preset has the conditional ones
 *	BR_TKN	where an event has all taken branches: the preset has the conditional ones
 *	LD_INS	where an event has micro-operations (Sandy Bridge to Broadwell) or dispatched
 *		operations (Zen): the preset has instructions
 */
#include "core/tables/presets.h"
#include "core/base/text.h"
#include "core/event/generic.h"

struct preset {
	u32 id;
	const char *event;
};

struct preset_list {
	const char *models; /* separated by blanks; "": all */
	const struct preset *preset;
	u32 n;
};

#define P(idx, ev) { PRESET_##idx, ev }
#define ON(models, list) { models, list, sizeof(list) / sizeof(list[0]) }

static const struct preset everywhere[] = {
	P(TOT_CYC, "cycles"), P(TOT_INS, "instructions"), P(BR_INS, "branches"),
	P(REF_CYC, "ref-cycles"),
};

/* ---- Intel: SDM volume 3, and the perfmon lists ---- */

static const struct preset p6[] = {
	P(L1_DCM, "DCU_LINES_IN"), P(L1_ICM, "IFU_IFETCH_MISS"), P(L1_DCA, "DATA_MEM_REFS"),
	P(L1_ICA, "IFU_IFETCH"), P(TLB_IM, "ITLB_MISS"), P(HW_INT, "HW_INT_RX"),
	P(RES_STL, "RESOURCE_STALLS"), P(BTAC_M, "BTB_MISSES"), P(FP_OPS, "FLOPS"),
};
/* The Pentium M's events of L2 distinguish prefetches. */
static const struct preset p6_l2[] = {
	P(L2_ICA, "L2_IFETCH:M:E:S:I"), P(L2_ICM, "L2_IFETCH:I"), P(L2_ICH, "L2_IFETCH:M:E:S"),
	P(L2_DCR, "L2_LD:M:E:S:I"), P(L2_LDM, "L2_LD:I"), P(L2_DCW, "L2_ST:M:E:S:I"),
	P(L2_STM, "L2_ST:I"), P(L2_TCA, "L2_RQSTS:M:E:S:I"), P(L2_TCM, "L2_RQSTS:I"),
	P(L2_TCH, "L2_RQSTS:M:E:S"),
};
static const struct preset p4[] = {
	P(TLB_DM, "page_walk_type:DTMISS"), P(TLB_IM, "page_walk_type:ITMISS"),
	P(TLB_TL, "page_walk_type:DTMISS:ITMISS"), P(L1_LDM, "replay_event:NBOGUS:L1_LD_MISS"),
	P(L2_LDM, "replay_event:NBOGUS:L2_LD_MISS"), P(L2_TCM, "BSQ_cache_reference:RD_2ndL_MISS"),
	P(L2_TCH, "BSQ_cache_reference:RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM"),
	P(L2_TCA, "BSQ_cache_reference:RD_2ndL_MISS:RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM"),
	P(BR_CN, "retired_branch_type:CONDITIONAL"), P(BR_NTK, "branch_retired:MMNP:MMNM"),
};
static const struct preset core2[] = {
	P(L1_DCM, "L1D_REPL"), P(L1_ICM, "L1I_MISSES"), P(L1_ICA, "L1I_READS"),
	P(L1_DCA, "L1D_ALL_REF"), P(L2_DCR, "L2_LD:SELF:ANY:MESI"), P(L2_DCW, "L2_ST:SELF:MESI"),
	P(L2_STM, "L2_ST:SELF:I_STATE"), P(L2_LDM, "L2_LD:SELF:ANY:I_STATE"),
	P(L2_ICA, "L2_IFETCH:SELF:MESI"), P(L2_ICM, "L2_IFETCH:SELF:I_STATE"),
	P(L2_TCM, "L2_LINES_IN:SELF:ANY"), P(L2_TCA, "L2_RQSTS:SELF:ANY:MESI"),
	P(LD_INS, "INST_RETIRED:LOADS"), P(SR_INS, "INST_RETIRED:STORES"),
	P(TLB_DM, "DTLB_MISSES:ANY"), P(TLB_IM, "ITLB:MISSES"), P(HW_INT, "HW_INT_RCV"),
	P(RES_STL, "RESOURCE_STALLS:ANY"),
	P(BR_NTK, "BR_INST_RETIRED:PRED_NOT_TAKEN:MISPRED_NOT_TAKEN"),
};
static const struct preset nehalem[] = {
	P(L1_DCM, "L1D:REPL"), P(L1_ICM, "L1I:MISSES"), P(L1_ICA, "L1I:READS"), P(L1_ICH, "L1I:HITS"),
	P(L2_ICA, "L2_RQSTS:IFETCHES"), P(L2_ICM, "L2_RQSTS:IFETCH_MISS"),
	P(L2_ICH, "L2_RQSTS:IFETCH_HIT"), P(L2_DCR, "L2_RQSTS:LOADS"), P(L2_LDM, "L2_RQSTS:LD_MISS"),
	P(L2_DCW, "L2_RQSTS:RFOS"), P(L2_STM, "L2_RQSTS:RFO_MISS"), P(L2_TCA, "L2_RQSTS:REFERENCES"),
	P(LD_INS, "MEM_INST_RETIRED:LOADS"), P(SR_INS, "MEM_INST_RETIRED:STORES"),
	P(TLB_IM, "ITLB_MISSES:ANY"), P(TLB_DM, "DTLB_MISSES:ANY"),
	P(BR_CN, "BR_INST_RETIRED:CONDITIONAL"), P(RES_STL, "RESOURCE_STALLS:ANY"),
};
/* Sandy Bridge to Skylake. */
static const struct preset l2_requests[] = {
	P(L1_DCM, "L1D:REPLACEMENT"), P(L2_DCR, "L2_RQSTS:ALL_DEMAND_DATA_RD"),
	P(L2_STM, "L2_RQSTS:RFO_MISS"),
	P(L2_ICA, "L2_RQSTS:ALL_CODE_RD"), P(L2_ICM, "L2_RQSTS:CODE_RD_MISS"),
	P(L2_ICH, "L2_RQSTS:CODE_RD_HIT"), P(TLB_IM, "ITLB_MISSES:MISS_CAUSES_A_WALK"),
	P(BR_NTK, "BR_INST_RETIRED:NOT_TAKEN"), P(BR_MSP, "BR_MISP_RETIRED:CONDITIONAL"), P(RES_STL, "RESOURCE_STALLS:ANY"),
};
/* The same two under other names. */
static const struct preset sandybridge[] = {
	P(L2_DCW, "L2_RQSTS:RFO_ANY"), P(BR_CN, "BR_INST_RETIRED:CONDITIONAL"),
};
static const struct preset ivybridge[] = {
	P(L2_DCW, "L2_RQSTS:ALL_RFO"), P(BR_CN, "BR_INST_RETIRED:COND"),
};
static const struct preset haswell_to_skylake[] = {
	P(L2_DCW, "L2_RQSTS:ALL_RFO"), P(BR_CN, "BR_INST_RETIRED:CONDITIONAL"),
};
static const struct preset demand_misses[] = {
	P(L2_LDM, "L2_RQSTS:DEMAND_DATA_RD_MISS"),
};
static const struct preset fetch_misses[] = {
	P(L1_ICM, "ICACHE:MISSES"),
};
static const struct preset skylake[] = {
	P(L1_ICM, "ICACHE_64B:IFTAG_MISS"), P(LD_INS, "MEM_INST_RETIRED:ALL_LOADS"),
	P(SR_INS, "MEM_INST_RETIRED:ALL_STORES"), P(L3_LDM, "MEM_LOAD_RETIRED:L3_MISS"),
};
static const struct preset icelake[] = {
	P(L1_DCM, "L1D:REPLACEMENT"), P(L2_DCR, "L2_RQSTS:ALL_DEMAND_DATA_RD"),
	P(L2_LDM, "L2_RQSTS:DEMAND_DATA_RD_MISS"), P(L2_ICA, "L2_RQSTS:ALL_CODE_RD"),
	P(L2_ICM, "L2_RQSTS:CODE_RD_MISS"), P(L2_ICH, "L2_RQSTS:CODE_RD_HIT"),
	P(BR_CN, "BR_INST_RETIRED:COND"), P(BR_TKN, "BR_INST_RETIRED:COND_TAKEN"),
	P(BR_NTK, "BR_INST_RETIRED:COND_NTAKEN"), P(BR_MSP, "BR_MISP_RETIRED:COND"),
	P(LD_INS, "MEM_INST_RETIRED:ALL_LOADS"), P(SR_INS, "MEM_INST_RETIRED:ALL_STORES"),
	P(L3_LDM, "MEM_LOAD_RETIRED:L3_MISS"),
};
/* The last level is the third. */
static const struct preset last_is_l3[] = {
	P(L3_TCA, "cache-references"), P(L3_TCM, "cache-misses"),
};

/* ---- AMD: BKDGs and PPRs ---- */

static const struct preset k8[] = {
	P(L1_ICM, "INSTRUCTION_CACHE_MISSES"), P(L1_ICA, "INSTRUCTION_CACHE_FETCHES"),
	P(L1_DCM, "DATA_CACHE_MISSES"), P(L1_DCA, "DATA_CACHE_ACCESSES"),
	P(L2_ICA, "REQUESTS_TO_L2:INSTRUCTIONS"), P(L2_DCA, "REQUESTS_TO_L2:DATA"),
	P(L2_ICM, "L2_CACHE_MISS:INSTRUCTIONS"), P(L2_DCM, "L2_CACHE_MISS:DATA"),
	P(L2_TCM, "L2_CACHE_MISS:INSTRUCTIONS:DATA"), P(HW_INT, "INTERRUPTS_TAKEN"),
};
static const struct preset k8_stalls[] = {
	P(STL_ICY, "DECODER_EMPTY"), P(RES_STL, "DISPATCH_STALLS"),
};
static const struct preset k8_tlb[] = {
	P(TLB_DM, "L1_DTLB_AND_L2_DTLB_MISS"), P(TLB_IM, "L1_ITLB_MISS_AND_L2_ITLB_MISS"),
};
static const struct preset f10h_tlb[] = {
	P(TLB_DM, "L1_DTLB_AND_L2_DTLB_MISS:ALL"), P(TLB_IM, "L1_ITLB_MISS_AND_L2_ITLB_MISS:ALL"),
};
static const struct preset zen[] = {
	P(L2_ICA, "REQUESTS_TO_L2_GROUP1:CACHEABLE_IC_READ"),
	P(L2_ICM, "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:IC_FILL_MISS"),
	P(L2_ICH, "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:IC_FILL_HIT_X:IC_FILL_HIT_S"),
	P(L2_DCM, "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:LS_RD_BLK_C"),
};
static const struct preset zen_flops[] = {
	P(FP_OPS, "RETIRED_SSE_AVX_FLOPS:ANY"),
};
static const struct preset zen_conditional[] = {
	P(BR_CN, "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS"),
};
static const struct preset zen_unconditional[] = {
	P(BR_UCN, "RETIRED_UNCONDITIONAL_BRANCH_INSTRUCTIONS"),
};

static const struct preset_list lists[] = {
	ON("", everywhere),
	ON("pentiumpro pentium2 pentium3 pentium-m", p6),
	ON("pentiumpro pentium2 pentium3", p6_l2),
	ON("pentium4 pentium4-prescott", p4),
	ON("core2", core2),
	ON("nehalem westmere", nehalem),
	ON("sandybridge ivybridge haswell broadwell skylake skylakex", l2_requests),
	ON("sandybridge", sandybridge),
	ON("ivybridge", ivybridge),
	ON("haswell broadwell skylake skylakex", haswell_to_skylake),
	ON("sandybridge ivybridge haswell broadwell", fetch_misses),
	ON("haswell broadwell skylake skylakex", demand_misses),
	ON("skylake skylakex", skylake),
	ON("icelake icelakex tigerlake sapphirerapids", icelake),
	ON("nehalem westmere sandybridge ivybridge haswell broadwell skylake skylakex icelake "
	     "icelakex tigerlake sapphirerapids graniterapids", last_is_l3),
	ON("k8 fam10h fam11h fam12h fam14h", k8),
	ON("k8 fam10h fam11h fam12h", k8_stalls),
	ON("k8 fam11h", k8_tlb),
	ON("fam10h fam12h", f10h_tlb),
	ON("zen1 zen2 zen3 zen4 zen5", zen),
	ON("zen2 zen3 zen4 zen5", zen_flops),
	ON("zen3 zen4 zen5", zen_conditional),
	ON("zen4 zen5", zen_unconditional),
};

/* Is the word one of the words, which blanks separate? */
static bool is_word_of(const char *words, const char *word)
{
	size_t len = text_length(word), n;

	for (; *words; words += n + (words[n] == ' ')) {
		for (n = 0; words[n] && words[n] != ' '; n++)
			;
		if (n == len && text_equal(word, words, n))
			return true;
	}
	return false;
}

const char *pmc_preset_event(const char *model, u32 id)
{
	u32 i, k;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (lists[i].models[0] && !is_word_of(lists[i].models, model))
			continue;
		for (k = 0; k < lists[i].n; k++)
			if (lists[i].preset[k].id == id)
				return lists[i].preset[k].event;
	}
	return NULL;
}
