/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a PMU is: its family, its counters and its features. A model (struct pmu_model) is a row of
 * a table and has a name that users type; a PMU (struct pmu) is a model with the numbers that CPUID
 * gave, or with the model's typical ones.
 *
 * Counters are numbered 0 to 31 general and 32 on fixed, in every interface of core/; on Pentium 4
 * 0 to 17. A set of counters is a u64 with a bit for each.
 */
#ifndef PMC_CORE_PMU_H
#define PMC_CORE_PMU_H

#include "core/base/types.h"

/* Families differ in how their registers are laid out. */
enum pmu_family {
	PMU_NONE,  /* no counters, no time stamp counter */
	PMU_TSC,   /* the time stamp counter alone */
	PMU_P5,	   /* CESR, CTR0, CTR1 */
	PMU_CYRIX, /* CESR with a seventh bit of event select */
	PMU_C6,	   /* CESR with eight bits of event select and nothing else */
	PMU_C3,	   /* one counter, nine bits of event select */
	PMU_P6,	   /* two PerfEvtSel, one enable bit */
	PMU_AMD,   /* K7 and later */
	PMU_P4,	   /* ESCRs, CCCRs, counters */
	PMU_ARCH,  /* Intel's architectural PMU */
	PMU_FAMILIES
};

/* Features of a PMU, beyond its family. */
#define PMU_GLOBAL	0x00000001u /* GLOBAL_CTRL, STATUS, OVF_CTRL (version 2; AMD PerfMonV2) */
#define PMU_FIXED	0x00000002u /* fixed counters and FIXED_CTR_CTRL */
#define PMU_ANY_THREAD	0x00000004u /* AnyThread (version 3, unless deprecated) */
#define PMU_STATUS_SET	0x00000008u /* STATUS_RESET, STATUS_SET, INUSE, CTR_FRZ (version 4) */
#define PMU_FULL_WRITE	0x00000010u /* IA32_A_PMCn */
#define PMU_PDCM	0x00000020u /* IA32_PERF_CAPABILITIES */
#define PMU_FREEZE	0x00000040u /* DEBUGCTL.FREEZE_PERFMON_ON_PMI */
#define PMU_TSX		0x00000080u /* IN_TX, IN_TXCP */
#define PMU_UMASK2	0x00000100u /* version 6: unit masks of 16 bits */
#define PMU_EQ		0x00000200u /* version 6: EQ compares for equality with the counter mask */
#define PMU_V6_MSRS	0x00000400u /* version 6: the counters are also at 1900H */
#define PMU_METRICS	0x00000800u /* PERF_METRICS */
#define PMU_PEBS	0x00001000u
#define PMU_ADAPTIVE	0x00002000u /* adaptive PEBS: PERFEVTSEL bit 34 */
#define PMU_PC		0x00004000u /* pin control in PERFEVTSEL */
#define PMU_EXTRA	0x00008000u /* OFFCORE_RSP0, 1, PEBS_LD_LAT_THRESHOLD, PEBS_FRONTEND */
#define PMU_CORE_EXT	0x00010000u /* AMD: PERF_CTL/CTR at C0010200H, six counters */
#define PMU_EVENT12	0x00020000u /* AMD: event select of 12 bits (K8 on) */
#define PMU_GUEST_HOST	0x00040000u /* AMD: GuestOnly, HostOnly (family 10h on) */
#define PMU_HT		0x00100000u /* Pentium 4: two logical processors share the PMU */
#define PMU_IQ_ESCR	0x00200000u /* Pentium 4: IQ_ESCR0, 1 (models 0 to 2) */
#define PMU_EXT_CASCADE 0x00400000u /* Pentium 4: extended cascading (model 2 on) */
#define PMU_MMX		0x00800000u /* P5: the Pentium MMX, with its events and RDPMC */
#define PMU_OVF_UNCORE	0x01000000u /* version 3: bit 61 of GLOBAL_STATUS */
#define PMU_HYPERVISOR	0x80000000u /* runs under a hypervisor, says CPUID */

struct catalogue;
struct generic_map;
struct counter_rule;
struct extra_rule;
struct reg_list;

/* A model: what its PMU is unless CPUID says otherwise. */
struct pmu_model {
	const char *name;  /* as users type it: "pentium4" */
	const char *title; /* for people: "Pentium 4, models 0 to 2" */
	u8 family;	   /* enum pmu_family */
	u8 version;	   /* PMU_ARCH: architectural version; PMU_AMD: 2 is PerfMonV2; else 0 */
	u8 general, general_width; /* how many, and their bits */
	u8 fixed, fixed_width;	   /* bit i: fixed counter i exists; their bits */
	u32 caps;
	u32 arch_events; /* PMU_ARCH: bit n: architectural event n (in CPUID's order) exists */
	const struct reg_list *registers; /* registers.h */
	const struct catalogue *events;
	const struct generic_map *generic;
	const struct counter_rule *rules; /* constraint.h; NULL: every counter counts every event */
	const struct extra_rule *extra;	  /* constraint.h; NULL: no event needs another register */
};

/* A PMU. Plain numbers, which may be copied freely. */
struct pmu {
	const struct pmu_model *model;
	u8 family; /* enum pmu_family */
	u8 version;
	u8 general_width, fixed_width; /* bits; 0 when there are none */
	u32 general;		       /* bit i: general counter i exists */
	u32 fixed;		       /* bit i: fixed counter i exists */
	u32 caps;		       /* PMU_… */
	u32 arch_events;	       /* as in the model */
};

#endif
